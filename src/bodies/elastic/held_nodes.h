#pragma once

/// Nodes whose motion is prescribed: fixed ones, and those that follow keyframes.
///   x(t) = position + d(t) + R(t) rotation X      X in the body's own frame, d and R from the keyframes

#include <span>
#include <string>
#include <vector>

#include "bodies/keyframes.h"
#include "core/types.h"
#include "limpet/error.h"
#include "limpet/scene.h"
#include "shapes/cut/node_origin.h"

namespace limpet {

class HeldNodes {
public:
    HeldNodes() = default;
    /// `own`: nodes in the body's own frame. Throws InputError with every selection that holds no node or
    /// asks a node to do two things.
    HeldNodes(const std::vector<Vec3>& own, const Placement& placement,
              const std::vector<NodeSelection>& fixed, const std::vector<Motion>& motion);

    /// The first `kept` nodes stay, `added` come after them: held where both nodes that they come from are,
    /// by the same motion.
    void extend(int kept, std::span<const NodeOrigin> added);

    /// A motion goes by its name where a command says (Keyframes::go()); false: none has that name.
    bool move_to(const std::string& group, const Placement& to, double start, double duration);
    /// Names of motions, where they have any.
    std::vector<std::string> groups() const;
    /// Motions that commands have taken over.
    void append_state(std::vector<double>& values) const;
    /// Reads from the front of `values`; false if they do not fit. Of no values: none is taken over.
    [[nodiscard]] bool take_state(std::span<const double>& values);
    bool any_taken_over() const;

    /// Of each node: is it held?
    const std::vector<char>& held() const { return held_; }
    /// Where a held node is at a time. Steps that ask for many nodes take poses() once.
    std::vector<Keyframes::Pose> poses(double time) const;
    Vec3 target(int node, const std::vector<Keyframes::Pose>& poses) const;

private:
    void hold(const Motion& motion, int index, std::vector<Complaint>& complaints);

    Placement placement_;
    std::vector<Vec3> own_;
    std::vector<char> held_;
    std::vector<int> motion_of_;  ///< of each node; −1: none
    std::vector<Keyframes> motions_;
    std::vector<std::string> names_;  ///< of motions; empty: none
};

/// Quasi-static bodies need every connected part to be held at three nodes that are not on one line. Returns
/// a node of a part that is not, or −1.
int loosely_held_node(const std::vector<Vec3>& own, const std::vector<Tetrahedron>& tetrahedra,
                      const std::vector<char>& held);

}  // namespace limpet
