#include "bodies/elastic/held_nodes.h"

#include <fmt/format.h>

#include <algorithm>

#include "bodies/node_selection.h"
#include "core/disjoint_sets.h"

namespace limpet {
namespace {

/// A selection's nodes; without any, what to say about it goes to `complaints`.
std::vector<int> selected_or_complain(const std::vector<Vec3>& own, const NodeSelection& selection,
                                      const std::string& field, std::vector<Complaint>& complaints) {
    std::vector<int> nodes = selected(selection, own);
    if (nodes.empty()) complaints.push_back({"", 0, field, holds_none("node", "nodes", own)});
    return nodes;
}

}  // namespace

HeldNodes::HeldNodes(const std::vector<Vec3>& own, const Placement& placement,
                     const std::vector<NodeSelection>& fixed, const std::vector<Motion>& motion)
    : placement_(placement), own_(own), held_(own.size(), 0), motion_of_(own.size(), -1) {
    std::vector<Complaint> complaints;
    for (std::size_t i = 0; i < fixed.size(); ++i)
        for (const int node : selected_or_complain(own, fixed[i], fmt::format("fixed[{}]", i), complaints))
            held_[node] = 1;
    for (std::size_t i = 0; i < motion.size(); ++i) hold(motion[i], static_cast<int>(i), complaints);
    if (!complaints.empty()) throw InputError(std::move(complaints));
}

void HeldNodes::hold(const Motion& motion, int index, std::vector<Complaint>& complaints) {
    motions_.emplace_back(motion.keyframes);
    names_.push_back(motion.name);
    if (!motion.nodes) {
        complaints.push_back({"", 0, fmt::format("motion[{}]", index),
                              "motion of some of a body's nodes needs `nodes`: a box or a sphere"});
        return;
    }
    const std::string field = fmt::format("motion[{}].nodes", index);
    int held_twice = -1;
    for (const int node : selected_or_complain(own_, *motion.nodes, field, complaints)) {
        if (held_[node]) {
            if (held_twice < 0) held_twice = node;
            continue;
        }
        held_[node] = 1;
        motion_of_[node] = index;
    }
    if (held_twice < 0) return;
    const Vec3& x = own_[held_twice];
    const int other = motion_of_[held_twice];
    complaints.push_back(
        {"", 0, field,
         fmt::format("the node at [{:.4g}, {:.4g}, {:.4g}] is {} too; a node can be fixed or follow one "
                     "motion",
                     x.x(), x.y(), x.z(),
                     other < 0 ? std::string("fixed") : fmt::format("in motion[{}].nodes", other))});
}

void HeldNodes::extend(int kept, std::span<const NodeOrigin> added) {
    extend_by_origins(own_, kept, added);
    held_.resize(kept);
    motion_of_.resize(kept);
    for (const NodeOrigin& origin : added) {
        const bool held = held_[origin.first] && held_[origin.second] &&
                          motion_of_[origin.first] == motion_of_[origin.second];
        held_.push_back(held);
        motion_of_.push_back(held ? motion_of_[origin.first] : -1);
    }
}

bool HeldNodes::move_to(const std::string& group, const Placement& to, double start, double duration) {
    if (group.empty()) return false;
    bool any = false;
    for (std::size_t i = 0; i < motions_.size(); ++i) {
        if (names_[i] != group) continue;
        motions_[i].go(placement_, to, start, duration);
        any = true;
    }
    return any;
}

std::vector<std::string> HeldNodes::groups() const {
    std::vector<std::string> names;
    for (const std::string& name : names_)
        if (!name.empty()) names.push_back(name);
    return names;
}

bool HeldNodes::any_taken_over() const {
    return std::any_of(motions_.begin(), motions_.end(),
                       [](const Keyframes& m) { return m.is_taken_over(); });
}

void HeldNodes::append_state(std::vector<double>& values) const {
    for (const Keyframes& motion : motions_) {
        values.push_back(motion.is_taken_over());
        if (motion.is_taken_over()) motion.append_passage(values);
    }
}

bool HeldNodes::take_state(std::span<const double>& values) {
    for (Keyframes& motion : motions_) motion.forget_passage();
    if (values.empty()) return true;
    for (Keyframes& motion : motions_) {
        if (values.empty()) return false;
        const bool taken_over = values.front() != 0;
        values = values.subspan(1);
        if (taken_over && !motion.take_passage(values)) return false;
    }
    return true;
}

std::vector<Keyframes::Pose> HeldNodes::poses(double time) const {
    std::vector<Keyframes::Pose> out;
    for (const Keyframes& motion : motions_) out.push_back(motion.at(time));
    return out;
}

Vec3 HeldNodes::target(int node, const std::vector<Keyframes::Pose>& poses) const {
    const Vec3 placed = placement_.rotation * own_[node];
    if (motion_of_[node] < 0) return placed + placement_.position;
    const Keyframes::Pose& pose = poses[motion_of_[node]];
    return pose.rotation * placed + pose.displacement + placement_.position;
}

int loosely_held_node(const std::vector<Vec3>& own, const std::vector<Tetrahedron>& tetrahedra,
                      const std::vector<char>& held) {
    DisjointSets parts(own.size());
    for (const Tetrahedron& t : tetrahedra)
        for (int a = 1; a < 4; ++a) parts.join(t[a], t[0]);

    struct Hold {
        std::vector<int> nodes;  ///< at most the first, the one farthest from it, and one off their line
        double length = 0;
    };
    std::vector<Hold> holds(own.size());
    const auto for_each_held = [&](auto&& visit) {
        for (int i = 0; i < static_cast<int>(own.size()); ++i)
            if (held[i]) visit(i, holds[parts.root(i)]);
    };
    for_each_held([&](int i, Hold& hold) {
        if (hold.nodes.empty()) hold.nodes = {i, i, i};
        const double length = (own[i] - own[hold.nodes[0]]).norm();
        if (length > hold.length) {
            hold.length = length;
            hold.nodes[1] = i;
        }
    });
    std::vector<char> firm(own.size(), 0);
    for_each_held([&](int i, Hold& hold) {
        constexpr double on_one_line = 1e-6;  // of the distance of the two farthest nodes
        const Vec3 along = own[hold.nodes[1]] - own[hold.nodes[0]];
        const double off = along.cross(own[i] - own[hold.nodes[0]]).norm();
        if (off > on_one_line * hold.length * hold.length) firm[parts.root(i)] = 1;
    });
    for (int i = 0; i < static_cast<int>(own.size()); ++i)
        if (!firm[parts.root(i)]) return i;
    return -1;
}

}  // namespace limpet
