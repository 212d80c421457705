#pragma once

/// Warnings about surfaces that are not closed, which rays of images cannot see right.

#include <cstdint>
#include <string>

#include "bodies/body.h"

namespace limpet {

/// Rays that were left out for a hole in a body.
struct SkippedRays {
    std::int64_t met = 0, skipped = 0;  ///< of all that met it and another body
    Vec3 shares = Vec3::Zero();         ///< skipped along x, y and z, where boxes of bodies met; about
};

/// Holes and the rays that they cost; empty for a surface that has none.
std::string open_surface_text(const Body& body);

std::string skipped_rays_text(const SkippedRays& rays);

}  // namespace limpet
