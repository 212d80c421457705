// Gmsh's mesh files: the sections of versions 1 and 2, and the frame that version 4.1 shares.
// Source: Gmsh's reference manual, "MSH file format" and its legacy versions.

#include <algorithm>
#include <array>

#include "core/text.h"
#include "shapes/io/gmsh_parts.h"
#include "shapes/io/readers.h"

namespace limpet::io {

namespace {

constexpr std::array<GmshElement, 36> elements = {{{1, CellKind::Line, 2, 2},
                                                   {2, CellKind::Triangle, 3, 3},
                                                   {3, CellKind::Quadrilateral, 4, 4},
                                                   {4, CellKind::Tetrahedron, 4, 4},
                                                   {5, CellKind::Hexahedron, 8, 8},
                                                   {6, CellKind::Prism, 6, 6},
                                                   {7, CellKind::Pyramid, 5, 5},
                                                   {8, CellKind::Line, 2, 3},
                                                   {9, CellKind::Triangle, 3, 6},
                                                   {10, CellKind::Quadrilateral, 4, 9},
                                                   {11, CellKind::Tetrahedron, 4, 10},
                                                   {12, CellKind::Hexahedron, 8, 27},
                                                   {13, CellKind::Prism, 6, 18},
                                                   {14, CellKind::Pyramid, 5, 14},
                                                   {15, CellKind::Point, 1, 1},
                                                   {16, CellKind::Quadrilateral, 4, 8},
                                                   {17, CellKind::Hexahedron, 8, 20},
                                                   {18, CellKind::Prism, 6, 15},
                                                   {19, CellKind::Pyramid, 5, 13},
                                                   {20, CellKind::Triangle, 3, 9},
                                                   {21, CellKind::Triangle, 3, 10},
                                                   {22, CellKind::Triangle, 3, 12},
                                                   {23, CellKind::Triangle, 3, 15},
                                                   {24, CellKind::Triangle, 3, 15},
                                                   {25, CellKind::Triangle, 3, 21},
                                                   {26, CellKind::Line, 2, 4},
                                                   {27, CellKind::Line, 2, 5},
                                                   {28, CellKind::Line, 2, 6},
                                                   {29, CellKind::Tetrahedron, 4, 20},
                                                   {30, CellKind::Tetrahedron, 4, 35},
                                                   {31, CellKind::Tetrahedron, 4, 56},
                                                   {36, CellKind::Quadrilateral, 4, 16},
                                                   {37, CellKind::Quadrilateral, 4, 25},
                                                   {38, CellKind::Quadrilateral, 4, 36},
                                                   {92, CellKind::Hexahedron, 8, 64},
                                                   {93, CellKind::Hexahedron, 8, 125}}};

constexpr std::size_t most_nodes = 125;

void read_header(GmshReading& reading, double& version) {
    Scanner& scan = reading.scan;
    version = scan.number("the format's version");
    const bool known = (version >= 2 && version < 3) || version == 4.1;
    if (!known)
        scan.fail("Gmsh format " + number_text(version) +
                  " is not read; allowed are 1, 2.x and 4.1 (in Gmsh: File > Export, or gmsh -format msh41)");
    const std::int64_t mode = scan.integer("the file type");
    if (mode != 0 && mode != 1)
        scan.fail("the file type is " + std::to_string(mode) + "; allowed are 0 (text) and 1 (binary)");
    const std::int64_t size = scan.integer("the data size");
    if (size != 8 && !(size == 4 && version == 4.1))
        scan.fail("the data size is " + std::to_string(size) + "; 8 is expected");
    reading.size_type = size == 4 ? NumberType::UInt32 : NumberType::UInt64;
    reading.binary = mode == 1;
    if (reading.binary) {
        scan.line();
        scan.be_binary(ByteOrder::Little);
        const std::size_t position = scan.position();
        const auto one = scan.value<std::int32_t>("the byte order mark");
        if (one == 1 << 24)
            scan.be_binary(ByteOrder::Big);
        else if (one != 1)
            scan.fail_at(position, "the byte order mark is " + std::to_string(one) + " instead of 1");
    }
    scan.expect("$EndMeshFormat");
}

/// A node of versions 1 and 2: its number and coordinates.
void read_gmsh_nodes(GmshReading& reading) {
    Scanner& scan = reading.scan;
    const std::size_t count = scan.count("the number of nodes", reading.binary ? 28 : 8);
    if (reading.binary) scan.line();
    reading.cells.points.reserve(count);
    reading.numbers.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t position = scan.position();
        const std::int64_t number =
            reading.binary ? scan.value<std::int32_t>("the nodes") : scan.integer("a node's number");
        reading.numbers.add(number, reading.binary ? position : scan.position());
        reading.cells.points.push_back(reading.binary ? scan.binary_point(NumberType::Float64)
                                                      : scan.point());
    }
}

/// "number type region region node-count nodes..." in version 1, "number type tag-count tags... nodes..."
/// in 2.
void read_text_elements(GmshReading& reading, bool version_1) {
    Scanner& scan = reading.scan;
    const std::size_t count = scan.count("the number of elements", 8);
    std::array<int, most_nodes> nodes{};
    for (std::size_t i = 0; i < count; ++i) {
        scan.integer("an element's number");
        const GmshElement& element = gmsh_element(scan.integer("an element's type"), scan);
        if (version_1) {
            scan.integer("an element's region");
            scan.integer("an element's region");
            const std::int64_t given = scan.integer("an element's number of nodes");
            if (given != element.nodes)
                scan.fail("an element of type " + std::to_string(element.type) + " has " +
                          std::to_string(element.nodes) + " nodes, not " + std::to_string(given));
        } else {
            const std::size_t tags = scan.count("an element's number of tags", 2);
            for (std::size_t k = 0; k < tags; ++k) scan.integer("an element's tag");
        }
        for (int k = 0; k < element.nodes; ++k)
            nodes[k] = reading.numbers.index(scan.integer("an element's node"), scan);
        add_element(reading.cells, element, std::span(nodes).first(element.nodes));
    }
}

void read_binary_elements(GmshReading& reading) {
    Scanner& scan = reading.scan;
    std::size_t missing = scan.count("the number of elements", 4);
    scan.line();
    std::array<int, most_nodes> nodes{};
    while (missing > 0) {
        const GmshElement& element = gmsh_element(scan.value<std::int32_t>("the elements"), scan);
        const std::int64_t block = scan.value<std::int32_t>("the elements");
        const std::size_t tags =
            scan.checked_count(scan.value<std::int32_t>("the elements"), "the number of tags", 4);
        const std::size_t count =
            scan.checked_count(block, "the number of elements of a block",
                               4 * (1 + tags + static_cast<std::size_t>(element.nodes)));
        if (count > missing) scan.fail("the blocks hold more elements than the section's count says");
        for (std::size_t i = 0; i < count; ++i) {
            scan.skip(4 * (1 + tags), "the elements");
            for (int k = 0; k < element.nodes; ++k)
                nodes[k] = reading.numbers.index(scan.value<std::int32_t>("the elements"), scan);
            add_element(reading.cells, element, std::span(nodes).first(element.nodes));
        }
        missing -= count;
    }
}

void read_node_section(GmshReading& reading, double version) {
    if (reading.have_nodes) reading.scan.fail("a second section of nodes");
    reading.have_nodes = true;
    if (version == 4.1)
        read_gmsh4_nodes(reading);
    else
        read_gmsh_nodes(reading);
    reading.numbers.finish(reading.scan);
}

void read_element_section(GmshReading& reading, double version) {
    if (!reading.have_nodes)
        reading.scan.fail("the elements come before the nodes; the nodes have to be first");
    if (reading.have_elements) reading.scan.fail("a second section of elements");
    reading.have_elements = true;
    if (version == 4.1)
        read_gmsh4_elements(reading);
    else if (reading.binary)
        read_binary_elements(reading);
    else
        read_text_elements(reading, version == 1);
}

}  // namespace

const GmshElement& gmsh_element(std::int64_t type, const Scanner& scan) {
    const auto found =
        std::find_if(elements.begin(), elements.end(), [&](const GmshElement& e) { return e.type == type; });
    if (found == elements.end()) scan.fail("element type " + std::to_string(type) + " is not known");
    return *found;
}

void add_element(Cells& cells, const GmshElement& element, std::span<const int> nodes) {
    cells.add(element.kind, nodes.first(static_cast<std::size_t>(element.corners)),
              element.nodes > element.corners);
}

Cells read_gmsh(const MeshFile& file) {
    GmshReading reading{.scan = Scanner(file.bytes, file.path), .cells = {}, .numbers = {}};
    Scanner& scan = reading.scan;
    double version = 0;
    while (!scan.at_end()) {
        const std::string name(scan.word("a section"));
        if (name == "$MeshFormat" && version == 0) {
            read_header(reading, version);
        } else if (name == "$NOD" && version <= 1) {
            version = 1;
            read_node_section(reading, version);
            scan.expect("$ENDNOD");
        } else if (name == "$ELM" && version == 1) {
            read_element_section(reading, version);
            scan.expect("$ENDELM");
        } else if (name == "$Nodes" && version > 1) {
            read_node_section(reading, version);
            scan.expect("$EndNodes");
        } else if (name == "$Elements" && version > 1) {
            read_element_section(reading, version);
            scan.expect("$EndElements");
        } else if (name[0] == '$' && name.size() > 1 && !name.starts_with("$End") &&
                   !name.starts_with("$END")) {
            scan.skip_past("$End" + name.substr(1));
        } else {
            scan.fail("expected a section such as $Nodes, found " + in_quotes(name));
        }
    }
    if (!reading.have_nodes)
        scan.fail_at(scan.position(), "the file has no section of nodes ($Nodes or $NOD)");
    if (!reading.have_elements)
        scan.fail_at(scan.position(), "the file has no section of elements ($Elements or $ELM)");
    return std::move(reading.cells);
}

}  // namespace limpet::io
