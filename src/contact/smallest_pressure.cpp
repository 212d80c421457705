#include "contact/smallest_pressure.h"

#include <algorithm>
#include <map>

#include "contact/contact_constants.h"

namespace limpet {
namespace {

/// Contacts of one pair of bodies that touch.
struct Patch {
    std::vector<int> rows;      ///< in the group
    std::vector<int> contacts;  ///< in the list of all
    VecX push;                  ///< λ⁰ [N s]
    VecX root_area;             ///< √A [m]
};

std::vector<Patch> touching_patches(const SolvedGroup& group, const std::vector<Contact>& contacts,
                                    const ContactSolution& solution, double h, double near) {
    std::map<std::pair<int, int>, Patch> patches;
    for (std::size_t row = 0; row < group.contacts.size(); ++row) {
        const int i = group.contacts[row];
        const SolvedContact& s = solution[i];
        if (contacts[i].sample || !(s.lambda.x() > 0 || h * s.u.x() < near)) continue;
        Patch& patch = patches[{contacts[i].key.first_body, contacts[i].key.second_body}];
        patch.rows.push_back(static_cast<int>(row));
        patch.contacts.push_back(i);
    }
    std::vector<Patch> found;
    for (auto& [pair, patch] : patches) found.push_back(std::move(patch));
    return found;
}

/// Leaves out what really pulls: a bond's traction is what its law says. False if there is nothing to share.
bool measure(Patch& patch, const std::vector<Contact>& contacts, const ContactSolution& solution) {
    double pushes = 0, area = 0;
    int with_area = 0;
    for (const int i : patch.contacts) pushes += std::max(solution[i].lambda.x(), 0.0);
    const double least = -min_patch_pull_ratio * pushes / static_cast<double>(patch.contacts.size());
    std::size_t kept = 0;
    for (std::size_t k = 0; k < patch.contacts.size(); ++k) {
        if (solution[patch.contacts[k]].lambda.x() < least) continue;
        patch.contacts[kept] = patch.contacts[k];
        patch.rows[kept++] = patch.rows[k];
    }
    patch.contacts.resize(kept);
    patch.rows.resize(kept);
    for (const int i : patch.contacts) {
        area += contacts[i].area;
        with_area += contacts[i].area > 0;
    }
    if (!(pushes > 0) || with_area < 2) return false;
    const auto size = static_cast<Eigen::Index>(kept);
    patch.push.resize(size);
    patch.root_area.resize(size);
    for (Eigen::Index k = 0; k < size; ++k) {
        const int i = patch.contacts[k];
        patch.push[k] = solution[i].lambda.x();
        patch.root_area[k] = std::sqrt(contacts[i].area > 0 ? contacts[i].area : area / with_area);
    }
    return true;
}

/// √A W √A of the patch's normal rows.
MatX scaled_compliance(const Patch& patch, const BlockMatrix& W) {
    const auto size = static_cast<Eigen::Index>(patch.rows.size());
    MatX scaled = MatX::Zero(size, size);
    std::vector<int> place(W.rows(), -1);
    for (Eigen::Index k = 0; k < size; ++k) place[patch.rows[k]] = static_cast<int>(k);
    for (Eigen::Index k = 0; k < size; ++k)
        for (int b = W.pattern().row_start[patch.rows[k]]; b < W.pattern().row_start[patch.rows[k] + 1]; ++b)
            if (const int l = place[W.pattern().column[b]]; l >= 0)
                scaled(l, k) = W.block(b)[0] * patch.root_area[k] * patch.root_area[l];
    return scaled;
}

/// Smallest μ with M μ = b on the rows of `mask` (1 or 0), 0 on others, by conjugate gradients from 0.
VecX smallest_solution(const MatX& M, const VecX& b, const VecX& mask) {
    VecX x = VecX::Zero(b.size()), r = b.cwiseProduct(mask), p = r;
    double rr = r.squaredNorm();
    const double small = pressure_precision_ratio * pressure_precision_ratio * rr;
    for (Eigen::Index i = 0; i < 2 * b.size() && rr > small; ++i) {
        const VecX q = (M * p).cwiseProduct(mask);
        const double curvature = p.dot(q);
        if (!(curvature > 0)) break;
        const double step = rr / curvature;
        x += step * p;
        r -= step * q;
        const double next = r.squaredNorm();
        p = r + next / rr * p;
        rr = next;
    }
    return x;
}

/// λ: of the smallest pressures that push and move the bodies as λ⁰ does.
VecX smallest_push(const Patch& patch, const BlockMatrix& W) {
    const MatX M = scaled_compliance(patch, W);
    const VecX b = M * patch.push.cwiseQuotient(patch.root_area);
    VecX mask = VecX::Ones(b.size());
    for (;;) {
        const VecX x = smallest_solution(M, b, mask).cwiseProduct(patch.root_area);
        const double least = -min_patch_pull_ratio * patch.push.cwiseMax(0).mean();
        bool any = false;
        for (Eigen::Index k = 0; k < x.size(); ++k)
            if (x[k] < least) {
                mask[k] = 0;
                any = true;
            }
        // Sums of forces are kept to rounding, not to what iterations leave.
        if (!any) return x.cwiseMax(0) * (patch.push.sum() / x.cwiseMax(0).sum());
    }
}

}  // namespace

void spread_pressures(const SolvedGroup& group, const std::vector<Contact>& contacts,
                      const ContactSolution& solution, double h, double near,
                      const std::vector<std::unique_ptr<Body>>& bodies, std::vector<Vec3>& forces) {
    for (Patch& patch : touching_patches(group, contacts, solution, h, near)) {
        if (!measure(patch, contacts, solution)) continue;
        const VecX push = smallest_push(patch, group.W);
        Vec3 friction = Vec3::Zero();
        for (std::size_t k = 0; k < patch.contacts.size(); ++k) {
            const int i = patch.contacts[k];
            const Vec3 n = contacts[i].normal(), across = forces[i] - forces[i].dot(n) * n;
            forces[i] = push[static_cast<Eigen::Index>(k)] / h * n + across;
            friction += across;
        }
        const ContactKey& key = contacts[patch.contacts.front()].key;
        if (bodies[key.first_body]->deforms() || bodies[key.second_body]->deforms()) continue;
        for (std::size_t k = 0; k < patch.contacts.size(); ++k) {
            const double share = push[static_cast<Eigen::Index>(k)] / push.sum();
            const Vec3 n = contacts[patch.contacts[k]].normal();
            forces[patch.contacts[k]] = push[static_cast<Eigen::Index>(k)] / h * n + share * friction;
        }
    }
}

}  // namespace limpet
