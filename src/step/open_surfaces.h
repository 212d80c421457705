#pragma once

/// Warnings about surfaces that are not closed, which rays of images cannot see right.

#include <string>

#include "bodies/body.h"
#include "detect/ldi/volume_detector.h"

namespace limpet {

/// Holes and the rays that they cost; empty for a surface that has none.
std::string open_surface_text(const Body& body);

std::string skipped_rays_text(const SkippedRays& rays);

}  // namespace limpet
