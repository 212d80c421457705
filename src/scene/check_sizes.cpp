/// How many elements a shape would be cut into, before anything is cut: with a shape of volume V and area A,
///   tetrahedra ≈ 6√2 V / a³   (a regular tetrahedron of edge a has the volume a³ / (6√2)),
///   triangles  ≈ 4 A / (√3 a²).
/// Volumes and areas are those of the primitives; meshes given by their size are taken to fill half of their
/// box [V in m³, A in m², a in m].

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <optional>

#include "core/text.h"
#include "scene/check_scene.h"

namespace limpet {
namespace {

constexpr double most_elements = 2e7;
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

private:
    static std::optional<Extent> half_of_a_cube(double size) {
        return Extent{0.5 * std::pow(size, 3), 3 * size * size};
    }
};

void check_count(double count, double edge, double power, const char* elements, const std::string& path,
                 Complaints& complaints) {
    if (count <= most_elements) return;
    const double allowed_edge = edge * std::pow(count / most_elements, 1 / power);
    complaints.add_if_sound(
        path, found_allowed(fmt::format("an edge of {:.3g} m, which makes about {:.2g} {} of this shape",
                                        edge, count, elements),
                            fmt::format("up to {:.0f} million {}, that is an edge of {:.2g} m or more",
                                        most_elements / 1e6, elements, allowed_edge)));
}

}  // namespace

void check_element_count(const BodyDescription& body, const std::string& path, Complaints& complaints) {
    const std::optional<Extent> extent = std::visit(ExtentOf{}, body.shape);
    if (!extent) return;
    if (body.element)
        check_count(6 * std::numbers::sqrt2 * extent->volume / std::pow(*body.element, 3), *body.element, 3,
                    "tetrahedra", path + ".element", complaints);
    if (body.surface)
        check_count(4 / std::numbers::sqrt3 * extent->area / (*body.surface * *body.surface), *body.surface,
                    2, "triangles", path + ".surface", complaints);
}

}  // namespace limpet
