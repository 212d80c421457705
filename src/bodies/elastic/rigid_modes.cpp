#include "bodies/elastic/rigid_modes.h"

#include <Eigen/LU>

#include "bodies/rigid/torque_free.h"

namespace limpet {

RigidModes::RigidModes(const ElasticBody& body) : body_(body), center_(body.center_of_mass()) {
    if (body.system().elements->is_linear()) return;
    Mat3 inertia = Mat3::Zero();
    for (std::size_t i = 0; i < body.positions().size(); ++i) {
        const Vec3 r = body.positions()[i] - center_;
        inertia += body.system().mass[i] * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
    }
    inverse_inertia_ = inertia.inverse();
}

RigidModes::Jacobian RigidModes::jacobian(const ContactRows& rows, int row) const {
    Jacobian j = Jacobian::Zero();
    for (const RowTerm& term : rows.terms(row)) {
        const Vec3 r = body_.collision_positions()[term.vertex] - center_;
        j.leftCols<3>() += term.weight;
        for (int k = 0; k < 3; ++k)
            j.block<1, 3>(k, 3) += r.cross(Vec3(term.weight.row(k).transpose())).transpose();
    }
    return j;
}

void RigidModes::add_compliance(const ContactRows& rows, BlockMatrix& W) const {
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

std::vector<double> RigidModes::displacements(const ContactRows& rows, const VecX& lambda) const {
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
    return shifts;
}

bool ElasticBody::is_held() const {
    return !system_.assembly.held_nodes().empty();
}

void ElasticBody::add_rigid_compliance(const ContactRows& rows, BlockMatrix& W) {
    if (!is_held()) RigidModes(*this).add_compliance(rows, W);
}

void ElasticBody::move_rigidly(const ContactRows& rows, const VecX& lambda) {
    if (!is_held()) shift_nodes(RigidModes(*this).displacements(rows, lambda), 1);
}

}  // namespace limpet
