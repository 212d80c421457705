#pragma once

/// The numbers by which scenes are judged before their first step. A warning that comes too often is not
/// read: each says from where on a setting is hardly ever meant, or an error is seen.

namespace limpet {

// Bonds (bond_settings.cpp, initial_bonds.cpp).

/// Of a front's length, an element: A4 of docs/verification.md has 5 % too much work at a quarter, 25 % at
/// half.
inline constexpr double max_front_element_ratio = 0.25;
/// Of W: less than this may get lost by the cut.
inline constexpr double max_lost_work_share = 0.05;
/// Length over thickness: what is longer bends off as a strip does.
inline constexpr double min_strip_slenderness = 5;
/// Of a mesh's edges: so many are shorter than the length that stands for its finest part.
inline constexpr double finest_edges_share = 0.1;
/// Of a body's size: bonds that are advised are cut there.
inline constexpr double advised_cut_ratio = 0.2;
/// Of the smaller body's size: less overlap may be rounding of positions and rotations.
inline constexpr double rounding_overlap_ratio = 1e-6;

// Steps (free_paths.cpp, step_length.cpp).

/// Of the duration: parts in which relative motion counts as straight.
inline constexpr int path_samples = 200;
/// Of the smaller body's size: what moves further in a step may not be found in time (docs/contact.md,
/// Limits).
inline constexpr double max_step_travel_ratio = 0.5;
/// Of a vibration's amplitude in a period: less is taken for damping that nobody notices or that is wanted.
inline constexpr double max_unnoticed_loss = 0.8;
/// The loss per period of the step that is advised.
inline constexpr double advised_loss = 0.1;
/// Smaller strains are not seen.
inline constexpr double min_visible_strain = 0.01;

// Materials and sizes (locking.cpp, sizes.cpp).

/// Up to here ν makes bending stiffer by less than 4 % at four elements across (docs/soft-bodies.md).
inline constexpr double min_locking_poisson = 0.45;
/// Longest sides: a thousand is the usual error of a forgotten unit, and more than this is hardly ever meant.
inline constexpr double max_size_ratio = 1e4;
/// A body that is this many times as large as every other was probably given in another unit.
inline constexpr double outlier_size_ratio = 100;

// Bodies that lie on one volume contact (one_volume.cpp).

/// Of a body's surface: a flat part of less does not make it lie flat.
inline constexpr double min_flat_area_ratio = 0.1;
/// Of a body's size, and of a normal's length: triangles that differ by less are in one plane.
inline constexpr double same_plane_ratio = 1e-3;
/// Cells that hold a body upright, across the face that it lies on.
inline constexpr double min_cells_across = 4;

}  // namespace limpet
