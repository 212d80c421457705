#include "physics_fuzz/scene_kit.h"

#include <fmt/format.h>

#include <cmath>
#include <fstream>

namespace limpet::physics_fuzz {
namespace {

constexpr double gravity = 9.81;         ///< [m/s^2]
constexpr double ordinary_size = 0.1;    ///< of a body [m]
constexpr double ordinary_step = 0.005;  ///< the default, right for the ordinary size [s]
constexpr double floor_ratio = 24;       ///< sides of the floor in body sizes
constexpr int most_steps_deforming = 60, most_steps_rigid = 140;

Vector3 short_vector(const Vec3& v) {
    return {short_number(v.x()), short_number(v.y()), short_number(v.z())};
}

}  // namespace

double short_number(double value) {
    return std::stod(fmt::format("{:.7g}", value));
}

SceneKit::SceneKit(Random& random, const std::string& name) : random_(random) {
    scene_.name = name;
    choose_scale();
    choose_contact();
    if (random_.chance(0.2))
        scene_.solver.type =
            random_.pick({SolverType::Nsgs, SolverType::BlockPgs, SolverType::UzawaLocal,
                          SolverType::UzawaGlobal, SolverType::InteriorPoint, SolverType::Anticipation});
    set_steps(most_steps_rigid);
}

void SceneKit::choose_scale() {
    scale_ = random_.chance(0.6)   ? 1.0
             : random_.chance(0.6) ? random_.pick({0.1, 0.3, 3.0, 10.0})
                                   : random_.pick({0.01, 0.03, 30.0, 100.0});
    size_ = short_number(ordinary_size * scale_);
    // Times go with the root of lengths; the default step is a choice that users make at any scale.
    const double similar = ordinary_step * std::sqrt(scale_);
    scene_.time.step = random_.chance(0.1) && scale_ >= 0.1
                           ? ordinary_step
                           : short_number(similar * random_.pick({1.0, 1.0, 1.0, 0.5, 0.4, 0.2}));
}

void SceneKit::choose_contact() {
    ContactSettings contact;
    const int which = random_.below(100);
    contact.detection.type = which < 45   ? DetectionType::Proximity
                             : which < 70 ? DetectionType::Continuous
                                          : DetectionType::LayeredDepth;
    if (which >= 82) {
        contact.detection.pixel = short_number(size_ * random_.pick({0.01, 0.02, 0.03}));
        contact.detection.cell = short_number(size_ * random_.pick({0.15, 0.25, 0.5}));
    } else if (which < 70 && random_.chance(0.3)) {
        contact.detection.distance = short_number(size_ * random_.pick({0.005, 0.01, 0.03}));
    }
    contact.law.friction = Friction(random_.pick({0.0, 0.1, 0.3, 0.5, 0.5, 0.5, 0.8, 1.2}));
    scene_.contact = contact;
}

double SceneKit::speed() const {
    return std::sqrt(gravity * size_);
}

bool SceneKit::layered() const {
    return scene_.contact->detection.type == DetectionType::LayeredDepth;
}

void SceneKit::with_detection(DetectionType type) {
    if (layered() && type != DetectionType::LayeredDepth) {
        scene_.contact->detection.pixel.reset();
        scene_.contact->detection.cell.reset();
    }
    scene_.contact->detection.type = type;
}

Solid SceneKit::box(const Vec3& sides) const {
    return {BoxShape{short_vector(sides)}, sides / 2, {}, short_number(sides.minCoeff() / 3)};
}

Solid SceneKit::mesh_box(const Vec3& sides) const {
    const double side = sides.maxCoeff();
    return {
        FileShape{"cube.obj", short_number(side), {}}, Vec3::Constant(side / 2), {}, short_number(side / 3)};
}

Solid SceneKit::round_solid() {
    const double s = size_;
    switch (random_.below(4)) {
        case 0:
            return {CylinderShape{short_number(0.4 * s), short_number(0.8 * s)},
                    {0.4 * s, 0.4 * s, 0.4 * s},
                    short_number(s / 6),
                    short_number(s / 4)};
        case 1:
            return {CapsuleShape{short_number(0.3 * s), short_number(0.6 * s)},
                    {0.3 * s, 0.6 * s, 0.3 * s},
                    short_number(s / 6),
                    short_number(s / 4)};
        default:
            return {SphereShape{short_number(0.5 * s)}, Vec3::Constant(0.5 * s), short_number(s / 7),
                    short_number(s / 4)};
    }
}

Solid SceneKit::any_solid(Medium medium) {
    const double s = size_;
    const int which = random_.below(100);
    if (which < 40) {
        const auto side = [&] { return short_number(s * random_.pick({0.6, 0.8, 1.0, 1.0, 1.4})); };
        const double x = side(), y = side(), z = side();
        return box({x, y, z});
    }
    if (which < 70) return round_solid();
    if (which < 80)
        return {TorusShape{short_number(0.4 * s), short_number(0.15 * s)},
                {0.55 * s, 0.15 * s, 0.55 * s},
                short_number(s / 8),
                short_number(s / 6)};
    if (which < 90 && medium == Medium::Rigid) {
        const std::string file = random_.pick({"cube.obj", "wedge.obj", "ell.obj"});
        return {FileShape{file, short_number(0.8 * s), {}}, Vec3::Constant(0.4 * s), {}, {}};
    }
    const std::string animal = random_.pick(
        {"candy_drop", "candy_bear", "candy_ring", medium == Medium::Rigid ? "bowl" : "candy_drop"});
    // A wall of the bowl is thinner than an eighth of its size.
    return {ZooShape{animal, s}, Vec3::Constant(0.5 * s), short_number(animal == "bowl" ? s / 14 : s / 8),
            short_number(s / 5)};
}

BodyDescription& SceneKit::add(const std::string& name, BodyType type, const Solid& solid,
                               const Vec3& position) {
    BodyDescription body;
    body.name = name;
    body.type = type;
    body.shape = solid.shape;
    body.position = short_vector(position);
    const bool exact = type != BodyType::Soft && (std::holds_alternative<BoxShape>(solid.shape) ||
                                                  std::holds_alternative<FileShape>(solid.shape));
    if (type == BodyType::Soft)
        body.element = solid.element;
    else if (!exact)
        body.surface = solid.surface;
    scene_.bodies.push_back(body);
    return scene_.bodies.back();
}

BodyDescription& SceneKit::add(const std::string& name, Medium medium, const Solid& solid,
                               const Vec3& position) {
    if (medium == Medium::Rigid) {
        BodyDescription& body = add(name, BodyType::Rigid, solid, position);
        body.density = random_.pick({200.0, 1000.0, 1000.0, 3000.0});
        return body;
    }
    BodyDescription& body = add(name, BodyType::Soft, solid, position);
    const std::string material = fmt::format("soft{}", scene_.materials.size() + 1);
    Material m;
    // As stiff for its weight at every scale.
    m.young = short_number(scale_ * random_.pick({2e4, 5e4, 1e5, 1e5, 5e5}));
    m.poisson = random_.pick({0.2, 0.3, 0.4});
    if (random_.chance(0.5)) m.damping.stiffness = short_number(step() * random_.pick({0.2, 1.0, 2.0}));
    scene_.materials[material] = m;
    body.material = material;
    if (random_.chance(0.2))
        body.model = random_.pick({ElasticModel::StVenantKirchhoff, ElasticModel::NeoHookean});
    set_steps(most_steps_deforming);
    return body;
}

BodyDescription& SceneKit::add_cloth(double x, double z, const Vec3& position) {
    BodyDescription body;
    body.name = "cloth";
    body.type = BodyType::Cloth;
    body.shape = PlaneShape{short_number(x), short_number(z)};
    body.position = short_vector(position);
    body.surface = short_number(std::max(x, z) / 8);
    body.thickness = short_number(size_ * 0.02);
    Material m;
    m.density = 300;
    m.young = short_number(scale_ * random_.pick({1e5, 1e6}));
    if (random_.chance(0.5)) m.damping.stiffness = short_number(step() * 0.5);
    scene_.materials["cotton"] = m;
    body.material = "cotton";
    scene_.bodies.push_back(body);
    set_steps(most_steps_deforming);
    return scene_.bodies.back();
}

BodyDescription& SceneKit::add_floor() {
    const double wide = short_number(floor_ratio * size_);
    if (!layered() && random_.chance(0.4)) {
        Solid plane{PlaneShape{wide, wide}, Vec3(wide / 2, 0, wide / 2), wide, {}};
        return add("floor", BodyType::Static, plane, Vec3::Zero());
    }
    return add("floor", BodyType::Static, box({wide, size_, wide}), {0, -size_ / 2, 0});
}

void SceneKit::turn_any_way(BodyDescription& body) {
    const double x = random_.between(-3, 3), y = random_.between(-3, 3), z = random_.between(1, 3);
    body.rotation = {{x, y, z}, static_cast<double>(5 * random_.between(1, 35))};
}

void SceneKit::set_steps(int count) {
    scene_.time.duration = short_number(count * scene_.time.step);
}

void write_mesh_files(const std::string& folder) {
    const auto write = [&](const char* name, const char* text) {
        std::ofstream(folder + "/" + name) << text;
    };
    write("cube.obj",
          "v -0.5 -0.5 -0.5\nv 0.5 -0.5 -0.5\nv 0.5 0.5 -0.5\nv -0.5 0.5 -0.5\n"
          "v -0.5 -0.5 0.5\nv 0.5 -0.5 0.5\nv 0.5 0.5 0.5\nv -0.5 0.5 0.5\n"
          "f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\nf 1 2 6\nf 1 6 5\nf 4 7 3\nf 4 8 7\nf 1 5 8\nf 1 8 4\nf 2 3 "
          "7\nf 2 7 6\n");
    write("wedge.obj",
          "v -0.5 -0.3 -0.5\nv 0.5 -0.3 -0.5\nv -0.5 0.5 -0.5\nv -0.5 -0.3 0.5\nv 0.5 -0.3 0.5\nv -0.5 0.5 "
          "0.5\n"
          "f 1 3 2\nf 4 5 6\nf 1 2 5\nf 1 5 4\nf 2 3 6\nf 2 6 5\nf 1 4 6\nf 1 6 3\n");
    // An L of three cubes, as a prism.
    write("ell.obj",
          "v -0.5 -0.5 -0.25\nv 0.5 -0.5 -0.25\nv 0.5 0 -0.25\nv 0 0 -0.25\nv 0 0.5 -0.25\nv -0.5 0.5 -0.25\n"
          "v -0.5 -0.5 0.25\nv 0.5 -0.5 0.25\nv 0.5 0 0.25\nv 0 0 0.25\nv 0 0.5 0.25\nv -0.5 0.5 0.25\n"
          "f 1 3 2\nf 1 4 3\nf 1 5 4\nf 1 6 5\nf 7 8 9\nf 7 9 10\nf 7 10 11\nf 7 11 12\n"
          "f 1 2 8\nf 1 8 7\nf 2 3 9\nf 2 9 8\nf 3 4 10\nf 3 10 9\nf 4 5 11\nf 4 11 10\nf 5 6 12\nf 5 12 "
          "11\nf 6 1 7\nf 6 7 12\n");
}

}  // namespace limpet::physics_fuzz
