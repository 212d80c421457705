// Medit's text files (.mesh): keywords, each followed by a count and its lines; '#' starts a comment.
// Source: P. Frey, "Medit: an interactive mesh visualization software", INRIA RT-0253, 2001, and libMeshb's
// keywords.

#include <algorithm>
#include <array>
#include <cctype>

#include "core/scanner.h"
#include "shapes/io/readers.h"

namespace limpet::io {

namespace {

struct MeditKind {
    std::string_view keyword;
    CellKind kind;
    int corners, nodes;
};
constexpr std::array<MeditKind, 10> kinds = {{{"Edges", CellKind::Line, 2, 2},
                                              {"Triangles", CellKind::Triangle, 3, 3},
                                              {"TrianglesP2", CellKind::Triangle, 3, 6},
                                              {"Quadrilaterals", CellKind::Quadrilateral, 4, 4},
                                              {"Tetrahedra", CellKind::Tetrahedron, 4, 4},
                                              {"TetrahedraP2", CellKind::Tetrahedron, 4, 10},
                                              {"Hexahedra", CellKind::Hexahedron, 8, 8},
                                              {"Hexaedra", CellKind::Hexahedron, 8, 8},
                                              {"Prisms", CellKind::Prism, 6, 6},
                                              {"Pyramids", CellKind::Pyramid, 5, 5}}};

void read_vertices(Scanner& scan, Cells& cells) {
    if (!cells.points.empty()) scan.fail("Vertices occurs twice");
    const std::size_t count = scan.count("the number of vertices", 8);
    cells.points.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        cells.points.push_back(scan.point());
        scan.number("a vertex's reference");
    }
}

void read_medit_elements(Scanner& scan, const MeditKind& kind, Cells& cells) {
    const std::size_t count =
        scan.count("the number of elements", 2 * static_cast<std::size_t>(kind.nodes) + 2);
    if (count > 0 && cells.points.empty())
        scan.fail("Vertices has to come before " + std::string(kind.keyword));
    std::array<int, 10> nodes{};
    for (std::size_t i = 0; i < count; ++i) {
        for (int k = 0; k < kind.nodes; ++k)
            nodes[k] = scan.index("an element's vertex", cells.points.size(), 1);
        scan.number("an element's reference");
        cells.add(kind.kind, std::span(nodes).first(kind.corners), kind.nodes > kind.corners);
    }
}

void skip_numbers(Scanner& scan) {
    while (!scan.at_end() && !std::isalpha(static_cast<unsigned char>(scan.peek().front())))
        scan.word("a number");
}

}  // namespace

Cells read_medit(const MeshFile& file) {
    Scanner scan(file.bytes, file.path, '#');
    scan.expect("MeshVersionFormatted");
    scan.integer("the version");
    Cells cells;
    bool ended = false;
    while (!ended && !scan.at_end()) {
        const std::string_view keyword = scan.word("a keyword");
        const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                       [&](const MeditKind& k) { return k.keyword == keyword; });
        if (keyword == "Dimension") {
            if (const std::int64_t dimension = scan.integer("the dimension"); dimension != 3)
                scan.fail("the dimension is " + std::to_string(dimension) + "; 3 is expected");
        } else if (keyword == "Vertices") {
            read_vertices(scan, cells);
        } else if (kind != kinds.end()) {
            read_medit_elements(scan, *kind, cells);
        } else if (keyword == "End") {
            ended = true;
        } else if (std::isalpha(static_cast<unsigned char>(keyword.front()))) {
            skip_numbers(scan);
        } else {
            scan.fail("expected a keyword such as Vertices or Tetrahedra, found " + in_quotes(keyword));
        }
    }
    if (cells.points.empty()) scan.fail_at(scan.position(), "the file has no Vertices");
    return cells;
}

}  // namespace limpet::io
