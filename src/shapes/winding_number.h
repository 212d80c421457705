#pragma once

/// Generalised winding number of a set of triangles: the part of a point's view that they cover, from inside.
///
///   w(q) = Σ_t Ω_t(q) / 4π
///   tan(Ω_t / 2) = a·(b × c) / (|a||b||c| + (a·b)|c| + (b·c)|a| + (c·a)|b|),  a, b, c: corners seen from q
///
/// 1 inside a closed surface, 0 outside, in between near holes; k where k layers overlap. A far cluster of
/// triangles counts as one dipole:
///
///   w_cluster(q) ≈ (p − q)·N / (4π |p − q|³),  N = Σ area n,  p: area-weighted centre
///
/// where |p − q| > accuracy × (the cluster's radius about p).
///
/// Sources: Jacobson, Kavan, Sorkine-Hornung 2013; van Oosterom, Strackee 1983, eq. 8 (solid angle);
/// Barill, Dickson, Schmidt, Levin, Jacobson 2018, eq. 14. We deviate: dipoles only, no higher order terms.

#include <memory>
#include <vector>

#include "shapes/triangle_tree.h"

namespace limpet {

/// Solid angle of a triangle [sr], positive if it is clockwise seen from q (q is inside).
double solid_angle(const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c);

/// The sum over all triangles.
double winding_number(const TriMesh& mesh, const Vec3& q);

class WindingNumber {
public:
    /// `accuracy` [1], > 1: distance in cluster radii from which a cluster is one dipole.
    explicit WindingNumber(std::shared_ptr<const TriangleTree> tree, double accuracy = 2.3);

    double at(const Vec3& q) const;

private:
    struct Dipole {
        Vec3 center, moment;
        double reach2;  ///< squared distance from which it stands for its triangles
    };
    std::shared_ptr<const TriangleTree> tree_;
    std::vector<Dipole> dipoles_;  ///< of the tree's nodes
};

}  // namespace limpet
