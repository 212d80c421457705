#pragma once

#include "limpet/frame.h"

namespace limpet::physics_fuzz {

/// How deep parts of a surface are in each other where edges of it pierce triangles of it [m].
///
///   depth = max over piercings of min(d_p, d_q, d_ab, d_bc, d_ca)
///
/// | d_p, d_q | distances of the edge's ends from the triangle's plane | m |
/// | d_ab, d_bc, d_ca | distances of the point of piercing from the triangle's sides | m |
///
/// The edge leaves the triangle through its own end or past one of the sides, so the pair has to move by as
/// much against each other: a lower bound, from piercings.h alone.
double self_depth(const BodyFrame& body);

}  // namespace limpet::physics_fuzz
