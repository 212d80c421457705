#pragma once

/// Where rigid and static primitives have places for bonds. They collide as what they are; a bond needs a
/// point with an area.
///
///   sphere, capsule,  samples on the true surface (shapes/meshes/surface_samples.h), against all that
///   cylinder, cone    keeps its shape; of two round bodies the smaller one has them
///   box, plane        vertices of their flat faces, divided into triangles of `surface` size: the same shape
///
/// Without `surface`, samples of a round body of radius R are √(2 R g)/4 apart, g the reference gap: a cap
/// that is nearer than g to a flat face then has some 60; but at least 1 % and at most 5 % of the body's
/// size. Of boxes and planes without it the corners do, unless the smaller of two can lie across the other,
/// with no corner of either on a face: it is longer than the other is wide. Then it is divided at an eighth
/// of its size. Against bodies that deform, their vertices are enough.

#include <optional>

#include "limpet/adhesion.h"

namespace limpet {

/// The law of two different bodies that can touch and bond, in a scene with contact; nothing of others.
std::optional<Adhesion> bond_law(const BodyDescription& a, const BodyDescription& b, const Scene& scene);

/// How far apart the samples of a round body are; nothing where it needs none [m].
std::optional<double> sample_spacing(const BodyDescription& body, const Scene& scene);

/// Edge length of the triangles that the faces of a box or plane are divided into; nothing where its corners
/// do [m].
std::optional<double> face_division(const BodyDescription& body, const Scene& scene);

}  // namespace limpet
