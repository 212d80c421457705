#include "shapes/distance/isosurface_loops.h"

#include <array>

namespace limpet::iso {

namespace {

/// The corner at s on axis d, u and v on the next two.
int corner_at(int d, int s, int u, int v) {
    return s << d | u << (d + 1) % 3 | v << (d + 2) % 3;
}

int edge_between(int a, int b) {
    const int axis = (a ^ b) == 1 ? 0 : (a ^ b) == 2 ? 1 : 2;
    return 4 * axis + (a >> (axis + 1) % 3 & 1) + 2 * (a >> (axis + 2) % 3 & 1);
}

/// A face's corners, around it.
std::array<int, 4> face_corners(int face) {
    const int d = face / 2, s = face % 2;
    return {corner_at(d, s, 0, 0), corner_at(d, s, 1, 0), corner_at(d, s, 1, 1), corner_at(d, s, 0, 1)};
}

/// For each edge, the (at most two) edges that the surface leads to over the cell's faces.
struct Links {
    std::array<std::array<int, 2>, 12> to{};
    std::array<int, 12> count{};

    void add(int a, int b) {
        to[a][count[a]++] = b;
        to[b][count[b]++] = a;
    }
};

void link_face(Links& links, int inside, int face, bool joined) {
    const std::array<int, 4> corner = face_corners(face);
    const auto is_inside = [&](int i) { return (inside >> corner[i % 4] & 1) != 0; };
    if (ambiguous(inside, face)) {
        for (int i = 0; i < 4; ++i)
            if (is_inside(i) != joined)
                links.add(edge_between(corner[i], corner[(i + 3) % 4]),
                          edge_between(corner[i], corner[(i + 1) % 4]));
        return;
    }
    int cut[4], cuts = 0;
    for (int i = 0; i < 4; ++i)
        if (is_inside(i) != is_inside(i + 1)) cut[cuts++] = edge_between(corner[i], corner[(i + 1) % 4]);
    if (cuts == 2) links.add(cut[0], cut[1]);
}

}  // namespace

int edge_corner(int edge, int end) {
    return corner_at(edge / 4, end, edge & 1, edge >> 1 & 1);
}

std::uint16_t face_edges(int face) {
    const std::array<int, 4> corner = face_corners(face);
    std::uint16_t edges = 0;
    for (int i = 0; i < 4; ++i)
        edges |= static_cast<std::uint16_t>(1 << edge_between(corner[i], corner[(i + 1) % 4]));
    return edges;
}

bool ambiguous(int inside_corners, int face) {
    const std::array<int, 4> corner = face_corners(face);
    const auto is_inside = [&](int i) { return inside_corners >> corner[i] & 1; };
    return is_inside(0) == is_inside(2) && is_inside(1) == is_inside(3) && is_inside(0) != is_inside(1);
}

std::vector<std::uint16_t> cell_loops(int inside_corners, int joined_faces) {
    Links links;
    for (int face = 0; face < 6; ++face) link_face(links, inside_corners, face, joined_faces >> face & 1);
    std::vector<std::uint16_t> loops;
    unsigned seen = 0;
    for (int start = 0; start < 12; ++start) {
        if (links.count[start] == 0 || (seen >> start & 1)) continue;
        std::uint16_t loop = 0;
        int from = -1;
        for (int edge = start; !(loop >> edge & 1);) {
            loop |= static_cast<std::uint16_t>(1 << edge);
            const int next = links.to[edge][0] != from ? links.to[edge][0] : links.to[edge][1];
            from = edge;
            edge = next;
        }
        seen |= loop;
        loops.push_back(loop);
    }
    return loops;
}

}  // namespace limpet::iso
