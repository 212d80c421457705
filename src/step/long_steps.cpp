#include "step/long_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "detect/broad_phase.h"
#include "shapes/meshes/meshes.h"
#include "step/step_constants.h"

namespace limpet {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

}  // namespace

LongSteps::Solid LongSteps::solid_of(const Body& body) {
    Solid solid{0, Vec3::Zero(), unbounded};
    const Surface& surface = body.surface();
    if (surface.positions.empty() || body.type() == BodyType::Cloth) return solid;
    const Mat3 to_own = body.rotation().transpose();
    Box3 box;
    for (const Vec3& x : surface.positions) box.extend(Vec3(to_own * x));
    const Vec3 size = box.sizes();
    const double enclosed = std::min(std::abs(volume({surface.positions, surface.triangles})), box.volume());
    if (!(enclosed > min_solid_volume_ratio * size.maxCoeff() * size.maxCoeff() * size.maxCoeff()))
        return solid;
    solid.volume = enclosed;
    solid.faces = {size.y() * size.z(), size.z() * size.x(), size.x() * size.y()};
    solid.least_thickness = enclosed / solid.faces.norm();
    return solid;
}

LongSteps::LongSteps(const Bodies& bodies, std::vector<bool> moves)
    : bodies_(bodies), moves_(std::move(moves)) {
    for (const auto& body : bodies) solids_.push_back(solid_of(*body));
    measure_least();
}

void LongSteps::inherit(const LongSteps& before, const BodyRenumbering& bodies) {
    for (int i = 0; i < bodies.bodies_before(); ++i)
        if (const std::optional<int> now = bodies.body(i)) solids_[*now] = before.solids_[i];
    measure_least();
}

void LongSteps::measure_least() {
    least_ = unbounded;
    for (const Solid& solid : solids_) least_ = std::min(least_, solid.least_thickness);
}

double LongSteps::thickness(int body, const Vec3& direction) const {
    const Solid& solid = solids_[body];
    if (solid.volume == 0) return unbounded;
    const Vec3 along = (bodies_[body]->rotation().transpose() * direction).cwiseAbs();
    return solid.volume / along.dot(solid.faces);
}

std::vector<LongSteps::Pair> LongSteps::pairs(double h) const {
    std::vector<VelocityBound> speed;
    double fastest = 0;
    for (const auto& body : bodies_) {
        speed.push_back(body->velocity_bound());
        fastest = std::max(fastest, speed.back().mean.norm() + speed.back().deviation);
    }
    // Most steps are short for the thinnest and the fastest.
    if (!(2 * h * fastest > longest_travel_ratio * least_)) return {};
    std::vector<Box3> boxes;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const std::vector<Vec3>& positions = bodies_[i]->surface().positions;
        boxes.push_back(positions.empty() ? Box3() : bounds(positions));
        const double grown = h * (speed[i].mean.norm() + speed[i].deviation);
        if (!boxes.back().isEmpty())
            boxes.back() = {boxes.back().min().array() - grown, boxes.back().max().array() + grown};
    }
    std::vector<Pair> found;
    for (const auto& [i, j] : overlapping_boxes(boxes)) {
        if (!moves_[i] && !moves_[j]) continue;
        const Vec3 relative = speed[i].mean - speed[j].mean;
        const double travel = h * (relative.norm() + speed[i].deviation + speed[j].deviation);
        const double tolerated = travel / longest_travel_ratio;
        if (!(tolerated > std::min(solids_[i].least_thickness, solids_[j].least_thickness))) continue;
        const Vec3 direction = relative.normalized();
        const double thinner = std::min(thickness(i, direction), thickness(j, direction));
        if (!(tolerated > thinner)) continue;
        found.push_back({i, j, travel, thinner, h * thinner / travel});
    }
    return found;
}

void LongSteps::warn(double h, Warnings& warnings) const {
    for (const Pair& pair : pairs(h))
        warnings.about_pair("long-step", pair.first, pair.second, pair.travel / pair.thickness, [&] {
            return fmt::format(
                "move by up to {:.3g} m against each other in a step of {:.3g} s, more than twice the mean "
                "thickness of the thinner one ({:.3g} m): contact is found too late, on the wrong side or "
                "not at all; a time.step of {:.2g} s would do",
                pair.travel, h, pair.thickness, pair.step);
        });
}

}  // namespace limpet
