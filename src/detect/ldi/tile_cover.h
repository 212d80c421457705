#pragma once

/// Which pixel centres of a tile a triangle covers, a row of the tile at once. The rule is rasterise.h's.

#include "core/lanes.h"
#include "detect/ldi/rasterise.h"

namespace limpet::ldi {

static_assert(tile_pixels == lanes);

/// A triangle in an image, as its three edges see pixels: e_k of the edge opposite corner k is the same
/// number as in coverage.h, for triangles that turn either way.
class TileCover {
public:
    /// `column` and `row` of a pixel near it, from which pixels are counted.
    TileCover(const SurfaceImage& image, int triangle, int column, int row) {
        const int axis = image.axis, iu = (axis + 1) % 3, iv = (axis + 2) % 3;
        const auto& [a, b, c] = (*image.surface.triangles)[triangle];
        const std::vector<Vec3>& positions = *image.surface.positions;
        const double *p = positions[a].data(), *q = positions[b].data(), *r = positions[c].data();
        const PixelBox& pixels = image.pixels;
        const double scale = pixels.scale;
        const Lanes u =
            to_nearest(Lanes{p[iu], q[iu], r[iu], 0} * scale) - (pixels.origin[iu] + column * steps);
        const Lanes v = to_nearest(Lanes{p[iv], q[iv], r[iv], 0} * scale) - (pixels.origin[iv] + row * steps);
        const Lanes from_u = __builtin_shufflevector(u, u, 1, 2, 0, 3),
                    from_v = __builtin_shufflevector(v, v, 1, 2, 0, 3);
        const Lanes du = __builtin_shufflevector(u, u, 2, 0, 1, 3) - from_u,
                    dv = __builtin_shufflevector(v, v, 2, 0, 1, 3) - from_v;
        const Lanes at_first = dv * from_u - du * from_v;
        const double area = at_first[0] + at_first[1] + at_first[2];
        turn_ = area > 0 ? 1 : area < 0 ? -1 : 0;
        area_ = std::abs(area);
        const double turn = turn_;
        first_ = at_first * turn;
        right_ = dv * (-turn * steps);
        up_ = du * (turn * steps);
        // right > 0 is dv < 0 after turning.
        least_ = (right_ > 0) | ((right_ == 0) & (up_ > 0)) ? Lanes{} : Lanes{} + 1;
        depth_ = p[axis];
        to_second_ = q[axis] - depth_;
        to_third_ = r[axis] - depth_;
    }

    int turn() const { return turn_; }

    /// Writes a sample for each of the four pixels from (column, row) on that is covered; returns their end.
    /// `place` is that of the first, and there is room for four.
    Sample* write(int column, int row, std::uint32_t place, std::uint32_t id, Sample* next) const {
        const Lanes columns = Lanes{0, 1, 2, 3} + column;
        const double r = row;
        const auto e = [&](int k) { return (first_[k] + up_[k] * r) + right_[k] * columns; };
        const Lanes e0 = e(0), e1 = e(1), e2 = e(2);
        const auto covered = (e0 >= least_[0]) & (e1 >= least_[1]) & (e2 >= least_[2]);
        const Lanes depth = depth_ + (e1 * to_second_ + e2 * to_third_) / area_;
        for (int lane = 0; lane < lanes; ++lane) {
            *next = {depth[lane], place + static_cast<std::uint32_t>(lane), id};
            next -= covered[lane];
        }
        return next;
    }

private:
    int turn_;
    double area_;
    Lanes first_, right_, up_, least_;  ///< of the edges opposite each corner
    double depth_, to_second_, to_third_;
};

}  // namespace limpet::ldi
