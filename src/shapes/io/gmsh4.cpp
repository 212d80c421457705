// The nodes and elements of Gmsh's format 4.1, which come in blocks, one per geometric entity.
// Source: Gmsh's reference manual, "MSH file format version 4.1".

#include <array>

#include "shapes/io/gmsh_parts.h"

namespace limpet::io {

namespace {

std::int64_t read_size(GmshReading& reading, const char* what) {
    return reading.binary ? reading.scan.binary_integer(reading.size_type, what) : reading.scan.integer(what);
}

std::int64_t read_int(GmshReading& reading, const char* what) {
    return reading.binary ? reading.scan.value<std::int32_t>(what) : reading.scan.integer(what);
}

struct Totals {
    std::size_t blocks, things;
};

/// "blocks things smallest-tag largest-tag"
Totals read_totals(GmshReading& reading, const char* what, std::size_t bytes_each) {
    if (reading.binary) reading.scan.line();
    const std::size_t blocks = reading.scan.checked_count(read_size(reading, what), what, 7);
    const std::size_t things = reading.scan.checked_count(read_size(reading, what), what, bytes_each);
    read_size(reading, "the smallest tag");
    read_size(reading, "the largest tag");
    return {blocks, things};
}

}  // namespace

void read_gmsh4_nodes(GmshReading& reading) {
    Scanner& scan = reading.scan;
    const std::size_t bytes_each = reading.binary ? 24 + size_of(reading.size_type) : 8;
    const Totals totals = read_totals(reading, "the number of nodes", bytes_each);
    reading.cells.points.reserve(totals.things);
    reading.numbers.reserve(totals.things);
    for (std::size_t block = 0; block < totals.blocks; ++block) {
        const std::int64_t dimension = read_int(reading, "an entity's dimension");
        if (dimension < 0 || dimension > 3)
            scan.fail("an entity's dimension is " + std::to_string(dimension) + "; allowed are 0 to 3");
        read_int(reading, "an entity's tag");
        const bool parametric = read_int(reading, "whether nodes are parametric") != 0;
        const std::size_t count = scan.checked_count(read_size(reading, "the number of nodes of a block"),
                                                     "the number of nodes of a block", bytes_each);
        for (std::size_t i = 0; i < count; ++i) {
            const std::int64_t number = read_size(reading, "a node's number");
            reading.numbers.add(number, scan.position());
        }
        for (std::size_t i = 0; i < count; ++i) {
            reading.cells.points.push_back(reading.binary ? scan.binary_point(NumberType::Float64)
                                                          : scan.point());
            for (std::int64_t k = 0; parametric && k < dimension; ++k) {
                if (reading.binary)
                    scan.skip(8, "the nodes");
                else
                    scan.number("a parametric coordinate");
            }
        }
    }
    if (reading.cells.points.size() != totals.things)
        scan.fail("the blocks hold " + std::to_string(reading.cells.points.size()) +
                  " nodes, the section promises " + std::to_string(totals.things));
}

void read_gmsh4_elements(GmshReading& reading) {
    Scanner& scan = reading.scan;
    const std::size_t number_bytes = reading.binary ? size_of(reading.size_type) : 2;
    const Totals totals = read_totals(reading, "the number of elements", 2 * number_bytes);
    std::size_t sum = 0;
    std::array<int, 125> nodes{};
    for (std::size_t block = 0; block < totals.blocks; ++block) {
        read_int(reading, "an entity's dimension");
        read_int(reading, "an entity's tag");
        const GmshElement& element = gmsh_element(read_int(reading, "an element type"), scan);
        const auto size = static_cast<std::size_t>(element.nodes);
        const std::size_t count =
            scan.checked_count(read_size(reading, "the number of elements of a block"),
                               "the number of elements of a block", number_bytes * (1 + size));
        for (std::size_t i = 0; i < count; ++i) {
            read_size(reading, "an element's number");
            for (std::size_t k = 0; k < size; ++k)
                nodes[k] = reading.numbers.index(read_size(reading, "an element's node"), scan);
            add_element(reading.cells, element, std::span(nodes).first(size));
        }
        sum += count;
    }
    if (sum != totals.things)
        scan.fail("the blocks hold " + std::to_string(sum) + " elements, the section promises " +
                  std::to_string(totals.things));
}

}  // namespace limpet::io
