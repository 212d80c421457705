#include "linear/supernodal_inverse.h"

#include <algorithm>

#include "core/interruption.h"
#include "core/parallel.h"

namespace limpet {
namespace {

constexpr int nodes_per_panel = 32;

/// Positions of nodes, ascending, each once.
std::vector<int> sorted_positions(const SupernodalPattern& pattern, const std::vector<int>& nodes) {
    std::vector<int> positions;
    positions.reserve(nodes.size());
    for (const int node : nodes) positions.push_back(pattern.position[node]);
    std::sort(positions.begin(), positions.end());
    positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
    return positions;
}

std::vector<int> panel_of(const std::vector<int>& positions, int begin, int end) {
    return {positions.begin() + begin, positions.begin() + end};
}

int rank(const std::vector<int>& sorted, int value) {
    return static_cast<int>(std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin());
}

double triangle_flops(const SupernodalPattern& pattern, int s) {
    return double(pattern.width(s)) * (pattern.width(s) + 2.0 * pattern.below(s));
}

/// Of upward solves of the positions and, if `product`, of Yᵀ Y. All in the same unit.
double upward_flops(const SupernodalPattern& pattern, const std::vector<int>& positions, bool product) {
    double sum = 0;
    for (const int s : TreePaths(pattern, positions).supernodes) {
        const double reached = rank(positions, pattern.first[s + 1]) -
                               rank(positions, pattern.first[pattern.first_descendant[s]]);
        sum += reached * triangle_flops(pattern, s);
        if (product) sum += reached * reached * pattern.width(s);
    }
    return sum;
}

double full_flops(const SupernodalPattern& pattern, const std::vector<int>& nodes,
                  const std::vector<int>& wanted) {
    double down = 0;
    for (const int s : TreePaths(pattern, wanted).supernodes) down += triangle_flops(pattern, s);
    return upward_flops(pattern, nodes, false) + down * static_cast<double>(nodes.size());
}

struct UpwardPanel {
    TreePaths paths;
    RowMatrix y;
};

/// Pᵀ Q over the supernodes that both have; runs of these are multiplied at once.
MatX common_product(const UpwardPanel& p, const UpwardPanel& q) {
    MatX product = MatX::Zero(p.y.cols(), q.y.cols());
    const std::vector<int>&a = p.paths.supernodes, &b = q.paths.supernodes;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i] != b[j]) {
            ++(a[i] < b[j] ? i : j);
            continue;
        }
        const int pi = p.paths.place[a[i]], qj = q.paths.place[b[j]];
        for (; i < a.size() && j < b.size() && a[i] == b[j]; ++i, ++j) {
        }
        const int length = (i < a.size() ? p.paths.place[a[i]] : p.paths.rows) - pi;
        product.noalias() += p.y.middleRows(pi, length).transpose() * q.y.middleRows(qj, length);
    }
    return product;
}

/// C = A⁻¹ of the positions, rows and columns in their order; its lower triangle of panels.
MatX half_form(const SupernodalView& l, const std::vector<int>& positions) {
    const int n = static_cast<int>(positions.size()), panels = (n + nodes_per_panel - 1) / nodes_per_panel;
    std::vector<UpwardPanel> y;
    for (int p = 0; p < panels; ++p) {
        const int begin = p * nodes_per_panel, end = std::min(n, begin + nodes_per_panel);
        y.push_back({TreePaths(l.pattern, panel_of(positions, begin, end)), {}});
    }
    parallel_blocks(n, nodes_per_panel, [&](int begin, int end) {
        stop_if_interrupted();
        UpwardPanel& panel = y[begin / nodes_per_panel];
        forward_unit_columns(l, panel_of(positions, begin, end), panel.paths, panel.y);
    });
    MatX c(3 * n, 3 * n);
    std::vector<std::pair<int, int>> pairs;
    for (int p = 0; p < panels; ++p)
        for (int q = 0; q <= p; ++q) pairs.emplace_back(p, q);
    parallel_blocks(static_cast<int>(pairs.size()), 1, [&](int pair, int) {
        stop_if_interrupted();
        const auto [p, q] = pairs[pair];
        const MatX product = common_product(y[p], y[q]);
        c.block(3 * nodes_per_panel * p, 3 * nodes_per_panel * q, product.rows(), product.cols()) = product;
    });
    return c;
}

/// Rows of `wanted`, columns of `positions`, each in their order.
MatX full_form(const SupernodalView& l, const std::vector<int>& positions, const std::vector<int>& wanted) {
    MatX c(3 * wanted.size(), 3 * positions.size());
    const std::vector<int> below = TreePaths(l.pattern, wanted).supernodes;
    parallel_blocks(static_cast<int>(positions.size()), nodes_per_panel, [&](int begin, int end) {
        stop_if_interrupted();
        const std::vector<int> panel = panel_of(positions, begin, end);
        std::vector<int> both = wanted;
        both.insert(both.end(), panel.begin(), panel.end());
        const TreePaths paths(l.pattern, both);
        RowMatrix x;
        forward_unit_columns(l, panel, paths, x);
        backward(l, below, paths, x);
        for (std::size_t i = 0; i < wanted.size(); ++i)
            c.block(3 * i, 3 * begin, 3, x.cols()) = x.middleRows<3>(paths.row(l.pattern, wanted[i]));
    });
    return c;
}

}  // namespace

void inverse_blocks(const SupernodalView& l, const std::vector<int>& nodes, const std::vector<int>& wanted,
                    InverseForm form, MatX& out) {
    const SupernodalPattern& pattern = l.pattern;
    const std::vector<int> n = sorted_positions(pattern, nodes), w = sorted_positions(pattern, wanted);
    std::vector<int> both;
    std::set_union(n.begin(), n.end(), w.begin(), w.end(), std::back_inserter(both));
    const double here = full_flops(pattern, n, w), there = full_flops(pattern, w, n);
    if (form == InverseForm::Cheapest)
        form = upward_flops(pattern, both, true) <= std::min(here, there) ? InverseForm::Half
                                                                          : InverseForm::Full;
    const bool mirrored = form == InverseForm::Full && there < here;
    const MatX c = form == InverseForm::Half ? half_form(l, both)
                   : mirrored                ? full_form(l, w, n)
                                             : full_form(l, n, w);
    const std::vector<int>&row_places = form == InverseForm::Half ? both : w,
          &column_places = form == InverseForm::Half ? both : n;
    std::vector<int> row(wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) row[i] = rank(row_places, pattern.position[wanted[i]]);
    out.resize(3 * static_cast<Eigen::Index>(wanted.size()), 3 * static_cast<Eigen::Index>(nodes.size()));
    for (std::size_t j = 0; j < nodes.size(); ++j) {
        const int column = rank(column_places, pattern.position[nodes[j]]);
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const bool flip =
                form == InverseForm::Half ? row[i] / nodes_per_panel < column / nodes_per_panel : mirrored;
            if (flip)
                out.block<3, 3>(3 * i, 3 * j) = c.block<3, 3>(3 * column, 3 * row[i]).transpose();
            else
                out.block<3, 3>(3 * i, 3 * j) = c.block<3, 3>(3 * row[i], 3 * column);
        }
    }
}

}  // namespace limpet
