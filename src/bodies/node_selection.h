#pragma once

/// Which points of a body a selection of the scene holds. All is in the body's own frame at rest.

#include <string>
#include <vector>

#include "core/types.h"
#include "limpet/scene.h"

namespace limpet {

bool holds(const NodeSelection& selection, const Vec3& x);
/// Indices of the points that it holds.
std::vector<int> selected(const NodeSelection& selection, const std::vector<Vec3>& points);
/// What to say of a selection that holds none of these points, such as "node" and "nodes".
std::string holds_none(const std::string& one, const std::string& many, const std::vector<Vec3>& points);

}  // namespace limpet
