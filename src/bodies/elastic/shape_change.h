#pragma once

/// How far an elastic body's shape is from another one of its own, whatever it moved and turned by as a
/// whole:
///
///   d_i = (q_i − q̄) − R (r_i − r̄)
///
/// q, r positions now and then, q̄, r̄ their centres of mass, R the best rotation between them [m].

#include <vector>

#include "bodies/elastic/elastic_elements.h"

namespace limpet {

/// Root mean square of d, against that of the arms r − r̄; weighted by mass.
double mean_shape_change(const std::vector<double>& mass, const std::vector<Vec3>& then,
                         const std::vector<Vec3>& now, const Mat3& rotation);

/// Largest |d_a − d_b|/|r_a − r_b| of the elements' edges: by about so much of itself an element's
/// stiffness has changed.
double largest_edge_change(const ElasticElements& elements, const std::vector<Vec3>& then,
                           const std::vector<Vec3>& now, const Mat3& rotation);

}  // namespace limpet
