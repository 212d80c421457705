#pragma once

/// A made-up run for the tests of src/record: a soft block that falls and wobbles above a floor, and a
/// spinning ball.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "limpet/frame.h"
#include "limpet/stages.h"
#include "limpet/world.h"
#include "record/summary.h"

namespace limpet::sample {

/// A folder of its own for a test, removed at its end.
class Folder {
public:
    Folder() {
        // Waiting for a disk would make these tests slow; a folder in memory has the same calls.
        const bool memory = ::access("/dev/shm", W_OK) == 0;
        const std::filesystem::path place = memory ? "/dev/shm" : std::filesystem::temp_directory_path();
        std::string pattern = (place / "limpet_record_XXXXXX").string();
        const char* made = ::mkdtemp(pattern.data());
        if (!made) throw std::runtime_error("no temporary folder: " + pattern);
        path_ = made;
    }
    ~Folder() {
        std::error_code error;
        std::filesystem::remove_all(path_, error);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    const std::filesystem::path& path() const { return path_; }
    std::string operator/(const std::string& name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

inline constexpr double time_step = 0.01;

inline double time_at(long step) {
    return static_cast<double>(step) * time_step;
}

inline BodyFrame floor_body() {
    BodyFrame body;
    body.name = "floor";
    body.type = BodyType::Static;
    body.vertices = {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}};
    body.velocities.assign(4, {0, 0, 0});
    body.triangles = {{0, 2, 1}, {0, 3, 2}};
    return body;
}

/// A tetrahedron that turns about a slanted axis and flies.
inline BodyFrame spinning_body(double t) {
    BodyFrame body;
    body.name = "ball <1>";
    body.type = BodyType::Rigid;
    body.color = "#ff8000";
    const double c = std::cos(3 * t), s = std::sin(3 * t);
    for (const Vector3& p : std::vector<Vector3>{{0.1, 0, 0}, {-0.1, 0, 0.05}, {0, 0.2, 0}, {0, 0, -0.1}}) {
        const double y = c * p[1] - s * p[2], z = s * p[1] + c * p[2];
        body.vertices.push_back({c * p[0] + s * y + t, -s * p[0] + c * y + 1, z});
        body.velocities.push_back({1, 0, p[2]});
    }
    body.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
    body.in_zones = {0, 7};
    body.zones = {-1, 0, 7, -1};
    body.colliding = {0, 1, 1, 1};
    return body;
}

inline BodyFrame soft_body(double t) {
    BodyFrame body;
    body.name = "Block é";
    body.type = BodyType::Soft;
    const std::vector<Vector3> rest = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    for (const Vector3& p : rest) {
        const Vector3 u = {0.1 * std::sin(5 * t) * p[1], -0.1 * t * p[1], 0.05 * std::sin(7 * t + p[0])};
        body.nodes.push_back({p[0] + u[0], p[1] + u[1], p[2] + u[2]});
        body.displacements.push_back(u);
        body.node_velocities.push_back({t, p[0], -1});
    }
    body.tetrahedra = {{0, 1, 2, 3}, {1, 2, 3, 4}};
    body.von_mises = {1000 * t, 2000 * t + 1};
    body.vertices = body.nodes;
    body.velocities = body.node_velocities;
    body.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 4}, {2, 3, 4}, {3, 1, 4}};
    return body;
}

/// As many contacts as step_at() says, with numbers that decimals would not give back.
inline std::vector<ContactFrame> contacts_at(long step) {
    std::vector<ContactFrame> contacts;
    for (long i = 0; i < step % 7; ++i) {
        const double x = 1.0 / static_cast<double>(3 + i), t = time_at(step);
        ContactFrame contact;
        contact.id = (std::int64_t{1} << 40) + i;
        contact.first_body = i == 0 ? 2 : 1;
        contact.second_body = i == 0 ? 2 : 0;
        contact.first_point = {x, -1e-4 * x, t};
        contact.second_point = {x, 0, t / 7};
        contact.normal = {0, 1, -0.0};
        contact.gap = -1e-4 * x;
        contact.area = i == 1 ? 0 : 1e-6 / x;
        contact.force = {0.1 * x, 2 * x, t};
        contact.traction = {3 * x, t, 1e5 * x};
        contact.slip = {t, 0, x};
        contact.status = static_cast<ContactStatus>(i % 3);
        contact.beta = x;
        contact.energy = 2 * x;
        contact.adhesive = i % 2 == 0;
        contacts.push_back(contact);
    }
    return contacts;
}

inline Frame frame_at(long step) {
    const double t = time_at(step);
    return {step, t, {floor_body(), spinning_body(t), soft_body(t)}, true, contacts_at(step)};
}

inline StepRecord step_at(long step) {
    StepRecord s;
    s.time = time_at(step);
    const double k = static_cast<double>(step);
    for (std::size_t i = 0; i < stage_count; ++i) s.ms[i] = 0.1 * static_cast<double>(i + 1) + 1e-3 * k;
    for (const double ms : s.ms) s.ms_total += ms;
    s.contacts = static_cast<int>(step % 7);
    s.iterations = 10 + s.contacts;
    s.residual = 1e-7 * k / 3;
    s.penetration = 1e-4 / (1 + k);
    s.intersection_volume = 1e-9 * k;
    s.kinetic = 1.5 * k;
    s.elastic = 0.1 + k / 7;
    s.potential = -2 * k;
    s.bonds = s.contacts / 2;
    s.mean_beta = 1 / (1 + k);
    s.bonded_area = 1e-4 * k;
    s.adhesive_force = 0.3 * k;
    s.adhesive_energy = 1e-3 * k;
    s.adhesive_dissipation = 2e-3 * k;
    s.zones = static_cast<int>(step % 4);
    s.colliding_particles = 3 * s.zones;
    s.colliding_share = s.colliding_particles / 11.0;
    s.zone_merges = static_cast<int>(step % 2);
    s.releases = static_cast<int>(step % 3);
    return s;
}

inline std::vector<ProbeReading> readings_at(long step) {
    const double t = time_at(step);
    return {{"tip", {t, -t * t, 1.0 / 3}}, {"gap, smallest", {step % 2 ? std::nan("") : t}}};
}

/// One of them is an open sheet, without a volume.
inline std::vector<CellReading> cells_at(long step) {
    const double t = time_at(step);
    return {{"cell, \"first\"\nof two", 1.0 / 3 + t, 0.1, t / 7, 2, 1, {t, -t, 1.0 / 7}},
            {"sheet", std::nan(""), 1.5, 0, 0, 0, {0, t, -0.0}}};
}

inline WorldState state_at(long step) {
    return {step,
            time_at(step),
            {{"floor", {}}, {"ball <1>", {1.0 / 3, time_at(step), -0.0}}},
            {time_at(step) / 7, -0.0}};
}

inline auto ask_state_at(long step) {
    return [step](const WorldState&) { return state_at(step); };
}

inline RunInfo run_info() {
    RunInfo info;
    info.scene = "a/b <script>alert(1)</script>";
    info.description = "A block & a ball";
    info.time_step = time_step;
    for (const BodyFrame& b : frame_at(0).bodies)
        info.bodies.push_back({b.name, b.type, b.vertices.size(), b.triangles.size(), b.tetrahedra.size()});
    info.probes = {{"tip", "Block é", "position", "m"}, {"gap, smallest", "ball <1>", "gap", "m", "floor"}};
    return info;
}

inline void expect_same(const BodyFrame& a, const BodyFrame& b) {
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.type, b.type);
    EXPECT_EQ(a.color, b.color);
    EXPECT_EQ(a.vertices, b.vertices);
    EXPECT_EQ(a.velocities, b.velocities);
    EXPECT_EQ(a.triangles, b.triangles);
    EXPECT_EQ(a.nodes, b.nodes);
    EXPECT_EQ(a.displacements, b.displacements);
    EXPECT_EQ(a.node_velocities, b.node_velocities);
    EXPECT_EQ(a.tetrahedra, b.tetrahedra);
    EXPECT_EQ(a.von_mises, b.von_mises);
    EXPECT_EQ(a.in_zones, b.in_zones);
    EXPECT_EQ(a.zones, b.zones);
    EXPECT_EQ(a.colliding, b.colliding);
}

inline void expect_same(const ContactFrame& a, const ContactFrame& b) {
    EXPECT_EQ(a.id, b.id);
    EXPECT_EQ(a.first_body, b.first_body);
    EXPECT_EQ(a.second_body, b.second_body);
    EXPECT_EQ(a.first_point, b.first_point);
    EXPECT_EQ(a.second_point, b.second_point);
    EXPECT_EQ(a.normal, b.normal);
    EXPECT_EQ(a.gap, b.gap);
    EXPECT_EQ(a.area, b.area);
    EXPECT_EQ(a.force, b.force);
    EXPECT_EQ(a.traction, b.traction);
    EXPECT_EQ(a.slip, b.slip);
    EXPECT_EQ(a.status, b.status);
    EXPECT_EQ(a.beta, b.beta);
    EXPECT_EQ(a.energy, b.energy);
    EXPECT_EQ(a.adhesive, b.adhesive);
}

}  // namespace limpet::sample
