#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "limpet/export.h"

namespace LIMPET_API limpet {

/// The stages of a step, in order. Names are columns of steps.csv ("ms_" + name) and headings of
/// ARCHITECTURE.md.
enum class Stage { Cut, FreeMotion, Detect, Contacts, Compliance, Solve, Correct, Stabilise, Evolve };

inline constexpr std::array<std::string_view, 9> stage_names = {
    "cut", "free_motion", "detect", "contacts", "compliance", "solve", "correct", "stabilise", "evolve"};
inline constexpr std::size_t stage_count = stage_names.size();

/// What a step did: a row of steps.csv.
struct StepRecord {
    double time = 0;                       ///< at the end of the step [s]
    std::array<double, stage_count> ms{};  ///< wall time of each stage, further solves included [ms]
    double ms_total = 0;                   ///< [ms]
    int contacts = 0;
    int sticking = 0, slipping = 0;                  ///< of them, those that press and hold, and that slide
    int iterations = 0;                              ///< of the contact solver
    int resolves = 0;                                ///< how often contacts were solved again in the step
    double residual = 0;                             ///< of the contact problem, natural map [-]
    double penetration = 0;                          ///< deepest overlap as detection saw it [m]
    double intersection_volume = 0;                  ///< [m^3]
    std::array<int, 2> image_size{};                 ///< of the largest layered depth image [pixels]
    int image_layers = 0;                            ///< most surfaces that one of its rays met
    double kinetic = 0, elastic = 0, potential = 0;  ///< energies at the end of the step [J]
    int bonds = 0;                                   ///< contacts with beta > 0
    double mean_beta = 0;                            ///< of contacts whose pair has adhesion, by area [-]
    double bonded_area = 0;                          ///< of contacts with beta > 0 [m^2]
    double adhesive_force = 0;                       ///< sum of what bonds pull, each as long as it is [N]
    double adhesive_energy = 0;                      ///< stored in bonds [J]
    double adhesive_dissipation = 0;                 ///< by bonds, since time 0 [J]
    int zones = 0;                                   ///< of virtual adhesives, at the end of the step
    int colliding_particles = 0;                     ///< of all bodies, at the end of the step
    double colliding_share = 0;                      ///< of all particles, those that collide [-]
    int zone_merges = 0;                             ///< zones that others took over in the step
    int releases = 0;                                ///< particles that their zones let go in the step
};

}  // namespace limpet
