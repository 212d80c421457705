// TetGen's .node and .ele files, either of which names the pair; '#' starts a comment. Nodes are numbered
// from 0 or 1 on. Source: TetGen's manual, "File formats".

#include <array>
#include <filesystem>

#include "limpet/error.h"
#include "shapes/io/node_numbers.h"
#include "shapes/io/readers.h"

namespace limpet::io {

namespace {

MeshFile load_partner(const MeshFile& file, const char* ending) {
    const std::string path = std::filesystem::path(file.path).replace_extension(ending).string();
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        throw InputError({{file.path, 0, "", "TetGen's files come in pairs: '" + path + "' is missing"}});
    return load_mesh_file(path);
}

void read_tetgen_nodes(const MeshFile& file, Cells& cells, NodeNumbers& numbers) {
    Scanner scan(file.bytes, file.path, '#');
    const std::size_t count = scan.count("the number of nodes", 8);
    if (const std::int64_t dimension = scan.integer("the dimension"); dimension != 3)
        scan.fail("the dimension is " + std::to_string(dimension) + "; 3 is expected");
    const std::size_t attributes = scan.at_end_of_line() ? 0 : scan.count("the number of attributes", 1);
    const std::size_t markers = scan.at_end_of_line() ? 0 : scan.count("the number of boundary markers", 1);
    cells.points.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        numbers.add(scan.integer("a node's number"), scan.position());
        cells.points.push_back(scan.point());
        for (std::size_t k = 0; k < attributes + markers; ++k) scan.number("a node's attribute");
    }
    numbers.finish(scan);
    if (!scan.at_end())
        scan.fail_at(scan.position(),
                     "there is more than the " + counted(count, "node", "nodes") + " promised");
}

void read_tetgen_elements(const MeshFile& file, const NodeNumbers& numbers, Cells& cells) {
    Scanner scan(file.bytes, file.path, '#');
    const std::size_t count = scan.count("the number of tetrahedra", 10);
    const std::int64_t nodes = scan.integer("the number of nodes per tetrahedron");
    if (nodes != 4 && nodes != 10)
        scan.fail("a tetrahedron has " + std::to_string(nodes) + " nodes here; allowed are 4 and 10");
    const std::size_t attributes = scan.at_end_of_line() ? 0 : scan.count("the number of attributes", 1);
    for (std::size_t i = 0; i < count; ++i) {
        scan.integer("a tetrahedron's number");
        std::array<int, 10> corners{};
        for (std::int64_t k = 0; k < nodes; ++k)
            corners[static_cast<std::size_t>(k)] = numbers.index(scan.integer("a tetrahedron's node"), scan);
        for (std::size_t k = 0; k < attributes; ++k) scan.number("a tetrahedron's attribute");
        cells.add(CellKind::Tetrahedron, std::span(corners).first(4), nodes == 10);
    }
    if (!scan.at_end())
        scan.fail_at(scan.position(),
                     "there is more than the " + counted(count, "tetrahedron", "tetrahedra") + " promised");
}

}  // namespace

Cells read_tetgen(const MeshFile& file) {
    const bool is_node = ending_of(file.path) == ".node";
    const MeshFile partner = load_partner(file, is_node ? ".ele" : ".node");
    Cells cells;
    NodeNumbers numbers;
    read_tetgen_nodes(is_node ? file : partner, cells, numbers);
    read_tetgen_elements(is_node ? partner : file, numbers, cells);
    return cells;
}

}  // namespace limpet::io
