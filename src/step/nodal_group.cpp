#include "step/nodal_group.h"

#include <algorithm>

namespace limpet {
namespace {

void append(const BlockMatrix& block, int first, BlockPattern& pattern) {
    const BlockPattern& own = block.pattern();
    const int before = pattern.blocks();
    for (int i = 1; i <= own.rows; ++i) pattern.row_start.push_back(before + own.row_start[i]);
    for (const int column : own.column) pattern.column.push_back(first + column);
    pattern.rows = pattern.columns = first + own.rows;
}

/// Block diagonal.
BlockMatrix together(const std::vector<NodeEquations>& bodies, const std::vector<int>& first_node) {
    BlockPattern pattern;
    pattern.row_start = {0};
    for (std::size_t k = 0; k < bodies.size(); ++k)
        if (bodies[k].nodes() > 0) append(bodies[k].A, first_node[k], pattern);
    BlockMatrix all(std::move(pattern));
    int next = 0;
    for (const NodeEquations& body : bodies) {
        if (body.nodes() == 0) continue;
        const int blocks = body.A.pattern().blocks();
        std::copy_n(body.A.block(0), 9 * static_cast<std::size_t>(blocks), all.block(next));
        next += blocks;
    }
    return all;
}

/// By contact; within one, in the order of bodies.
void sort_rows(const std::vector<NodeEquations>& bodies, const std::vector<int>& first_node, int contacts,
               NodeProblem& problem) {
    std::vector<int> next(contacts + 1, 0);
    for (const NodeEquations& body : bodies)
        for (const RowOnNode& row : body.rows) ++next[row.contact + 1];
    for (int i = 0; i < contacts; ++i) next[i + 1] += next[i];
    problem.row_start = next;
    problem.rows.resize(next.back());
    for (std::size_t k = 0; k < bodies.size(); ++k)
        for (const RowOnNode& row : bodies[k].rows)
            problem.rows[next[row.contact]++] = {first_node[k] + row.node, row.weight};
}

}  // namespace

std::vector<bool> NodalGroup::movable() const {
    std::vector<bool> movable;
    for (std::size_t i = 0; i + 1 < problem.row_start.size(); ++i)
        movable.push_back(std::any_of(
            problem.rows.begin() + problem.row_start[i], problem.rows.begin() + problem.row_start[i + 1],
            [](const NodeRow& row) { return row.weight.row(0).squaredNorm() > 0; }));
    return movable;
}

NodalGroup nodal_group(const GroupProblem& part) {
    NodalGroup group;
    std::vector<NodeEquations> bodies;
    group.first_node = {0};
    for (const BodyRows& body : part.bodies) {
        bodies.push_back(body.body->node_equations(body.rows));
        group.first_node.push_back(group.first_node.back() + bodies.back().nodes());
    }
    NodeProblem& problem = group.problem;
    const int contacts = static_cast<int>(part.contacts.size());
    problem.A = together(bodies, group.first_node);
    problem.first_node = group.first_node;
    sort_rows(bodies, group.first_node, contacts, problem);
    problem.b.resize(3 * Eigen::Index(group.first_node.back()));
    problem.v.resize(problem.b.size());
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        problem.b.segment(3 * Eigen::Index(group.first_node[k]), bodies[k].b.size()) = bodies[k].b;
        problem.v.segment(3 * Eigen::Index(group.first_node[k]), bodies[k].v.size()) = bodies[k].v;
    }
    problem.c = part.u0;
    for (int i = 0; i < contacts; ++i)
        for (int k = problem.row_start[i]; k < problem.row_start[i + 1]; ++k)
            problem.c.segment<3>(3 * Eigen::Index(i)) -=
                problem.rows[k].weight * problem.v.segment<3>(3 * Eigen::Index(problem.rows[k].node));
    return group;
}

NodeProblem shift_problem(const NodalGroup& group, VecX shift) {
    NodeProblem overlap = group.problem;
    overlap.b.setZero();
    overlap.v.setZero();
    overlap.c = std::move(shift);
    overlap.start.resize(0);
    overlap.bonds.clear();
    overlap.friction.assign(overlap.friction.size(), 0.0);
    return overlap;
}

}  // namespace limpet
