/// F1. A block on a slope slips exactly above tan θ = μ.
///
/// For each μ the block is put down at d below and at d above its angle, with d from 0.02° on until it holds
/// below and slips above; that d is the row's number. Holding is: no point of its lower face drifts by 1 µm
/// in 10 s once it has settled. Slipping is: within a second it goes at least half of the way of a block that
/// slides freely, ½ g (sin θ − μ cos θ) t².

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "verify/benchmark.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double angle_gate = 0.1;  ///< [deg]
constexpr double slope_drift_gate = 1e-6;
constexpr double slope_gravity = 9.81;
constexpr double slope_settled_time = 2, slope_held_time = 12;  ///< [s]
constexpr double tried[] = {0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5};

struct Block {
    std::string name;
    double step;
    std::optional<double> element;  ///< soft
};

World block_at(const Block& block, double friction, double degrees) {
    Scene scene = load_scene("verify_slope");
    scene.time.step = block.step;
    scene.contact->law.friction = Friction(friction);
    BodyDescription& body = body_named(scene, "block");
    if (block.element) {
        body.element = *block.element;
    } else {
        body.type = BodyType::Rigid;
        body.material.reset();
        body.element.reset();
        body.density = 1000;
    }
    put_on_slope(body_named(scene, "slope"), body, degrees);
    return World(std::move(scene));
}

/// Points of the block's lower face.
class LowerFace {
public:
    explicit LowerFace(const World& world) {
        const std::vector<double> x = vertices_of(world, "block");
        const Vector3 up = slope_normal(world);
        double lowest = 1e300;
        for (std::size_t i = 0; i < x.size(); i += 3) lowest = std::min(lowest, height(x, i, up));
        for (std::size_t i = 0; i < x.size(); i += 3)
            if (height(x, i, up) < lowest + 1e-9) points_.push_back(i);
        before_ = x;
    }
    void mark(const World& world) { before_ = vertices_of(world, "block"); }
    double moved(const World& world) const {
        const std::span<const double> x = world.body("block").positions();
        double most = 0;
        for (const std::size_t i : points_)
            most = std::max(most,
                            norm({x[i] - before_[i], x[i + 1] - before_[i + 1], x[i + 2] - before_[i + 2]}));
        return most;
    }

private:
    static Vector3 slope_normal(const World& world) {
        const double angle = -world.scene().bodies[0].rotation.degrees * std::numbers::pi / 180;
        return {std::sin(angle), std::cos(angle), 0};
    }
    static double height(const std::vector<double>& x, std::size_t i, const Vector3& up) {
        return x[i] * up[0] + x[i + 1] * up[1] + x[i + 2] * up[2];
    }

    std::vector<std::size_t> points_;
    std::vector<double> before_;
};

double drift(const Block& block, double friction, double degrees, double until) {
    World world = block_at(block, friction, degrees);
    LowerFace face(world);
    run_until(world, slope_settled_time);
    face.mark(world);
    double most = 0;
    for (double time = slope_settled_time; time < until && most < 1e3 * slope_drift_gate; time += 0.1) {
        run_until(world, time + 0.1);
        most = std::max(most, face.moved(world));
    }
    return most;
}

/// How far it went in a second, of the way of free sliding.
double slide_down_slope(const Block& block, double friction, double degrees) {
    World world = block_at(block, friction, degrees);
    const LowerFace face(world);
    run_until(world, 1);
    const double angle = degrees * std::numbers::pi / 180;
    return face.moved(world) / (slope_gravity * (std::sin(angle) - friction * std::cos(angle)) / 2);
}

void run_slope(Findings& findings) {
    const bool quick = findings.quick();
    std::vector<Block> blocks = {{"rigid, step 5 ms", 5e-3, {}},
                                 {"soft, element 50 mm, step 5 ms", 5e-3, 0.05}};
    if (!quick) {
        blocks.push_back({"rigid, step 10 ms", 1e-2, {}});
        blocks.push_back({"soft, element 25 mm, step 10 ms", 1e-2, 0.025});
    }
    const std::vector<double> coefficients =
        quick ? std::vector{0.1, 1.0} : std::vector{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0};
    VerifyPlot plot{"Angle at which a block slips", "friction [-]", "angle [deg]", {}};
    VerifyLine theory{"atan μ", {}, {}, true};
    for (double mu = 0.1; mu < 1.01; mu += 0.05) {
        theory.x.push_back(mu);
        theory.y.push_back(std::atan(mu) * 180 / std::numbers::pi);
    }
    plot.lines.push_back(std::move(theory));
    for (const Block& block : blocks) {
        VerifyLine line{block.name, {}, {}};
        for (const double mu : coefficients) {
            const std::string name = fmt::format("friction {:g}, {}", mu, block.name);
            const double angle = std::atan(mu) * 180 / std::numbers::pi;
            double found = 90, drifted = 0;
            for (const double d : tried) {
                findings.progress(fmt::format("{}, ±{:g}°", name, d));
                drifted = drift(block, mu, angle - d, quick ? slope_settled_time + 2 : slope_held_time);
                if (drifted < slope_drift_gate && slide_down_slope(block, mu, angle + d) > 0.5) {
                    found = d;
                    break;
                }
            }
            findings.expect_below("angle of slip is off by no more than, " + name, found, "deg", angle_gate);
            findings.expect_below(fmt::format("drift {:g}° below, {}", found, name), drifted, "m",
                                  slope_drift_gate);
            line.x.push_back(mu);
            line.y.push_back(angle);
        }
        plot.lines.push_back(std::move(line));
    }
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark slope_angle() {
    return {
        {"F1", "a rigid and a soft block on a slope, friction 0.1 to 1", "it slips exactly above tan θ = μ",
         "0.1°; below it, the block drifts less than 1 µm in 10 s", "verify_slope"},
        run_slope};
}

}  // namespace limpet::verification
