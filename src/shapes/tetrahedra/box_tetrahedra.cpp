#include "shapes/tetrahedra/box_tetrahedra.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "limpet/error.h"
#include "shapes/tetrahedra/tet_quality.h"
#include "shapes/tetrahedra/tetrahedralise.h"

namespace limpet {
namespace {

constexpr double longest_cell = 2.5;  ///< over its thickness
constexpr double size_tolerance =
    1.123;  ///< 2^(1/6): bisection shrinks by 2^(1/3), so sizes end up within ±12 %
/// Largest distance from a Kuhn tetrahedron's centre to a corner, over the side of its cell.
constexpr double corner_distance = 0.9;
/// Bisected tetrahedra over those that their size asks for: neighbours have to fit. Measured.
constexpr double closure = 1.25;

/// Cells along the axes; doubles, since a wrong size may ask for more than an int holds.
std::array<double, 3> cells(const Vec3& size, double element) {
    if (!(size.minCoeff() > 0) || !size.allFinite())
        throw InputError("box", fmt::format("sizes must be positive numbers; found {} {} {}", size.x(),
                                            size.y(), size.z()));
    check_element(element);
    const double side = std::min(element, longest_cell / 1.5 * size.minCoeff());
    std::array<double, 3> n;
    for (int d = 0; d < 3; ++d) n[d] = std::max(1.0, std::round(size[d] / side));
    return n;
}

struct BoxGrid {
    std::array<int, 3> n;
    Vec3 size;

    int index(int i, int j, int k) const { return i + (n[0] + 1) * (j + (n[1] + 1) * k); }
    std::vector<Vec3> vertices() const {
        std::vector<Vec3> out;
        for (int k = 0; k <= n[2]; ++k)
            for (int j = 0; j <= n[1]; ++j)
                for (int i = 0; i <= n[0]; ++i)
                    out.emplace_back(size.x() * (double(i) / n[0] - 0.5), size.y() * (double(j) / n[1] - 0.5),
                                     size.z() * (double(k) / n[2] - 0.5));
        return out;
    }
    /// Calls add(corner) for every cell; corner(x, y, z), each 0 or 1, is a vertex, and the sum of the
    /// indices of corner(0, 0, 0) is even.
    template <class Add>
    void for_each_mirrored_cell(Add&& add) const {
        for (int k = 0; k < n[2]; ++k)
            for (int j = 0; j < n[1]; ++j)
                for (int i = 0; i < n[0]; ++i)
                    add([&](int x, int y, int z) {
                        return index(i + (i % 2 ? 1 - x : x), j + (j % 2 ? 1 - y : y),
                                     k + (k % 2 ? 1 - z : z));
                    });
    }
};

BoxGrid grid_of(const Vec3& size, double element, double per_cell) {
    const std::array<double, 3> n = cells(size, element);
    check_count(per_cell * n[0] * n[1] * n[2], element);
    return {{static_cast<int>(n[0]), static_cast<int>(n[1]), static_cast<int>(n[2])}, size};
}

void orient(TetMesh& mesh) {
    for (Tetrahedron& t : mesh.tetrahedra)
        if (tet_volume({mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]], mesh.vertices[t[3]]}) <
            0)
            std::swap(t[2], t[3]);
}

/// Maubach's tagged simplex: the next bisection halves the edge v[0]–v[tag].
struct TaggedTet {
    Tetrahedron v;
    int tag;
};

class Bisection {
public:
    Bisection(const BoxGrid& grid, const Grading& grading, double coarsest)
        : vertices_(grid.vertices()),
          grading_(grading),
          finest_(coarsest / grading.ratio),
          coarsest_(coarsest) {
        grid.for_each_mirrored_cell([&](auto&& corner) {
            std::array<int, 3> axes{0, 1, 2};
            do {
                TaggedTet t{{}, 3};
                std::array<int, 3> at{0, 0, 0};
                t.v[0] = corner(0, 0, 0);
                for (int step = 0; step < 3; ++step) {
                    at[axes[step]] = 1;
                    t.v[step + 1] = corner(at[0], at[1], at[2]);
                }
                tets_.push_back(t);
            } while (std::next_permutation(axes.begin(), axes.end()));
        });
    }

    /// Bisects what is too large, and what has a hanging vertex on an edge, until neither is left.
    void refine(double element) {
        for (bool changed = true; changed;) {
            changed = false;
            const std::size_t count = tets_.size();
            for (std::size_t t = 0; t < count; ++t)
                if (too_large(tets_[t].v) || has_hanging_vertex(tets_[t].v)) {
                    bisect(t);
                    changed = true;
                }
            check_count(static_cast<double>(tets_.size()), element);
        }
    }

    TetMesh mesh() && {
        TetMesh mesh{std::move(vertices_), {}};
        mesh.tetrahedra.reserve(tets_.size());
        for (const TaggedTet& t : tets_) mesh.tetrahedra.push_back(t.v);
        return mesh;
    }

private:
    static std::uint64_t key(int a, int b) {
        return static_cast<std::uint64_t>(std::min(a, b)) << 32 | static_cast<std::uint64_t>(std::max(a, b));
    }

    bool too_large(const Tetrahedron& v) const {
        const TetCorners x{vertices_[v[0]], vertices_[v[1]], vertices_[v[2]], vertices_[v[3]]};
        const Vec3 center = (x[0] + x[1] + x[2] + x[3]) / 4;
        double radius = 0;
        for (const Vec3& corner : x) radius = std::max(radius, (corner - center).norm());
        const double distance = std::max(0.0, grading_.distance(center) - radius - grading_.radius);
        const double size = std::cbrt(6 * std::abs(tet_volume(x)));  // the side of the cell it is a sixth of
        return size > size_tolerance * std::min(coarsest_, finest_ + grading_.growth * distance);
    }

    bool has_hanging_vertex(const Tetrahedron& v) const {
        for (int i = 0; i < 4; ++i)
            for (int j = i + 1; j < 4; ++j)
                if (middle_of_.contains(key(v[i], v[j]))) return true;
        return false;
    }

    void bisect(std::size_t t) {
        const auto [v, tag] = tets_[t];
        const auto [found, is_new] =
            middle_of_.try_emplace(key(v[0], v[tag]), static_cast<int>(vertices_.size()));
        if (is_new) vertices_.push_back((vertices_[v[0]] + vertices_[v[tag]]) / 2);
        TaggedTet first{v, tag > 1 ? tag - 1 : 3}, second = first;
        first.v[tag] = second.v[tag] = found->second;
        for (int k = 0; k < tag; ++k) second.v[k] = v[k + 1];
        tets_[t] = first;
        tets_.push_back(second);
    }

    std::vector<Vec3> vertices_;
    Grading grading_;
    double finest_, coarsest_;
    std::vector<TaggedTet> tets_;
    std::unordered_map<std::uint64_t, int> middle_of_;  ///< of bisected edges; looked up only
};

/// ∫ 6/s³ dV over a part of the box, s the side that bisection ends with; parts where s is the same, or that
/// are smaller than an element, are not cut further.
class GradedCount {
public:
    GradedCount(double cell, double element, const Grading& grading)
        : cell_(cell), grading_(grading), finest_(element / grading.ratio), coarsest_(element) {}

    double over(const Box3& part) const {
        const double middle = grading_.distance(part.center()), reach = part.sizes().norm() / 2;
        const double nearest = std::max(0.0, middle - reach);
        const double halvings = halvings_at(nearest);
        if (halvings == halvings_at(middle + reach)) return density(halvings) * part.volume();
        if (part.sizes().maxCoeff() < wanted(nearest) / 2)
            return density(halvings_at(middle)) * part.volume();
        Eigen::Index longest = 0;
        part.sizes().maxCoeff(&longest);
        Box3 low = part, high = part;
        low.max()[longest] = high.min()[longest] = part.center()[longest];
        return over(low) + over(high);
    }

private:
    /// s = finest + growth (distance − corner_distance s): a tetrahedron counts where it is nearest.
    double wanted(double distance) const {
        const double outside = std::max(0.0, distance - grading_.radius);
        return std::min(coarsest_, std::max(finest_, (finest_ + grading_.growth * outside) /
                                                         (1 + grading_.growth * corner_distance)));
    }
    double halvings_at(double distance) const {
        return std::max(0.0, std::ceil(3 * std::log2(cell_ / (size_tolerance * wanted(distance)))));
    }
    double density(double halvings) const {
        return (halvings > 0 ? closure : 1) * 6 * std::exp2(halvings) / (cell_ * cell_ * cell_);
    }

    double cell_;  ///< side of a cube of a grid cell's volume [m]
    Grading grading_;
    double finest_, coarsest_;
};

}  // namespace

double count_graded_box_tetrahedra(const Vec3& size, double element, const Grading& grading) {
    const std::array<double, 3> n = cells(size, element);
    const double grid = 6 * n[0] * n[1] * n[2];
    if (grid > max_tetrahedra) return grid;
    const GradedCount count(std::cbrt(6 * size.prod() / grid), element, grading);
    return std::max(grid, count.over(Box3(-size / 2, size / 2)));
}

double count_box_tetrahedra(const Vec3& size, double element) {
    const std::array<double, 3> n = cells(size, element);
    return 5 * n[0] * n[1] * n[2];
}

TetMesh box_tetrahedra(const Vec3& size, double element) {
    const BoxGrid grid = grid_of(size, element, 5);
    TetMesh mesh{grid.vertices(), {}};
    grid.for_each_mirrored_cell([&](auto&& c) {
        mesh.tetrahedra.push_back({c(0, 0, 0), c(1, 1, 0), c(1, 0, 1), c(0, 1, 1)});
        mesh.tetrahedra.push_back({c(1, 0, 0), c(0, 0, 0), c(1, 1, 0), c(1, 0, 1)});
        mesh.tetrahedra.push_back({c(0, 1, 0), c(0, 0, 0), c(1, 1, 0), c(0, 1, 1)});
        mesh.tetrahedra.push_back({c(0, 0, 1), c(0, 0, 0), c(1, 0, 1), c(0, 1, 1)});
        mesh.tetrahedra.push_back({c(1, 1, 1), c(1, 1, 0), c(1, 0, 1), c(0, 1, 1)});
    });
    orient(mesh);
    return mesh;
}

TetMesh graded_box_tetrahedra(const Vec3& size, double element, const Grading& grading) {
    if (!(grading.ratio >= 1 && grading.ratio <= 1e4))
        throw InputError("ratio", fmt::format("must be a number from 1 to 10000; found {}", grading.ratio));
    if (!grading.towards.allFinite()) throw InputError("towards", "must be three finite numbers");
    if (!(grading.radius >= 0 && std::isfinite(grading.radius)))
        throw InputError("radius", fmt::format("must not be negative; found {}", grading.radius));
    if (!(grading.ring >= 0 && std::isfinite(grading.ring)))
        throw InputError("ring", fmt::format("must not be negative; found {}", grading.ring));
    if (!(grading.growth >= 0.02 && grading.growth <= 1))
        throw InputError("growth", fmt::format("must be a number from 0.02 to 1; found {}", grading.growth));
    const BoxGrid grid = grid_of(size, element, 6);
    Bisection bisection(grid, grading, element);
    bisection.refine(element);
    TetMesh mesh = std::move(bisection).mesh();
    orient(mesh);
    return mesh;
}

}  // namespace limpet
