#pragma once

/// A body made of nodes, each with a mass, of which some may be held: what elastic bodies and particles let
/// others read, and how their held nodes are commanded.

#include <string>
#include <vector>

#include "bodies/body.h"
#include "bodies/elastic/held_nodes.h"

namespace limpet {

class NodalBody : public Body {
public:
    bool move_to(const std::string& group, const Placement& to, double start, double duration) final {
        return held_nodes_.move_to(group, to, start, duration);
    }
    std::vector<std::string> groups() const final { return held_nodes_.groups(); }

    Vec3 center_of_mass() const final;
    Vec3 mean_velocity() const final;
    std::optional<Spin> spin() const final;
    int nearest_point(const Vec3& at_rest) const final;
    Vec3 point_position(int node) const final { return nodes().x[node]; }
    Vec3 point_velocity(int node) const final { return nodes().v[node]; }

protected:
    struct Nodes {
        const std::vector<double>& mass;  ///< [kg]
        const std::vector<Vec3>& own;     ///< at rest in the body's own frame [m]
        const std::vector<Vec3>&x, &v;    ///< [m], [m/s]
    };

    NodalBody(std::string name, BodyType type, HeldNodes held)
        : Body(std::move(name), type), held_nodes_(std::move(held)) {}
    virtual Nodes nodes() const = 0;

    HeldNodes held_nodes_;
};

}  // namespace limpet
