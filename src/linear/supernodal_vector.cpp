#include "linear/supernodal_vector.h"

#include <algorithm>

#include "core/parallel.h"

namespace limpet {
namespace {

/// A subtree is done by one thread if it has less than this part of L, or if L has fewer numbers than it
/// takes to pay for threads.
constexpr double vector_task_share = 1.0 / 8;
constexpr double worth_threads = 2e5;

}  // namespace

void SupernodalVectorSolve::prepare(const SupernodalPattern& pattern) {
    const int n = pattern.supernodes();
    const auto all = static_cast<double>(pattern.panel_start.back());
    std::vector<double> numbers(n, 0.0);
    std::vector<char> is_shared(n, 0);
    highest_ = 0;
    for (int s = 0; s < n; ++s) {
        numbers[s] += static_cast<double>(pattern.panel_start[s + 1] - pattern.panel_start[s]);
        if (pattern.parent[s] >= 0) numbers[pattern.parent[s]] += numbers[s];
        is_shared[s] = all > worth_threads && numbers[s] > vector_task_share * all;
        highest_ = std::max(highest_, pattern.height(s));
    }
    roots_.clear();
    given_start_.assign(n, -1);
    place_.resize(pattern.rows.size());
    size_ = 3 * pattern.nodes();
    for (std::size_t k = 0; k < place_.size(); ++k) place_[k] = 3 * pattern.rows[k];
    is_shared_ = std::move(is_shared);
    for (int s = 0; s < n; ++s) {
        const int parent = pattern.parent[s];
        if (parent < 0) roots_.push_back(s);
        if (!is_shared_[s] && parent >= 0 && !is_shared_[parent]) continue;
        give_place(pattern, s);
    }
}

/// Rows above a subtree of one thread, or above a supernode of the shared ones.
void SupernodalVectorSolve::give_place(const SupernodalPattern& pattern, int s) {
    given_start_[s] = size_;
    const auto above = pattern.rows.begin() + pattern.row_start[s],
               end = pattern.rows.begin() + pattern.row_start[s + 1];
    const int first = is_shared_[s] ? s : pattern.first_descendant[s];
    for (int k = pattern.row_start[first]; k < pattern.row_start[s + 1]; ++k)
        if (pattern.rows[k] >= pattern.first[s + 1])
            place_[k] = size_ + 3 * static_cast<int>(std::lower_bound(above, end, pattern.rows[k]) - above);
    size_ += 3 * pattern.below(s);
}

/// One solve: `y` is the vector that places refer to, `local` a supernode's rows one after the other.
template <class Scalar>
struct SupernodalVectorSolve::Sweep {
    using Numbers = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;
    using Part = Eigen::Map<const Numbers>;

    const SupernodalVectorSolve& solve;
    const SupernodalPattern& pattern;
    const Scalar* numbers;
    const int* place;
    Numbers y;

    /// Children of a shared supernode are shared, or roots of subtrees of one thread.
    template <class Visit>
    void for_each_child(int s, const Visit& visit) const {
        const int* children = pattern.children.data() + pattern.child_start[s];
        parallel_blocks(pattern.child_start[s + 1] - pattern.child_start[s], 1,
                        [&](int i, int) { visit(children[i]); });
    }

    void climb(int s) {
        Numbers local(solve.highest_);
        if (!solve.is_shared_[s]) {
            for (int t = pattern.first_descendant[s]; t <= s; ++t) up(t, local.data());
            return;
        }
        for_each_child(s, [&](int child) { climb(child); });
        for (int i = pattern.child_start[s]; i < pattern.child_start[s + 1]; ++i)
            take_given(s, pattern.children[i]);
        up(s, local.data());
    }

    void descend(int s) {
        Numbers local(solve.highest_);
        if (!solve.is_shared_[s]) {
            for (int t = s; t >= pattern.first_descendant[s]; --t) down(t, local.data());
            return;
        }
        down(s, local.data());
        for_each_child(s, [&](int child) { descend(child); });
    }

    void take_given(int s, int child) {
        const Scalar* given = y.data() + solve.given_start_[child];
        const int width = pattern.width(s);
        for (int k = pattern.row_start[child]; k < pattern.row_start[child + 1]; ++k, given += 3) {
            const int row = pattern.row_in_parent[k];
            Scalar* to = y.data() + (row < width ? 3 * (pattern.first[s] + row)
                                                 : solve.given_start_[s] + 3 * (row - width));
            for (int r = 0; r < 3; ++r) to[r] += given[r];
        }
    }

    void up(int s, Scalar* local) {
        const int w = 3 * pattern.width(s), h = pattern.height(s);
        Scalar* own = y.data() + 3 * pattern.first[s];
        if (std::all_of(own, own + w, [](Scalar v) { return v == 0; })) return;
        std::copy(own, own + w, local);
        std::fill(local + w, local + h, Scalar(0));
        for (int j = 0; j < w; j += 3) {
            const Scalar *p0 = numbers + pattern.panel_start[s] + std::size_t(j) * h, *p1 = p0 + h,
                         *p2 = p1 + h;
            const Scalar x0 = local[j] / p0[j], x1 = (local[j + 1] - p0[j + 1] * x0) / p1[j + 1],
                         x2 = (local[j + 2] - p0[j + 2] * x0 - p1[j + 2] * x1) / p2[j + 2];
            own[j] = x0;
            own[j + 1] = x1;
            own[j + 2] = x2;
            for (int i = j + 3; i < h; ++i) local[i] -= p0[i] * x0 + p1[i] * x1 + p2[i] * x2;
        }
        const int* to = place + pattern.row_start[s];
        for (int i = w; i < h; i += 3, ++to)
            for (int r = 0; r < 3; ++r) y[*to + r] += local[i + r];
    }

    void down(int s, Scalar* local) {
        const int w = 3 * pattern.width(s), h = pattern.height(s);
        Scalar* own = y.data() + 3 * pattern.first[s];
        const int* from = pattern.rows.data() + pattern.row_start[s];
        for (int i = w; i < h; i += 3, ++from)
            for (int r = 0; r < 3; ++r) local[i + r] = y[3 * *from + r];
        for (int j = w - 3; j >= 0; j -= 3) {
            const Scalar *p0 = numbers + pattern.panel_start[s] + std::size_t(j) * h, *p1 = p0 + h,
                         *p2 = p1 + h;
            const int rest = h - j - 3;
            const Part below(local + j + 3, rest);
            const Scalar x2 = (own[j + 2] - Part(p2 + j + 3, rest).dot(below)) / p2[j + 2],
                         x1 = (own[j + 1] - Part(p1 + j + 3, rest).dot(below) - p1[j + 2] * x2) / p1[j + 1],
                         x0 = (own[j] - Part(p0 + j + 3, rest).dot(below) - p0[j + 1] * x1 - p0[j + 2] * x2) /
                              p0[j];
            own[j] = local[j] = x0;
            own[j + 1] = local[j + 1] = x1;
            own[j + 2] = local[j + 2] = x2;
        }
    }
};

template <class Scalar>
void SupernodalVectorSolve::solve(const SupernodalPattern& pattern, const Scalar* numbers, const VecX& b,
                                  VecX& x) const {
    using Numbers = typename Sweep<Scalar>::Numbers;
    Sweep<Scalar> sweep{*this, pattern, numbers, place_.data(), Numbers::Zero(size_)};
    Numbers& y = sweep.y;
    const int n = pattern.nodes(), roots = static_cast<int>(roots_.size());
    for (int k = 0; k < n; ++k)
        y.template segment<3>(3 * k) = b.segment<3>(3 * pattern.order[k]).template cast<Scalar>();
    parallel_blocks(roots, 1, [&](int i, int) { sweep.climb(roots_[i]); });
    parallel_blocks(roots, 1, [&](int i, int) { sweep.descend(roots_[i]); });
    x.resize(3 * n);
    for (int k = 0; k < n; ++k)
        x.segment<3>(3 * pattern.order[k]) = y.template segment<3>(3 * k).template cast<double>();
}

template void SupernodalVectorSolve::solve(const SupernodalPattern&, const double*, const VecX&, VecX&) const;
template void SupernodalVectorSolve::solve(const SupernodalPattern&, const float*, const VecX&, VecX&) const;

}  // namespace limpet
