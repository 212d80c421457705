/// F8. Partial slip: a soft sphere is pressed on a half-space of the same stuff and then dragged along it
/// with a force Q below μ P. C. Cattaneo 1938, R. D. Mindlin 1949; K. L. Johnson, Contact Mechanics (1985),
/// §7.2:
///
///   an annulus slips, the disc r < c sticks,     c = a (1 − Q/(μ P))^(1/3),     c = 0.794 a at Q = μ P/2
///   p = p₀ √(1 − r²/a²),     q = μ p − μ p₀ (c/a) √(1 − r²/c²),     the root being 0 where r > c
///
///   P, Q   normal and tangential force [N]        a     radius of the patch [m]
///   p, q   pressure and shear traction [Pa]       p₀    3 P/(2 π a²) [Pa]
///
/// Theory takes pressure and drag as independent. They are if both bodies are of the same stuff (Dundurs'
/// β = 0); under a rigid sphere the press alone drags a surface with ν = 0.3 inwards, which slips at the rim
/// before anything is dragged. The slip of theory has the direction of Q everywhere, which is exact for ν =
/// 0.
///
/// P, Q and a are as measured, so that nothing depends on how far away the bodies are held. a and c come from
/// moments of the contacts' forces: Hertz' pressure has the mean square radius 2/5 a², and what the contacts
/// could hold beyond what they do, μ p − q, is Hertz' pressure again, of the radius c. A second c is from the
/// force f P of those contacts that stick: the disc r < c carries f = 1 − (1 − c²/a²)^(3/2).

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "verify/benchmark.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double slip_young = 1e5, slip_radius = 0.05, slip_load = 0.1;
constexpr double half = 0.5;  ///< Q/(μ P)
/// Over the patch's radius: half the block's side, and how far about the patch elements are smallest.
constexpr double slip_block_size = 30, slip_fine_ball = 1.3;
/// Over `depth`: contacts are made within this distance.
constexpr double detection = 0.03;
constexpr double slip_element_growth = 0.25, slip_coarsest_element = slip_radius / 2;  ///< of elements

struct SlipRun {
    double per_radius;  ///< elements along the patch's radius
    double friction = 0.5, poisson = 0.3;
    int steps = 6;  ///< of the press, and about as many of the drag

    double modulus() const { return slip_young / (1 - poisson * poisson) / 2; }
    double patch(double force) const { return std::cbrt(0.75 * force * slip_radius / modulus()); }
    double depth() const { return patch(slip_load) * patch(slip_load) / slip_radius; }
    double element() const { return patch(slip_load) / per_radius; }
    /// Sideways until Q = μ P/2.
    double to_half() const {
        const double shear = slip_young / (2 * (1 + poisson));
        return 3 * friction * slip_load * (2 - poisson) / (8 * shear * patch(slip_load)) *
               (1 - std::pow(1 - half, 2.0 / 3));
    }
    std::string name() const {
        return fmt::format("{:g} elements a radius{}{}{}", per_radius,
                           friction == 0.5 ? "" : fmt::format(", friction {:g}", friction),
                           poisson == 0.3 ? "" : fmt::format(", Poisson {:g}", poisson),
                           steps == 6 ? "" : fmt::format(", {} steps", steps));
    }
};

Scene slip_scene(const SlipRun& run) {
    Scene scene = load_scene("verify_partial_slip");
    const double a = run.patch(slip_load), depth = run.depth();
    scene.materials.at("soft").poisson = run.poisson;
    scene.contact->law.friction = Friction(run.friction);
    scene.contact->detection.distance = detection * depth;
    set_half_space(body_named(scene, "block"),
                   {2 * slip_block_size * a, run.element(), slip_fine_ball * a, 0, slip_element_growth});
    BodyDescription& sphere = body_named(scene, "sphere");
    sphere.element = slip_coarsest_element;
    sphere.refine_ratio = slip_coarsest_element / run.element();
    sphere.refine_radius = slip_fine_ball * a;
    sphere.refine_growth = slip_element_growth;
    scene.time.step = 1.0 / run.steps;
    sphere.motion.at(0).keyframes = {Keyframe{0, {0, 0, 0}, {}}, Keyframe{1, {0, -depth, 0}, {}},
                                     Keyframe{4, {3 * run.to_half(), -depth, 0}, {}}};
    return scene;
}

/// A contact that pushes.
struct Push {
    double distance;       ///< from the patch's middle [m]
    double normal, shear;  ///< [N]
    bool sticks;
};

std::vector<Push> pushes_of(const World& world) {
    const auto normal_part = [](const ContactFrame& c) {
        return c.force[0] * c.normal[0] + c.force[1] * c.normal[1] + c.force[2] * c.normal[2];
    };
    double total = 0, x = 0, z = 0;
    for (const ContactFrame& c : world.contacts()) {
        total += normal_part(c);
        x += normal_part(c) * c.second_point[0];
        z += normal_part(c) * c.second_point[2];
    }
    std::vector<Push> pushes;
    for (const ContactFrame& c : world.contacts()) {
        if (c.status == ContactStatus::Open) continue;
        const double press = normal_part(c);
        const Vector3 shear = {c.force[0] - press * c.normal[0], c.force[1] - press * c.normal[1],
                               c.force[2] - press * c.normal[2]};
        pushes.push_back({std::hypot(c.second_point[0] - x / total, c.second_point[2] - z / total), press,
                          norm(shear), c.status == ContactStatus::Stick});
    }
    return pushes;
}

struct Patch {
    double radius;       ///< a [m]
    double by_traction;  ///< c, from μ p − q [m]
    double by_status;    ///< c, from the contacts that stick [m]
};

Patch slip_patch(const std::vector<Push>& pushes, double friction) {
    double press = 0, press_moment = 0, spare = 0, spare_moment = 0, sticking = 0;
    for (const Push& p : pushes) {
        const double square = p.distance * p.distance, left = friction * p.normal - p.shear;
        press += p.normal;
        press_moment += p.normal * square;
        spare += left;
        spare_moment += left * square;
        sticking += p.sticks ? p.normal : 0;
    }
    const double a = std::sqrt(2.5 * press_moment / press);
    return {a, std::sqrt(2.5 * spare_moment / spare),
            a * std::sqrt(1 - std::pow(std::max(0.0, 1 - sticking / press), 2.0 / 3))};
}

/// Means over rings of equal area, as many as elements along the radius, beside theory.
VerifyPlot profile(const SlipRun& run, const std::vector<Push>& pushes, double force, double stick) {
    const double a = run.patch(force), c = stick * a;
    const double peak = 1.5 * force / (std::numbers::pi * a * a);
    VerifyPlot plot{"Shear traction, " + run.name(), "distance from the middle [mm]", "traction [Pa]", {}};
    VerifyLine mindlin{"Mindlin", {}, {}, true}, limit{"μ p after Hertz", {}, {}, true};
    for (int i = 0; i <= 100; ++i) {
        const double r = a * i / 100, bound = run.friction * peak * std::sqrt(1 - r * r / (a * a));
        const double core = r < c ? stick * run.friction * peak * std::sqrt(1 - r * r / (c * c)) : 0;
        mindlin.x.push_back(1e3 * r);
        mindlin.y.push_back(bound - core);
        limit.x.push_back(1e3 * r);
        limit.y.push_back(bound);
    }
    VerifyLine shear{"shear, measured", {}, {}}, bound{"μ p, measured", {}, {}};
    const double area = std::numbers::pi * a * a / run.per_radius;
    double inner = 0;
    while (inner < a) {
        const double outer = std::sqrt(inner * inner + area / std::numbers::pi);
        double q = 0, p = 0;
        for (const Push& push : pushes) {
            if (push.distance < inner || push.distance >= outer) continue;
            q += push.shear / area;
            p += push.normal / area;
        }
        for (VerifyLine* line : {&shear, &bound})
            line->x.push_back(1e3 * std::sqrt((inner * inner + outer * outer) / 2));
        shear.y.push_back(q);
        bound.y.push_back(run.friction * p);
        inner = outer;
    }
    plot.lines = {std::move(mindlin), std::move(limit), std::move(shear), std::move(bound)};
    return plot;
}

void drag(Findings& findings, const SlipRun& run) {
    const std::string name = ", " + run.name();
    findings.progress(run.name());
    World world(slip_scene(run));
    run_until(world, 1);
    const double pressed = contact_force(world, "sphere")[1];
    double before = 0, ratio = 0, force = pressed, residual = world.last_step().residual;
    // Ends at the step that is next to Q = μ P/2.
    while (world.steps() < 4 * run.steps && 1.5 * ratio - 0.5 * before < half) {
        world.step();
        const Vector3 f = contact_force(world, "sphere");
        force = f[1];
        before = ratio;
        ratio = std::hypot(f[0], f[2]) / (run.friction * force);
        residual = std::max(residual, world.last_step().residual);
    }
    const std::vector<Push> pushes = pushes_of(world);
    const Patch patch = slip_patch(pushes, run.friction);
    const double theory = std::cbrt(1 - ratio), element = run.element();
    findings.compare("Q/(μ P) when read" + name, ratio, half, "");
    findings.compare("stick radius over patch radius, by tractions" + name, patch.by_traction / patch.radius,
                     theory, "");
    findings.compare("stick radius over patch radius, by contacts that stick" + name,
                     patch.by_status / patch.radius, theory, "");
    findings.expect_below("stick radius off theory, in elements, by tractions" + name,
                          (patch.by_traction - theory * patch.radius) / element, "", 1.0);
    findings.expect_below("stick radius off theory, in elements, by contacts that stick" + name,
                          (patch.by_status - theory * patch.radius) / element, "", 1.0);
    findings.compare("patch radius, of Hertz for the force" + name, patch.radius, run.patch(force), "m");
    findings.compare("force at Hertz' depth" + name, force, slip_load, "N");
    findings.expect_below("change of the normal force by the drag" + name, force / pressed - 1, "");
    findings.expect_below("largest residual" + name, residual, "");
    findings.plot(profile(run, pushes, force, theory));
}

void run_partial_slip(Findings& findings) {
    drag(findings, {4});
    if (findings.quick()) return;
    drag(findings, {6});
    drag(findings, {8});
    drag(findings, {10});
    drag(findings, {.per_radius = 6, .steps = 15});
    drag(findings, {.per_radius = 6, .friction = 1});
    drag(findings, {.per_radius = 6, .poisson = 0});
}

}  // namespace

Benchmark partial_slip() {
    return {{"F8",
             "a soft sphere pressed on a half-space of its stuff and dragged by half of what friction holds",
             "Cattaneo and Mindlin: the stick radius is 0.794 of the patch's", "one element",
             "verify_partial_slip"},
            run_partial_slip};
}

}  // namespace limpet::verification
