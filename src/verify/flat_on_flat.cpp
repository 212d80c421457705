/// C2. Two blocks of the same cross-section (nearly, see below) meet flat on flat with meshes that do not
/// match. With ν = 0 nothing bulges, so stress and pressure are uniform whatever holds the ends:
///
///   p = E d / (H₁ + H₂),     F = p A
///
///   d  how far the ends approach each other [m]   H  heights [m]   A  cross-section [m²]
///
/// Pressure is read twice. From the inside: the stress of every tetrahedron with a corner on the interface
/// (von Mises' equivalent, which is the pressure itself in uniaxial compression). From the contacts: the
/// force on a vertex of one side over the area that the vertex stands for, a third of its triangles in the
/// interface; a contact at a point of a triangle gives its force to the corners by barycentric weights. Both
/// must be uniform on all vertices, those on the rim too.
///
/// The upper block is 20 µm narrower all round and contacts are sought within 10 µm: where rim lies exactly
/// on rim, nearest points of one rim on the other have no vertical normal, and the blocks push each other
/// sideways.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verify/benchmark.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double block_young = 1e5, block_height = 0.1, block_approach = 5e-4,
                 block_section = 0.09996 * 0.09996;
constexpr double pressure = block_young * block_approach / block_height;
constexpr double traction_gate = 0.01;

struct Spread {
    double lowest = 1e300, highest = -1e300;
    void add(double value) {
        lowest = std::min(lowest, value);
        highest = std::max(highest, value);
    }
    /// The value that is furthest from the reference.
    double furthest(double from) const { return from - lowest > highest - from ? lowest : highest; }
};

struct VertexPressures {
    std::vector<double> distance, pressure;  ///< from the axis [m]; [Pa]
    Spread spread;
};

/// Triangles of one side's interface, seen from above.
class Interface {
public:
    /// The face of `side` that was at the height `y` of its vertices at rest (world axes).
    Interface(const BodyFrame& body, double y)
        : body_(body), area_(body.vertices.size(), 0.0), force_(area_) {
        constexpr double flat = 2e-3;
        for (const auto& t : body.triangles) {
            if (std::any_of(t.begin(), t.end(),
                            [&](int v) { return std::abs(body.vertices[v][1] - y) > flat; }))
                continue;
            triangles_.push_back(t);
            for (const int v : t) area_[v] += std::abs(twice_area(t)) / 6;
        }
    }

    void add_force(const Vector3& point, double force) {
        const std::array<int, 3>* nearest = nullptr;
        std::array<double, 3> weights{};
        double least = -1e300;
        for (const auto& t : triangles_) {
            const std::array<double, 3> w = barycentric(t, point);
            const double inside = std::min({w[0], w[1], w[2]});
            if (inside <= least) continue;
            least = inside;
            nearest = &t;
            weights = w;
        }
        for (int k = 0; nearest && k < 3; ++k) force_[(*nearest)[k]] += weights[k] * force;
    }

    VertexPressures pressures() const {
        VertexPressures out;
        for (std::size_t v = 0; v < area_.size(); ++v) {
            if (area_[v] == 0) continue;
            const Vector3& x = body_.vertices[v];
            out.distance.push_back(std::max(std::abs(x[0]), std::abs(x[2])));
            out.pressure.push_back(force_[v] / area_[v]);
            out.spread.add(out.pressure.back());
        }
        return out;
    }

private:
    double cross(const Vector3& a, const Vector3& b, const Vector3& c) const {
        return (b[0] - a[0]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[0] - a[0]);
    }
    double twice_area(const std::array<int, 3>& t) const {
        return cross(body_.vertices[t[0]], body_.vertices[t[1]], body_.vertices[t[2]]);
    }
    std::array<double, 3> barycentric(const std::array<int, 3>& t, const Vector3& p) const {
        const Vector3 &a = body_.vertices[t[0]], &b = body_.vertices[t[1]], &c = body_.vertices[t[2]];
        const double all = twice_area(t);
        return {cross(p, b, c) / all, cross(a, p, c) / all, cross(a, b, p) / all};
    }

    const BodyFrame& body_;
    std::vector<std::array<int, 3>> triangles_;
    std::vector<double> area_, force_;  ///< of each vertex
};

/// Of the tetrahedra that touch the interface.
Spread stress(const BodyFrame& body, double y) {
    constexpr double flat = 2e-3;
    Spread spread;
    for (std::size_t e = 0; e < body.tetrahedra.size(); ++e)
        for (const int node : body.tetrahedra[e])
            if (std::abs(body.nodes[node][1] - y) < flat) {
                spread.add(body.von_mises[e]);
                break;
            }
    return spread;
}

void press_blocks(Findings& findings, double lower_element, double upper_element, bool with_plot) {
    const std::string meshes =
        fmt::format("elements {:g} and {:g} mm", 1e3 * lower_element, 1e3 * upper_element);
    findings.progress(meshes);
    Scene scene = load_scene("verify_flat");
    body_named(scene, "lower").element = lower_element;
    body_named(scene, "upper").element = upper_element;
    World world(std::move(scene));
    const long steps = std::lround(world.scene().time.duration / world.scene().time.step);
    while (world.steps() < steps) world.step();
    const Frame frame = world.frame();
    const double y = -block_approach / 2;
    findings.compare("force, " + meshes, -contact_force(world, "lower")[1], pressure * block_section, "N",
                     traction_gate);
    VerifyPlot plot{"Pressure on the vertices of both sides, " + meshes,
                    "distance from the middle [mm]",
                    "pressure [Pa]",
                    {}};
    plot.lines.push_back({"theory", {0, 50}, {pressure, pressure}, true});
    for (std::size_t side = 0; side < 2; ++side) {
        const BodyFrame& body = frame.bodies[side];
        findings.compare(fmt::format("stress in \"{}\", furthest off, {}", body.name, meshes),
                         stress(body, y).furthest(pressure), pressure, "Pa", traction_gate);
        Interface interface(body, y);
        for (const ContactFrame& c : frame.contacts)
            interface.add_force(side == 0 ? c.first_point : c.second_point, std::abs(c.force[1]));
        VertexPressures found = interface.pressures();
        findings.compare(fmt::format("vertex pressure on \"{}\", furthest off, {}", body.name, meshes),
                         found.spread.furthest(pressure), pressure, "Pa", traction_gate);
        for (double& d : found.distance) d *= 1e3;
        plot.lines.push_back({body.name, std::move(found.distance), std::move(found.pressure)});
    }
    if (with_plot) findings.plot(std::move(plot));
}

void run_flat(Findings& findings) {
    press_blocks(findings, 0.02, 0.014, true);
    if (findings.quick()) return;
    press_blocks(findings, 0.012, 0.014, false);
    press_blocks(findings, 0.02, 0.008, false);
    press_blocks(findings, 0.01, 0.007, true);
}

}  // namespace

Benchmark flat_on_flat() {
    return {{"C2", "flat on flat, two soft blocks with meshes that do not match", "uniform pressure E d / H",
             "1 % on every vertex and element of the interface", "verify_flat"},
            run_flat};
}

}  // namespace limpet::verification
