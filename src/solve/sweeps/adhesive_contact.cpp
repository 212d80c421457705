#include "solve/sweeps/adhesive_contact.h"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>

namespace limpet {
namespace {

/// Normal and tangential impulses of one contact have settled when a pass changes them by less.
constexpr double settled = 1e-14;

}  // namespace

double adhesive_normal_impulse(double u, double w, const Bond& bond) {
    const double pull = std::min(-bond.k * (u - bond.slack) / (1 + bond.k * w), 0.0);
    return bond.pulls_only ? pull : std::max(-u / w, pull);
}

/// Impulse against velocity is one line broken at few places, and never rises; each piece is tried.
double BoxedBond::impulse(double u, double bound) const {
    const double pulled = -k * (u + drag) / (1 + k * w);
    if (std::abs(pulled) >= bound) return pulled;
    const double at_rest = -k * drag, spare = bound - std::abs(at_rest);
    if (spare >= 0 && w > 0 && std::abs(-u / w - at_rest) <= spare) return -u / w;
    // Slip of sign `way`: away from the anchor friction and bond hold together what friction would alone.
    const double way = w > 0 ? (-u / w < at_rest ? 1 : -1) : u < 0 ? -1 : u > 0 ? 1 : 0;
    const double away = -way * bound;
    if (way * (u + w * away + drag) >= 0) return away;
    return (-2 * k * (u + drag) - way * bound) / (1 + 2 * k * w);
}

AdhesiveContact::AdhesiveContact(const double* block, double friction, const Bond& bond, Cone cone,
                                 double u0_t, double u0_b)
    : w_(block), friction_(friction), bond_(bond), exact_(cone == Cone::Exact) {
    if (exact_) {
        const Eigen::Matrix2d w = Eigen::Map<const Mat3>(block).bottomRightCorner<2, 2>();
        inverse_ = (Eigen::Matrix2d::Identity() + bond.k * w).inverse();
        const Eigen::Matrix2d held = inverse_ * w;
        const std::array<double, 9> uncoupled = {block[0],   0, 0,          0,         held(0, 0),
                                                 held(1, 0), 0, held(0, 1), held(1, 1)};
        disc_ = OneContact(uncoupled.data(), 1);
    } else {
        frame_ = box_frame(cone, u0_t, u0_b, friction);
        Eigen::Matrix2d turn;
        turn << frame_.cosine, frame_.sine, -frame_.sine, frame_.cosine;
        box_w_ = turn * Eigen::Map<const Mat3>(block).bottomRightCorner<2, 2>() * turn.transpose();
        box_drag_ = turn * Eigen::Vector2d(bond.drag_t, bond.drag_b);
    }
}

void AdhesiveContact::update(double un, double u1, double u2, double* lambda, int passes) {
    for (int pass = 0; pass < passes; ++pass) {
        const double before[3] = {lambda[0], lambda[1], lambda[2]};
        const double n = adhesive_normal_impulse(un + w_[3] * lambda[1] + w_[6] * lambda[2], w_[0], bond_);
        if (exact_)
            hold_in_disc(n, u1 + w_[1] * n, u2 + w_[2] * n, lambda);
        else
            hold_in_box(n, u1 + w_[1] * n, u2 + w_[2] * n, lambda);
        lambda[0] = n;
        double change = 0, size = 0;
        for (int k = 0; k < 3; ++k) {
            change = std::max(change, std::abs(lambda[k] - before[k]));
            size = std::max(size, std::abs(lambda[k]));
        }
        if (change <= settled * size) return;
    }
}

/// φ and ‖p‖ depend on each other. With φ, ‖p‖ changes by less than φ does, so that φ + ‖p‖ − μ λn rises with
/// φ and has one root; find_slip() looks for it along γ, on which all of it depends.
void AdhesiveContact::hold_in_disc(double n, double u1, double u2, double* lambda) {
    const Eigen::Vector2d drag(bond_.drag_t, bond_.drag_b);
    const Eigen::Vector2d strain = inverse_ * (Eigen::Vector2d(u1, u2) + drag), free = strain - drag;
    const double bound = friction_ * std::max(n, 0.0);
    if (bond_.k * strain.norm() >= bound)
        Eigen::Map<Eigen::Vector2d>(lambda + 1) = -bond_.k * strain;
    else
        disc_.hold_beside(bond_.k, drag.x(), drag.y(), bound, free.x(), free.y(), lambda + 1);
}

void AdhesiveContact::hold_in_box(double n, double u1, double u2, double* lambda) const {
    const double c = frame_.cosine, s = frame_.sine;
    const auto along = [&](double x, double y) { return std::array{c * x + s * y, c * y - s * x}; };
    const auto u = along(u1, u2);
    auto l = along(lambda[1], lambda[2]);
    const Eigen::Matrix2d& w = box_w_;
    for (int k = 0; k < 2; ++k) {
        const double free = u[k] + w(k, 1 - k) * l[1 - k];
        l[k] = BoxedBond{bond_.k, box_drag_[k], w(k, k)}.impulse(free, frame_.width * std::max(n, 0.0));
    }
    lambda[1] = c * l[0] - s * l[1];
    lambda[2] = s * l[0] + c * l[1];
}

std::vector<std::optional<AdhesiveContact>> adhesive_contacts(const Problem& problem, Cone cone) {
    std::vector<std::optional<AdhesiveContact>> contacts;
    if (!problem.has_bonds()) return contacts;
    contacts.resize(problem.contacts());
    for (int i = 0; i < problem.contacts(); ++i)
        if (problem.bond(i).k > 0)
            contacts[i].emplace(problem.diagonal(i), problem.friction[i], problem.bond(i), cone,
                                problem.u0[3 * i + 1], problem.u0[3 * i + 2]);
    return contacts;
}

}  // namespace limpet
