#include "shapes/meshes/primitive_mass.h"

#include <numbers>

namespace limpet {

namespace {

using std::numbers::pi;

/// A solid of revolution about y, centred: inertia about y, and about any axis across.
MassProperties about_y(double volume, double along, double across) {
    return {volume, Vec3::Zero(), Vec3(across, along, across).asDiagonal().toDenseMatrix()};
}

struct Mass {
    std::optional<MassProperties> operator()(const BoxShape& box) const {
        const Vec3 s = to_vec3(box.size), q = s.cwiseAbs2();
        const double volume = s.prod();
        return MassProperties{
            volume, Vec3::Zero(),
            (volume / 12 * Vec3(q.y() + q.z(), q.x() + q.z(), q.x() + q.y())).asDiagonal().toDenseMatrix()};
    }
    std::optional<MassProperties> operator()(const SphereShape& sphere) const {
        const double r = sphere.radius, volume = 4 * pi / 3 * r * r * r, inertia = 0.4 * volume * r * r;
        return about_y(volume, inertia, inertia);
    }
    std::optional<MassProperties> operator()(const CylinderShape& cylinder) const {
        const double r = cylinder.radius, h = cylinder.height, volume = pi * r * r * h;
        return about_y(volume, volume * r * r / 2, volume * (3 * r * r + h * h) / 12);
    }
    std::optional<MassProperties> operator()(const ConeShape& cone) const {
        const double r = cone.radius, h = cone.height, volume = pi * r * r * h / 3;
        MassProperties mass = about_y(volume, 0.3 * volume * r * r, volume * (0.15 * r * r + 0.0375 * h * h));
        mass.center = Vec3(0, -h / 4, 0);
        return mass;
    }
    std::optional<MassProperties> operator()(const CapsuleShape& capsule) const {
        const double r = capsule.radius, h = capsule.height;
        const double rod = pi * r * r * h, caps = 4 * pi / 3 * r * r * r;
        const double along = rod * r * r / 2 + caps * 0.4 * r * r;
        // A half sphere's centre is 3r/8 from its disc, and the disc h/2 from the middle.
        const double across =
            rod * (3 * r * r + h * h) / 12 + caps * (0.4 * r * r + h * h / 4 + 3 * h * r / 8);
        return about_y(rod + caps, along, across);
    }
    std::optional<MassProperties> operator()(const TorusShape& torus) const {
        const double R = torus.radius, r = torus.tube, volume = 2 * pi * pi * R * r * r;
        return about_y(volume, volume * (R * R + 0.75 * r * r), volume * (R * R / 2 + 0.625 * r * r));
    }
    template <class Other>
    std::optional<MassProperties> operator()(const Other&) const {
        return std::nullopt;
    }
};

}  // namespace

std::optional<MassProperties> primitive_mass(const Shape& shape) {
    return std::visit(Mass{}, shape);
}

}  // namespace limpet
