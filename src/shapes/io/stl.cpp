// STL, text and binary. Binary: 80 bytes of anything, the number of triangles, and for each a normal, three
// corners (floats, little-endian) and two bytes. A text begins with "solid", but so do some binary files: the
// size decides.

#include <cctype>

#include "core/scanner.h"
#include "shapes/io/readers.h"

namespace limpet::io {

namespace {

constexpr std::size_t header_bytes = 84, triangle_bytes = 50;

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

bool begins_with_solid(std::string_view bytes) {
    const std::size_t first = bytes.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && lower(bytes.substr(first, 5)) == "solid";
}

void add_triangle(Cells& cells) {
    const auto n = static_cast<int>(cells.points.size());
    cells.add(CellKind::Triangle, std::array{n - 3, n - 2, n - 1});
}

Cells read_binary(const MeshFile& file, std::size_t triangles) {
    Scanner scan(file.bytes, file.path);
    scan.be_binary(ByteOrder::Little);
    scan.skip(header_bytes, "the header");
    Cells cells;
    cells.points.reserve(3 * triangles);
    for (std::size_t t = 0; t < triangles; ++t) {
        scan.skip(12, "the triangles");
        for (int k = 0; k < 3; ++k) cells.points.push_back(scan.binary_point(NumberType::Float32));
        scan.skip(2, "the triangles");
        add_triangle(cells);
    }
    if (scan.left() > 0)
        cells.notes.push_back("ignored " + counted(scan.left(), "byte", "bytes") +
                              " behind the last triangle");
    return cells;
}

void expect(Scanner& scan, const char* word) {
    const std::string_view found = scan.word(word);
    if (lower(found) != word) scan.fail(std::string("expected ") + word + ", found " + in_quotes(found));
}

void read_facet(Scanner& scan, Cells& cells) {
    expect(scan, "normal");
    for (int k = 0; k < 3; ++k) scan.word("a normal's coordinate");
    expect(scan, "outer");
    expect(scan, "loop");
    for (int k = 0; k < 3; ++k) {
        expect(scan, "vertex");
        cells.points.push_back(scan.point());
    }
    expect(scan, "endloop");
    expect(scan, "endfacet");
    add_triangle(cells);
}

Cells read_text(const MeshFile& file) {
    Scanner scan(file.bytes, file.path);
    Cells cells;
    while (!scan.at_end()) {
        expect(scan, "solid");
        scan.line();
        for (std::string word = lower(scan.word("endsolid")); word != "endsolid";
             word = lower(scan.word("endsolid"))) {
            if (word != "facet") scan.fail("expected facet or endsolid, found " + in_quotes(word));
            read_facet(scan, cells);
        }
        scan.line();
    }
    return cells;
}

}  // namespace

Cells read_stl(const MeshFile& file) {
    const std::string& bytes = file.bytes;
    const bool like_text = begins_with_solid(bytes);
    if (bytes.size() >= header_bytes) {
        const std::size_t triangles = load<std::uint32_t>(bytes.data() + 80, ByteOrder::Little);
        const std::size_t needed = header_bytes + triangle_bytes * triangles;
        if (bytes.size() == needed || (bytes.size() > needed && !like_text))
            return read_binary(file, triangles);
        if (!like_text) {
            Scanner scan(bytes, file.path);
            scan.be_binary(ByteOrder::Little);
            scan.fail_at(80, "a binary STL of " + std::to_string(triangles) + " triangles needs " +
                                 std::to_string(needed) + " bytes; this file has " +
                                 std::to_string(bytes.size()));
        }
    }
    return read_text(file);
}

}  // namespace limpet::io
