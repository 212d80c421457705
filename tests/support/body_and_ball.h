#pragma once

/// A body and a rigid ball with contacts between them, for tests of what W and unit impulses do.

#include <Eigen/Geometry>
#include <numeric>
#include <random>

#include "bodies/rigid/rigid_body.h"
#include "contact/contact.h"

namespace limpet {

/// Of 3.2 kg, with other moments of inertia about each axis.
inline std::unique_ptr<RigidBody> rigid_ball(const Vec3& angular_velocity) {
    RigidBodyParts parts;
    parts.name = "rigid ball";
    parts.exact = exact_collision_shape(SphereShape{0.1});
    parts.surface = {{{0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}, {-0.1, 0, 0}}, {{0, 1, 2}, {0, 2, 3}}};
    parts.mass.volume = 4e-3;
    parts.mass.inertia = Vec3(2e-5, 3e-5, 4e-5).asDiagonal();
    parts.density = 800;
    parts.angular_velocity = angular_velocity;
    return std::make_unique<RigidBody>(std::move(parts));
}

/// Between random points of the body's surface and the ball's centre, without gaps.
inline std::vector<Contact> contacts_with_ball(const Body& body, int count) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> share(0.05, 1);
    std::vector<Contact> contacts;
    for (int i = 0; i < count; ++i) {
        Contact c{};
        const auto& simplices = body.complex().simplices();
        c.key = {0, 1, FeaturePair::FaceVertex, i, 0};
        c.first.vertices = simplices[random() % simplices.size()].vertices;
        c.first.weights = {share(random), share(random), share(random)};
        const double sum = c.first.weights[0] + c.first.weights[1] + c.first.weights[2];
        for (double& w : c.first.weights) w /= sum;
        c.second = {{0, -1, -1}, {1, 0, 0}};
        c.frame = Eigen::Quaterniond(share(random), share(random), share(random), share(random))
                      .normalized()
                      .toRotationMatrix();
        c.first_offset.setZero();
        c.second_offset = 0.1 * c.normal();
        contacts.push_back(c);
    }
    return contacts;
}

struct BodyAndBall {
    std::vector<std::unique_ptr<Body>> bodies;
    std::vector<Contact> contacts;
    std::vector<int> all;  ///< indices of the contacts

    BodyAndBall(std::unique_ptr<Body> body, int count, const Vec3& angular_velocity = Vec3::Zero()) {
        bodies.push_back(std::move(body));
        bodies.push_back(rigid_ball(angular_velocity));
        contacts = contacts_with_ball(*bodies[0], count);
        all.resize(contacts.size());
        std::iota(all.begin(), all.end(), 0);
    }
};

}  // namespace limpet
