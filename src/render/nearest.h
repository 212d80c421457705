#pragma once

#include <vector>

#include "limpet/frame.h"

namespace limpet {

/// A k-d tree: which of many points is nearest to another one.
class NearestPoints {
public:
    /// Needs at least one point, all of them finite.
    explicit NearestPoints(const std::vector<Vector3>& points);

    /// The index of the nearest point; of equally near ones, the first.
    int find(const Vector3& query) const;

private:
    struct Best {
        int index = -1;
        double squared = 0;
    };
    void build(int begin, int end, int axis);
    void search(const Vector3& query, int begin, int end, int axis, Best& best) const;

    const std::vector<Vector3>& points_;
    std::vector<int>
        order_;  ///< the middle of a range splits it; halves follow the same rule on the next axis
};

}  // namespace limpet
