#pragma once

/// The normal along which two features of moving surfaces come to touch at t*, if they can be the ones that
/// do.
///
/// While two surfaces are apart, neither comes nearer along any way that leads from their nearest points a, b
/// into it: with n = (a − b)/|a − b|, all of the first near a is on the side of n, all of the second near b
/// on the other. Thus n is in the normal cones of both features (they are foremost), and stays so until the
/// surfaces touch. A pair whose n is outside of one of the cones meets after another pair whose n is in both,
/// and leaving it out misses nothing. To keep it would be wrong: the edge in which a box ends slides past the
/// inner edges and vertices of the flat face below it, or past its rim, and the direction from one to the
/// other, along the face, is no normal of the face.
///
/// That holds for features of surfaces with an inside, and for their side of a pair with a sheet. Features
/// of sheets themselves are kept whatever their cones say: sheets are in each other's thickness all the
/// time, so that another pair may have met before the step. Cones are wider by DetectionSurface::flat(), for
/// what bends, turns between t* and the touch, or overlaps by what does not count.
///
/// Where the normal is that of the face that is met, a vertex is kept too if its surface faces that way by
/// less than 60°: such a vertex meets the face soon after others beside it, and to know it in the same round
/// saves rounds.

#include "detect/continuous/moving_surface.h"

namespace limpet {

class CrossingNormals {
public:
    /// `tolerance`: points nearer than this at the start are on neither side. [m]
    CrossingNormals(const MovingSurface& own, const MovingSurface& other, double tolerance)
        : own_(own), other_(other), tolerance_(tolerance) {}

    /// Unit vectors from `other` to `own`; zero if there is none, if these come from inside, or if others
    /// meet before them.
    Vec3 of_vertex(int vertex, int simplex, const Approach& near) const;
    Vec3 of_edges(int first_edge, int second_edge, const Approach& near) const;

    /// A triangle around the vertex faces what it meets, or it is one of a sheet or bare.
    bool vertex_faces(int vertex, const Vec3& normal, double t) const;
    /// Both edges are foremost, those of sheets too.
    bool edges_face(int first_edge, int second_edge, const Vec3& normal, double t) const;

private:
    bool is_foremost_on_rim(int simplex, const Approach& near, const Vec3& straight, Vec3& outward) const;
    bool can_meet_rim(int vertex, const Vec3& normal, double t) const;
    bool can_meet_face(int vertex, const Vec3& normal, double t) const;
    bool faces(int vertex, const Vec3& normal, double t, double cosine) const;
    Vec3 against_motion(int vertex, int simplex, const Approach& near) const;

    const MovingSurface &own_, &other_;
    double tolerance_;
};

}  // namespace limpet
