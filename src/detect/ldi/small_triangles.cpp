#include "detect/ldi/small_triangles.h"

#include <bit>
#include <cstring>

#include "core/lanes.h"

namespace limpet::ldi {
namespace {

constexpr int step = static_cast<int>(steps);
/// Edges and pixels are less than most_pixels + 1 pixels long: e is a difference of two products of such.
static_assert(2LL * (SmallTriangles::most_pixels + 1) * (SmallTriangles::most_pixels + 1) * step * step <
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

SmallTriangles::SmallTriangles(const SurfaceImage& image, ImageLists& lists) : image_(image), lists_(lists) {
    // Triangles that are not there have no area.
    for (int k = 0; k < 3; ++k) u_[k] = v_[k] = {};
}

void SmallTriangles::take_corners(int triangle, const PixelRange& box) {
    using Steps = std::int32_t __attribute__((vector_size(16)));
    const PixelBox& pixels = image_.pixels;
    const int u = (image_.axis + 1) % 3, v = (image_.axis + 2) % 3;
    const Lanes origin{pixels.origin[0], pixels.origin[1], pixels.origin[2], 0};
    const std::vector<Vec3>& positions = *image_.surface.positions;
    for (int k = 0; k < 3; ++k) {
        const Lanes x = load_vertex(positions, (*image_.surface.triangles)[triangle][k]);
        const auto snapped = copy_bits<std::array<std::int32_t, 4>>(
            __builtin_convertvector(to_nearest(Lanes{x[0], x[1], x[2], 0} * pixels.scale) - origin, Steps));
        u_[k][count_] = snapped[u] - box.column * step;
        v_[k][count_] = snapped[v] - box.row * step;
    }
    placed_[count_] = {triangle, box.column, box.row};
    columns_ = std::max(columns_, box.columns);
    rows_ = std::max(rows_, box.rows);
}

void SmallTriangles::flush() {
    std::array<Ints, 3> u, v, first, right, up;
    for (int k = 0; k < 3; ++k) {
        u[k] = copy_bits<Ints>(u_[k]);
        v[k] = copy_bits<Ints>(v_[k]);
    }
    for (int k = 0; k < 3; ++k) {
        const int from = (k + 1) % 3, to = (k + 2) % 3;
        const Ints du = u[to] - u[from], dv = v[to] - v[from];
        first[k] = dv * u[from] - du * v[from];
        right[k] = -dv * step;
        up[k] = du * step;
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
    area_ = copy_bits<Numbers>(area);
    for (int k = 0; k < 2; ++k) {
        first_[k] = copy_bits<Numbers>(first[k + 1]);
        right_[k] = copy_bits<Numbers>(right[k + 1]);
        up_[k] = copy_bits<Numbers>(up[k + 1]);
    }
    const Numbers pixels = copy_bits<Numbers>(covered);
    for (int i = 0; i < count_; ++i) add_samples(placed_[i], static_cast<std::uint32_t>(pixels[i]), i);
    count_ = columns_ = rows_ = 0;
}

void SmallTriangles::add_samples(const Placed& of, std::uint32_t covered, int lane) {
    if (covered == 0) return;
    const auto& [a, b, c] = (*image_.surface.triangles)[of.triangle];
    const std::vector<Vec3>& positions = *image_.surface.positions;
    const double depth = positions[a][image_.axis], to_second = positions[b][image_.axis] - depth,
                 to_third = positions[c][image_.axis] - depth, area = std::abs(double(area_[lane]));
    const std::uint32_t id =
        static_cast<std::uint32_t>(of.triangle) | image_.flags | (area_[lane] < 0 ? entry_bit : 0);
    for (; covered != 0; covered &= covered - 1) {
        const int pixel = std::countr_zero(covered), row = pixel / most_pixels, column = pixel % most_pixels;
        if (!image_.marks.pixel(of.column + column, of.row + row)) continue;
        const double e1 = first_[0][lane] + right_[0][lane] * column + up_[0][lane] * row,
                     e2 = first_[1][lane] + right_[1][lane] * column + up_[1][lane] * row;
        lists_.add(of.column + column, of.row + row, depth + (e1 * to_second + e2 * to_third) / area, id);
    }
}

}  // namespace limpet::ldi
