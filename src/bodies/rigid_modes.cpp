#include "bodies/rigid_modes.h"

#include <Eigen/LU>

#include "bodies/rigid/torque_free.h"

namespace limpet {

RigidModes::RigidModes(const std::vector<double>& mass, const std::vector<Vec3>& nodes,
                       const std::vector<Vec3>& vertices, bool turns)
    : nodes_(nodes), vertices_(vertices) {
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        sum += mass[i] * nodes[i];
        mass_ += mass[i];
    }
    center_ = sum / mass_;
    if (!turns) return;
    Mat3 inertia = Mat3::Zero();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Vec3 r = nodes[i] - center_;
        inertia += mass[i] * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
    }
    inverse_inertia_ = inertia.inverse();
}

RigidModes::Jacobian RigidModes::jacobian(const ContactRows& rows, int row) const {
    Jacobian j = Jacobian::Zero();
    for (const RowTerm& term : rows.terms(row)) {
        const Vec3 r = vertices_[term.vertex] - center_;
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
        moved.back().leftCols<3>() /= mass_;
        moved.back().rightCols<3>() *= inverse_inertia_;
    }
    SymmetricColumns columns(rows, W);
    for (int b = 0; b < rows.size(); ++b)
        columns.add(b, [&](int a) -> Mat3 { return moved[b].lazyProduct(j[a].transpose()); });
}

std::vector<Vec3> RigidModes::displacements(const ContactRows& rows, const VecX& lambda) const {
    Eigen::Matrix<double, 6, 1> given = Eigen::Matrix<double, 6, 1>::Zero();
    for (int i = 0; i < rows.size(); ++i)
        given += jacobian(rows, i).transpose() * lambda.segment<3>(3 * rows.contact(i));
    const Vec3 way = given.head<3>() / mass_;
    const Mat3 turn = rotation_exp(inverse_inertia_ * given.tail<3>()) - Mat3::Identity();
    std::vector<Vec3> shifts;
    for (const Vec3& x : nodes_) {
        const Vec3 shift = way + turn * (x - center_);
        shifts.push_back(shift);
    }
    return shifts;
}

}  // namespace limpet
