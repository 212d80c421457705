#pragma once

/// How deep two surfaces are in each other, from points and not from pairs of features.
///
///   depth = max( 2 max_{x ∈ A∩B} min(d_A(x), d_B(x)),  max_{x ∈ ∂A∩B} d_B(x),  max_{x ∈ ∂B∩A} d_A(x) )
///
/// | d_A(x) | distance from x to the surface of A | m |
///
/// The first term is the diameter of the largest ball that fits into what both have in common, the others say
/// how far a point of one surface is below the other. Each is a lower bound of the shortest translation that
/// parts the two: neither the ball nor the point can leave with less. So nothing is reported deeper than it
/// is. Equal boxes in one place have no vertex inside the other, but the ball: they are as deep as they are
/// thick.
///
/// Points are vertices, points of triangles within the common box, and a grid in that box; the best go uphill
/// from there. An overlap that is thin in all directions but one, and oblique, may be found less deep than it
/// is.

#include "audit/audited_surface.h"

namespace limpet {

/// Of two closed surfaces [m]; 0 if it is less than `tolerance` for sure.
double overlap_depth(const AuditedSurface& a, const AuditedSurface& b, double tolerance);

/// How far points of a sheet are below a closed surface [m].
double sheet_depth(const AuditedSurface& sheet, const AuditedSurface& solid);

/// How far vertices of a body are behind a flat sheet, over its triangles, where the body is on both sides of
/// it [m]; 0 if it is on one side. `entered`: the body was in front before, so that all of it may be behind.
double depth_behind(const AuditedSurface& sheet, const AuditedSurface& body, bool entered);

/// Whether all of a body is on the side that a flat sheet faces.
bool is_in_front(const AuditedSurface& sheet, const AuditedSurface& body);

/// Whether the surface is open and all its triangles lie in one plane.
bool is_flat_sheet(const AuditedSurface& surface);

}  // namespace limpet
