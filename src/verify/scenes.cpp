#include "verify/scenes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/assert.h"

namespace limpet::verification {
namespace {

/// The coarsest element of a half-space, in its side.
constexpr double coarsest_element_ratio = 0.125;

template <class Visit>
void for_each_force(const World& world, const std::string& body, Visit&& visit) {
    for (const ContactFrame& c : world.contacts()) {
        const bool first = world.body(c.first_body).name() == body;
        if (first || world.body(c.second_body).name() == body)
            visit(first ? c.first_point : c.second_point, first ? 1.0 : -1.0, c.force);
    }
}

}  // namespace

BodyDescription& body_named(Scene& scene, const std::string& name) {
    for (BodyDescription& body : scene.bodies)
        if (body.name == name) return body;
    LIMPET_ASSERT(false && "the benchmark's scene has this body");
    return scene.bodies.front();
}

void set_half_space(BodyDescription& block, const HalfSpaceMesh& mesh) {
    const double depth = mesh.side / 2;
    block.shape = BoxShape{{mesh.side, depth, mesh.side}};
    block.position = {0, -depth / 2, 0};
    block.element = coarsest_element_ratio * mesh.side;
    block.refine_towards = Vector3{0, depth / 2, 0};
    block.refine_ratio = coarsest_element_ratio * mesh.side / mesh.finest;
    block.refine_radius = mesh.ball;
    block.refine_ring = mesh.ring;
    block.refine_growth = mesh.growth;
    block.fixed = {BoxSelection{{-mesh.side, -mesh.side, -mesh.side},
                                {mesh.side, -depth / 2 + 0.01 * mesh.finest, mesh.side}}};
}

void press_down(BodyDescription& body, double depth, double time) {
    body.motion = {Motion{std::nullopt, {Keyframe{0, {0, 0, 0}, {}}, Keyframe{time, {0, -depth, 0}, {}}}}};
}

Vector3 contact_force(const World& world, const std::string& body) {
    Vector3 sum{};
    for_each_force(world, body, [&](const Vector3&, double sign, const Vector3& force) {
        for (int k = 0; k < 3; ++k) sum[k] += sign * force[k];
    });
    return sum;
}

double force_radius(const World& world, const std::string& body) {
    double moment = 0, total = 0;
    for_each_force(world, body, [&](const Vector3& point, double, const Vector3& force) {
        moment += std::abs(force[1]) * (point[0] * point[0] + point[2] * point[2]);
        total += std::abs(force[1]);
    });
    return total > 0 ? std::sqrt(moment / total) : 0;
}

double norm(const Vector3& v) {
    return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

std::vector<double> vertices_of(const World& world, const std::string& body) {
    const std::span<const double> now = world.body(body).positions();
    return {now.begin(), now.end()};
}

double furthest(std::span<const double> now, std::span<const double> before) {
    double most = 0;
    for (std::size_t i = 0; i < now.size(); i += 3)
        most = std::max(most,
                        norm({now[i] - before[i], now[i + 1] - before[i + 1], now[i + 2] - before[i + 2]}));
    return most;
}

double largest_speed(const World& world, const std::string& body) {
    const std::span<const double> v = world.body(body).velocities();
    return furthest(v, std::vector<double>(v.size(), 0.0));
}

void put_on_slope(BodyDescription& slope, BodyDescription& block, double degrees) {
    const double angle = degrees * std::numbers::pi / 180;
    const Vector3 normal{std::sin(angle), std::cos(angle), 0};
    const double below = std::get<BoxShape>(slope.shape).size[1] / 2,
                 above = std::get<BoxShape>(block.shape).size[1] / 2;
    for (int k = 0; k < 3; ++k) {
        slope.position[k] = -below * normal[k];
        block.position[k] = above * normal[k];
    }
    slope.rotation = block.rotation = {{0, 0, 1}, -degrees};
}

void make_soft(BodyDescription& body, const std::string& material, double element) {
    body.type = BodyType::Soft;
    body.material = material;
    body.density.reset();
    body.element = element;
}

void run_until(World& world, double time) {
    const long steps = std::lround(time / world.scene().time.step);
    while (world.steps() < steps) world.step();
}

}  // namespace limpet::verification
