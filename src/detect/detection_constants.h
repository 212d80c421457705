#pragma once

/// The tolerances by which detection judges geometry: what counts as parallel, flat, touching or the same.
/// Most are ratios; sines and cosines are of angles. Detectors have theirs in detector_constants.h.

#include <cstddef>

namespace limpet {

// Areas that another surface covers (covered_areas.cpp).

/// Of a triangle: what is left uncovered by rounding.
inline constexpr double full_cover_share = 1 - 1e-9;

// Vertices near surfaces (vertex_proximity.cpp).

/// Distances that differ by less than this share are the same.
inline constexpr double equal_distance_ratio = 1e-9;
/// Below this share of the nearest triangle's size a difference of points gives no direction: the features'
/// normals do.
inline constexpr double min_direction_ratio = 1e-7;
/// Contacts of one vertex whose normals are nearer than about 30° say the same.
inline constexpr double same_normal_cosine = 0.87;
/// Of a triangle: nearer than this, a vertex is on the surface: bodies that lie flush are turned and shifted
/// by as much.
inline constexpr double on_surface_ratio = 1e-3;

// Rays out of a solid (way_out.cpp).

/// Barycentric weight: rays through an edge must not pass between its triangles.
inline constexpr double ray_edge_slack = 1e-9;

// Round shapes on facets (round_on_facets.cpp).

/// γ [-]: facets let go where a dent has a fifth of the round shape's curvature. With less than 4, loaded
/// facets tilt too far from step to step; from about 10 on, a facet that rises loses more of its allowance
/// than it rose.
inline constexpr double facet_release = 5;
/// γ beside a vertex that presses, of the bend to all sides there [-]: the shape lies on vertices already,
/// and at a dent's rim, where the surface turns over, there is no bulge. As much is a chord's overlap, which
/// is never pushed out. From 7 to 32 forces settle alike; more makes a flat, stiff face rough to roll on.
inline constexpr double facet_release_beside_pressed = 8;
/// κ₀ [-]: of the round shape's curvature. A face that bends less is flat, and its facets are exact: a ball
/// rolls over a stiff block without meeting vertices. With 0.03 a little of the roughness on 10 MPa is left;
/// with 0.3 there are dents in which a ball never comes to rest.
inline constexpr double flat_face_curvature_ratio = 0.05;
/// m [-]: a dent's bulge changes by about a fifth of what the facet moves, and γ is 5. With 0, balls that are
/// smaller than elements bounce between two depths for good; with 1, half of the error at least is gone in a
/// step where m is in truth between 0 and 2.
inline constexpr double allowance_slope = 1;
/// Of the sag: over so much of the allowance m comes in and goes, since gaps are continuous.
inline constexpr double allowance_fade_ratio = 0.05;
/// Of the sag: what is allowed but for rounding is allowed.
inline constexpr double full_allowance_share = 1 - 1e-9;

// Lists of pairs that are kept (kept_pairs.cpp).

/// Of the margin: with more motion a step, a list would not be used often enough.
inline constexpr double max_kept_motion_ratio = 0.25;
/// Of the margin: a list that reaches farther than this beyond what is asked for, as one of a fall that has
/// ended, costs more in every step than a new one does once.
inline constexpr double max_kept_reach_ratio = 2;
/// A list that has been of use so often will be for long: its distances are worth their time.
inline constexpr int uses_before_sorting = 32;
/// Of a distance: what rounding may add to it.
inline constexpr double distance_rounding_ratio = 1e-9;

// Normals of features (feature_normals.cpp).

/// A triangle that is turned away by more than this sine does not face.
inline constexpr double grazing_face_sine = 1e-3;
/// From this sine on an edge goes steeply down.
inline constexpr double steep_edge_sine = 0.5;

// Edges near each other (edge_proximity.cpp).

/// Edges that cross at less than this sine are parallel: their ends say more.
inline constexpr double parallel_edges_sine = 0.02;
/// Of the shorter edge: more overlap is deep.
inline constexpr double deep_edge_overlap_ratio = 0.01;
/// Of the overlap: a point that is farther than this from a solid is not in it.
inline constexpr double outside_distance_ratio = 0.1;

// Distances of simplices (simplex_distance.cpp).

/// Squared sines below this count as parallel, and shares of a length below its root as an end.
inline constexpr double parallel_sine_squared = 1e-10;
inline constexpr double segment_end_share = 1e-9;
/// Of sums of products of coordinates: what rounding may take from them.
inline constexpr double product_rounding_ratio = 1e-12;

// Solids that lie in each other (overlap_regions.cpp).

/// Of the way to the region's middle, and of the edges at a point into its own body: rays start so far
/// inside, across their way, off the faces that coincide. More than a vertex may be beside a surface and
/// count as on it (vertex_proximity.cpp).
inline constexpr double ray_inward_offset_ratio = 2e-3;
/// Of the edges at its points: less overlap is none. Rays start so far ahead, past faces that coincide, and
/// else so far back, so that faces that only touch have a way out of length zero, whatever rounding says.
inline constexpr double touching_depth_ratio = 1e-6;
/// Cosine of directions that are the same candidate, about 8° apart.
inline constexpr double same_direction_cosine = 0.99;
/// Candidates beyond these add cost, not choice: a box has six directions.
inline constexpr std::size_t max_direction_candidates = 16;
/// Of t(d): a candidate must be better than an earlier one by more, so that rounding decides nothing.
inline constexpr double direction_tie_ratio = 1e-9;

// Samples near surfaces (sample_proximity.cpp).

/// Cosine of the angle by which the way from a face may lean and still be over it.
inline constexpr double over_face_cosine = 0.87;
/// Of `distance`: a shorter way gives no direction.
inline constexpr double min_sample_direction_ratio = 1e-7;
/// Cosine of the normals of triangles that are one flat face.
inline constexpr double same_face_cosine = 1 - 1e-10;

// Sheets that are pierced (pierced_sheet.cpp).

/// Of the way from a part's corner to its mean: rays start so far off the faces that the corner lies on.
inline constexpr double sheet_ray_offset_ratio = 1e-3;
/// Cosine of directions that are the same candidate, about 8° apart.
inline constexpr double same_sheet_direction_cosine = 0.99;
/// Each candidate costs a ray per point; a box has six directions, a flat sheet two.
inline constexpr std::size_t max_sheet_candidates = 16;
/// Of t(d): a candidate must be better than an earlier one by more, so that rounding decides nothing.
inline constexpr double sheet_tie_ratio = 1e-9;
/// Of t(d*): points that are less deep follow the deepest ones out.
inline constexpr double min_sheet_depth_ratio = 0.5;
/// Bodies that part as wholes have six modes, and W is dense.
inline constexpr std::size_t max_sheet_points = 64;

// Motion of surfaces against each other (relative_motion.cpp).

/// Of the spread of vertices: keeps the gradient finite where they lie in a plane or on a line.
inline constexpr double min_spread_ratio = 1e-9;
/// Of the rest of a bound: what of it is smaller is not worth a closer look.
inline constexpr double negligible_rest_ratio = 0.1;
/// Of a bound: above what its own arithmetic loses to rounding.
inline constexpr double bound_rounding_ratio = 1e-9;

// Rims that two bodies share (shared_rims.cpp).

/// Cosine of the normals of two faces of one side, about 30° apart.
inline constexpr double same_side_cosine = 0.87;
/// Cosine of a normal and its triangle's, from which on they are the same.
inline constexpr double same_triangle_cosine = 1 - 1e-6;
/// Of the edges at a vertex: how far it may be outside of a face and still count as over its rim.
inline constexpr double over_rim_ratio = 0.1;
/// Of a triangle: what rounding and slip move bodies that lie still.
inline constexpr double resting_motion_ratio = 1e-6;
/// Of the edges at a vertex: how far it may be from a rim that two bodies share and still be said to be at
/// it.
inline constexpr double at_rim_ratio = 1e-3;
/// Cosine of the normals of two faces, below which they are on opposite sides of a thin body.
inline constexpr double opposite_faces_cosine = -0.5;

// Edges that pierce a surface (piercing_edges.cpp).

/// Of an edge: so far it is moved into its own body, ends included, before it is tried, so that edges which
/// run within a face of the other surface pierce what they pass, and those that only touch pierce nothing.
inline constexpr double edge_inward_offset_ratio = 1e-4;

// Folds of a surface (detection_surface.cpp).

/// From this sine of half the angle between their normals on, triangles meet in a sharp edge.
inline constexpr double sharp_fold_sine = 0.259;

// Crossings (continuous/crossings.cpp).

/// Of the overlap that does not count: how near the search for t* goes.
inline constexpr double approach_precision_ratio = 1e-3;
/// Of the radii: what starts deeper in each other may already be on the wrong side.
inline constexpr double max_start_depth_ratio_of_solids = 0.5, max_start_depth_ratio_of_sheets = 0.95;
/// Of the thickness of sheets: where they are judged again.
inline constexpr double sheet_second_look_ratio = 0.1;
/// Of the overlap that does not count: what is further apart has parted; until it is found to have, it is not
/// further apart than the second.
inline constexpr double parted_ratio = 0.1, parted_bound_ratio = 0.5;
/// So often a pair parts and meets again in a step: four corners are in a plane three times at most, and ends
/// of edges and rims of faces may come between.
inline constexpr int max_meetings = 8;

// Times of approach (continuous/time_of_approach.cpp).

/// Of the largest coordinate: ε, above the sum of what the dot products, motions and quotients of a proof
/// lose to rounding, with room to spare.
inline constexpr double approach_rounding_ratio = 0x1p-46;
/// Squares of larger and smaller coordinates would leave the range of doubles.
inline constexpr double max_coordinate = 0x1p300, min_coordinate = 0x1p-300;
/// A direction of more than unit length would prove too much; ε makes up for this much.
inline constexpr double unit_length_excess = 1e-14;

// Times of parting (continuous/time_of_parting.cpp).

/// Shorter stretches are gone over even if rounding leaves them without a proof.
inline constexpr double min_stretch = 0x1p-30;

// Normals of crossings (continuous/crossing_normals.cpp).

/// Of a simplex's size: points nearer than this at the start of the step give no direction.
inline constexpr double min_crossing_direction_ratio = 1e-9;
/// Edges that cross at less than this sine have no common normal; an end of one of them meets the other
/// before they are through by more than that.
inline constexpr double parallel_crossing_sine = 1e-6;
/// Cosine of the angle between a face and a normal, from which on the face is part of what meets there.
inline constexpr double crossing_patch_cosine = 0.5;

// Areas that face each other in an overlap (ldi/facing_areas.cpp).

/// Of the smaller patch: less net area has no direction, as of a pin through a plate.
inline constexpr double min_net_area_ratio = 0.02;
/// Beyond this angle n and G have little to do with each other, as in a cell of a few pixels.
inline constexpr double min_gradient_cosine = 0.5;

// Weights of surfaces in a direction (ldi/facing_weights.cpp).

/// Well above the rounding of sums over all pixels, well below what is curved: normals 1e-5 apart.
inline constexpr double flatness_floor = 1e-10;

// Overlaps in cells (ldi/overlap_cells.cpp).

/// Of a pixel's area: what is deeper than a pixel over less than this is no overlap that images could see,
/// but a sliver of flush faces that reaches over the wall of a cell, by less than a thousandth of a pixel and
/// as long as the bodies: what is left of the sum of its areas points along it.
inline constexpr double sliver_area_ratio = 1e-2;

// Friction at the centre of a volume contact (ldi/friction_at_center.cpp).

/// Of the largest moment: a patch that is a line or a point does not say how it turns about it.
inline constexpr double min_moment_ratio = 1e-9;

// Memory of images (ldi/ldi_check.cpp).

/// Measured: what the process grows by for a pixel more in the images of two boxes in almost one place, which
/// overlap on every ray, and of one box with itself, which does not.
inline constexpr double bytes_per_pixel = 200, bytes_per_pixel_of_self = 70;

// Patches of triangles in images (ldi/patches.cpp).

/// Of a surface's size: by so much boxes that turn with it are wider than what is in them, which is rounded.
inline constexpr double turned_box_rounding_ratio = 1e-12;

// Cylinders and cones (round/placed_solid.cpp, round/solid_proximity.cpp).

/// ε, of the smaller of a solid's largest radius and its height: far above what stabilisation leaves of
/// overlap, and a thousandth of what a rim stands on.
inline constexpr double rim_rounding_ratio = 1e-3;
/// Of ε: a shorter way gives no direction.
inline constexpr double min_rim_direction_ratio = 1e-6;
/// Sine of the tilt below which a disc lies flat, and no point of its rim is the foremost.
inline constexpr double lying_flat_sine = 1e-7;
/// Cosine of what the foremost point of a rim may go around it in half a step, and still be followed.
inline constexpr double max_rim_turn_cosine = 0.5;
/// Sine of 30°: an end that is tilted more stands on one point of its rim, a side that leans more on one end
/// of its generator.
inline constexpr double touching_rim_sine = 0.5;
/// Sine of 5°: an edge that leans less lies along an end or a generator, and touches where it leaves it.
inline constexpr double lying_edge_sine = 0.087;
/// Of a triangle: a point whose foot on its plane is this near is over it.
inline constexpr double over_face_ratio = 1e-9;
/// Cosine of the normal of an end, against the axis.
inline constexpr double end_normal_cosine = 0.9;
/// Of ε: a point that is nearer by less says nothing that the others do not.
inline constexpr double nearer_pair_ratio = 1e-3;

}  // namespace limpet
