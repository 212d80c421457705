#include "linear/supernodal_factor.h"

#include <array>
#include <atomic>

#include "core/interruption.h"
#include "core/parallel.h"
#include "linear/supernodal_front.h"

namespace limpet {
namespace {

/// A subtree is done by one thread if it is less than this part of all work.
constexpr double factor_task_share = 1.0 / 24;

std::size_t update_size(const SupernodalPattern& pattern, int s) {
    const std::size_t r = 3 * static_cast<std::size_t>(pattern.below(s));
    return r * r;
}

/// Where three columns of a front, those of one node, begin.
struct FrontColumns {
    double* first;
    std::size_t stride;
    int top;  ///< row of the front, in nodes, that stands first

    double* at(int column, int row) const { return first + column * stride + 3 * (row - top); }
};

/// An update matrix on its way into the front of its parent: one node's columns after the other, run by run
/// of rows that stay neighbours.
class IncomingUpdate {
public:
    IncomingUpdate(const SupernodalPattern& pattern, int child, const double* numbers)
        : numbers_(numbers),
          place_(pattern.row_in_parent.data() + pattern.row_start[child]),
          run_end_(pattern.below(child)) {
        const int n = pattern.below(child);
        for (int i = n - 1; i >= 0; --i)
            run_end_[i] = i + 1 < n && place_[i + 1] == place_[i] + 1 ? run_end_[i + 1] : i + 1;
    }
    void add_columns(int front_column, const FrontColumns& to) {
        const int n = static_cast<int>(run_end_.size());
        if (next_ == n || place_[next_] != front_column) return;
        for (int k = 0; k < 3; ++k) {
            const double* column = numbers_ + (3 * static_cast<std::size_t>(next_) + k) * 3 * n;
            for (int i = next_; i < n; i = run_end_[i]) {
                const int length = 3 * (run_end_[i] - i);
                Eigen::Map<VecX>(to.at(k, place_[i]), length) +=
                    Eigen::Map<const VecX>(column + 3 * i, length);
            }
        }
        ++next_;
    }

private:
    const double* numbers_;
    const int* place_;
    std::vector<int> run_end_;
    int next_ = 0;
};

/// The part of A that stands in a node's columns. A's row i is also its column i.
void add_matrix(const SupernodalPattern& pattern, const BlockMatrix& a, int node, const FrontColumns& to) {
    for (int k = a.pattern().row_start[node]; k < a.pattern().row_start[node + 1]; ++k) {
        if (pattern.front_row[k] < 0) continue;
        const double* block = a.block(k);
        for (int c = 0; c < 3; ++c)
            for (int r = 0; r < 3; ++r) to.at(c, pattern.front_row[k])[r] = block[3 * r + c];
    }
}

}  // namespace

void SupernodalFactor::prepare(const SupernodalPattern& pattern) {
    const int n = pattern.supernodes();
    numbers_.resize(static_cast<Eigen::Index>(pattern.panel_start.back()));
    std::vector<double> work(n);
    double all = 0;
    for (int s = 0; s < n; ++s) {
        work[s] += pattern.flops(s);
        all += pattern.flops(s);
        if (pattern.parent[s] >= 0) work[pattern.parent[s]] += work[s];
    }
    is_shared_.assign(n, 0);
    for (int s = 0; s < n; ++s) is_shared_[s] = work[s] > factor_task_share * all;
    tasks_.clear();
    for (int s = 0; s < n; ++s) {
        const int p = pattern.parent[s];
        const bool leaf = pattern.child_start[s] == pattern.child_start[s + 1];
        if (is_shared_[s] ? leaf : p < 0 || is_shared_[p]) tasks_.push_back(s);
    }
    place_updates(pattern);
}

/// Within a subtree of one thread, update matrices live on two stacks, taken in turn from one generation to
/// the next: when a front is done, its children are on top of one stack and it goes on top of the other.
/// Those of shared fronts and of the subtrees' roots have places of their own.
void SupernodalFactor::place_updates(const SupernodalPattern& pattern) {
    const int n = pattern.supernodes();
    update_start_.assign(n, 0);
    std::size_t end = 0;
    for (int s = 0; s < n; ++s)
        if (is_shared_[s]) {
            update_start_[s] = end;
            end += update_size(pattern, s);
        }
    for (const int task : tasks_) {
        if (is_shared_[task]) continue;
        const int begin = pattern.first_descendant[task];
        std::vector<char> generation(task - begin + 1, 0);
        for (int s = task - 1; s >= begin; --s)
            generation[s - begin] = 1 - generation[pattern.parent[s] - begin];
        std::array<std::size_t, 2> top{}, highest{};
        for (int s = begin; s <= task; ++s) {
            std::size_t &mine = top[generation[s - begin]], &theirs = top[1 - generation[s - begin]];
            update_start_[s] = mine;
            mine += update_size(pattern, s);
            for (int i = 0; i < 2; ++i) highest[i] = std::max(highest[i], top[i]);
            for (int i = pattern.child_start[s]; i < pattern.child_start[s + 1]; ++i)
                theirs -= update_size(pattern, pattern.children[i]);
        }
        for (int s = begin; s <= task; ++s)
            update_start_[s] += end + (generation[s - begin] == 1 ? highest[0] : 0);
        end += highest[0] + highest[1];
    }
    updates_.resize(static_cast<Eigen::Index>(end));
}

/// Column by column, so that each is still in the cache when the children's numbers come. Only what is on and
/// below the diagonal.
bool SupernodalFactor::eliminate(const SupernodalPattern& pattern, const BlockMatrix& a, int s) {
    stop_if_interrupted();
    double *panel = numbers_.data() + pattern.panel_start[s], *update = updates_.data() + update_start_[s];
    std::vector<IncomingUpdate> incoming;
    for (int i = pattern.child_start[s]; i < pattern.child_start[s + 1]; ++i) {
        const int child = pattern.children[i];
        incoming.emplace_back(pattern, child, updates_.data() + update_start_[child]);
    }
    const int width = pattern.width(s), rows = width + pattern.below(s);
    for (int j = 0; j < rows; ++j) {
        const int top = j < width ? 0 : width;
        const std::size_t stride = 3 * static_cast<std::size_t>(rows - top);
        const FrontColumns columns{(top == 0 ? panel : update) + 3 * stride * (j - top), stride, top};
        for (int k = 0; k < 3; ++k) std::fill_n(columns.at(k, j), 3 * (rows - j), 0.0);
        if (j < width) add_matrix(pattern, a, pattern.order[pattern.first[s] + j], columns);
        for (IncomingUpdate& child : incoming) child.add_columns(j, columns);
    }
    return eliminate_front(panel, 3 * width, 3 * rows, update);
}

bool SupernodalFactor::factorise(const SupernodalPattern& pattern, const BlockMatrix& a) {
    std::vector<std::atomic<int>> waiting_for(pattern.supernodes());
    for (int s = 0; s < pattern.supernodes(); ++s)
        waiting_for[s] = pattern.child_start[s + 1] - pattern.child_start[s];
    std::atomic<bool> definite = true;
    parallel_blocks(static_cast<int>(tasks_.size()), 1, [&](int task, int) {
        const int root = tasks_[task];
        for (int s = is_shared_[root] ? root : pattern.first_descendant[root]; s <= root && definite; ++s)
            if (!eliminate(pattern, a, s)) definite = false;
        // Whoever brings a shared front its last child goes on with it.
        for (int s = pattern.parent[root]; s >= 0 && definite && --waiting_for[s] == 0; s = pattern.parent[s])
            if (!eliminate(pattern, a, s)) definite = false;
    });
    return definite;
}

}  // namespace limpet
