#pragma once

/// Where a cylinder or a cone that keeps its shape is near another surface that does.
///
///   against triangles,     points of its rims over a face (n of the face, foremost points first); vertices
///   balls, capsules        and edges against the solid (n = ∇d of placed_solid.h)
///   against another one    points of either's rims and both foremost generators against the other, and the
///                          nearest pair where these do not have it
///
/// A can that stands has up to six points of its rim, one that rolls has both ends of a generator, one that
/// wobbles the foremost point of a rim. They are numbered from the foremost one on, which is found in closed
/// form: what rolls keeps its contacts, and no facet brakes it. Vertices and edges within flat faces have
/// none, since the faces say all.

#include <optional>
#include <vector>

#include "detect/proximity.h"

namespace limpet {

/// Is one of them a round solid, and do both keep their shape?
bool meet_as_solids(const DetectionSurface& first, const DetectionSurface& second);

/// Axes of the solids in the middle of the step, of those that turn.
struct AxesAhead {
    std::optional<Vec3> first, second;
};

/// As find_proximities(), of such a pair. Rims have no areas.
std::vector<Proximity> solid_proximities(const DetectionSurface& first, const DetectionSurface& second,
                                         double distance, const AxesAhead& ahead = {});

}  // namespace limpet
