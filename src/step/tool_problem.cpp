#include "solve/tool_problem.h"

#include <Eigen/Cholesky>

#include "core/assert.h"
#include "core/cross_matrix.h"
#include "step/world_parts.h"

namespace limpet {
namespace {

/// Of the other contacts of a group; with more, which would take longer to condense than steps take, their
/// impulses stay as they are.
constexpr int most_condensed_rows = 600;
/// Of the mean diagonal, added to W of other contacts, which may be more than what they touch has ranks.
constexpr double condensed_shift = 1e-9;
/// A contact slips if its tangential impulse is this share of what friction holds.
constexpr double slip_share = 1 - 1e-6;

/// Rows of the tool's velocity at a point that goes with it.
ToolRows tool_rows(const ContactRows& rows, int row, const std::vector<Vec3>& x, const Vec3& reference) {
    ToolRows j = ToolRows::Zero();
    for (const RowTerm& term : rows.terms(row)) {
        j.leftCols<3>() += term.weight;
        j.rightCols<3>() -= term.weight * cross_matrix(x[term.vertex] - reference);
    }
    j.rightCols<3>() += rows.spin(row);
    return j;
}

Vec3 middle(const ContactRows& rows, int row, const std::vector<Vec3>& x) {
    Vec3 sum = Vec3::Zero();
    double all = 0;
    for (const RowTerm& term : rows.terms(row)) {
        const double weight = term.weight.row(0).norm();
        sum += weight * x[term.vertex];
        all += weight;
    }
    return all > 0 ? Vec3(sum / all) : sum;
}

Mat3 block_of(const BlockMatrix& W, int i, int j) {
    const int at = W.pattern().find(i, j);
    return at < 0 ? Mat3::Zero() : Mat3(Eigen::Map<const Mat3>(W.block(at)));
}

/// Rows of other contacts that keep their velocity, and what their bonds add to W.
struct HeldRows {
    std::vector<std::pair<int, int>> rows;  ///< contact in the group, axis
    std::vector<double> give;               ///< [1/kg]

    void add(const ContactGroup& group, int i) {
        const Bond bond = group.problem.bond(i);
        const Vec3 l = group.report.lambda.segment<3>(3 * static_cast<Eigen::Index>(i));
        const double bond_give = bond.k > 0 ? 1 / bond.k : 0;
        if (!(l.x() > 0) && !(bond.k > 0)) return;
        rows.emplace_back(i, 0);
        give.push_back(l.x() > 0 ? 0 : bond_give);
        const bool slips = l.tail<2>().norm() >= slip_share * group.problem.friction[i] * l.x();
        if (slips && !(bond.k > 0)) return;
        for (const int axis : {1, 2}) {
            rows.emplace_back(i, axis);
            give.push_back(slips ? bond_give : 0);
        }
    }
};

class GroupOfTool {
public:
    GroupOfTool(const ContactGroup& group, const std::vector<Contact>& contacts, int tool)
        : group_(group), contacts_(contacts) {
        for (std::size_t i = 0; i < group.part.contacts.size(); ++i) {
            const ContactKey& key = contacts[group.part.contacts[i]].key;
            const bool own = key.first_body == tool || key.second_body == tool;
            (own ? own_ : others_).push_back(static_cast<int>(i));
        }
    }

    bool has_any() const { return !own_.empty(); }

    void add_contacts(const Body& tool, const Vec3& reference, std::vector<ToolContact>& all) const {
        const ContactRows& rows = rows_of(tool);
        const std::vector<Vec3>& x = tool.collision_positions();
        for (int row = 0; row < rows.size(); ++row) {
            const int i = rows.contact(row);
            const auto at = 3 * static_cast<Eigen::Index>(i);
            ToolContact c;
            c.id = contacts_[group_.part.contacts[i]].id;
            c.rows = tool_rows(rows, row, x, reference);
            c.point = middle(rows, row, x);
            c.friction = group_.problem.friction[i];
            c.bond = group_.problem.bond(i);
            c.lambda = group_.report.lambda.segment<3>(at);
            c.u = group_.u.segment<3>(at);
            c.viscous = group_.viscous.size() > 0 ? Vec3(group_.viscous.segment<3>(at)) : Vec3::Zero();
            all.push_back(c);
        }
    }

    MatX compliance(Body& tool) const {
        const auto n = static_cast<Eigen::Index>(own_.size());
        MatX W(3 * n, 3 * n);
        for (Eigen::Index i = 0; i < n; ++i)
            for (Eigen::Index j = 0; j < n; ++j)
                W.block<3, 3>(3 * i, 3 * j) = block_of(group_.problem.W, own_[i], own_[j]);
        if (tool.type() == BodyType::Rigid) W -= rigid_share(tool);
        condense(W);
        return (W + W.transpose()) / 2;
    }

private:
    const ContactRows& rows_of(const Body& tool) const {
        for (const BodyRows& part : group_.part.bodies)
            if (part.body == &tool) return part.rows;
        LIMPET_ASSERT(false);
        return group_.part.bodies.front().rows;
    }

    MatX rigid_share(Body& tool) const {
        BlockMatrix share(group_.problem.W.pattern());
        VecX unused = VecX::Zero(group_.problem.u0.size());
        tool.add_compliance(rows_of(tool), share, unused);
        const auto n = static_cast<Eigen::Index>(own_.size());
        MatX out(3 * n, 3 * n);
        for (Eigen::Index i = 0; i < n; ++i)
            for (Eigen::Index j = 0; j < n; ++j)
                out.block<3, 3>(3 * i, 3 * j) = block_of(share, own_[i], own_[j]);
        return out;
    }

    void condense(MatX& W) const {
        HeldRows held;
        for (const int i : others_) held.add(group_, i);
        const auto m = static_cast<Eigen::Index>(held.rows.size());
        if (m == 0 || m > most_condensed_rows) return;
        const BlockMatrix& all = group_.problem.W;
        MatX between(m, W.cols()), own(m, m);
        for (Eigen::Index r = 0; r < m; ++r) {
            const auto [i, axis] = held.rows[r];
            for (std::size_t j = 0; j < own_.size(); ++j)
                between.block<1, 3>(r, 3 * static_cast<Eigen::Index>(j)) =
                    block_of(all, i, own_[j]).row(axis);
            for (Eigen::Index c = 0; c < m; ++c)
                own(r, c) = block_of(all, i, held.rows[c].first)(axis, held.rows[c].second);
        }
        own.diagonal().array() += condensed_shift * own.trace() / static_cast<double>(m);
        for (Eigen::Index r = 0; r < m; ++r) own(r, r) += held.give[r];
        W -= between.transpose() * own.ldlt().solve(between);
    }

    const ContactGroup& group_;
    const std::vector<Contact>& contacts_;
    std::vector<int> own_, others_;  ///< contacts in the group
};

}  // namespace

void find_tool_problem(const World& world, BodyId tool, const Vector3& reference, ToolProblem& problem) {
    const World::Parts& parts = *world.parts_;
    problem.step = world.steps();
    problem.h = parts.scene.time.step;
    problem.reference = to_vec3(reference);
    problem.contacts.clear();
    problem.W.resize(0, 0);
    const int index = parts.ids.index_of(tool);
    if (!parts.contact) return;
    Body& body = *parts.bodies[index];
    std::vector<MatX> shares;
    for (const ContactGroup& group : parts.contact->groups()) {
        const GroupOfTool part(group, parts.contact->contact_set().all(), index);
        if (!part.has_any()) continue;
        part.add_contacts(body, problem.reference, problem.contacts);
        shares.push_back(part.compliance(body));
    }
    const auto size = 3 * static_cast<Eigen::Index>(problem.contacts.size());
    problem.W.setZero(size, size);
    Eigen::Index at = 0;
    for (const MatX& share : shares) {
        problem.W.block(at, at, share.rows(), share.cols()) = share;
        at += share.rows();
    }
}

}  // namespace limpet
