// Wavefront OBJ: vertices and faces; texture, normals, groups and materials are of no interest here. Read by
// us, not by Assimp, which keeps floats only. Source: "Object Files (.obj)", Wavefront's Advanced Visualizer
// manual, appendix B1.

#include <charconv>
#include <set>

#include "core/scanner.h"
#include "core/text.h"
#include "shapes/io/readers.h"

namespace limpet::io {

namespace {

/// The vertex of "7", "7/1", "7//3", "-1/2/3": from 1 on, or backwards from the last one read.
int corner_vertex(Scanner& scan, std::size_t vertices) {
    const std::string_view word = scan.word("a corner");
    std::int64_t number = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (problem != std::errc() || (end != word.data() + word.size() && *end != '/'))
        scan.fail("expected a corner such as 7 or 7/1/3, found " + in_quotes(word));
    if (number < 0 && static_cast<std::uint64_t>(-(number + 1)) < vertices)
        number += static_cast<std::int64_t>(vertices) + 1;
    return scan.checked_index(number, "a face's vertex", vertices, 1);
}

/// Lines may go on behind a backslash; it and the line's end become spaces. Line numbers stay.
bool continues(Scanner& scan) {
    return scan.starts_with("\\\n") || scan.starts_with("\\\r\n");
}

void read_face(Scanner& scan, std::vector<int>& corners, Cells& cells) {
    const std::size_t position = scan.position();
    corners.clear();
    for (;;) {
        if (scan.at_end_of_line()) break;
        if (continues(scan)) {
            scan.line();
            continue;
        }
        corners.push_back(corner_vertex(scan, cells.points.size()));
    }
    if (corners.size() < 3)
        scan.fail_at(position, "a face has " + counted(corners.size(), "corner", "corners") +
                                   "; at least 3 are needed");
    cells.add_face(corners);
}

void read_vertex(Scanner& scan, Cells& cells) {
    const std::size_t position = scan.position();
    double coordinates[3];
    for (double& coordinate : coordinates) {
        if (scan.at_end_of_line()) scan.fail_at(position, "a vertex has fewer than three coordinates");
        coordinate = scan.number("a coordinate");
    }
    const Vec3 point(coordinates[0], coordinates[1], coordinates[2]);
    if (!point.allFinite()) scan.fail_at(position, "a coordinate is not finite");
    cells.points.push_back(point);
}

bool is_known(std::string_view keyword) {
    static const std::set<std::string_view> known = {
        "vt",        "vn",     "vp",     "g",      "s",        "mg",       "o",    "usemtl",
        "mtllib",    "usemap", "maplib", "bevel",  "c_interp", "d_interp", "lod",  "shadow_obj",
        "trace_obj", "ctech",  "stech",  "cstype", "deg",      "bmat",     "step", "parm",
        "trim",      "hole",   "scrv",   "sp",     "end",      "con",      "call", "csh"};
    return known.contains(keyword);
}

}  // namespace

Cells read_obj(const MeshFile& file) {
    Scanner scan(file.bytes, file.path, '#');
    Cells cells;
    std::vector<int> corners;
    std::size_t unknown = 0;
    std::string first_unknown;
    while (!scan.at_end()) {
        const std::string_view keyword = scan.word("a keyword");
        if (keyword == "v") {
            read_vertex(scan, cells);
        } else if (keyword == "f" || keyword == "fo") {
            read_face(scan, corners, cells);
        } else if (keyword == "l") {
            cells.count(CellKind::Line);
        } else if (keyword == "p") {
            cells.count(CellKind::Point);
        } else if (keyword == "curv" || keyword == "curv2" || keyword == "surf") {
            cells.count(CellKind::Other);
        } else if (!is_known(keyword) && unknown++ == 0) {
            first_unknown = in_quotes(keyword);
        }
        while (scan.line().ends_with('\\')) {
        }
    }
    if (cells.points.empty())
        scan.fail_at(scan.position(), "the file has no vertices (lines that begin with v)");
    if (unknown > 0)
        cells.notes.push_back("ignored " + counted(unknown, "line", "lines") +
                              " with an unknown keyword, the first " + first_unknown);
    return cells;
}

}  // namespace limpet::io
