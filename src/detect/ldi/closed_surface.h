#pragma once

#include "core/types.h"

namespace limpet::ldi {

/// Whether each edge of the triangles is run through as often one way as the other. Quick enough for every
/// step: it adds up an antisymmetric hash f(a, b) = −f(b, a) of all edges, which is 0 for such a surface and
/// almost surely (all but 2⁻⁶⁴) not for any other. Vertices in one place count as different.
bool is_closed(const std::vector<Triangle>& triangles);

}  // namespace limpet::ldi
