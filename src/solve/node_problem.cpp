#include "solve/node_problem.h"

#include <Eigen/LU>
#include <map>

namespace limpet {

VecX NodeProblem::times_A(const VecX& x) const {
    VecX y(x.size());
    A.multiply(x.data(), y.data());
    return y;
}

VecX NodeProblem::contact_velocities(const VecX& velocity) const {
    VecX u = c;
    for (int i = 0; i < contacts(); ++i)
        for (int k = row_start[i]; k < row_start[i + 1]; ++k)
            u.segment<3>(3 * i) += rows[k].weight * velocity.segment<3>(3 * Eigen::Index(rows[k].node));
    return u;
}

VecX NodeProblem::transposed_rows_times(const VecX& lambda) const {
    VecX sum = VecX::Zero(b.size());
    for (int i = 0; i < contacts(); ++i)
        for (int k = row_start[i]; k < row_start[i + 1]; ++k)
            sum.segment<3>(3 * Eigen::Index(rows[k].node)) +=
                rows[k].weight.transpose() * lambda.segment<3>(3 * i);
    return sum;
}

Problem problem_of_contacts(const NodeProblem& p, const std::vector<Mat3>& D_inverse) {
    const int n = p.contacts();
    std::vector<std::vector<std::pair<int, int>>> at_node(p.A.rows());  // contact, row
    for (int i = 0; i < n; ++i)
        for (int k = p.row_start[i]; k < p.row_start[i + 1]; ++k) at_node[p.rows[k].node].push_back({i, k});
    BlockPattern pattern;
    pattern.rows = pattern.columns = n;
    pattern.row_start = {0};
    std::vector<std::map<int, Mat3>> blocks(n);
    for (int i = 0; i < n; ++i) {
        blocks[i].emplace(i, Mat3::Zero());
        for (int k = p.row_start[i]; k < p.row_start[i + 1]; ++k) {
            const Mat3 moved = p.rows[k].weight * D_inverse[p.rows[k].node];
            for (const auto& [j, other] : at_node[p.rows[k].node]) {
                auto [block, is_new] = blocks[i].try_emplace(j, Mat3::Zero());
                block->second += moved * p.rows[other].weight.transpose();
            }
        }
        for (const auto& [j, block] : blocks[i]) pattern.column.push_back(j);
        pattern.row_start.push_back(static_cast<int>(pattern.column.size()));
    }
    Problem contacts;
    contacts.W = BlockMatrix(pattern);
    contacts.W_is = DelassusOperator::NodeCompliance;
    int at = 0;
    for (int i = 0; i < n; ++i)
        for (const auto& [j, block] : blocks[i]) Eigen::Map<Mat3>(contacts.W.block(at++)) = block;
    contacts.u0 = p.c;
    contacts.friction = p.friction;
    contacts.bonds = p.bonds;
    return contacts;
}

std::vector<Mat3> inverse_diagonal(const BlockMatrix& A) {
    std::vector<Mat3> inverse(A.rows());
    for (int i = 0; i < A.rows(); ++i)
        inverse[i] = Eigen::Map<const Mat3>(A.block(A.pattern().find(i, i))).inverse();
    return inverse;
}

VecX times_blocks(const std::vector<Mat3>& diagonal, const VecX& x) {
    VecX y(x.size());
    for (std::size_t i = 0; i < diagonal.size(); ++i)
        y.segment<3>(3 * Eigen::Index(i)) = diagonal[i] * x.segment<3>(3 * Eigen::Index(i));
    return y;
}

void set_velocities(Problem& contacts, const VecX& lambda, const VecX& u) {
    contacts.W.multiply_rows(0, contacts.contacts(), lambda.data(), contacts.u0.data());
    contacts.u0 = u - contacts.u0;
}

}  // namespace limpet
