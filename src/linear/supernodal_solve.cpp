#include "linear/supernodal_solve.h"

#include <algorithm>
#include <numeric>

#include "core/parallel.h"

namespace limpet {
namespace {

constexpr int panel_columns = 48;

using FactorPanel = Eigen::Map<const MatX>;

/// y = L11⁻¹ y for the rows of supernode s and columns [from, to); its rows below get −L21 y.
void forward_step(const SupernodalView& l, int s, const TreePaths& paths, int from, int to, RowMatrix& y,
                  RowMatrix& below) {
    const SupernodalPattern& pattern = l.pattern;
    const int w = 3 * pattern.width(s), h = pattern.height(s), columns = to - from;
    const FactorPanel panel(l.factor.panel(pattern, s), h, w);
    auto own = y.block(paths.place[s], from, w, columns);
    panel.topRows(w).triangularView<Eigen::Lower>().solveInPlace(own);
    if (h == w) return;
    below.resize(h - w, columns);
    below.noalias() = panel.bottomRows(h - w) * own;
    for (int k = 0; k < pattern.below(s); ++k) {
        const int row = paths.row(pattern, pattern.rows[pattern.row_start[s] + k]);
        y.block(row, from, 3, columns) -= below.middleRows(3 * k, 3);
    }
}

/// x = L11⁻ᵀ (y − L21ᵀ x_below) for the rows of supernode s.
void backward_step(const SupernodalView& l, int s, const TreePaths& paths, RowMatrix& x, RowMatrix& below) {
    const SupernodalPattern& pattern = l.pattern;
    const int w = 3 * pattern.width(s), h = pattern.height(s);
    const FactorPanel panel(l.factor.panel(pattern, s), h, w);
    auto own = x.middleRows(paths.place[s], w);
    if (h > w) {
        below.resize(h - w, x.cols());
        for (int k = 0; k < pattern.below(s); ++k)
            below.middleRows(3 * k, 3) =
                x.middleRows(paths.row(pattern, pattern.rows[pattern.row_start[s] + k]), 3);
        own.noalias() -= panel.bottomRows(h - w).transpose() * below;
    }
    panel.topRows(w).triangularView<Eigen::Lower>().transpose().solveInPlace(own);
}

void solve_all(const SupernodalView& l, const TreePaths& paths, RowMatrix& x) {
    RowMatrix below;
    const int n = l.pattern.supernodes();
    for (int s = 0; s < n; ++s) forward_step(l, s, paths, 0, static_cast<int>(x.cols()), x, below);
    for (int s = n - 1; s >= 0; --s) backward_step(l, s, paths, x, below);
}

}  // namespace

TreePaths::TreePaths(const SupernodalPattern& pattern) : supernodes(pattern.supernodes()) {
    std::iota(supernodes.begin(), supernodes.end(), 0);
    place_rows(pattern);
}

TreePaths::TreePaths(const SupernodalPattern& pattern, const std::vector<int>& positions) {
    std::vector<char> seen(pattern.supernodes(), 0);
    for (const int at : positions)
        for (int s = pattern.supernode_of[at]; s >= 0 && !seen[s]; s = pattern.parent[s]) {
            seen[s] = 1;
            supernodes.push_back(s);
        }
    std::sort(supernodes.begin(), supernodes.end());
    place_rows(pattern);
}

void TreePaths::place_rows(const SupernodalPattern& pattern) {
    place.assign(pattern.supernodes(), -1);
    for (const int s : supernodes) {
        place[s] = rows;
        rows += 3 * pattern.width(s);
    }
}

void solve_columns(const SupernodalView& l, Eigen::Ref<MatX> x) {
    const int n = l.pattern.nodes();
    const TreePaths all(l.pattern);
    parallel_blocks(static_cast<int>(x.cols()), panel_columns, [&](int begin, int end) {
        RowMatrix y(3 * n, end - begin);
        for (int k = 0; k < n; ++k)
            y.middleRows<3>(3 * k) = x.block(3 * l.pattern.order[k], begin, 3, end - begin);
        solve_all(l, all, y);
        for (int k = 0; k < n; ++k)
            x.block(3 * l.pattern.order[k], begin, 3, end - begin) = y.middleRows<3>(3 * k);
    });
}

void forward_unit_columns(const SupernodalView& l, const std::vector<int>& positions, const TreePaths& paths,
                          RowMatrix& y) {
    y.setZero(paths.rows, 3 * static_cast<int>(positions.size()));
    for (std::size_t i = 0; i < positions.size(); ++i)
        y.block<3, 3>(paths.row(l.pattern, positions[i]), 3 * static_cast<int>(i)).setIdentity();
    // A subtree's positions are consecutive: so are the columns that have reached a supernode.
    const auto columns_before = [&](int position) {
        const auto at = std::lower_bound(positions.begin(), positions.end(), position);
        return 3 * static_cast<int>(at - positions.begin());
    };
    RowMatrix below;
    for (const int s : paths.supernodes) {
        const int from = columns_before(l.pattern.first[l.pattern.first_descendant[s]]),
                  to = columns_before(l.pattern.first[s + 1]);
        if (from < to) forward_step(l, s, paths, from, to, y, below);
    }
}

void backward(const SupernodalView& l, const std::vector<int>& wanted, const TreePaths& paths, RowMatrix& x) {
    RowMatrix below;
    for (auto s = wanted.rbegin(); s != wanted.rend(); ++s) backward_step(l, *s, paths, x, below);
}

}  // namespace limpet
