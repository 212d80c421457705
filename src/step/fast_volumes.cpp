#include "step/fast_volumes.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <set>

#include "detect/broad_phase.h"
#include "step/step_constants.h"

namespace limpet {
namespace {

Vec3 normal_moment(const Body& body, const std::vector<VolumeTerm>& terms, const std::vector<Vec3>& offsets) {
    Vec3 sum = Vec3::Zero();
    for (std::size_t k = 0; k < terms.size(); ++k) {
        const Vec3& x = body.surface().positions[terms[k].vertex];
        sum += (offsets.empty() ? x : Vec3(x + offsets[k])).cross(terms[k].normal);
    }
    return sum;
}

}  // namespace

void put_on_one_line(const Body& first, const Body& second, const Vec3& n, VolumeRows& rows) {
    if (!first.can_move() || !second.can_move()) return;
    const auto mobility = [](const Body& body, const std::vector<Vec3>& offsets) {
        return offsets.empty() ? 0.0 : 1 / body.mass();
    };
    const double a = mobility(first, rows.first_offsets), b = mobility(second, rows.second_offsets);
    if (!(a + b > 0)) return;
    const Vec3 apart = (normal_moment(first, rows.first, rows.first_offsets) +
                        normal_moment(second, rows.second, rows.second_offsets))
                           .cross(n);
    for (Vec3& offset : rows.first_offsets) offset += a / (a + b) * apart;
    for (Vec3& offset : rows.second_offsets) offset -= b / (a + b) * apart;
}

/// Two soft bodies give way to each other as they meet: heaps of them end no less deep with further looks,
/// and take a third more time.
std::vector<FastPair> fast_pairs(const StepContext& context, const VolumeDetector& detector,
                                 const LongSteps& long_steps, double h) {
    const double pixel = detector.pixel();
    std::vector<VelocityBound> speed;
    double fastest = 0;
    for (const auto& body : context.bodies) {
        speed.push_back(body->velocity_bound());
        fastest = std::max(fastest, speed.back().mean.norm() + speed.back().deviation);
    }
    std::vector<FastPair> fast;
    if (!(2 * h * fastest > min_fast_travel_pixels * pixel)) return fast;
    std::vector<Box3> boxes;
    for (int i = 0; i < context.count(); ++i) {
        boxes.push_back(detector.box(i));
        const double way = h * (speed[i].mean.norm() + speed[i].deviation);
        if (!boxes[i].isEmpty()) boxes[i] = {boxes[i].min().array() - way, boxes[i].max().array() + way};
    }
    for (const auto& [i, j] : overlapping_boxes(boxes)) {
        const double travel =
            h * ((speed[i].mean - speed[j].mean).norm() + speed[i].deviation + speed[j].deviation);
        if (!detector.is_tested(i, j) || !(travel > min_fast_travel_pixels * pixel)) continue;
        if (context.bodies[i]->deforms() && context.bodies[j]->deforms()) continue;
        const double spacing = look_spacing_ratio * long_steps.least_thickness(i, j);
        const double looks = std::ceil(travel / std::max(spacing, pixel));
        fast.push_back({i, j, static_cast<int>(std::min<double>(looks, max_looks))});
    }
    return fast;
}

void align_fast_volumes(const StepContext& context, const std::vector<FastPair>& fast,
                        std::vector<Contact>& contacts) {
    std::set<std::pair<int, int>> pairs;
    for (const FastPair& pair : fast) pairs.insert({pair.first, pair.second});
    for (Contact& c : contacts) {
        const int i = c.key.first_body, j = c.key.second_body;
        if (!pairs.contains({i, j})) continue;
        VolumeRows rows = *c.volume;
        const auto on_its_vertices = [&](int body, const std::vector<VolumeTerm>& terms) {
            const bool rigid = context.bodies[body]->type() == BodyType::Rigid;
            return std::vector<Vec3>(rigid ? terms.size() : 0, Vec3::Zero());
        };
        rows.first_offsets = on_its_vertices(i, rows.first);
        rows.second_offsets = on_its_vertices(j, rows.second);
        put_on_one_line(*context.bodies[i], *context.bodies[j], c.normal(), rows);
        c.volume = std::make_shared<const VolumeRows>(std::move(rows));
    }
}

}  // namespace limpet
