// Geomview's OFF in text: the counts, the vertices, the faces; normals, colours and texture behind them are
// ignored. Source: Geomview's manual, "OFF: Object File Format".

#include "core/scanner.h"
#include "shapes/io/readers.h"

namespace limpet::io {

namespace {

void skip_keyword(Scanner& scan) {
    const std::string_view first = scan.peek();
    if (!first.ends_with("OFF")) return;
    scan.word("OFF");
    if (first.find('4') != std::string_view::npos || first.find('n') != std::string_view::npos)
        scan.fail(in_quotes(first) + " has other than three dimensions and is not read");
    if (scan.peek() == "BINARY") scan.fail("binary OFF is not read; save it as text");
}

}  // namespace

Cells read_off(const MeshFile& file) {
    Scanner scan(file.bytes, file.path, '#');
    skip_keyword(scan);
    const std::size_t vertices = scan.count("the number of vertices", 6);
    const std::size_t faces = scan.count("the number of faces", 2);
    if (!scan.at_end_of_line()) scan.integer("the number of edges");
    Cells cells;
    cells.points.reserve(vertices);
    for (std::size_t i = 0; i < vertices; ++i) {
        cells.points.push_back(scan.point());
        scan.line();
    }
    std::vector<int> corners;
    for (std::size_t i = 0; i < faces; ++i) {
        const std::size_t size = scan.count("a face's number of corners", 2);
        corners.clear();
        for (std::size_t k = 0; k < size; ++k) corners.push_back(scan.index("a face's vertex", vertices, 0));
        scan.line();
        cells.add_face(corners);
    }
    return cells;
}

}  // namespace limpet::io
