#pragma once

/// Symmetric matrices in 3×3 blocks for tests, and their dense twins.

#include <random>
#include <set>
#include <utility>

#include "linear/block_matrix.h"

namespace limpet {

inline MatX dense(const BlockMatrix& a) {
    MatX d = MatX::Zero(3 * a.rows(), 3 * a.pattern().columns);
    for (int i = 0; i < a.rows(); ++i)
        for (int k = a.pattern().row_start[i]; k < a.pattern().row_start[i + 1]; ++k)
            d.block<3, 3>(3 * i, 3 * a.pattern().column[k]) = Eigen::Map<const Mat3>(a.block(k));
    return d;
}

/// With every block stored.
inline BlockMatrix full_blocks(const MatX& d) {
    BlockPattern pattern;
    pattern.rows = pattern.columns = static_cast<int>(d.rows() / 3);
    pattern.row_start = {0};
    for (int i = 0; i < pattern.rows; ++i) {
        for (int j = 0; j < pattern.rows; ++j) pattern.column.push_back(j);
        pattern.row_start.push_back(static_cast<int>(pattern.column.size()));
    }
    BlockMatrix a(pattern);
    for (int i = 0; i < pattern.rows; ++i)
        for (int j = 0; j < pattern.rows; ++j)
            Eigen::Map<Mat3>(a.block(i * pattern.rows + j)) = d.block<3, 3>(3 * i, 3 * j);
    return a;
}

inline VecX numbers(int n) {
    VecX x(n);
    for (int i = 0; i < n; ++i) x[i] = std::sin(1.0 + 0.7 * i);
    return x;
}

/// A block on the diagonal for every node, and one for each link in both directions.
inline BlockPattern symmetric_pattern(int nodes, const std::vector<std::pair<int, int>>& links) {
    std::vector<std::set<int>> columns(nodes);
    for (int i = 0; i < nodes; ++i) columns[i].insert(i);
    for (const auto& [i, j] : links) {
        columns[i].insert(j);
        columns[j].insert(i);
    }
    BlockPattern pattern;
    pattern.rows = pattern.columns = nodes;
    pattern.row_start.push_back(0);
    for (const std::set<int>& row : columns) {
        pattern.column.insert(pattern.column.end(), row.begin(), row.end());
        pattern.row_start.push_back(pattern.blocks());
    }
    return pattern;
}

/// Random blocks off the diagonal; on it what makes the matrix positive definite by `margin` (by Gershgorin's
/// circles).
inline BlockMatrix random_matrix(const BlockPattern& pattern, int seed, double margin = 1) {
    BlockMatrix a(pattern);
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (int i = 0; i < pattern.rows; ++i)
        for (int k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k) {
            const int j = pattern.column[k];
            if (j < i) continue;
            Mat3 block = Mat3::NullaryExpr([&] { return uniform(random); });
            if (i == j) block = (block + block.transpose()).eval();
            Eigen::Map<Mat3>(a.block(k)) = block;
            Eigen::Map<Mat3>(a.block(pattern.find(j, i))) = block.transpose();
        }
    const MatX d = dense(a);
    for (int i = 0; i < pattern.rows; ++i) {
        Eigen::Map<Mat3> block(a.block(pattern.find(i, i)));
        for (int c = 0; c < 3; ++c) block(c, c) += margin + 2 * d.col(3 * i + c).lpNorm<1>();
    }
    return a;
}

/// Nodes of a grid, each linked to those of its own and the neighbouring cells.
inline BlockPattern grid_pattern(int nx, int ny, int nz) {
    std::vector<std::pair<int, int>> links;
    for (int z = 0; z < nz; ++z)
        for (int y = 0; y < ny; ++y)
            for (int x = 0; x < nx; ++x)
                for (int corner = 1; corner < 8; ++corner) {
                    const int u = x + (corner & 1), v = y + (corner >> 1 & 1), w = z + (corner >> 2);
                    if (u < nx && v < ny && w < nz)
                        links.emplace_back((z * ny + y) * nx + x, (w * ny + v) * nx + u);
                }
    return symmetric_pattern(nx * ny * nz, links);
}

}  // namespace limpet
