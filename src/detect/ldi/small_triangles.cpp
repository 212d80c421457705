#include "detect/ldi/small_triangles.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/lanes.h"

namespace limpet::ldi {
namespace {

constexpr int pixel_steps = static_cast<int>(steps);
/// Edges and pixels are less than most_pixels + 1 pixels long: e is a difference of two products of such.
static_assert(2LL * (SmallTriangles::most_pixels + 1) * (SmallTriangles::most_pixels + 1) * pixel_steps *
                  pixel_steps <
              1LL << 31);
/// Each pixel of a box has a bit.
static_assert(SmallTriangles::most_pixels * SmallTriangles::most_pixels <= 32);

template <class To, class From>
To copy_bits(const From& from) {
    static_assert(sizeof(To) == sizeof(From));
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}

}  // namespace

SmallTriangles::Points SmallTriangles::points() const {
    const std::vector<Vec3>& positions = *image_.surface.positions;
    Points points;
    for (int lane = 0; lane < together; ++lane) {
        const Triangle& t = (*image_.surface.triangles)[triangle_[lane]];
        for (int k = 0; k < 3; ++k) points[k][lane] = positions[t[k]].data();
    }
    return points;
}

void SmallTriangles::flush() {
    if (count_ == 0) return;
    // The last triangle, in its own box, stands in for those that are not there.
    for (Numbers* numbers : {&triangle_, &column_, &row_})
        std::fill(numbers->begin() + count_, numbers->end(), (*numbers)[count_ - 1]);
    const Points corners = points();
    const auto from_box = [&](const std::array<const double*, together>& x, int axis, const Numbers& pixel) {
        using Half = std::int32_t __attribute__((vector_size(lanes * sizeof(std::int32_t))));
        const auto snapped = [&](int i) {
            const Lanes four{x[i][axis], x[i + 1][axis], x[i + 2][axis], x[i + 3][axis]};
            return __builtin_convertvector(
                to_nearest(four * image_.pixels.scale) - image_.pixels.origin[axis], Half);
        };
        return __builtin_shufflevector(snapped(0), snapped(lanes), 0, 1, 2, 3, 4, 5, 6, 7) -
               copy_bits<Ints>(pixel) * pixel_steps;
    };
    std::array<Ints, 3> u, v, first, right, up;
    for (int k = 0; k < 3; ++k) {
        u[k] = from_box(corners[k], (image_.axis + 1) % 3, column_);
        v[k] = from_box(corners[k], (image_.axis + 2) % 3, row_);
    }
    for (int k = 0; k < 3; ++k) {
        const int from = (k + 1) % 3, to = (k + 2) % 3;
        const Ints du = u[to] - u[from], dv = v[to] - v[from];
        first[k] = dv * u[from] - du * v[from];
        right[k] = -dv * pixel_steps;
        up[k] = du * pixel_steps;
    }
    const Ints area = first[0] + first[1] + first[2], turn = (area < 0) - (area > 0);
    std::array<Ints, 3> inside;  // ≥ 0: by how much e is above the least that counts
    for (int k = 0; k < 3; ++k) {
        first[k] *= turn;
        right[k] *= turn;
        up[k] *= turn;
        inside[k] = first[k] + ~((right[k] > 0) | ((right[k] == 0) & (up[k] > 0)));
    }
    Ints covered{};
    for (int row = 0; row < rows_; ++row) {
        std::array<Ints, 3> at = inside;
        for (int column = 0; column < columns_; ++column) {
            covered |= ((at[0] | at[1] | at[2]) >= 0) & (1 << (row * most_pixels + column));
            for (int k = 0; k < 3; ++k) at[k] += right[k];
        }
        for (int k = 0; k < 3; ++k) inside[k] += up[k];
    }
    Edges edges;
    edges.area = copy_bits<Numbers>(area);
    for (int k = 0; k < 2; ++k) {
        edges.first[k] = copy_bits<Numbers>(first[k + 1]);
        edges.right[k] = copy_bits<Numbers>(right[k + 1]);
        edges.up[k] = copy_bits<Numbers>(up[k + 1]);
    }
    const Numbers pixels = copy_bits<Numbers>(covered);
    for (int lane = 0; lane < count_; ++lane)
        if (pixels[lane] != 0) add_samples(lane, static_cast<std::uint32_t>(pixels[lane]), corners, edges);
    count_ = columns_ = rows_ = 0;
}

void SmallTriangles::add_samples(int lane, std::uint32_t covered, const Points& points, const Edges& edges) {
    const int axis = image_.axis;
    const double depth = points[0][lane][axis], to_second = points[1][lane][axis] - depth,
                 to_third = points[2][lane][axis] - depth, area = std::abs(double(edges.area[lane]));
    const std::uint32_t id =
        static_cast<std::uint32_t>(triangle_[lane]) | image_.flags | (edges.area[lane] < 0 ? entry_bit : 0);
    for (; covered != 0; covered &= covered - 1) {
        const int pixel = std::countr_zero(covered), row = pixel / most_pixels, column = pixel % most_pixels;
        if (!image_.marks.pixel(column_[lane] + column, row_[lane] + row)) continue;
        const auto e = [&](int k) {
            return double(edges.first[k][lane] + edges.right[k][lane] * column + edges.up[k][lane] * row);
        };
        lists_.add(column_[lane] + column, row_[lane] + row,
                   depth + (e(0) * to_second + e(1) * to_third) / area, id);
    }
}

}  // namespace limpet::ldi
