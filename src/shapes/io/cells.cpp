#include "shapes/io/cells.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include "core/assert.h"
#include "limpet/error.h"
#include "shapes/io/polygons.h"

namespace limpet::io {

namespace {

struct KindName {
    const char *singular, *plural;
};
constexpr std::array<KindName, cell_kinds> kind_names = {{{"point", "points"},
                                                          {"line", "lines"},
                                                          {"triangle", "triangles"},
                                                          {"quadrilateral", "quadrilaterals"},
                                                          {"polygon", "polygons"},
                                                          {"tetrahedron", "tetrahedra"},
                                                          {"hexahedron", "hexahedra"},
                                                          {"prism", "prisms"},
                                                          {"pyramid", "pyramids"},
                                                          {"other cell", "other cells"}}};

bool is_face(CellKind kind) {
    return kind == CellKind::Triangle || kind == CellKind::Quadrilateral || kind == CellKind::Polygon;
}

/// "312 triangles and 14 hexahedra": all kinds with a count for which `wanted` holds; "" without any.
template <class Wanted>
std::string kinds_text(const Cells& cells, Wanted wanted) {
    std::vector<std::string> parts;
    for (std::size_t k = 0; k < cell_kinds; ++k)
        if (cells.counts[k] > 0 && wanted(static_cast<CellKind>(k)))
            parts.push_back(counted(cells.counts[k], kind_names[k].singular, kind_names[k].plural));
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i)
        text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
    return text;
}

void note(std::vector<std::string>* notes, const std::string& sentence) {
    if (notes) notes->push_back(sentence);
}

void pass_on(const Cells& cells, std::vector<std::string>* notes) {
    if (notes) notes->insert(notes->end(), cells.notes.begin(), cells.notes.end());
}

/// Keeps the points that some cell uses; returns how many went.
template <class Cell>
std::size_t drop_unused(std::vector<Vec3>& points, std::vector<Cell>& cells) {
    std::vector<int> index(points.size(), -1);
    for (const Cell& cell : cells)
        for (const int v : cell) index[v] = 0;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (index[i] == 0) {
            index[i] = static_cast<int>(kept);
            points[kept++] = points[i];
        }
    for (Cell& cell : cells)
        for (int& v : cell) v = index[v];
    const std::size_t dropped = points.size() - kept;
    points.resize(kept);
    return dropped;
}

void note_unused(std::size_t dropped, std::vector<std::string>* notes) {
    if (dropped > 0) note(notes, "dropped " + counted(dropped, "vertex", "vertices") + " that nothing uses");
}

/// Turns tetrahedra to positive volume and drops those that have none beyond rounding.
void orient(TetMesh& mesh, std::vector<std::string>* notes) {
    std::size_t turned = 0, kept = 0;
    for (Tetrahedron tetrahedron : mesh.tetrahedra) {
        const auto& [a, b, c, d] = tetrahedron;
        const Vec3 e = mesh.vertices[b] - mesh.vertices[a];
        const Vec3 f = mesh.vertices[c] - mesh.vertices[a];
        const Vec3 g = mesh.vertices[d] - mesh.vertices[a];
        const double det = e.dot(f.cross(g));
        const double rounding = 4 * std::numeric_limits<double>::epsilon() * e.norm() * f.norm() * g.norm();
        if (!(std::abs(det) > rounding)) continue;
        if (det < 0) {
            std::swap(tetrahedron[2], tetrahedron[3]);
            ++turned;
        }
        mesh.tetrahedra[kept++] = tetrahedron;
    }
    const std::size_t flat = mesh.tetrahedra.size() - kept;
    mesh.tetrahedra.resize(kept);
    if (turned > 0)
        note(notes, "turned round " + counted(turned, "tetrahedron", "tetrahedra") + " with negative volume");
    if (flat > 0) note(notes, "left out " + counted(flat, "tetrahedron", "tetrahedra") + " without volume");
}

/// Drops triangles that use a vertex twice; they have no area and are neighbours of themselves.
void drop_collapsed(std::vector<Triangle>& triangles, std::vector<std::string>* notes) {
    const std::size_t dropped = std::erase_if(
        triangles, [](const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; });
    if (dropped > 0)
        note(notes, "left out " + counted(dropped, "triangle", "triangles") + " with a repeated vertex");
}

std::vector<Triangle> triangles_of_faces(const Cells& cells, std::vector<std::string>* notes) {
    std::vector<Triangle> triangles;
    triangles.reserve(cells.faces());
    std::size_t begin = 0, failed = 0, split = 0;
    for (const std::size_t end : cells.face_ends) {
        const std::span corners(cells.face_corners.data() + begin, end - begin);
        split += corners.size() > 3;
        failed += !triangulate(corners, cells.points, triangles);
        begin = end;
    }
    if (split > 0)
        note(notes,
             "split " + counted(split, "face", "faces") + " with more than three corners into triangles");
    if (failed > 0)
        note(notes, counted(failed, "face crosses itself", "faces cross themselves") +
                        " or could not be split well: check the surface there");
    return triangles;
}

}  // namespace

void Cells::add(CellKind kind, std::span<const int> corners, bool curved) {
    count(kind);
    if (kind == CellKind::Tetrahedron) {
        LIMPET_ASSERT(corners.size() == 4);
        tetrahedra.push_back({corners[0], corners[1], corners[2], corners[3]});
        curved_tetrahedra += curved;
    } else if (is_face(kind)) {
        face_corners.insert(face_corners.end(), corners.begin(), corners.end());
        face_ends.push_back(face_corners.size());
        curved_faces += curved;
    }
}

void Cells::add_face(std::span<const int> corners) {
    if (corners.size() < 3) return count(corners.size() == 2 ? CellKind::Line : CellKind::Point);
    add(corners.size() == 3   ? CellKind::Triangle
        : corners.size() == 4 ? CellKind::Quadrilateral
                              : CellKind::Polygon,
        corners);
}

void Cells::add_strip(std::span<const int> corners) {
    for (std::size_t i = 0; i + 2 < corners.size(); ++i) {
        const std::size_t odd = i % 2;
        add(CellKind::Triangle, std::array{corners[i + odd], corners[i + 1 - odd], corners[i + 2]});
    }
}

std::string counted(std::size_t number, const std::string& singular, const std::string& plural) {
    return std::to_string(number) + ' ' + (number == 1 ? singular : plural);
}

std::vector<int> first_coincident(const std::vector<Vec3>& points) {
    std::vector<int> order(points.size());
    std::iota(order.begin(), order.end(), 0);
    const auto key = [&](int i) { return std::tuple(points[i].x(), points[i].y(), points[i].z(), i); };
    std::sort(order.begin(), order.end(), [&](int i, int j) { return key(i) < key(j); });
    std::vector<int> first(points.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
        const bool same = k > 0 && points[order[k]] == points[order[k - 1]];
        first[order[k]] = same ? first[order[k - 1]] : order[k];
    }
    return first;
}

std::size_t weld(Cells& cells) {
    const std::vector<int> first = first_coincident(cells.points);
    std::vector<int> index(cells.points.size());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < cells.points.size(); ++i) {
        if (first[i] == static_cast<int>(i)) {
            index[i] = static_cast<int>(kept);
            cells.points[kept++] = cells.points[i];
        } else {
            index[i] = index[first[i]];
        }
    }
    const std::size_t welded = cells.points.size() - kept;
    cells.points.resize(kept);
    for (int& v : cells.face_corners) v = index[v];
    for (Tetrahedron& tetrahedron : cells.tetrahedra)
        for (int& v : tetrahedron) v = index[v];
    return welded;
}

TetMesh to_tetrahedra(Cells cells, const std::string& file, std::vector<std::string>* notes) {
    const auto other_than_tetrahedra = [](CellKind kind) { return kind != CellKind::Tetrahedron; };
    const std::string others = kinds_text(cells, other_than_tetrahedra);
    if (cells.tetrahedra.empty())
        throw InputError({{file, 0, "",
                           "the file holds no tetrahedra" +
                               (others.empty() ? ", only " + counted(cells.points.size(), "node", "nodes")
                                               : "; it holds " + others)}});
    pass_on(cells, notes);
    if (!others.empty()) note(notes, "left out " + others);
    if (cells.curved_tetrahedra > 0)
        note(notes, "used only the corners of " + counted(cells.curved_tetrahedra, "higher-order tetrahedron",
                                                          "higher-order tetrahedra"));
    TetMesh mesh{std::move(cells.points), std::move(cells.tetrahedra)};
    orient(mesh, notes);
    if (mesh.tetrahedra.empty())
        throw InputError({{file, 0, "", "none of the file's tetrahedra has a volume"}});
    note_unused(drop_unused(mesh.vertices, mesh.tetrahedra), notes);
    return mesh;
}

TriMesh to_surface(Cells cells, const std::string& file, std::vector<std::string>* notes) {
    if (!cells.tetrahedra.empty()) {
        const TetMesh mesh = to_tetrahedra(std::move(cells), file, notes);
        note(notes, "took the boundary of " + counted(mesh.tetrahedra.size(), "tetrahedron", "tetrahedra"));
        return boundary_surface(mesh);
    }
    const std::string others = kinds_text(cells, [](CellKind kind) { return !is_face(kind); });
    if (cells.faces() == 0)
        throw InputError(
            {{file, 0, "",
              "the file holds no triangles or other faces" +
                  (others.empty() ? ", only " + counted(cells.points.size(), "vertex", "vertices")
                                  : "; it holds " + others)}});
    pass_on(cells, notes);
    if (!others.empty()) note(notes, "left out " + others);
    if (cells.curved_faces > 0)
        note(notes, "used only the corners of " +
                        counted(cells.curved_faces, "higher-order face", "higher-order faces"));
    if (const std::size_t welded = weld(cells); welded > 0)
        note(notes, "welded " + counted(welded, "vertex", "vertices") + " onto others at the same place");
    TriMesh mesh;
    mesh.triangles = triangles_of_faces(cells, notes);
    mesh.vertices = std::move(cells.points);
    drop_collapsed(mesh.triangles, notes);
    if (mesh.triangles.empty())
        throw InputError({{file, 0, "", "all triangles of the file repeat a vertex"}});
    note_unused(drop_unused(mesh.vertices, mesh.triangles), notes);
    return mesh;
}

}  // namespace limpet::io
