#pragma once

/// How far a surface has moved between two looks at it, and where: what has hardly moved need not be measured
/// again.

#include <limits>
#include <vector>

#include "core/box.h"
#include "core/types.h"
#include "detect/ldi/overlap_volumes.h"

namespace limpet {

class SurfaceMotion {
public:
    /// From the positions of the last call to these; of a surface with another number of vertices, and of
    /// one that was never looked at, infinitely far.
    void update(const std::vector<Vec3>& positions);
    /// The same of a surface that moves as a whole. Its vertices are looked at once; box, least way and most
    /// are bounds.
    void update(const std::vector<Vec3>& positions, const RigidPlace& place);
    /// The same of a surface that is not looked at: it is where it was.
    void stay();
    /// The same surface has other triangles.
    void forget() { *this = SurfaceMotion(); }

    const Box3& box() const { return box_; }
    double least() const { return least_; }  ///< of all vertices [m]
    double most() const { return most_; }    ///< so, too [m]
    /// Has to be called before within(), after update().
    void divide(const std::vector<Triangle>& triangles);
    /// The most that vertices of triangles near the box have moved [m].
    double within(const Box3& box) const;
    /// The way of the whole [m], and the most that a vertex has moved beside it [m].
    struct Whole {
        Vec3 shift = Vec3::Zero();
        double beside = 0;
    };
    Whole as_a_whole() const;

private:
    struct Part {
        Box3 box;
        double moved = 0;  ///< [m]
    };
    std::vector<Vec3> positions_;
    std::vector<Vec3> ways_;  ///< of the vertices [m], where most_ is finite and not 0
    Box3 box_;
    double least_ = std::numeric_limits<double>::infinity(), most_ = least_;
    std::vector<Part> parts_;

    void take(const std::vector<Vec3>& positions);
    /// How far the points in a box of a surface that moves as a whole have moved, at most [m].
    double way_within(const Box3& box) const;
    void keep_own_boxes(const std::vector<Vec3>& positions, const RigidPlace& place);
    Box3 box_at(const RigidPlace& place) const;
    std::vector<Box3> own_boxes_;  ///< of parts of such a surface, in its own frame; empty: it is no such one
    RigidPlace place_{Vec3::Zero(), Mat3::Identity()}, place_before_ = place_;
};

}  // namespace limpet
