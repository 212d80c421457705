#include "linear/sparse_lu.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "linear/graph_ordering.h"

namespace limpet {

BlockPattern symmetric_pattern(const BlockPattern& pattern) {
    std::vector<std::vector<int>> columns(pattern.rows);
    for (int i = 0; i < pattern.rows; ++i) {
        columns[i].push_back(i);
        for (int k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k) {
            columns[i].push_back(pattern.column[k]);
            columns[pattern.column[k]].push_back(i);
        }
    }
    BlockPattern out;
    out.rows = out.columns = pattern.rows;
    out.row_start.push_back(0);
    for (std::vector<int>& row : columns) {
        std::sort(row.begin(), row.end());
        row.erase(std::unique(row.begin(), row.end()), row.end());
        out.column.insert(out.column.end(), row.begin(), row.end());
        out.row_start.push_back(static_cast<int>(out.column.size()));
    }
    return out;
}

BlockMatrix on_symmetric_pattern(const BlockMatrix& a) {
    BlockMatrix out(symmetric_pattern(a.pattern()));
    const BlockPattern& given = a.pattern();
    for (int i = 0; i < a.rows(); ++i) {
        int at = out.pattern().row_start[i];
        for (int k = given.row_start[i]; k < given.row_start[i + 1]; ++k) {
            while (out.pattern().column[at] != given.column[k]) ++at;
            std::copy_n(a.block(k), 9, out.block(at));
        }
    }
    return out;
}

void SparseLu::analyse(const BlockPattern& pattern) {
    pattern_ = SupernodalPattern(pattern, nested_dissection_order(pattern));
    SupernodalPattern other(pattern, minimum_degree_order(pattern));
    if (other.flops() < pattern_.flops()) pattern_ = std::move(other);
    transposed_.resize(pattern.column.size());
    std::vector<int> next(pattern.row_start.begin(), pattern.row_start.end() - 1);
    for (int i = 0; i < pattern.rows; ++i)
        for (int k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k)
            transposed_[k] = next[pattern.column[k]]++;
    panels_.assign(pattern_.supernodes(), {});
}

void SparseLu::assemble(const BlockMatrix& a, int s, MatX& front) const {
    front.setZero(pattern_.height(s), pattern_.height(s));
    for (int j = 0; j < pattern_.width(s); ++j) {
        const int node = pattern_.order[pattern_.first[s] + j];
        for (int k = a.pattern().row_start[node]; k < a.pattern().row_start[node + 1]; ++k) {
            const int at = pattern_.front_row[k];
            if (at < 0) continue;
            front.block<3, 3>(3 * j, 3 * at) = Eigen::Map<const Mat3>(a.block(k));
            front.block<3, 3>(3 * at, 3 * j) = Eigen::Map<const Mat3>(a.block(transposed_[k]));
        }
    }
    for (int i = pattern_.child_start[s]; i < pattern_.child_start[s + 1]; ++i) {
        const int child = pattern_.children[i], n = pattern_.below(child);
        const int* place = pattern_.row_in_parent.data() + pattern_.row_start[child];
        const MatX& update = panels_[child].update;
        for (int c = 0; c < 3 * n; ++c) {
            const double* from = update.data() + static_cast<std::size_t>(c) * 3 * n;
            double* to = front.data() + static_cast<std::size_t>(3 * place[c / 3] + c % 3) * front.rows();
            for (int r = 0; r < n; ++r)
                for (int k = 0; k < 3; ++k) to[3 * place[r] + k] += from[3 * r + k];
        }
    }
}

bool SparseLu::eliminate(int s, MatX& front) {
    const int w = 3 * pattern_.width(s), r = 3 * pattern_.below(s);
    Panel& panel = panels_[s];
    Eigen::Ref<MatX> corner = front.topLeftCorner(w, w);
    const Eigen::PartialPivLU<Eigen::Ref<MatX>> lu(corner);
    for (int i = 0; i < w; ++i) {
        if (!(std::abs(corner(i, i)) > 0) || !std::isfinite(corner(i, i))) return false;
        if (corner(i, i) < 0) determinant_sign_ = -determinant_sign_;
    }
    if (lu.permutationP().determinant() < 0) determinant_sign_ = -determinant_sign_;
    panel.exchanges = lu.permutationP().indices();
    if (r > 0) {
        panel.right = lu.permutationP() * front.topRightCorner(w, r);
        corner.triangularView<Eigen::UnitLower>().solveInPlace(panel.right);
        auto below = front.bottomLeftCorner(r, w);
        corner.triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(below);
        panel.update = front.bottomRightCorner(r, r);
        panel.update.noalias() -= below * panel.right;
    }
    panel.left = front.leftCols(w);
    return true;
}

bool SparseLu::factorise(const BlockMatrix& a) {
    MatX front;
    determinant_sign_ = 1;
    for (int s = 0; s < pattern_.supernodes(); ++s) {
        assemble(a, s, front);
        for (int i = pattern_.child_start[s]; i < pattern_.child_start[s + 1]; ++i)
            panels_[pattern_.children[i]].update.resize(0, 0);
        if (!eliminate(s, front)) return false;
    }
    return true;
}

void SparseLu::solve(const VecX& b, VecX& x) const {
    const int n = pattern_.nodes();
    VecX y(3 * n), below, own;
    for (int k = 0; k < n; ++k) y.segment<3>(3 * k) = b.segment<3>(3 * pattern_.order[k]);
    const auto row = [&](int s, int k) { return 3 * pattern_.rows[pattern_.row_start[s] + k]; };
    for (int s = 0; s < pattern_.supernodes(); ++s) {
        const Panel& panel = panels_[s];
        const int w = 3 * pattern_.width(s);
        own.resize(w);
        for (int i = 0; i < w; ++i) own[panel.exchanges[i]] = y[3 * pattern_.first[s] + i];
        panel.left.topRows(w).triangularView<Eigen::UnitLower>().solveInPlace(own);
        y.segment(3 * pattern_.first[s], w) = own;
        below.noalias() = panel.left.bottomRows(panel.left.rows() - w) * own;
        for (int k = 0; k < pattern_.below(s); ++k) y.segment<3>(row(s, k)) -= below.segment<3>(3 * k);
    }
    for (int s = pattern_.supernodes() - 1; s >= 0; --s) {
        const Panel& panel = panels_[s];
        const int w = 3 * pattern_.width(s);
        auto mine = y.segment(3 * pattern_.first[s], w);
        below.resize(3 * pattern_.below(s));
        for (int k = 0; k < pattern_.below(s); ++k) below.segment<3>(3 * k) = y.segment<3>(row(s, k));
        if (below.size() > 0) mine.noalias() -= panel.right * below;
        panel.left.topRows(w).triangularView<Eigen::Upper>().solveInPlace(mine);
    }
    x.resize(3 * n);
    for (int k = 0; k < n; ++k) x.segment<3>(3 * pattern_.order[k]) = y.segment<3>(3 * k);
}

}  // namespace limpet
