#pragma once

/// The numbers by which detectors decide where to look, how far, and what to look at again.

#include <cstddef>

namespace limpet {

// Proximity and continuous detection. `distance` is contact.detection.distance.

/// Of the smaller body's diagonal: the most by which motion in a step extends the search. Beyond that all
/// simplices of two bodies are within reach of each other.
inline constexpr double max_travel_ratio = 0.5;
/// Of `distance`: pairs whose points move more differently in a step are measured by their trajectories,
/// which cost a look at each vertex; for others the bound by velocities is as good.
inline constexpr double min_deviation_ratio = 0.1;
/// Of how far arcs are from their chords, h²ω²r/8: how far chords are from the way that velocities give,
/// h²ω²r/2.
inline constexpr double velocity_error_per_chord_error = 4;
/// Of `distance`: how much farther simplices are looked for than this step needs, so that the list serves
/// later steps (kept_pairs.h); and of the size of its simplices, if that is more. Choices of speed alone.
inline constexpr double kept_search_margin_ratio = 0.25, kept_search_margin_simplex_ratio = 0.2;
/// Of a sheet's half thickness: the most by which motion in a step extends the search within the sheet.
inline constexpr double max_sheet_self_travel_ratio = 8;
/// Of a solid's size: its parts are looked at this far apart at most. Only what faces each other outside of
/// it; what is deeper in it than `distance` is the body's own other side.
inline constexpr double max_solid_self_travel_ratio = 0.05;
/// Of `distance`: contacts that end the step with less overlap are left to the next step's separation, which
/// takes out twice as much.
inline constexpr double closing_overlap_tolerance_ratio = 0.5;
/// Of `distance`: pairs whose motion in the step grew by less through a solve cannot have more overlap, since
/// detection found all that were nearer than `distance` and free motion.
inline constexpr double closing_travel_margin_ratio = 1 + closing_overlap_tolerance_ratio;

/// Pairs of simplices that the search of a step looks at, at most: some two seconds of one processor.
inline constexpr double max_searched_pairs = 4e6;
/// Of how far simplices are apart: a search no wider than this meets a few per simplex, and does not count.
/// So scenes of any number of small bodies may be searched.
inline constexpr double narrow_search_ratio = 0.5;
/// Of these, for each round after a solve (step/closing_pairs.h).
inline constexpr double max_searched_pairs_per_round = 1e6;
/// Pairs of simplices that the first, coarse count of a search takes together. A choice of speed alone.
inline constexpr double coarse_count_grain = 1024;

/// Of the way to where two bodies meet: how far they go if nothing else keeps them apart.
inline constexpr double approach_share = 0.9;
/// Of the step: how far bodies go that meet at its start already.
inline constexpr double met_at_start_share = 0.5;
/// Of what keeps sheets apart: less overlap counts as touching; more is held back; and deeper they never go.
inline constexpr double sheet_touching_ratio = 0.05, sheet_hold_back_ratio = 0.5, sheet_deepest_ratio = 0.8;
/// Of an overlap: less motion makes none, whatever is rounded.
inline constexpr double motion_rounding_ratio = 0.999;
/// So often bodies are held back further in a step.
inline constexpr int max_hold_backs = 12;

// Volumes, by layered depth images.

/// Of the farthest place at which positions can be told apart (ldi_check.h): a body's vertices differ by less
/// than the rest.
inline constexpr double far_pixels_ratio = 0.9;
/// Pixels: what has moved by less since its images is not drawn again. One contact that carries a body has to
/// follow its rocking, or rocks it.
inline constexpr double same_place_pixels = 0.01;
/// The same for what was moved while bodies were separated, until the step after; and while they are, of
/// pairs that are not too deep. A quarter of a pixel is what separation leaves alone (volume_depths.h).
inline constexpr double same_place_after_separation_pixels = 0.25, same_place_while_separating_pixels = 1;
/// Triangles of a part of a surface whose motion is bounded together. Meshes list neighbours near each other,
/// so that parts are small. A choice of speed alone.
inline constexpr std::size_t triangles_per_part = 64;
/// Of a surface that moves as a whole: parts along each side of its box. A choice of speed alone.
inline constexpr int parts_per_side = 16;
/// Of its size, about: the boxes of these parts are so much wider at most, so that they do not depend on
/// where it was when they were made.
inline constexpr double part_box_grain = 1e-6;
/// Of the same: places in its own frame are whole multiples of this, far above what rounding leaves of them
/// after a turn. Faces of boxes lie at whole multiples of `part_box_grain`, where rounding would decide
/// between two boxes.
inline constexpr double own_place_grain = 1e-9;

}  // namespace limpet
