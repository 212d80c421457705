#include "haptics/local_contact.h"

#include <cmath>

namespace limpet::haptics {
namespace {

/// A contact whose tangential impulse is less than this share of what friction holds sticks.
constexpr double stick_share = 1 - 1e-9;

}  // namespace

LocalContact::LocalContact()
    : lambda_(VecX::Zero(3 * most_contacts)),
      u0_(VecX::Zero(3 * most_contacts)),
      u_(VecX::Zero(3 * most_contacts)) {}

/// Contacts that were there before start from the loop's own answer, others from the simulation's.
void LocalContact::take(Snapshot& snapshot) {
    snapshot_ = &snapshot;
    int k = 0;
    for (std::size_t i = 0; i < snapshot.contacts.size(); ++i) {
        const SnapshotContact& c = snapshot.contacts[i];
        while (k < kept_count_ && kept_[k].id < c.id) ++k;
        const bool known = k < kept_count_ && kept_[k].id == c.id;
        lambda_.segment<3>(3 * static_cast<Eigen::Index>(i)) = known ? kept_[k].lambda : c.start;
    }
}

void LocalContact::set_velocities(const Vec6& free) {
    Snapshot& s = *snapshot_;
    for (std::size_t i = 0; i < s.contacts.size(); ++i) {
        const SnapshotContact& c = s.contacts[i];
        Vec3 u = c.base + c.rows * free / s.h;
        u.y() -= c.slip[0];
        u.z() -= c.slip[1];
        u0_.segment<3>(3 * static_cast<Eigen::Index>(i)) = u;
        const int contact = static_cast<int>(i);
        if (s.sweep.has_bond(contact))
            s.sweep.set_drag(contact, c.drag[0] + c.slip[0], c.drag[1] + c.slip[1]);
    }
}

/// Where a contact slipped, or is open, friction holds from here on.
void LocalContact::follow_slip() {
    Snapshot& s = *snapshot_;
    for (std::size_t i = 0; i < s.contacts.size(); ++i) {
        SnapshotContact& c = s.contacts[i];
        const auto at = 3 * static_cast<Eigen::Index>(i);
        const double held = c.friction * std::max(lambda_[at], 0.0);
        const bool sticks =
            !s.sweep.has_bond(static_cast<int>(i)) && lambda_.segment<2>(at + 1).norm() < stick_share * held;
        if (sticks) continue;
        for (int axis = 0; axis < 2; ++axis) c.slip[axis] += u_[at + 1 + axis];
    }
}

void LocalContact::keep() {
    kept_count_ = static_cast<int>(snapshot_->contacts.size());
    for (int i = 0; i < kept_count_; ++i)
        kept_[i] = {snapshot_->contacts[i].id, lambda_.segment<3>(3 * static_cast<Eigen::Index>(i))};
}

LocalAnswer LocalContact::solve(const Pose& target) {
    LocalAnswer answer;
    answer.tool = target;
    if (!snapshot_) return answer;
    Snapshot& s = *snapshot_;
    const Vec6 relaxed = s.coupling.give * (s.coupling.drag * stretch_);
    const Vec6 free = difference(target, s.tool) - relaxed + s.coupling.give * s.steady;
    if (!s.contacts.empty()) {
        set_velocities(free);
        s.sweep.begin(u0_, lambda_, u_);
        for (int sweep = 0; sweep < s.sweeps; ++sweep) s.sweep(lambda_, u_);
        follow_slip();
        keep();
    } else {
        kept_count_ = 0;
    }
    answer.sweeps = s.sweeps;
    answer.wrench = s.steady;
    double pushed = 0;
    for (std::size_t i = 0; i < s.contacts.size(); ++i) {
        const Vec3 f = lambda_.segment<3>(3 * static_cast<Eigen::Index>(i)) / s.h;
        const double size = f.norm();
        if (size == 0) continue;
        answer.wrench += s.contacts[i].rows.transpose() * f;
        answer.point += size * s.contacts[i].point;
        pushed += size;
        ++answer.contacts;
    }
    if (pushed > 0) answer.point /= pushed;
    answer.is_finite = answer.wrench.allFinite();
    if (!answer.is_finite) {
        answer.wrench.setZero();
        lambda_.setZero();
        kept_count_ = 0;
    }
    stretch_ = relaxed - s.coupling.give * answer.wrench;
    answer.tool = moved(target, -stretch_);
    return answer;
}

}  // namespace limpet::haptics
