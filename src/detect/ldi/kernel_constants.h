#pragma once

/// How the kernels of layered depth images cut up their work, and where whole numbers end. The first are
/// choices of speed, on which results depend by rounding at most: sums are made part by part.

#include <cstddef>

namespace limpet::ldi {

// Of images, with one thread at a time on a part.

/// Tiles of pixels, along both sides: the smaller, the more of an image is left out, and the more is kept of
/// each.
inline constexpr int tile_shift = 2, tile_pixels = 1 << tile_shift;
/// Bands of an image's rows: enough that threads end at about the same time.
inline constexpr int max_bands = 24;
/// Pixels: rows at least so wide are cut to the triangle before their pixels are visited.
inline constexpr int min_cut_row_pixels = 6;

// Of triangles and vertices.

/// Patches that one task works on: enough that a task is worth its start; and tasks at most.
inline constexpr int min_patches_per_task = 64, max_patch_tasks = 16;
/// Of patches that are only put together or numbered.
inline constexpr int patches_per_task = 512;
/// Triangles whose candidates are noted in one go, and candidates that are drawn in one go: as many as stay
/// in the first cache.
inline constexpr int triangles_noted_at_once = 512;
inline constexpr std::size_t candidates_drawn_at_once = 256;
/// Triangles or vertices of a task that does little for each.
inline constexpr int own_marks_per_task = 8192, closed_surface_per_task = 16384, hashed_per_task = 16384;
/// Bits of a place along an axis, by which patches are put in an order.
inline constexpr int patch_order_bits = 10;

// Of whole numbers.

/// Steps: differences of positions below it have exact products in double.
inline constexpr double max_exact_difference = 1 << 25;
/// Slabs of a surface's depth in which its own overlaps are counted: the bits of a word.
inline constexpr int own_slabs = 16;
/// Steps: snapped positions are off by half a step, and depths by what is lost in interpolation.
inline constexpr int own_slab_margin = 2;

}  // namespace limpet::ldi
