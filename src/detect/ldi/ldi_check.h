#pragma once

/// Settings of layered depth images that cannot work, said before anything runs.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/box.h"
#include "detect/ldi/overlap_volumes.h"
#include "limpet/error.h"

namespace limpet {

/// Pixels along the side of an image, and memory of the three images of a pair.
inline constexpr int max_pixels_per_side = 32'000;
inline constexpr double max_image_bytes = 8e9;
/// From the origin: positions further away cannot be told apart.
inline constexpr double max_pixels_away = 1e11;

struct LdiBody {
    std::string name;
    Box3 box;                            ///< of its surface [m]
    std::optional<Vec3> own_sides = {};  ///< of its box in axes of its own, if they are others [m]
};

/// Sides of the box of points along the axes of their moments: a tilted plate is as thin as an upright one
/// [m].
Vec3 own_sides(const std::vector<Vec3>& points);

/// What is wrong, field by field ("pixel", "cell" behind `path`); empty: nothing. Pairs that `is_tested` says
/// no to are never drawn and take no memory; without it all are tested. `path` is that of the detection's
/// settings.
std::vector<Complaint> ldi_complaints(const LdiSettings& settings, std::span<const LdiBody> bodies,
                                      const LdiFilter& is_tested = {},
                                      const std::string& path = "contact.detection");

/// Throws InputError with all of them.
void check_ldi(const LdiSettings& settings, std::span<const LdiBody> bodies = {},
               const LdiFilter& is_tested = {});

/// A sentence that names the images' sizes and the memory they would take, for a box of given sides [m];
/// empty if they are not too large. `self`: of one surface.
std::string too_many_pixels(const Vec3& sides, double pixel, bool self);

}  // namespace limpet
