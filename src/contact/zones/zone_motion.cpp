#include "contact/zones/zone_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/zones/zone_release.h"
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
    for (int round = 0;; ++round) {
        gather(step, zones);
        keep_volumes(step, zones);
        if (round == max_release_rounds) break;
        const std::vector<int> gone = leaving(step, zones);
        if (gone.empty()) break;
        zones.release(gone);
    }
    hand_over(step, zones);
}

void ZoneMotion::gather(const ZoneStep& step, const ZoneSet& zones) {
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
                const int i = zones.members()[m] - first;
                mass += start.mass[i];
                moment += start.mass[i] * (start.x[i] - origin);
            }
            weighted[k] = {mass, origin + moment / mass};
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
        centers[z] = origin + moment / mass;
    }
    zone_bodies_.resize(count);
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
        }
    });
    gather_free(step, zones);
}

void ZoneMotion::gather_part(const ZoneStep& step, const ZoneSet& zones, int k) {
    const ZonePart& part = zones.parts()[k];
    const ParticleSubstep& start = start_[part.body];
    const Vec3& center = zone_bodies_[part.zone].center();
    const int first = zones.numbers().first(part.body);
    ZoneSums& sums = part_sums_[k];
    for (int m = part.begin; m < part.end; ++m) {
        const int i = zones.members()[m] - first;
        const Vec3 r = start.x[i] - center;
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
            const double own = start_[b].volume_gradient[i].squaredNorm() / start_[b].mass[i];
            system_.scale[b] += own;
            if (zones.zone_of(first + static_cast<int>(i)) < 0 && !is_imposed(start_[b], static_cast<int>(i)))
                system_.diagonal[b] += own;
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
            else if (zone >= 0)
                ends_[b][i] = zone_bodies_[zone].end_position(start.x[i]);
            else
                ends_[b][i] =
                    start.x[i] +
                    step.k * (start.v[i] +
                              (start.impulse[i] + volume_impulse(start, i, pressure_[b])) / start.mass[i]);
        }
        if (!start.volume_gradient.empty()) excess[b] = step.bodies[b]->volume_excess(ends_[b], nullptr);
    });
    return excess;
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

std::vector<int> ZoneMotion::leaving(const ZoneStep& step, const ZoneSet& zones) const {
    const std::vector<ZonePart>& parts = zones.parts();
    std::vector<std::vector<int>> found(parts.size());
    parallel_blocks(static_cast<int>(parts.size()), parts_per_task, [&](int begin, int end) {
        for (int k = begin; k < end; ++k)
            find_leaving({step.k, step.substeps, start_[parts[k].body], pressure_[parts[k].body],
                          zone_bodies_[parts[k].zone], zones.zones()[parts[k].zone].is_fresh, *step.laws,
                          *step.rest_areas},
                         zones, parts[k], found[k]);
    });
    std::vector<int> all;
    for (const std::vector<int>& own : found) all.insert(all.end(), own.begin(), own.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

void ZoneMotion::hand_over(ZoneStep& step, const ZoneSet& zones) {
    parallel_each(static_cast<int>(step.bodies.size()), [&](int b) {
        if (!step.bodies[b]) return;
        const ParticleSubstep& start = start_[b];
        const int first = zones.numbers().first(b);
        std::vector<Vec3> v(start.x.size());
        for (int i = 0; i < static_cast<int>(start.x.size()); ++i) {
            const int zone = zones.zone_of(first + i);
            if (is_imposed(start, i))
                v[i] = start.imposed_v[i];
            else if (zone >= 0)
                v[i] = zone_bodies_[zone].end_velocity(start.x[i]);
            else
                v[i] =
                    start.v[i] + (start.impulse[i] + volume_impulse(start, i, pressure_[b])) / start.mass[i];
        }
        step.bodies[b]->end_substep(ends_[b], v);
    });
    for (std::size_t b = 0; b < step.rigid.size(); ++b)
        if (step.rigid[b]) {
            const int zone = zones.zone_of_rigid(static_cast<int>(b));
            *step.rigid[b] = (zone >= 0 ? zone_bodies_[zone] : alone_[b]).end_of(*step.rigid[b]);
        }
}

}  // namespace limpet
