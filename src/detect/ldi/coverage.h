#pragma once

/// Which pixel centres a triangle covers, one triangle at a time and exact for triangles of any size. The
/// rule is rasterise.h's.

#include <algorithm>
#include <array>
#include <cmath>

#include "detect/ldi/kernel_constants.h"
#include "detect/ldi/pixel_grid.h"

namespace limpet::ldi {

__extension__ using Int128 = __int128;

/// An edge as a function of the pixel: ≥ `least` inside.
template <class Number>
struct Edge {
    Number at_first;   ///< at pixel (0, 0)
    Number right, up;  ///< what one column or row more adds
    Number least;      ///< 0 or 1: e > 0 is e ≥ 1 in whole numbers

    Edge(double from_u, double from_v, double to_u, double to_v) {
        const Number u(static_cast<Number>(to_u - from_u)), v(static_cast<Number>(to_v - from_v));
        at_first = v * static_cast<Number>(from_u) - u * static_cast<Number>(from_v);
        right = -v * static_cast<Number>(steps);
        up = u * static_cast<Number>(steps);
        least = v < 0 || (v == 0 && u > 0) ? 0 : 1;
    }
};

/// Three corners in an image, counter-clockwise, from a pixel near them [steps].
struct Corners {
    std::array<double, 3> u, v;
    double area() const { return (u[1] - u[0]) * (v[2] - v[0]) - (v[1] - v[0]) * (u[2] - u[0]); }
    double extent() const {
        const auto span = [](const std::array<double, 3>& x) {
            return std::max({x[0], x[1], x[2]}) - std::min({x[0], x[1], x[2]});
        };
        return std::max(span(u), span(v));
    }
};

inline Corners corners_of(const PixelBox& pixels, const std::array<const double*, 3>& points, int axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    Corners corners;
    for (int k = 0; k < 3; ++k) {
        corners.u[k] = pixels.snapped(points[k][u], u);
        corners.v[k] = pixels.snapped(points[k][v], v);
    }
    return corners;
}

inline void move_origin(Corners& corners, int column, int row) {
    for (int k = 0; k < 3; ++k) {
        corners.u[k] -= column * steps;
        corners.v[k] -= row * steps;
    }
}

/// Sign of the area, exact.
inline int turning(const Corners& c) {
    if (c.extent() < max_exact_difference) {
        const double area = c.area();
        return area > 0 ? 1 : area < 0 ? -1 : 0;
    }
    const auto whole = [](double x) { return static_cast<Int128>(x); };
    const Int128 area =
        whole(c.u[1] - c.u[0]) * whole(c.v[2] - c.v[0]) - whole(c.v[1] - c.v[0]) * whole(c.u[2] - c.u[0]);
    return area > 0 ? 1 : area < 0 ? -1 : 0;
}

/// Cuts columns [begin, end) of a row to those on an edge's left, where `value` is that of column 0.
template <class Number>
void cut_row(const Edge<Number>& edge, Number value, int& begin, int& end) {
    if (edge.right == 0) {
        if (value < edge.least) end = begin;
        return;
    }
    // Where the line crosses the row; rounding may miss by one, which the exact test mends.
    double crossing = static_cast<double>(edge.least - value) / static_cast<double>(edge.right);
    crossing = std::min(std::max(crossing, begin - 1.0), end + 1.0);
    const auto inside = [&](int column) {
        return value + edge.right * static_cast<Number>(column) >= edge.least;
    };
    if (edge.right > 0) {
        int first = static_cast<int>(std::ceil(crossing));
        while (first > begin && inside(first - 1)) --first;
        while (first < end && !inside(first)) ++first;
        begin = std::max(begin, first);
    } else {
        int last = static_cast<int>(std::floor(crossing));
        while (last < end - 1 && inside(last + 1)) ++last;
        while (last >= begin && !inside(last)) --last;
        end = std::min(end, last + 1);
    }
}

/// Visits (column, row, e_0, e_1, e_2), counted from the origin of the corners; e_k belongs to the edge
/// opposite corner k. The corners turn counter-clockwise.
template <class Number, class Visit>
void cover(const Corners& corners, int columns, int rows, Visit&& visit) {
    const auto& [u, v] = corners;
    const std::array<Edge<Number>, 3> edges = {Edge<Number>(u[1], v[1], u[2], v[2]),
                                               Edge<Number>(u[2], v[2], u[0], v[0]),
                                               Edge<Number>(u[0], v[0], u[1], v[1])};
    for (int row = 0; row < rows; ++row) {
        std::array<Number, 3> start;
        for (int k = 0; k < 3; ++k) start[k] = edges[k].at_first + edges[k].up * static_cast<Number>(row);
        int begin = 0, end = columns;
        if (columns >= min_cut_row_pixels)
            for (int k = 0; k < 3 && begin < end; ++k) cut_row(edges[k], start[k], begin, end);
        for (int column = begin; column < end; ++column) {
            const Number i = static_cast<Number>(column);
            const Number e0 = start[0] + edges[0].right * i, e1 = start[1] + edges[1].right * i,
                         e2 = start[2] + edges[2].right * i;
            if (e0 >= edges[0].least && e1 >= edges[1].least && e2 >= edges[2].least)
                visit(column, row, static_cast<double>(e0), static_cast<double>(e1), static_cast<double>(e2));
        }
    }
}

/// From twice the areas opposite each corner.
template <class Number>
std::array<double, 3> weights_at_origin(const Corners& corners) {
    const auto area = [&](int i, int j) {
        return static_cast<Number>(corners.u[i]) * static_cast<Number>(corners.v[j]) -
               static_cast<Number>(corners.v[i]) * static_cast<Number>(corners.u[j]);
    };
    const Number e0 = area(1, 2), e1 = area(2, 0), e2 = area(0, 1);
    const double sum = static_cast<double>(e0 + e1 + e2);
    return {static_cast<double>(e0) / sum, static_cast<double>(e1) / sum, static_cast<double>(e2) / sum};
}

}  // namespace limpet::ldi
