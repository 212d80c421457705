#pragma once

/// The tolerances by which contacts, bonds and pressures are judged. Most are ratios.

namespace limpet {

// Pressures at samples (sample_pressure.cpp).

/// Cosine of normals that push about the same way: some 30°.
inline constexpr double same_push_cosine = 0.87;
/// Of the mean force of a sample: less pull than this is none.
inline constexpr double min_sample_pull_ratio = 1e-9;

// Bonds (bonds.cpp).

/// Of the reference gap: shorter gap vectors have no direction, and smaller gaps are closed.
inline constexpr double min_gap_direction_ratio = 1e-6;

// Even pressures (smallest_pressure.cpp).

/// Of the right-hand side: what motion the pressures may differ by. Finer differences of pressure are what
/// solvers leave undecided.
inline constexpr double pressure_precision_ratio = 1e-6;
/// Of the mean push of a patch: less pull than this is rounding.
inline constexpr double min_patch_pull_ratio = 1e-6;

// Places of volume bonds (volume/patch_places.cpp).

/// Pixels along a place: it then has some ten pixels, and its area is right to some percent.
inline constexpr double pixels_per_place = 4;

// Bonds of volume contacts (volume/volume_bonds.cpp).

/// Of the reference gap: bonds that are less open touch.
inline constexpr double touching_bond_ratio = 0.01;
/// Of a bond's area: by so much its contact's must be larger for the bond to take it.
inline constexpr double widening_area_ratio = 1.1;
/// Of a bond's area: less in a contact is rather in another.
inline constexpr double min_share_of_bond = 0.1;
/// Of a contact's area: with more that has no bond, that part may have its own. Areas of places differ by
/// some pixels from image to image.
inline constexpr double min_unbonded_share = 0.125;

}  // namespace limpet
