#include "contact/zones/zone_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/assert.h"
#include "core/parallel.h"
#include "limpet/error.h"

namespace limpet {
namespace {

constexpr int parts_per_task = 16;
/// Of V₀: what volumes are kept to.
constexpr double volume_tolerance = 1e-12;
/// Of V₀: rounding may stop Newton's method above volume_tolerance, but not above this.
constexpr double accepted_volume_error = 1e-9;
constexpr int max_volume_iterations = 40;
/// Of the residual of a Newton step, whose matrix is not exact either.
constexpr double pressure_tolerance = 1e-5;
/// Layers of particles that may peel off in one substep; the next one goes on.
constexpr int max_release_rounds = 16;

bool is_imposed(const ParticleSubstep& start, int i) {
    return !start.is_imposed.empty() && start.is_imposed[i];
}

Vec3 volume_impulse(const ParticleSubstep& start, int i, double pressure) {
    return start.volume_gradient.empty() ? Vec3(Vec3::Zero()) : Vec3(pressure * start.volume_gradient[i]);
}

}  // namespace

void ZoneMotion::substep(ZoneStep& step, ZoneSet& zones) {
    const int bodies = static_cast<int>(step.bodies.size());
    start_.assign(bodies, {});
    ends_.resize(bodies);
    parallel_each(bodies, [&](int b) {
        if (!step.bodies[b]) return;
        start_[b] = step.bodies[b]->begin_substep();
        ends_[b].resize(start_[b].x.size());
    });
    sliding_.assign(zones.numbers().total(), false);
    sticks_.assign(zones.numbers().total(), false);
    for (std::size_t p = 0; p < step.freedom.size(); ++p) sticks_[p] = step.freedom[p] == Freedom::Sticks;
    for (int round = 0;; ++round) {
        gather(step, zones);
        keep_volumes(step, zones);
        if (round == max_release_rounds) break;
        if (!let_go(step, departures(step, zones), zones)) break;
    }
    hand_over(step, zones);
}

bool ZoneMotion::let_go(const ZoneStep& step, const Departures& gone, ZoneSet& zones) {
    std::vector<int> leaving;
    bool any_slips = false;
    const auto slip = [&](int p) {
        if (sticks_[p] || sliding_[p]) return;
        sliding_[p] = slid_[p] = any_slips = true;
    };
    for (const int p : gone.slipping) slip(p);
    for (const int p : gone.leaving) {
        if (step.freedom.empty() || step.freedom[p] == Freedom::MayLeave)
            leaving.push_back(p);
        else if (zones.held(p).aside.isZero())
            slip(p);
    }
    zones.release(leaving);
    return any_slips || !leaving.empty();
}

void ZoneMotion::gather(const ZoneStep& step, const ZoneSet& zones) {
    if (!gather_zones(step, zones)) {
        [[maybe_unused]] const bool all_can = gather_zones(step, zones);
        LIMPET_ASSERT(all_can);
    }
    gather_free(step, zones);
}

bool ZoneMotion::gather_zones(const ZoneStep& step, const ZoneSet& zones) {
    const std::vector<ZonePart>& parts = zones.parts();
    const int count = static_cast<int>(zones.zones().size());
    part_sums_.assign(parts.size(), {});
    std::vector<Vec3> centers(count);
    // Centres first, so that moments are about them.
    std::vector<std::pair<double, Vec3>> weighted(parts.size());
    parallel_blocks(static_cast<int>(parts.size()), parts_per_task, [&](int begin, int end) {
        for (int k = begin; k < end; ++k) {
            const ParticleSubstep& start = start_[parts[k].body];
            const int first = zones.numbers().first(parts[k].body);
            const Vec3 origin = start.x[zones.members()[parts[k].begin] - first];
            double mass = 0;
            Vec3 moment = Vec3::Zero();
            for (int m = parts[k].begin; m < parts[k].end; ++m) {
                const int p = zones.members()[m], i = p - first;
                if (slides(zones, p)) continue;
                mass += start.mass[i];
                moment += start.mass[i] * (start.x[i] - origin);
            }
            weighted[k] = {mass, mass > 0 ? Vec3(origin + moment / mass) : origin};
        }
    });
    for (int z = 0; z < count; ++z) {
        const Zone& zone = zones.zones()[z];
        const Vec3 origin = weighted[zone.first_part].second;
        double mass = 0;
        Vec3 moment = Vec3::Zero();
        const auto add = [&](double m, const Vec3& x) {
            mass += m;
            moment += m * (x - origin);
        };
        for (int k = zone.first_part; k < zone.end; ++k) add(weighted[k].first, weighted[k].second);
        for (const int body : zone.rigid) add(step.rigid[body]->mass, step.rigid[body]->center);
        centers[z] = mass > 0 ? Vec3(origin + moment / mass) : origin;
    }
    zone_bodies_.resize(count);
    std::vector<char> can_slide(count, true);
    for (int z = 0; z < count; ++z) zone_bodies_[z].set_center(centers[z]);
    parallel_blocks(static_cast<int>(parts.size()), parts_per_task, [&](int begin, int end) {
        for (int k = begin; k < end; ++k) gather_part(step, zones, k);
    });
    parallel_blocks(count, parts_per_task, [&](int begin, int end) {
        for (int z = begin; z < end; ++z) {
            const Zone& zone = zones.zones()[z];
            ZoneSums sums;
            for (int k = zone.first_part; k < zone.end; ++k) sums.add(part_sums_[k]);
            for (const int body : zone.rigid)
                sums.add(*step.rigid[body], step.rigid[body]->center - centers[z], 1.0 / step.substeps);
            zone_bodies_[z].start(sums, centers[z],
                                  zone.driver >= 0
                                      ? std::optional(step.drives[zone.driver].value_or(RigidShift{}))
                                      : std::nullopt,
                                  step.k);
            can_slide[z] = !sums.any_slides || zone_bodies_[z].can_slide(sums);
        }
    });
    bool all_can = true;
    for (int z = 0; z < count; ++z) {
        if (can_slide[z]) continue;
        all_can = false;
        for (int k = zones.zones()[z].first_part; k < zones.zones()[z].end; ++k)
            for (int m = parts[k].begin; m < parts[k].end; ++m) {
                sliding_[zones.members()[m]] = false;
                sticks_[zones.members()[m]] = true;
            }
    }
    return all_can;
}

void ZoneMotion::gather_part(const ZoneStep& step, const ZoneSet& zones, int k) {
    const ZonePart& part = zones.parts()[k];
    const ParticleSubstep& start = start_[part.body];
    const Vec3& center = zone_bodies_[part.zone].center();
    const int first = zones.numbers().first(part.body);
    ZoneSums& sums = part_sums_[k];
    for (int m = part.begin; m < part.end; ++m) {
        const int p = zones.members()[m], i = p - first;
        const Vec3 r = start.x[i] - center;
        if (slides(zones, p)) {
            sums.add_sliding(start.mass[i], r, start.v[i], start.impulse[i], volume_impulse(start, i, 1),
                             zones.held(p).away);
            continue;
        }
        sums.add(start.mass[i], r, start.v[i], start.impulse[i]);
        if (!start.volume_gradient.empty()) sums.add_volume(r, start.volume_gradient[i]);
        if (is_imposed(start, i)) sums.add_imposed(r, start.imposed_x[i] - center, step.k);
    }
}

/// The pressures' system, and rigid bodies that their zones have let go.
void ZoneMotion::gather_free(const ZoneStep& step, const ZoneSet& zones) {
    const int bodies = static_cast<int>(step.bodies.size());
    system_.diagonal.assign(bodies, 0.0);
    system_.scale.assign(bodies, 0.0);
    parallel_each(bodies, [&](int b) {
        if (!step.bodies[b] || start_[b].volume_gradient.empty()) return;
        const int first = zones.numbers().first(b);
        for (std::size_t i = 0; i < start_[b].x.size(); ++i) {
            const Vec3& gradient = start_[b].volume_gradient[i];
            const int p = first + static_cast<int>(i);
            const double own = gradient.squaredNorm() / start_[b].mass[i];
            system_.scale[b] += own;
            if (is_imposed(start_[b], static_cast<int>(i))) continue;
            if (zones.zone_of(p) < 0)
                system_.diagonal[b] += own;
            else if (slides(zones, p))
                system_.diagonal[b] +=
                    (gradient.squaredNorm() - std::pow(gradient.dot(zones.held(p).away), 2)) /
                    start_[b].mass[i];
        }
    });
    system_.parts.clear();
    for (std::size_t k = 0; k < part_sums_.size(); ++k)
        if (const ZonePart& part = zones.parts()[k]; !start_[part.body].volume_gradient.empty())
            system_.parts.push_back({part.zone, part.body, part_sums_[k].volume_gradient});
    system_.compliance.clear();
    for (const ZoneBody& zone : zone_bodies_) system_.compliance.push_back(zone.compliance());

    alone_.assign(bodies, {});
    for (int b = 0; b < bodies; ++b) {
        if (!step.rigid[b] || zones.zone_of_rigid(b) >= 0) continue;
        ZoneSums sums;
        sums.add(*step.rigid[b], Vec3::Zero(), 1.0 / step.substeps);
        alone_[b].start(sums, step.rigid[b]->center, {}, step.k);
        alone_[b].move(Vec6::Zero());
    }
}

std::vector<double> ZoneMotion::place(const ZoneStep& step, const ZoneSet& zones) {
    std::vector<Vec6> pressures(zone_bodies_.size(), Vec6::Zero());
    for (const PressureSystem::Part& part : system_.parts)
        pressures[part.zone] += pressure_[part.body] * part.gradient;
    parallel_blocks(static_cast<int>(zone_bodies_.size()), parts_per_task, [&](int begin, int end) {
        for (int z = begin; z < end; ++z) zone_bodies_[z].move(pressures[z]);
    });
    const int bodies = static_cast<int>(step.bodies.size());
    std::vector<double> excess(bodies, 0.0);
    parallel_each(bodies, [&](int b) {
        if (!step.bodies[b]) return;
        const ParticleSubstep& start = start_[b];
        const int first = zones.numbers().first(b);
        for (int i = 0; i < static_cast<int>(start.x.size()); ++i) {
            const int zone = zones.zone_of(first + i);
            if (is_imposed(start, i))
                ends_[b][i] = start.imposed_x[i];
            else if (zone >= 0 && !sliding_[first + i])
                ends_[b][i] = zone_bodies_[zone].end_position(start.x[i]);
            else
                ends_[b][i] = start.x[i] + step.k * end_velocity(zones, b, i);
        }
        if (!start.volume_gradient.empty()) excess[b] = step.bodies[b]->volume_excess(ends_[b], nullptr);
    });
    return excess;
}

Vec3 ZoneMotion::end_velocity(const ZoneSet& zones, int b, int i) const {
    const ParticleSubstep& start = start_[b];
    const int p = zones.numbers().first(b) + i, zone = zones.zone_of(p);
    if (is_imposed(start, i)) return start.imposed_v[i];
    if (zone >= 0 && !sliding_[p]) return zone_bodies_[zone].end_velocity(start.x[i]);
    Vec3 alone = start.v[i] + (start.impulse[i] + volume_impulse(start, i, pressure_[b])) / start.mass[i];
    if (zone < 0) return alone;
    const Vec3& n = zones.held(p).away;
    alone += n * n.dot(zone_bodies_[zone].sliding_velocity(start.x[i]) - alone);
    return alone;
}

/// Newton's method with one matrix converges as fast as the surfaces turn little in a substep.
void ZoneMotion::keep_volumes(const ZoneStep& step, const ZoneSet& zones) {
    const std::vector<double> own = system_.own_diagonal();
    double before = std::numeric_limits<double>::infinity();
    for (int iteration = 0;; ++iteration) {
        std::vector<double> excess = place(step, zones);
        double error = 0;
        for (std::size_t b = 0; b < excess.size(); ++b) {
            if (own[b] == 0) excess[b] = 0;
            if (excess[b] != 0) error = std::max(error, std::abs(excess[b]) / step.volumes[b]);
        }
        if (error <= volume_tolerance) return;
        const bool stalls = iteration > 1 && error > before / 2;
        if (stalls && error <= accepted_volume_error) return;
        if (iteration == max_volume_iterations || !std::isfinite(error))
            throw BreakdownError(
                fmt::format("volumes of bodies of particles that virtual adhesives link are "
                            "off by {:.3g} of themselves; a smaller time.step or more "
                            "`substeps` may help",
                            error));
        before = error;
        for (double& v : excess) v /= -step.k;
        const std::vector<double> change = system_.solve(excess, pressure_tolerance);
        for (std::size_t b = 0; b < change.size(); ++b) pressure_[b] += change[b];
    }
}

Departures ZoneMotion::departures(const ZoneStep& step, const ZoneSet& zones) const {
    const std::vector<ZonePart>& parts = zones.parts();
    std::vector<Departures> found(parts.size());
    parallel_blocks(static_cast<int>(parts.size()), parts_per_task, [&](int begin, int end) {
        for (int k = begin; k < end; ++k) {
            const int body = parts[k].body;
            std::vector<Vec3> end_velocities;
            for (int m = parts[k].begin; m < parts[k].end; ++m)
                end_velocities.push_back(
                    end_velocity(zones, body, zones.members()[m] - zones.numbers().first(body)));
            find_departures({step.k, step.substeps, start_[body], pressure_[body],
                             zone_bodies_[parts[k].zone], zones.zones()[parts[k].zone].is_fresh, sliding_,
                             end_velocities, *step.laws, *step.rest_areas},
                            zones, parts[k], found[k]);
        }
    });
    Departures all;
    for (const Departures& own : found) {
        all.leaving.insert(all.leaving.end(), own.leaving.begin(), own.leaving.end());
        all.slipping.insert(all.slipping.end(), own.slipping.begin(), own.slipping.end());
    }
    return all;
}

void ZoneMotion::hand_over(ZoneStep& step, const ZoneSet& zones) {
    parallel_each(static_cast<int>(step.bodies.size()), [&](int b) {
        if (!step.bodies[b]) return;
        const ParticleSubstep& start = start_[b];
        std::vector<Vec3> v(start.x.size());
        for (int i = 0; i < static_cast<int>(start.x.size()); ++i) v[i] = end_velocity(zones, b, i);
        step.bodies[b]->end_substep(ends_[b], v);
    });
    for (std::size_t b = 0; b < step.rigid.size(); ++b)
        if (step.rigid[b]) {
            const int zone = zones.zone_of_rigid(static_cast<int>(b));
            *step.rigid[b] = (zone >= 0 ? zone_bodies_[zone] : alone_[b]).end_of(*step.rigid[b]);
        }
}

}  // namespace limpet
