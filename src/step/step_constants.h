#pragma once

/// The numbers by which a contact step decides: what takes part in its problem, when to solve again, what to
/// leave alone, and what to warn of. `distance` is contact.detection.distance, or the pixel of layered depth
/// images. Detectors have theirs in detect/detector_constants.h.

#include <cstddef>

namespace limpet {

// Defaults of the scene's settings.

/// Of the smallest body's longest side: contact.detection.distance.
inline constexpr double default_distance_ratio = 0.01;
/// Of the smallest body's longest side: a pixel of layered depth images.
inline constexpr double default_pixel_ratio = 0.02;
/// Of the reference gap of bonds: `distance` is at least that. Bonds reach to twice it.
inline constexpr double bond_reach_ratio = 2.1;

// Which contacts a step's problem has (working_set.h).

/// Of `distance`: contacts that free motion leaves further apart than this are not about to close.
inline constexpr double activation_gap_ratio = 0.1;
/// Of `distance`: nearer ones take part in any case, and are activated along with what closes.
inline constexpr double contact_gap_ratio = 0.01;
/// By so much the gap grows, up to which contacts are activated along with what closes, in each round: a set
/// that grows too slowly costs a solve per round.
inline constexpr double activation_growth = 4;
/// 3×3 blocks of one group's W: with more, the sweeps of one solve take more than a second of a processor,
/// and a step has at least five solves (solve_budget.h).
inline constexpr double max_group_blocks = 2e6;
/// What the process grows by for each pair of a rigid body's contacts, measured. [bytes]
inline constexpr double bytes_per_block = 155;

// Which overlap is kept, and which is removed.

/// Of `distance`: less overlap than this is not removed, so that resting bodies rest and impacts gain no
/// energy: pushing bodies apart that press on each other strains them.
inline constexpr double overlap_tolerance_ratio = 0.05;
/// Of `distance`: so much overlap is removed in a step, at most; more would tear soft bodies.
inline constexpr double max_push_ratio = 1;
/// Of `distance`: where there was more overlap, the next step looks that much deeper.
inline constexpr double watched_overlap_ratio = 0.25;
/// Budgets by count: solves that separate at the start of a run, and in a step by volumes.
inline constexpr int max_start_separations = 60, max_volume_separations = 5;
/// Of `distance`: more in one solve at the start goes too far, since normals change on the way.
inline constexpr double max_start_push_ratio = 4;
/// Pixels: more in one solve of a step tears soft bodies where an overlap has hardly an area to push on.
inline constexpr double max_volume_push_pixels = 1;
/// Of what a solve at the start was to take out: if it took out less, others would do no better.
inline constexpr double min_start_progress_ratio = 0.05;
/// Of the energy that the bodies of a group have: if more goes into their strain as they are moved apart, it
/// would come back as motion that nothing gave.
inline constexpr double max_strain_energy_ratio = 1e-3;
/// Of a push that would strain bodies by more: if less of it is allowed, they move rigidly alone. With a
/// half, soft blocks that fall askew sink into the floor by a quarter more; with all, octopuses take a tenth
/// longer.
inline constexpr double min_strained_part = 0.65;
/// Of the largest depth that is to go: if a rigid motion leaves more of any contact, bodies are in each
/// other's way.
inline constexpr double max_rigid_remainder_ratio = 0.25;

// Rounds that solve again.

/// A budget by count: a step of n rounds takes n + 1 solves. A column of 16 boxes closes in one step.
inline constexpr int max_closing_rounds = 16;
inline constexpr int max_volume_rounds = 8, max_tunnelling_rounds = 8, max_linearisations = 20;
/// Of the overlap that the best round so far has left: with the same contacts, more is no progress.
inline constexpr double min_round_progress_ratio = 0.9;
/// Of `distance`: separation takes out less overlap than that; more is held back.
inline constexpr double held_overlap_ratio = 0.5;
/// Pixels: pairs whose points move by less against each other in a step are left to separation.
inline constexpr double min_fast_travel_pixels = 1;
/// Pixels: how deep bodies are when the way in which they met is best seen. With less, few rays see it; with
/// more, walls of cells cut it, and forces of a contact are on two lines.
inline constexpr double meeting_depth_pixels = 3;
/// Of the thinner body's least thickness: how far pairs move between two looks at them. With half of it they
/// are seen before one has passed the middle of the other.
inline constexpr double look_spacing_ratio = 0.5;
/// Looks at a pair in a step, at most. Pairs that move further have the warning `long-step`.
inline constexpr int max_looks = 16;

// Zones.

/// A step is taken again so often at most, each time with more that zones hold.
inline constexpr int max_tries = 8;
/// Of `distance`: where two bodies move by more against each other, features may meet that were not near, and
/// surfaces are looked at where they end. What is nearer than `distance` is held in any case.
inline constexpr double late_search_ratio = 0.5;
/// Of `distance`: edges that go through faces by less are left: what slides along something touches it.
inline constexpr double held_cut_ratio = 0.1;

// What the step records.

/// Of `distance`: less slip in a step is none.
inline constexpr double resting_slip_ratio = 1e-6;
/// Of `distance`: surfaces that end a step nearer than this touch.
inline constexpr double touching_gap_ratio = 1e-3;
/// Of a traction: less along the normal is none. Bonds that only hold sideways do not press.
inline constexpr double min_pressing_share = 1e-9;

// Cuts.

/// Of a blade's edge: so far it is from where the scene has it, in a direction of no meaning, since one that
/// goes exactly through nodes and along edges crosses some of them and not others by rounding.
inline constexpr double blade_offset_ratio = 1e-6;

// Bodies that roll on facets (facet_rolling.cpp).

/// Angles between facets of what is meant to be round [rad]: flatter ones are flat, sharper ones edges. 36°
/// are ten a turn.
inline constexpr double least_facet_angle = 0.01, largest_facet_angle = 0.63;
/// Of the edges that fold: a box with rounded edges is no round body.
inline constexpr double min_round_share = 0.5;

// Commands.

/// From the origin [m]: as near as places of scene files are.
inline constexpr double max_coordinate_of_commands = 1e9;
/// Where gravity is weaker, weights are measured by that of the Earth [m/s^2].
inline constexpr double min_weighing_gravity = 1e-3, standard_gravity = 9.80665;
/// How far a grab without settings lets a body's weight stretch it [m].
inline constexpr double default_grab_sag = 0.01;
/// Cosine of the angle by which a limited force may be off the spring's: 5°, whose sine leaves a body that
/// circles its target less sideways pull than its damping takes out.
inline constexpr double same_pull_cosine = 0.996;

// Warnings.

/// A warning is issued again when its figure is so many times what it said.
inline constexpr double warning_renewal_ratio = 2;
/// A sentence names so many of a group's other bodies; a pile may have hundreds.
inline constexpr std::size_t max_names_in_warning = 8;
/// A residual that says that forces are only roughly right.
inline constexpr double rough_residual = 1e-2;
/// Of the energy that a group's bonds hold, its root: what they do in a step is some thousandth of it.
inline constexpr double rough_work_error = 1e-4;
/// Of the step that was advised last: an advice that is half of it or less is given again.
inline constexpr double advice_renewal_ratio = 0.5;
/// Pixels³: a smaller overlap may be seen by a few rays that pass through one of the bodies alone, in the
/// step in which bodies begin to touch.
inline constexpr double min_enclosed_pixels = 8;
/// Pixels: limpet/audit.h allows half a pixel more, by which images may err. What is deeper was not found in
/// time.
inline constexpr double tolerated_depth_pixels = 2;

// What is said of single bodies and answers.

/// Of a body's tetrahedra: fewer that are inverted in a hard hit recover unnoticed, with models that do.
inline constexpr double min_inverted_share_of_recovering = 0.01;
/// Of the load: a cube of twice that modulus sinks by half its height.
inline constexpr double advised_modulus_ratio = 2;

/// From here on too little of an overlap is left along an axis to count on a push.
inline constexpr double large_lost_share = 0.3;
/// Of |λᵀu⁰| + |λᵀu|: less is rounding.
inline constexpr double gain_rounding_ratio = 1e-10;
/// ρ g L / E: a cube sags by a quarter of its height.
inline constexpr double largest_load_ratio = 0.5;
/// Of its box: what encloses less volume is a sheet.
inline constexpr double min_solid_volume_ratio = 1e-6;
/// Of the thickness, which is a mean: round bodies are twice as thick in their middle.
inline constexpr double longest_travel_ratio = 2;
/// Of the scene's size: what is further away from all that could stop it does not come back by chance.
inline constexpr double left_distance_ratio = 20;

}  // namespace limpet
