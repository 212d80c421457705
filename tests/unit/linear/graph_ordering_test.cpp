// Orders of elimination and separators of graphs.

#include "linear/graph_ordering.h"

#include <gtest/gtest.h>

#include <array>

#include "linear/graph_separator.h"
#include "linear/supernodal_pattern.h"
#include "support/block_matrices.h"

namespace limpet {
namespace {

Graph graph_of(const BlockPattern& a) {
    Graph graph;
    graph.start.push_back(0);
    graph.weight.assign(a.rows, 1);
    for (int i = 0; i < a.rows; ++i) {
        for (int k = a.row_start[i]; k < a.row_start[i + 1]; ++k)
            if (a.column[k] != i) graph.neighbour.push_back(a.column[k]);
        graph.start.push_back(static_cast<int>(graph.neighbour.size()));
    }
    graph.edge.assign(graph.neighbour.size(), 1);
    return graph;
}

/// How many vertices are on each side and in the separator; −1 if the sides touch.
std::array<int, 3> split(const BlockPattern& a) {
    const std::vector<char> side = find_separator(graph_of(a));
    std::array<int, 3> count{};
    for (int i = 0; i < a.rows; ++i) {
        ++count[side[i]];
        for (int k = a.row_start[i]; k < a.row_start[i + 1]; ++k)
            if (side[i] + side[a.column[k]] == 1) return {-1, -1, -1};
    }
    return count;
}

void expect_permutation(const std::vector<int>& order, int n) {
    ASSERT_EQ(order.size(), static_cast<std::size_t>(n));
    std::vector<char> seen(n, 0);
    for (const int node : order) {
        ASSERT_TRUE(node >= 0 && node < n && !seen[node]) << node;
        seen[node] = 1;
    }
}

BlockPattern clique(int nodes) {
    std::vector<std::pair<int, int>> links;
    for (int i = 0; i < nodes; ++i)
        for (int j = 0; j < i; ++j) links.emplace_back(i, j);
    return symmetric_pattern(nodes, links);
}

TEST(GraphSeparator, CutsAGridAcross) {
    for (const auto& [nx, ny, nz] : {std::array{400, 1, 1}, std::array{40, 12, 1}, std::array{24, 9, 8}}) {
        const auto [first, second, between] = split(grid_pattern(nx, ny, nz));
        EXPECT_LE(between, 1.35 * ny * nz) << nx;
        EXPECT_GE(between, ny * nz) << nx;
        EXPECT_LT(std::max(first, second), 0.6 * (first + second)) << nx;
    }
}

TEST(GraphSeparator, NeedsNoneWhereNothingIsLinked) {
    const auto [first, second, between] = split(symmetric_pattern(500, {}));
    EXPECT_EQ(between, 0);
    EXPECT_LT(std::abs(first - second), 60);
}

TEST(GraphOrdering, IsAPermutation) {
    for (const BlockPattern& a :
         {symmetric_pattern(0, {}), symmetric_pattern(1, {}), symmetric_pattern(300, {}), clique(200),
          grid_pattern(500, 1, 1), grid_pattern(13, 11, 9), grid_pattern(60, 20, 1)}) {
        expect_permutation(nested_dissection_order(a), a.rows);
        expect_permutation(minimum_degree_order(a), a.rows);
        expect_permutation(SupernodalPattern(a, nested_dissection_order(a)).order, a.rows);
    }
}

TEST(GraphOrdering, DissectionNeedsLessWorkThanMinimumDegreeOnAGrid) {
    const BlockPattern a = grid_pattern(20, 20, 20);
    const SupernodalPattern nested(a, nested_dissection_order(a)), degree(a, minimum_degree_order(a));
    EXPECT_LT(nested.flops(), 0.8 * degree.flops());
}

/// The slow twin: elimination of one node after the other on a full matrix of links.
TEST(SupernodalPattern, HasAllRowsOfTheFactor) {
    for (const BlockPattern& a : {grid_pattern(8, 5, 4), grid_pattern(90, 2, 1), symmetric_pattern(30, {})}) {
        const SupernodalPattern pattern(a, nested_dissection_order(a));
        const int n = a.rows;
        std::vector<std::vector<char>> linked(n, std::vector<char>(n, 0)), kept = linked;
        for (int i = 0; i < n; ++i)
            for (int k = a.row_start[i]; k < a.row_start[i + 1]; ++k)
                linked[pattern.position[i]][pattern.position[a.column[k]]] = 1;
        for (int s = 0; s < pattern.supernodes(); ++s)
            for (int j = pattern.first[s]; j < pattern.first[s + 1]; ++j) {
                for (int i = j; i < pattern.first[s + 1]; ++i) kept[i][j] = 1;
                for (int k = pattern.row_start[s]; k < pattern.row_start[s + 1]; ++k)
                    kept[pattern.rows[k]][j] = 1;
            }
        int fill = 0, kept_blocks = 0;
        for (int j = 0; j < n; ++j)
            for (int i = j; i < n; ++i) {
                fill += linked[i][j];
                kept_blocks += kept[i][j];
                EXPECT_LE(linked[i][j], kept[i][j]);
                if (linked[i][j])
                    for (int k = j + 1; k <= i; ++k) linked[i][k] |= linked[k][j];
            }
        EXPECT_LT(kept_blocks, 1.5 * fill);
    }
}

}  // namespace
}  // namespace limpet
