#include "solve/sweeps/block_pgs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "solve/problem_check.h"
#include "solve/sweeps/adhesive_contact.h"
#include "solve/sweeps/one_contact.h"
#include "solve/sweeps/sweeps.h"

namespace limpet {
namespace {

/// −u / w, and where there is no compliance the largest number that opposes u.
double row_impulse(double u, double w) {
    if (w > 0) return -u / w;
    return u == 0 ? 0 : std::copysign(std::numeric_limits<double>::max(), -u);
}

/// One contact, its tangential axes turned to those of its section.
class BoxContact {
public:
    BoxContact(const double* w, const BoxFrame& frame) : frame_(frame) {
        Mat3 turn = Mat3::Identity();
        turn.row(1) << 0, frame.cosine, frame.sine;
        turn.row(2) << 0, -frame.sine, frame.cosine;
        own_ = turn * Eigen::Map<const Mat3>(w) * turn.transpose();
    }

    void update(double un, double u1, double u2, double* lambda) const {
        const double c = frame_.cosine, s = frame_.sine;
        double t = c * lambda[1] + s * lambda[2], b = c * lambda[2] - s * lambda[1];
        const double ut = c * u1 + s * u2, ub = c * u2 - s * u1;
        const double n = std::max(0.0, -(un + own_(0, 1) * t + own_(0, 2) * b) / own_(0, 0));
        const double bound = frame_.width * n;
        t = std::clamp(row_impulse(ut + own_(1, 0) * n + own_(1, 2) * b, own_(1, 1)), -bound, bound);
        b = std::clamp(row_impulse(ub + own_(2, 0) * n + own_(2, 1) * t, own_(2, 2)), -bound, bound);
        lambda[0] = n;
        lambda[1] = c * t - s * b;
        lambda[2] = s * t + c * b;
    }

private:
    BoxFrame frame_;
    Mat3 own_;
};

/// One contact with the exact cone. Its tangential problem is that of a contact whose normal impulse is
/// given: a block without coupling of normal and tangential rows.
class DiscContact {
public:
    DiscContact(const double* w, double friction) : w_(w) {
        const std::array<double, 9> uncoupled = {w[0], 0, 0, 0, w[4], w[5], 0, w[7], w[8]};
        tangential_ = OneContact(uncoupled.data(), friction);
    }

    void update(double un, double u1, double u2, double* lambda) {
        const double n = std::max(0.0, -(un + w_[3] * lambda[1] + w_[6] * lambda[2]) / w_[0]);
        tangential_.solve(-n * w_[0], u1 + w_[1] * n, u2 + w_[2] * n, lambda);
    }

private:
    const double* w_;
    OneContact tangential_;
};

template <class Contact>
Report sweep(const Problem& problem, const SolveLimits& limits, Cone cone, const SweepRows& rows,
             std::vector<Contact> contacts) {
    std::vector<std::optional<AdhesiveContact>> bonded = adhesive_contacts(problem, cone);
    return solve_by_sweeps("block-pgs", problem, limits, cone, [&](VecX& lambda) {
        return rows.sweep(lambda, [&](int i, Lanes u, double* own) {
            if (!bonded.empty() && bonded[i])
                bonded[i]->update(u[0], u[1], u[2], own, 1);
            else
                contacts[i].update(u[0], u[1], u[2], own);
        });
    });
}

}  // namespace

Report solve_block_pgs(const Problem& problem, const SolveLimits& limits, Cone cone) {
    if (const auto reason = why_unsolvable(problem); !reason.empty()) return refused(problem, reason);
    const SweepRows rows(problem);
    const int n = problem.contacts();
    if (cone == Cone::Exact) {
        std::vector<DiscContact> contacts;
        for (int i = 0; i < n; ++i) contacts.emplace_back(rows.own_block(i), problem.friction[i]);
        return sweep(problem, limits, cone, rows, std::move(contacts));
    }
    std::vector<BoxContact> contacts;
    for (int i = 0; i < n; ++i)
        contacts.emplace_back(rows.own_block(i), box_frame(cone, problem.u0[3 * i + 1], problem.u0[3 * i + 2],
                                                           problem.friction[i]));
    return sweep(problem, limits, cone, rows, std::move(contacts));
}

}  // namespace limpet
