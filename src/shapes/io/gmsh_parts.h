#pragma once

/// What all versions of Gmsh's format share.

#include <cstdint>
#include <span>

#include "core/scanner.h"
#include "shapes/io/cells.h"
#include "shapes/io/node_numbers.h"

namespace limpet::io {

/// A file in the middle of being read.
struct GmshReading {
    Scanner scan;
    bool binary = false;
    NumberType size_type = NumberType::UInt64;  ///< of 4.1's size_t, in binary files
    Cells cells;
    NodeNumbers numbers;
    bool have_nodes = false;
    bool have_elements = false;
};

struct GmshElement {
    std::int64_t type;
    CellKind kind;
    int corners;
    int nodes;
};

/// Complains, at the last thing read, about a type that Gmsh does not have.
const GmshElement& gmsh_element(std::int64_t type, const Scanner& scan);
void add_element(Cells& cells, const GmshElement& element, std::span<const int> nodes);

/// The inside of $Nodes and $Elements of version 4.1.
void read_gmsh4_nodes(GmshReading& reading);
void read_gmsh4_elements(GmshReading& reading);

}  // namespace limpet::io
