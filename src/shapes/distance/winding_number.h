#pragma once

/// Generalised winding number of a set of triangles: the part of a point's view that they cover, from inside.
///
///   w(q) = Σ_t Ω_t(q) / 4π
///   tan(Ω_t / 2) = a·(b × c) / (|a||b||c| + (a·b)|c| + (b·c)|a| + (c·a)|b|),  a, b, c: corners seen from q
///
/// 1 inside a closed surface, 0 outside, in between near holes; k where k layers overlap. A far cluster of
/// triangles counts by the first two terms of its expansion about its area-weighted centre p:
///
///   w_cluster(q) ≈ (r·N / d³ + tr M / d³ − 3 r·M r / d⁵) / 4π,  r = p − q,  d = |r|
///   N = Σ area n,  M = Σ area (centroid − p) nᵀ
///
/// where d > accuracy × (the cluster's radius about p). The second term matters: without it the two sides of
/// a thin wall cancel.
///
/// Sources: Jacobson, Kavan, Sorkine-Hornung 2013; van Oosterom, Strackee 1983, eq. 8 (solid angle);
/// Barill, Dickson, Schmidt, Levin, Jacobson 2018, eq. 14 to 17. We deviate: no third term.

#include <memory>
#include <vector>

#include "shapes/distance/triangle_tree.h"

namespace limpet {

/// Solid angle of a triangle [sr], positive if it is clockwise seen from q (q is inside).
double solid_angle(const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c);

/// The sum over all triangles.
double winding_number(const TriMesh& mesh, const Vec3& q);

class WindingNumber {
public:
    /// `accuracy` [1], > 1: distance in cluster radii from which a cluster is expanded.
    explicit WindingNumber(std::shared_ptr<const TriangleTree> tree, double accuracy = 2);

    double at(const Vec3& q) const;

private:
    struct Cluster {
        Vec3 center, moment;
        Mat3 second;    ///< tr M − 3 M
        double reach2;  ///< squared distance from which it stands for its triangles
    };
    std::shared_ptr<const TriangleTree> tree_;
    std::vector<Cluster> clusters_;  ///< of the tree's nodes
};

}  // namespace limpet
