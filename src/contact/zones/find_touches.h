#pragma once

/// Which feature pairs of two surfaces virtual adhesives hold: those that are nearer than the detection
/// distance, overlap, or would overlap at the end of the step. Every vertex with a share in one collides, so
/// that edges and faces are held as corners are.

#include <vector>

#include "contact/zones/touch.h"
#include "contact/zones/zone_set.h"
#include "detect/proximity_detector.h"

namespace limpet {

/// What a surface's vertices move by in the step, as far as is known before zones do; empty: it stands still.
using VertexShifts = std::vector<Vec3>;

/// Of one pair, in its order.
std::vector<Touch> find_touches(const NearPair& pair, const ParticleNumbers& numbers,
                                const std::vector<VertexShifts>& motion, double distance);

/// Those that come nearer and overlap at the end of the step as it was tried, with `motion` of all in it.
std::vector<Touch> find_late_touches(const NearPair& pair, const ParticleNumbers& numbers,
                                     const std::vector<VertexShifts>& motion);

}  // namespace limpet
