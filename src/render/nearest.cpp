#include "render/nearest.h"

#include <algorithm>
#include <numeric>

namespace limpet {

NearestPoints::NearestPoints(const std::vector<Vector3>& points) : points_(points), order_(points.size()) {
    std::iota(order_.begin(), order_.end(), 0);
    build(0, static_cast<int>(order_.size()), 0);
}

void NearestPoints::build(int begin, int end, int axis) {
    if (end - begin < 2) return;
    const int middle = begin + (end - begin) / 2;
    std::nth_element(
        order_.begin() + begin, order_.begin() + middle, order_.begin() + end, [&](int a, int b) {
            return points_[a][axis] != points_[b][axis] ? points_[a][axis] < points_[b][axis] : a < b;
        });
    build(begin, middle, (axis + 1) % 3);
    build(middle + 1, end, (axis + 1) % 3);
}

int NearestPoints::find(const Vector3& query) const {
    Best best;
    search(query, 0, static_cast<int>(order_.size()), 0, best);
    return best.index;
}

void NearestPoints::search(const Vector3& query, int begin, int end, int axis, Best& best) const {
    if (begin >= end) return;
    const int middle = begin + (end - begin) / 2;
    const int index = order_[middle];
    double squared = 0;
    for (int i = 0; i < 3; ++i) squared += (points_[index][i] - query[i]) * (points_[index][i] - query[i]);
    if (best.index < 0 || squared < best.squared || (squared == best.squared && index < best.index))
        best = {index, squared};
    const double aside = query[axis] - points_[index][axis];
    const int next = (axis + 1) % 3;
    const bool below = aside < 0;
    search(query, below ? begin : middle + 1, below ? middle : end, next, best);
    if (aside * aside <= best.squared)
        search(query, below ? middle + 1 : begin, below ? end : middle, next, best);
}

}  // namespace limpet
