#include "linear/supernodal_front.h"

#include <Eigen/Cholesky>
#include <algorithm>

#include "core/parallel.h"
#include "core/types.h"

namespace limpet {
namespace {

using FrontPanel = Eigen::Map<MatX, 0, Eigen::OuterStride<>>;

constexpr int columns_per_step = 48;
constexpr int tile = 96;
/// Below this many multiplications a thread has no time to join in.
constexpr double worth_sharing = 4e6;

/// body(begin, end) on tiles of [0, count): in parallel if there is enough to do.
template <class Body>
void for_tiles(int count, double flops, Body&& body) {
    if (flops > worth_sharing)
        parallel_blocks(count, tile, body);
    else
        for (int begin = 0; begin < count; begin += tile) body(begin, std::min(count, begin + tile));
}

/// Lower triangle of C −= B Bᵀ, B being rows `row` … of `panel`'s columns [column, column + depth), for
/// columns [begin, end) of C.
void subtract_product(const FrontPanel& panel, int row, int column, int depth, int begin, int end,
                      FrontPanel& c) {
    const int n = static_cast<int>(panel.rows()) - row, wide = end - begin;
    const auto b = panel.block(row, column, n, depth);
    c.block(begin, begin, wide, wide)
        .selfadjointView<Eigen::Lower>()
        .rankUpdate(b.middleRows(begin, wide), -1.0);
    if (end < n)
        c.block(end, begin, n - end, wide).noalias() -=
            b.bottomRows(n - end) * b.middleRows(begin, wide).transpose();
}

}  // namespace

bool eliminate_front(double* numbers, int width, int height, double* update) {
    FrontPanel panel(numbers, height, width, Eigen::OuterStride<>(height));
    for (int k = 0; k < width; k += columns_per_step) {
        const int wide = std::min(columns_per_step, width - k), next = k + wide, left = height - next;
        Eigen::Ref<MatX, 0, Eigen::OuterStride<>> corner = panel.block(k, k, wide, wide);
        const Eigen::LLT<Eigen::Ref<MatX, 0, Eigen::OuterStride<>>> llt(corner);
        // A pivot that is not a number passes LLT's own check.
        if (llt.info() != Eigen::Success || !(corner.diagonal().array() > 0).all()) return false;
        for_tiles(left, double(left) * wide * wide, [&](int begin, int end) {
            auto rows = panel.block(next + begin, k, end - begin, wide);
            corner.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(rows);
        });
        if (next == width) break;
        FrontPanel rest(numbers + next + std::size_t(next) * height, left, width - next,
                        Eigen::OuterStride<>(height));
        for_tiles(width - next, 2.0 * left * wide * (width - next),
                  [&](int begin, int end) { subtract_product(panel, next, k, wide, begin, end, rest); });
    }
    const int r = height - width;
    FrontPanel u(update, r, r, Eigen::OuterStride<>(r));
    for_tiles(r, double(r) * r * width,
              [&](int begin, int end) { subtract_product(panel, width, 0, width, begin, end, u); });
    return true;
}

}  // namespace limpet
