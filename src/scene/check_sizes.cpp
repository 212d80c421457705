/// How many elements a shape would be cut into, before anything is cut. Boxes ask their mesher, other shapes
/// of volume V and area A are estimated [V in m³, A in m², edges a in m]:
///   tetrahedra: estimate_tetrahedra(V, a) of shapes/tetrahedra/tetrahedralise.h,
///   triangles ≈ 4 A / (√3 a²).
/// Volumes and areas are those of the primitives; meshes given by their size are taken to fill half of their
/// box.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/text.h"
#include "core/two_digits.h"
#include "scene/check_scene.h"
#include "shapes/tetrahedra/ball_tetrahedra.h"
#include "shapes/tetrahedra/box_tetrahedra.h"
#include "shapes/tetrahedra/tetrahedralise.h"

namespace limpet {
namespace {

constexpr double most_triangles = 2e7;
constexpr double default_elements_along = 10;  ///< the longest side, as soft bodies are made
constexpr double default_facets_along = 20;    ///< the same of surfaces
constexpr double pi = std::numbers::pi;

struct Extent {
    double volume;  ///< [m^3]
    double area;    ///< [m^2]
};

struct ExtentOf {
    std::optional<Extent> operator()(const BoxShape& s) const {
        const auto [x, y, z] = s.size;
        return Extent{x * y * z, 2 * (x * y + y * z + z * x)};
    }
    std::optional<Extent> operator()(const SphereShape& s) const {
        return Extent{4 * pi / 3 * std::pow(s.radius, 3), 4 * pi * s.radius * s.radius};
    }
    std::optional<Extent> operator()(const CylinderShape& s) const {
        return Extent{pi * s.radius * s.radius * s.height, 2 * pi * s.radius * (s.radius + s.height)};
    }
    std::optional<Extent> operator()(const ConeShape& s) const {
        return Extent{pi * s.radius * s.radius * s.height / 3,
                      pi * s.radius * (s.radius + std::hypot(s.radius, s.height))};
    }
    std::optional<Extent> operator()(const CapsuleShape& s) const {
        return Extent{pi * s.radius * s.radius * (s.height + 4 * s.radius / 3),
                      2 * pi * s.radius * (2 * s.radius + s.height)};
    }
    std::optional<Extent> operator()(const TorusShape& s) const {
        return Extent{2 * pi * pi * s.radius * s.tube * s.tube, 4 * pi * pi * s.radius * s.tube};
    }
    std::optional<Extent> operator()(const PlaneShape& s) const { return Extent{0, s.x * s.z}; }
    std::optional<Extent> operator()(const FileShape& s) const {
        return s.size ? half_of_a_cube(*s.size) : std::nullopt;
    }
    std::optional<Extent> operator()(const ZooShape& s) const { return half_of_a_cube(s.size); }
    std::optional<Extent> operator()(const MeshShape& s) const {
        Vector3 low = s.vertices.empty() ? Vector3{} : s.vertices.front(), high = low;
        for (const Vector3& p : s.vertices)
            for (std::size_t axis = 0; axis < 3; ++axis) {
                low[axis] = std::min(low[axis], p[axis]);
                high[axis] = std::max(high[axis], p[axis]);
            }
        return half_of_a_cube(std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]}));
    }

private:
    static std::optional<Extent> half_of_a_cube(double size) {
        return Extent{0.5 * std::pow(size, 3), 3 * size * size};
    }
};

/// Of a rigid or static primitive, as its surface is made. Files and meshes in memory have their own.
std::optional<double> default_surface(const BodyDescription& body, const Extent& extent) {
    const bool has_own = std::holds_alternative<FileShape>(body.shape) ||
                         std::holds_alternative<MeshShape>(body.shape) ||
                         std::holds_alternative<PlaneShape>(body.shape);
    if (has_own || (body.type != BodyType::Rigid && body.type != BodyType::Static)) return {};
    // Of a cube with as much area; longer shapes have fewer.
    return std::sqrt(extent.area / 6) / default_facets_along;
}

std::string about(double edge, double count, const char* elements) {
    return fmt::format("an edge of {:.3g} m, which makes about {:.2g} {} of this shape", edge, count,
                       elements);
}

std::string at_least(double most, const char* elements, double edge) {
    return fmt::format("up to {:.0f} million {}, that is an edge of {:.2g} m or more", most / 1e6, elements,
                       rounded_up(edge));
}

double triangle_count(double area, double edge) {
    return 4 / std::numbers::sqrt3 * area / (edge * edge);
}

void check_triangles(double area, double edge, const std::string& path, Complaints& complaints) {
    const double count = triangle_count(area, edge);
    if (count <= most_triangles) return;
    complaints.add_if_sound(
        path, found_allowed(about(edge, count, "triangles"),
                            at_least(most_triangles, "triangles", edge * std::sqrt(count / most_triangles))));
}

double box_count(const BodyDescription& body, const Vec3& size, double element) {
    const std::optional<Grading> grading = grading_of(body);
    return grading ? count_graded_box_tetrahedra(size, element, *grading)
                   : count_box_tetrahedra(size, element);
}

/// The smallest element that is coarse enough, to about a percent; nothing if none is.
template <class Count>
std::optional<double> coarse_enough(const Count& count, double element, double coarsest) {
    if (count(coarsest) > max_tetrahedra) return {};
    double low = element, high = coarsest;
    while (high > 1.01 * low) {
        const double middle = std::sqrt(low * high);
        (count(middle) > max_tetrahedra ? low : high) = middle;
    }
    return high;
}

void check_tetrahedra_count(const BodyDescription& body, double volume, double element,
                            const std::string& path, Complaints& complaints) {
    const auto* box = std::get_if<BoxShape>(&body.shape);
    const auto* sphere = std::get_if<SphereShape>(&body.shape);
    const std::optional<Grading> grading = grading_of(body);
    const auto count = [&](double edge) {
        if (box) return box_count(body, to_vec3(box->size), edge);
        return sphere && grading ? count_graded_ball_tetrahedra(sphere->radius, edge, *grading)
                                 : estimate_tetrahedra(volume, edge);
    };
    const double found = count(element);
    if (!(found > max_tetrahedra)) return;
    // Coarser than this, a box of any size is one cell, but for its thin sides.
    const double coarsest = box ? 4 * std::max(element, to_vec3(box->size).maxCoeff())
                                : 2 * element * std::cbrt(found / max_tetrahedra);
    const std::optional<double> edge = coarse_enough(count, element, coarsest);
    complaints.add_if_sound(
        path, edge
                  ? found_allowed(about(element, found, "tetrahedra"),
                                  at_least(max_tetrahedra, "tetrahedra", *edge))
                  : found_allowed(
                        about(element, found, "tetrahedra"),
                        fmt::format("up to {:.0f} million tetrahedra. No edge is long enough: tetrahedra are "
                                    "as small as the shortest side asks for, which is {:.3g} m of {:.3g} m",
                                    max_tetrahedra / 1e6, to_vec3(box->size).minCoeff(),
                                    to_vec3(box->size).maxCoeff())));
}

}  // namespace

ElementCounts element_counts(const BodyDescription& body) {
    const std::optional<Extent> extent = std::visit(ExtentOf{}, body.shape);
    ElementCounts counts;
    if (!extent || !body.has_shape()) return counts;
    const auto* box = std::get_if<BoxShape>(&body.shape);
    if (body.type == BodyType::Soft && box) {
        const Vec3 size = to_vec3(box->size);
        counts.tetrahedra =
            box_count(body, size, body.element.value_or(size.maxCoeff() / default_elements_along));
    } else if (body.type == BodyType::Soft && body.element) {
        counts.tetrahedra = estimate_tetrahedra(extent->volume, *body.element);
    }
    if (const std::optional<double> edge = body.surface ? body.surface : default_surface(body, *extent))
        counts.triangles = triangle_count(extent->area, *edge);
    return counts;
}

void check_element_count(const BodyDescription& body, const std::string& path, Complaints& complaints) {
    const std::optional<Extent> extent = std::visit(ExtentOf{}, body.shape);
    if (!extent || !body.has_shape()) return;
    const bool sound =
        complaints.is_sound(path + ".element") && complaints.is_sound(path + ".refine_towards") &&
        complaints.is_sound(path + ".refine_ratio") && complaints.is_sound(path + ".refine_growth");
    if (sound && body.element)
        check_tetrahedra_count(body, extent->volume, *body.element, path + ".element", complaints);
    // The element that a body without one gets is too small for thin boxes alone.
    const auto* box = std::get_if<BoxShape>(&body.shape);
    if (sound && box && body.type == BodyType::Soft && !body.element && !body.tetrahedra)
        check_tetrahedra_count(body, extent->volume, to_vec3(box->size).maxCoeff() / default_elements_along,
                               path + ".shape", complaints);
    if (body.surface) check_triangles(extent->area, *body.surface, path + ".surface", complaints);
}

}  // namespace limpet
