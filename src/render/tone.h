#pragma once

/// From light to numbers in a file. Shading adds up linear light; files hold sRGB (IEC 61966-2-1).

#include <Eigen/Core>
#include <array>
#include <cstdint>

namespace limpet {

using Light = Eigen::Array3f;  ///< red, green, blue; linear, 1 is white paper in full light

Light linear_from_srgb(const std::array<double, 3>& srgb);

/// Straight up to a knee, then a shoulder that reaches white only in the limit, so that highlights do not
/// clip.
Light tone_curve(const Light& light);

/// Bytes of tone-mapped light.
std::array<std::uint8_t, 3> bytes_of(const Light& light);

}  // namespace limpet
