#pragma once

/// Settings of layered depth images that cannot work, said before anything runs.

#include <span>
#include <string>
#include <vector>

#include "core/box.h"
#include "detect/ldi/overlap_volumes.h"
#include "limpet/error.h"

namespace limpet {

/// Pixels along the side of an image, and of one image.
inline constexpr int most_pixels_a_side = 32'000;
inline constexpr double most_pixels = 1e8;
/// From the origin: positions further away cannot be told apart.
inline constexpr double most_pixels_away = 1e11;

struct LdiBody {
    std::string name;
    Box3 box;  ///< of its surface [m]
};

/// What is wrong, field by field ("pixel", "cell" behind `path`); empty: nothing. `path` is that of the
/// detection's settings.
std::vector<Complaint> ldi_complaints(const LdiSettings& settings, std::span<const LdiBody> bodies,
                                      const std::string& path = "contact.detection");

/// Throws InputError with all of them.
void check_ldi(const LdiSettings& settings, std::span<const LdiBody> bodies = {},
               const std::string& path = "contact.detection");

/// A sentence that names the images' sizes and the memory they would take, for a box of given sides [m].
std::string too_many_pixels(const Vec3& sides, double pixel);

}  // namespace limpet
