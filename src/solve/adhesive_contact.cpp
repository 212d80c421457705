#include "solve/adhesive_contact.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace limpet {
namespace {

/// Normal and tangential impulses of one contact have settled when a pass changes them by less.
constexpr double settled = 1e-14;

}  // namespace

double adhesive_normal_impulse(double u, double w, double k) {
    return std::max(-u / w, std::min(-k * u / (1 + k * w), 0.0));
}

double adhesive_bound(double u_t, double u_b, double w, const Bond& bond) {
    return bond.k * std::hypot(u_t + bond.drag_t, u_b + bond.drag_b) / (1 + bond.k * w);
}

AdhesiveContact::AdhesiveContact(const double* block, double friction, const Bond& bond, Cone cone,
                                 double u0_t, double u0_b)
    : w_(block), friction_(friction), bond_(bond), exact_(cone == Cone::Exact) {
    if (exact_) {
        const std::array<double, 9> uncoupled = {block[0], 0, 0,        0,       block[4],
                                                 block[5], 0, block[7], block[8]};
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
        const double n = adhesive_normal_impulse(un + w_[3] * lambda[1] + w_[6] * lambda[2], w_[0], bond_.k);
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

void AdhesiveContact::hold_in_disc(double n, double u1, double u2, double* lambda) {
    const double bound =
        std::max(friction_ * std::max(n, 0.0), adhesive_bound(u1, u2, (w_[4] + w_[8]) / 2, bond_));
    disc_.solve(-bound * w_[0], u1, u2, lambda);
}

void AdhesiveContact::hold_in_box(double n, double u1, double u2, double* lambda) const {
    const double c = frame_.cosine, s = frame_.sine;
    const auto along = [&](double x, double y) { return std::array{c * x + s * y, c * y - s * x}; };
    const auto u = along(u1, u2);
    auto l = along(lambda[1], lambda[2]);
    const Eigen::Matrix2d& w = box_w_;
    for (int k = 0; k < 2; ++k) {
        const double free = u[k] + w(k, 1 - k) * l[1 - k];
        const double bond = bond_.k * std::abs(free + box_drag_[k]) / (1 + bond_.k * w(k, k));
        const double bound = std::max(frame_.width * std::max(n, 0.0), bond);
        l[k] = w(k, k) > 0 ? std::clamp(-free / w(k, k), -bound, bound)
               : free > 0  ? -bound
               : free < 0  ? bound
                           : 0;
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
