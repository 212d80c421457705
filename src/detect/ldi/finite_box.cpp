#include "detect/ldi/finite_box.h"

#include "core/lanes.h"
#include "core/parallel.h"
#include "limpet/error.h"

namespace limpet::ldi {
namespace {

constexpr int block = 16384;

/// x − x of every coordinate summed up: 0 unless one of them is infinite or no number.
struct PartBox {
    Box3 box;
    double zero = 0;
};

PartBox part_box(const std::vector<Vec3>& points, int begin, int end) {
    PartBox part;
    part.box = Box3(points[begin], points[begin]);
    part.zero = (points[begin] - points[begin]).sum();
    Lanes low{points[begin].x(), points[begin].y(), points[begin].z(), 0}, high = low, zero{};
    // Four numbers are read for each point: the last one of all has no fourth.
    const int whole = std::min(end, static_cast<int>(points.size()) - 1);
    for (int k = begin; k < whole; ++k) {
        const Lanes x = load_lanes(points[k].data());
        low = x < low ? x : low;
        high = x > high ? x : high;
        zero += x - x;
    }
    part.box.extend(Vec3(low[0], low[1], low[2]));
    part.box.extend(Vec3(high[0], high[1], high[2]));
    part.zero += zero[0] + zero[1] + zero[2];
    for (int k = std::max(begin, whole); k < end; ++k) {
        part.box.extend(points[k]);
        part.zero += (points[k] - points[k]).sum();
    }
    return part;
}

}  // namespace

Box3 finite_box(const std::vector<Vec3>& points) {
    const int count = static_cast<int>(points.size());
    std::vector<PartBox> parts((count + block - 1) / block);
    parallel_blocks(count, block,
                    [&](int begin, int end) { parts[begin / block] = part_box(points, begin, end); });
    Box3 box;
    for (const PartBox& part : parts) {
        if (part.zero != 0) throw BreakdownError("a surface has a vertex that is not finite");
        box.extend(part.box);
    }
    return box;
}

}  // namespace limpet::ldi
