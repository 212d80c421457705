#include "linear/supernodal_pattern.h"

#include <algorithm>
#include <numeric>

namespace limpet {
namespace {

/// Children before parents, each subtree in one piece. A parent of −1 marks a root.
std::vector<int> postorder(const std::vector<int>& parent) {
    const int n = static_cast<int>(parent.size());
    std::vector<int> first_child(n, -1), sibling(n, -1), order, stack;
    std::vector<int> roots;
    for (int i = n - 1; i >= 0; --i) {
        if (parent[i] < 0) {
            roots.push_back(i);
            continue;
        }
        sibling[i] = first_child[parent[i]];
        first_child[parent[i]] = i;
    }
    order.reserve(n);
    for (auto root = roots.rbegin(); root != roots.rend(); ++root) {
        stack.push_back(*root);
        while (!stack.empty()) {
            const int top = stack.back(), child = first_child[top];
            if (child >= 0) {
                first_child[top] = sibling[child];
                stack.push_back(child);
            } else {
                order.push_back(top);
                stack.pop_back();
            }
        }
    }
    return order;
}

/// Supernodes before and after some are merged with their parents.
struct Merging {
    std::vector<int> parent;        ///< of those that are left; −1 for roots
    std::vector<char> merged;       ///< into its parent
    std::vector<int> width, below;  ///< of those that are left
    std::vector<double> zeros;      ///< blocks of their panels that a smaller supernode would not keep
    std::vector<std::vector<int>> children;  ///< of those that are left
    std::vector<std::vector<int>> columns;   ///< positions

    /// Whether the panels of c and its parent p may become one.
    bool worthwhile(int c, int p, double& all_zeros) const {
        const double w = width[c] + width[p];
        all_zeros = zeros[c] + zeros[p] + double(width[c]) * (width[p] + below[p] - below[c]);
        const double share = all_zeros / (w * (w + 1) / 2 + w * below[p]);
        // Few columns: the dense kernels gain more than the zeros cost. (Measured, see bench/cholesky.cpp.)
        return all_zeros == 0 || w <= 4 || (w <= 16 && share < 0.4) || (w <= 32 && share < 0.1) ||
               share < 0.03;
    }
    void merge_children(int p) {
        std::vector<int> wanted = std::move(children[p]), left;
        std::sort(wanted.begin(), wanted.end(),
                  [&](int a, int b) { return below[a] != below[b] ? below[a] > below[b] : a < b; });
        for (const int c : wanted) {
            double all_zeros = 0;
            if (!worthwhile(c, p, all_zeros)) {
                left.push_back(c);
                continue;
            }
            merged[c] = 1;
            width[p] += width[c];
            zeros[p] = all_zeros;
            left.insert(left.end(), children[c].begin(), children[c].end());
            columns[p].insert(columns[p].end(), columns[c].begin(), columns[c].end());
        }
        for (const int c : left) parent[c] = p;
        children[p] = std::move(left);
    }
};

/// How many rows L has below the diagonal in each column: along the tree, from each entry of a row up to the
/// row.
std::vector<int> column_counts(const BlockPattern& a, const SupernodalPattern& at,
                               const std::vector<int>& tree) {
    const int n = at.nodes();
    std::vector<int> count(n, 0), seen(n, -1);
    for (int j = 0; j < n; ++j) {
        seen[j] = j;
        for (int k = a.row_start[at.order[j]]; k < a.row_start[at.order[j] + 1]; ++k)
            for (int i = at.position[a.column[k]]; i < j && seen[i] != j; i = tree[i]) {
                ++count[i];
                seen[i] = j;
            }
    }
    return count;
}

/// Runs of columns with the same rows below them.
Merging fundamental_supernodes(const std::vector<int>& tree, const std::vector<int>& count) {
    Merging m;
    const int n = static_cast<int>(tree.size());
    std::vector<int> supernode_of(n);
    for (int j = 0; j < n; ++j) {
        if (j == 0 || tree[j - 1] != j || count[j - 1] != count[j] + 1) m.columns.emplace_back();
        m.columns.back().push_back(j);
        supernode_of[j] = static_cast<int>(m.columns.size()) - 1;
    }
    const std::size_t supernodes = m.columns.size();
    m.children.resize(supernodes);
    m.parent.assign(supernodes, -1);
    m.merged.assign(supernodes, 0);
    m.zeros.assign(supernodes, 0.0);
    for (std::size_t s = 0; s < supernodes; ++s) {
        const int last = m.columns[s].back();
        m.width.push_back(static_cast<int>(m.columns[s].size()));
        m.below.push_back(count[last]);
        if (tree[last] < 0) continue;
        m.parent[s] = supernode_of[tree[last]];
        m.children[m.parent[s]].push_back(static_cast<int>(s));
    }
    return m;
}

}  // namespace

SupernodalPattern::SupernodalPattern(const BlockPattern& a, std::vector<int> new_order) {
    set_order(std::move(new_order));
    std::vector<int> tree;
    find_tree(a, tree);
    const auto reordered = [&](const std::vector<int>& places) {
        std::vector<int> nodes_then(places.size());
        for (std::size_t k = 0; k < places.size(); ++k) nodes_then[k] = order[places[k]];
        return nodes_then;
    };
    set_order(reordered(postorder(tree)));
    find_tree(a, tree);

    Merging merging = fundamental_supernodes(tree, column_counts(a, *this, tree));
    const int before = static_cast<int>(merging.parent.size());
    for (int s = 0; s < before; ++s) merging.merge_children(s);
    std::vector<int> places;
    first.push_back(0);
    for (const int s : postorder(merging.parent)) {
        if (merging.merged[s]) continue;
        std::sort(merging.columns[s].begin(), merging.columns[s].end());
        places.insert(places.end(), merging.columns[s].begin(), merging.columns[s].end());
        first.push_back(static_cast<int>(places.size()));
    }
    set_order(reordered(places));
    supernode_of.resize(order.size());
    for (std::size_t s = 0; s + 1 < first.size(); ++s)
        std::fill(supernode_of.begin() + first[s], supernode_of.begin() + first[s + 1], static_cast<int>(s));
    find_rows(a);
    find_places(a);
}

void SupernodalPattern::set_order(std::vector<int> new_order) {
    order = std::move(new_order);
    position.resize(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) position[order[k]] = static_cast<int>(k);
}

/// Liu's algorithm with path compression.
void SupernodalPattern::find_tree(const BlockPattern& a, std::vector<int>& tree) const {
    tree.assign(order.size(), -1);
    std::vector<int> ancestor(order.size(), -1);
    for (int j = 0; j < nodes(); ++j)
        for (int k = a.row_start[order[j]]; k < a.row_start[order[j] + 1]; ++k)
            for (int i = position[a.column[k]]; i >= 0 && i < j;) {
                const int next = ancestor[i];
                ancestor[i] = j;
                if (next < 0) tree[i] = j;
                i = next;
            }
}

/// The rows of a supernode are those of A in its columns and those of its children, less its own columns.
void SupernodalPattern::find_rows(const BlockPattern& a) {
    const int count = static_cast<int>(first.size()) - 1;
    parent.assign(count, -1);
    row_start.assign(1, 0);
    std::vector<std::vector<int>> children_of(count);
    std::vector<int> seen(order.size(), -1);
    panel_start.assign(1, 0);
    first_descendant.resize(count);
    child_start.assign(1, 0);
    for (int s = 0; s < count; ++s) {
        const auto add = [&](int at) {
            if (at < first[s + 1] || seen[at] == s) return;
            seen[at] = s;
            rows.push_back(at);
        };
        for (int j = first[s]; j < first[s + 1]; ++j)
            for (int k = a.row_start[order[j]]; k < a.row_start[order[j] + 1]; ++k)
                add(position[a.column[k]]);
        first_descendant[s] = s;
        for (const int c : children_of[s]) {
            first_descendant[s] = std::min(first_descendant[s], first_descendant[c]);
            for (int k = row_start[c]; k < row_start[c + 1]; ++k) add(rows[k]);
        }
        std::sort(rows.begin() + row_start[s], rows.end());
        row_start.push_back(static_cast<int>(rows.size()));
        if (below(s) > 0) {
            parent[s] = supernode_of[rows[row_start[s]]];
            children_of[parent[s]].push_back(s);
        }
        children.insert(children.end(), children_of[s].begin(), children_of[s].end());
        child_start.push_back(static_cast<int>(children.size()));
        panel_start.push_back(panel_start.back() + static_cast<std::size_t>(height(s)) * 3 * width(s));
    }
}

void SupernodalPattern::find_places(const BlockPattern& a) {
    front_row.assign(a.column.size(), -1);
    row_in_parent.resize(rows.size());
    std::vector<int> place(order.size());
    const auto mark_rows = [&](int s) {
        for (int k = row_start[s]; k < row_start[s + 1]; ++k) place[rows[k]] = width(s) + k - row_start[s];
        for (int j = first[s]; j < first[s + 1]; ++j) place[j] = j - first[s];
    };
    for (int s = 0; s < supernodes(); ++s) {
        mark_rows(s);
        for (int j = first[s]; j < first[s + 1]; ++j)
            for (int k = a.row_start[order[j]]; k < a.row_start[order[j] + 1]; ++k)
                if (position[a.column[k]] >= j) front_row[k] = place[position[a.column[k]]];
        for (int i = child_start[s]; i < child_start[s + 1]; ++i)
            for (int k = row_start[children[i]]; k < row_start[children[i] + 1]; ++k)
                row_in_parent[k] = place[rows[k]];
    }
}

double SupernodalPattern::flops(int s) const {
    const double w = 3 * width(s), r = 3 * below(s);
    return w * w * w / 3 + w * w * r + w * r * r;
}

double SupernodalPattern::flops() const {
    double sum = 0;
    for (int s = 0; s < supernodes(); ++s) sum += flops(s);
    return sum;
}

}  // namespace limpet
