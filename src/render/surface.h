#pragma once

/// A body as rays see it: in units of the subject's size, with normals for smooth shading and a finish.

#include <Eigen/Core>
#include <array>
#include <vector>

#include "core/types.h"
#include "limpet/render.h"
#include "render/subject.h"
#include "render/tone.h"

namespace limpet {

using Vec3f = Eigen::Vector3f;

struct Finish {
    Light albedo{0.5f, 0.5f, 0.5f};
    float roughness = 0.5f;  ///< of the highlight, 0 to 1
    float specular = 0.04f;  ///< reflected at normal incidence
};

struct Surface {
    std::vector<Vec3f> vertices;
    std::vector<Triangle> triangles;
    std::vector<Vec3f> normals;  ///< three a triangle, one for each corner
    std::vector<float>
        values;  ///< a place on the colour map for each vertex, 0 to 1; empty: the finish's albedo
    std::vector<Light> vertex_colors;  ///< in place of both: that of the nearest corner, never mixed
    Finish finish;
    float opacity = 1;      ///< of what is behind it, how much it hides where it is looked at straight on
    bool backdrop = false;  ///< a floor or a wall much larger than the rest
};

/// Scene coordinates to those of the picture: the subject's middle is the origin, its half diagonal is one.
struct Units {
    Vec3 origin = Vec3::Zero();  ///< [m]
    double length = 1;           ///< [m]

    Vec3f point(const Vec3& p) const { return ((p - origin) / length).cast<float>(); }
};

/// How much of what is behind it a surface hides from a ray that meets it at an angle of this cosine: the
/// more slanted, the longer the way through it, 1 − (1 − opacity)^(1/cosine).
float opacity_along(float opacity, float cosine);

/// Bodies with triangles, in order. Throws InputError for unknown colours, and
/// for opacities of bodies that are not there.
std::vector<Surface> make_surfaces(const Frame& frame, const RenderSettings& settings, const Subject& subject,
                                   const Units& units);

/// Corner normals: of the triangles around a vertex, those that turn from this one by less than the crease
/// angle, weighted by their angle at the vertex. Vertices at the same place count as one.
std::vector<Vec3f> corner_normals(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles);

}  // namespace limpet
