#include "step/part_as_wholes.h"

#include <Eigen/LU>
#include <algorithm>

#include "bodies/elastic/elastic_body.h"
#include "bodies/rigid/torque_free.h"
#include "compliance/group_problem.h"

namespace limpet {
namespace {

/// λ is a mass times a displacement here.
constexpr double unit_step = 1;

/// The six rigid modes of an elastic body.
class Whole {
public:
    explicit Whole(ElasticBody& body) : body_(body), center_(body.center_of_mass()) {
        if (body.system().elements->is_linear()) return;
        Mat3 inertia = Mat3::Zero();
        for (std::size_t i = 0; i < body.positions().size(); ++i) {
            const Vec3 r = body.positions()[i] - center_;
            inertia += body.system().mass[i] * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
        }
        inverse_inertia_ = inertia.inverse();
    }

    void add_compliance(const ContactRows& rows, BlockMatrix& W) const {
        std::vector<Jacobian> j, moved;
        for (int i = 0; i < rows.size(); ++i) {
            j.push_back(jacobian(rows, i));
            moved.push_back(j.back());
            moved.back().leftCols<3>() /= body_.mass();
            moved.back().rightCols<3>() *= inverse_inertia_;
        }
        SymmetricColumns columns(rows, W);
        for (int b = 0; b < rows.size(); ++b)
            columns.add(b, [&](int a) -> Mat3 { return moved[b].lazyProduct(j[a].transpose()); });
    }

    void move(const ContactRows& rows, const VecX& lambda) const {
        Eigen::Matrix<double, 6, 1> given = Eigen::Matrix<double, 6, 1>::Zero();
        for (int i = 0; i < rows.size(); ++i)
            given += jacobian(rows, i).transpose() * lambda.segment<3>(3 * rows.contact(i));
        const Vec3 way = given.head<3>() / body_.mass();
        const Mat3 turn = rotation_exp(inverse_inertia_ * given.tail<3>()) - Mat3::Identity();
        std::vector<double> shifts;
        for (const int node : body_.system().assembly.free_nodes()) {
            const Vec3 shift = way + turn * (body_.positions()[node] - center_);
            shifts.insert(shifts.end(), shift.begin(), shift.end());
        }
        body_.shift_nodes(shifts, 1);
    }

private:
    using Jacobian = Eigen::Matrix<double, 3, 6>;

    Jacobian jacobian(const ContactRows& rows, int row) const {
        Jacobian j = Jacobian::Zero();
        for (const RowTerm& term : rows.terms(row)) {
            const Vec3 r = body_.collision_positions()[term.vertex] - center_;
            j.leftCols<3>() += term.weight;
            for (int k = 0; k < 3; ++k)
                j.block<1, 3>(k, 3) += r.cross(Vec3(term.weight.row(k).transpose())).transpose();
        }
        return j;
    }

    ElasticBody& body_;
    Vec3 center_;
    Mat3 inverse_inertia_ = Mat3::Zero();
};

/// Null unless it is elastic, and free.
ElasticBody* free_elastic(Body& body) {
    auto* const elastic = dynamic_cast<ElasticBody*>(&body);
    return elastic && elastic->system().assembly.held_nodes().empty() ? elastic : nullptr;
}

BlockMatrix compliance_of_wholes(const std::vector<BodyRows>& parts, int count) {
    BlockPattern all{count, count, {0}, {}};
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < count; ++j) all.column.push_back(j);
        all.row_start.push_back(static_cast<int>(all.column.size()));
    }
    BlockMatrix W(all);
    VecX carried = VecX::Zero(3 * static_cast<Eigen::Index>(count));
    for (const BodyRows& part : parts)
        if (ElasticBody* const elastic = free_elastic(*part.body))
            Whole(*elastic).add_compliance(part.rows, W);
        else if (part.body->type() == BodyType::Rigid)
            part.body->add_compliance(part.rows, W, carried);
    return W;
}

/// No motion of a whole parts a body from itself. What W has of such a contact is how far images see the
/// lines of its two normal forces apart: by that little arm, λ would turn the body over.
bool is_movable(const Contact& contact, const BlockMatrix& W, int row) {
    return contact.key.first_body != contact.key.second_body && W.block(W.pattern().find(row, row))[0] > 0;
}

}  // namespace

namespace {

/// Of the largest depth that is to go: if a motion of wholes leaves more of any contact, they are in each
/// other's way.
constexpr double most_left = 0.25;

bool parts_all(const std::vector<Contact>& contacts, const std::vector<int>& chosen, const BlockMatrix& W,
               const VecX& lambda, const VolumeDepths& depths) {
    VecX moved(lambda.size());
    W.multiply_rows(0, static_cast<int>(chosen.size()), lambda.data(), moved.data());
    double asked = 0, left = 0;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const double gap = std::max(contacts[chosen[i]].gap + depths.kept, -depths.push);
        asked = std::max(asked, -gap);
        left = std::max(left, -gap - moved[3 * static_cast<Eigen::Index>(i)]);
    }
    return left <= most_left * asked;
}

enum class Parting { Wholly, AsFarAsMayBe };

bool part_group(const std::vector<Contact>& contacts, const std::vector<int>& group,
                const std::vector<std::unique_ptr<Body>>& bodies, const VolumeDepths& depths,
                const SolveLimits& limits, Parting parting) {
    const BlockMatrix all =
        compliance_of_wholes(rows_on_bodies(contacts, group, bodies), static_cast<int>(group.size()));
    std::vector<int> chosen;
    for (std::size_t i = 0; i < group.size(); ++i)
        if (is_movable(contacts[group[i]], all, static_cast<int>(i)))
            chosen.push_back(group[i]);
        else if (parting == Parting::Wholly && depths.too_deep(contacts[group[i]]))
            return false;
    if (chosen.empty()) return false;
    const std::vector<BodyRows> parts = rows_on_bodies(contacts, chosen, bodies);
    const BlockMatrix W = compliance_of_wholes(parts, static_cast<int>(chosen.size()));
    const VecX lambda = parting_impulses(contacts, chosen, W, depths, unit_step, limits);
    if (parting == Parting::Wholly && !parts_all(contacts, chosen, W, lambda, depths)) return false;
    for (const BodyRows& part : parts)
        if (ElasticBody* const elastic = free_elastic(*part.body))
            Whole(*elastic).move(part.rows, lambda);
        else if (part.body->type() == BodyType::Rigid)
            part.body->add_displacements(part.rows, lambda, unit_step);
    return true;
}

}  // namespace

bool part_group_as_wholes(const std::vector<Contact>& contacts, const std::vector<int>& group,
                          const std::vector<std::unique_ptr<Body>>& bodies, const VolumeDepths& depths,
                          const SolveLimits& limits) {
    return part_group(contacts, group, bodies, depths, limits, Parting::Wholly);
}

bool part_as_wholes(const std::vector<Contact>& contacts, const std::vector<std::unique_ptr<Body>>& bodies,
                    const std::vector<bool>& moves, const VolumeDepths& depths, const SolveLimits& limits) {
    bool any = false;
    for (const std::vector<int>& group : groups_to_part(contacts, moves, depths))
        any = part_group(contacts, group, bodies, depths, limits, Parting::AsFarAsMayBe) || any;
    return any;
}

}  // namespace limpet
