#pragma once

/// Cylinders, cones and frustums for tests of detection.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "detect/detection_surface.h"
#include "shapes/meshes/primitive_surfaces.h"

namespace limpet {

/// Its triangles are those of a cylinder or a cone whose rings have been widened; the solid is exact.
struct RoundBody {
    RoundBody(double bottom, double top, double height, const Mat3& rotation, const Vec3& position)
        : surface(complex_of(bottom, top, height), false) {
        for (const Vec3& x : mesh(bottom, top, height).vertices) positions.push_back(position + rotation * x);
        surface.update(positions);
    }
    std::vector<Vec3> positions;
    DetectionSurface surface;

private:
    static TriMesh mesh(double bottom, double top, double height) {
        TriMesh mesh =
            top > 0 ? cylinder_surface(1, height, std::max(height / 10, 0.1)) : cone_surface(1, height, 0.1);
        for (Vec3& x : mesh.vertices) {
            const double radius = top > 0 ? bottom + (top - bottom) * (x.y() / height + 0.5) : bottom;
            x.x() *= radius;
            x.z() *= radius;
        }
        return mesh;
    }
    static CollisionComplex complex_of(double bottom, double top, double height) {
        const TriMesh surface = mesh(bottom, top, height);
        const int count = static_cast<int>(surface.vertices.size());
        CollisionComplex complex = CollisionComplex::of_triangles(surface.triangles, count);
        complex.be_round({bottom, top, count - 1, 0, 1});
        return complex;
    }
};

}  // namespace limpet
