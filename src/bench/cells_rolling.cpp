/// The ball of `cells_roll`, over κ and over strength: does it stick, roll or slide?
///
///   d = |x(T) − x(0)|/R along the plane,      ρ = R θ(T)/|x(T) − x(0)|,      θ = ∫ ω dt
///
///   d   way of its centre by its radius: small if it sticks
///   ρ   1 if it rolls, 0 if it slides without turning, between if it slips while it rolls
///   ω   angular velocity of the ball as a whole, I ω = Σ r × v over its vertices, across its way [rad/s]

#include <fmt/format.h>

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <vector>

#include "bench/cells.h"
#include "core/types.h"
#include "limpet/world.h"

namespace limpet {
namespace {

/// Below, the ball has not gone anywhere [radii].
constexpr double stuck_way = 1;
/// Of ρ: more is rolling, less is sliding; between it slips.
constexpr double rolling_share = 0.85, sliding_share = 0.6;

struct Way {
    double radii = 0, share = 0;
    const char* kind() const {
        if (radii < stuck_way) return "sticks";
        if (share > rolling_share) return "rolls";
        return share > sliding_share ? "slips" : "slides";
    }
};

std::vector<Vec3> vectors(std::span<const double> flat) {
    std::vector<Vec3> out;
    for (std::size_t i = 0; i + 2 < flat.size(); i += 3) out.emplace_back(flat[i], flat[i + 1], flat[i + 2]);
    return out;
}

Vec3 mean(const std::vector<Vec3>& of) {
    Vec3 sum = Vec3::Zero();
    for (const Vec3& v : of) sum += v;
    return sum / static_cast<double>(of.size());
}

/// Of points of equal mass.
Vec3 angular_velocity(const BodyView& body) {
    const std::vector<Vec3> x = vectors(body.positions()), v = vectors(body.velocities());
    const Vec3 center = mean(x);
    Mat3 inertia = Mat3::Zero();
    Vec3 momentum = Vec3::Zero();
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Vec3 r = x[i] - center;
        inertia += r.squaredNorm() * Mat3::Identity() - r * r.transpose();
        momentum += r.cross(v[i]);
    }
    return inertia.ldlt().solve(momentum);
}

Way follow_ball(const Scene& scene, bool quick) {
    World world(scene);
    const BodyView ball = world.body("ball");
    const double radius = std::get<SphereShape>(scene.bodies[0].shape).radius;
    const Vec3 start = mean(vectors(ball.positions()));
    Vec3 turned = Vec3::Zero();
    const long steps = quick ? 10 : std::lround(scene.time.duration / scene.time.step);
    while (world.steps() < steps) {
        world.step();
        turned += scene.time.step * angular_velocity(world.body("ball"));
    }
    Vec3 way = mean(vectors(world.body("ball").positions())) - start;
    way.y() = 0;
    const double length = way.norm();
    // Rolling towards x on a plane below turns about −z.
    const Vec3 axis = Vec3::UnitY().cross(way.stableNormalized());
    return {length / radius, length > 0 ? radius * turned.dot(axis) / length : 0};
}

void measure_rolling(BenchSheet& sheet, bool by_strength, const std::vector<double>& values) {
    const std::string what = by_strength ? "strength" : "κ", unit = by_strength ? "Pa" : "m";
    BenchTable table;
    table.title = "A ball on an elastic plane, over " + what;
    table.note = fmt::format(
        "The scene `cells_roll` with another {}. It sticks if it goes less than {} radii; it rolls if its "
        "turning explains more than {} of its way, slides if it explains less than {}, and slips between.",
        what, stuck_way, rolling_share, sliding_share);
    table.columns = {what + " [" + unit + "]", "way [radii]", "turned / way", "it"};
    BenchPlot plot{table.title, table.columns[0], "way [radii]; turned / way", {}};
    plot.lines = {{"way", {}, {}}, {"turned / way", {}, {}}};
    for (const double value : values) {
        Scene scene = load_scene("cells_roll");
        scene.contact->kappa = by_strength ? std::nullopt : std::optional(value);
        scene.contact->strength = by_strength ? std::optional(value) : std::nullopt;
        const Way way = follow_ball(scene, sheet.quick());
        table.rows.push_back({value, way.radii, way.share, way.kind()});
        for (BenchPlot::Line& line : plot.lines) line.x.push_back(value);
        plot.lines[0].y.push_back(way.radii);
        plot.lines[1].y.push_back(way.share);
    }
    sheet.add(std::move(table));
    sheet.add(std::move(plot));
}

/// From `first` to `last` in equal ratios.
std::vector<double> spread(double first, double last, int count) {
    std::vector<double> values;
    for (int i = 0; i < count; ++i)
        values.push_back(first * std::pow(last / first, static_cast<double>(i) / (count - 1)));
    return values;
}

}  // namespace

void bench_cells_rolling(BenchSheet& sheet) {
    const int count = sheet.quick() ? 2 : 11;
    measure_rolling(sheet, false, spread(1e-6, 1e-1, count));
    measure_rolling(sheet, true, spread(0.1, 1e4, count));
}

}  // namespace limpet
