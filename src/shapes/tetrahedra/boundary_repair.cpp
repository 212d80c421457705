#include "shapes/tetrahedra/boundary_repair.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "shapes/tetrahedra/tet_quality.h"

namespace limpet {
namespace {

constexpr std::array<std::array<int, 3>, 4> outward_faces{{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};

Triangle sorted(Triangle t) {
    std::sort(t.begin(), t.end());
    return t;
}

/// Roots of a forest over 0 … n−1; the root is the smallest index of its tree.
class UnionFind {
public:
    explicit UnionFind(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
    int root(int i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    void join(int i, int j) {
        i = root(i), j = root(j);
        parent_[std::max(i, j)] = std::min(i, j);
    }

private:
    std::vector<int> parent_;
};

/// Vertices whose boundary triangles are not one closed fan.
std::vector<int> pinched_vertices(const std::vector<Triangle>& boundary, std::size_t vertices) {
    struct Corner {
        int vertex, next, previous;
    };
    std::vector<int> first(vertices + 1, 0);
    for (const Triangle& t : boundary)
        for (const int v : t) ++first[v + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<Corner> corners(3 * boundary.size());
    std::vector<int> fill(first.begin(), first.end() - 1);
    for (const Triangle& t : boundary)
        for (int i = 0; i < 3; ++i) corners[fill[t[i]]++] = {t[i], t[(i + 1) % 3], t[(i + 2) % 3]};

    std::vector<int> pinched;
    for (std::size_t v = 0; v < vertices; ++v) {
        const int begin = first[v], end = first[v + 1];
        if (begin == end) continue;
        int steps = 0, at = begin;
        bool simple = true;
        do {
            int following = -1, incoming = 0;
            for (int c = begin; c < end; ++c) {
                if (corners[c].next == corners[at].previous) following = c;
                incoming += corners[c].next == corners[at].next;
            }
            simple = following >= 0 && incoming == 1;
            at = following;
            ++steps;
        } while (simple && at != begin && steps <= end - begin);
        if (!simple || steps != end - begin) pinched.push_back(static_cast<int>(v));
    }
    return pinched;
}

/// Tetrahedra at some vertices, by vertex.
std::vector<std::vector<int>> tetrahedra_at(const std::vector<int>& vertices, const TetMesh& mesh) {
    std::vector<int> place(mesh.vertices.size(), -1);
    for (std::size_t i = 0; i < vertices.size(); ++i) place[vertices[i]] = static_cast<int>(i);
    std::vector<std::vector<int>> at(vertices.size());
    for (std::size_t t = 0; t < mesh.tetrahedra.size(); ++t)
        for (const int v : mesh.tetrahedra[t])
            if (place[v] >= 0) at[place[v]].push_back(static_cast<int>(t));
    return at;
}

bool share_face_at(const Tetrahedron& a, const Tetrahedron& b) {
    int shared = 0;
    for (const int v : a) shared += std::find(b.begin(), b.end(), v) != b.end();
    return shared == 3;
}

/// Which tetrahedra of a star hang together by faces at its vertex: the group of each, numbered from 0.
std::vector<int> groups_of(const std::vector<int>& star, const TetMesh& mesh) {
    UnionFind joined(star.size());
    for (std::size_t i = 0; i < star.size(); ++i)
        for (std::size_t j = i + 1; j < star.size(); ++j)
            if (share_face_at(mesh.tetrahedra[star[i]], mesh.tetrahedra[star[j]]))
                joined.join(static_cast<int>(i), static_cast<int>(j));
    std::vector<int> group(star.size(), -1);
    int groups = 0;
    for (std::size_t i = 0; i < star.size(); ++i) {
        const int root = joined.root(static_cast<int>(i));
        if (group[root] < 0) group[root] = groups++;
        group[i] = group[root];
    }
    return group;
}

/// Gives each group but the first a vertex of its own.
std::size_t split_vertex(int vertex, const std::vector<int>& star, const std::vector<int>& group,
                         TetMesh& mesh, std::vector<char>& on_boundary) {
    const int extra = *std::max_element(group.begin(), group.end());
    const int first_copy = static_cast<int>(mesh.vertices.size()) - 1;
    mesh.vertices.insert(mesh.vertices.end(), extra, Vec3(mesh.vertices[vertex]));
    on_boundary.insert(on_boundary.end(), extra, 1);
    for (std::size_t i = 0; i < star.size(); ++i) {
        Tetrahedron& tet = mesh.tetrahedra[star[i]];
        if (group[i] > 0) std::replace(tet.begin(), tet.end(), vertex, first_copy + group[i]);
    }
    return extra;
}

/// The tetrahedron of a star to give up: most boundary faces, then least volume.
int weakest(const std::vector<int>& star, const TetMesh& mesh, const std::vector<Triangle>& sorted_boundary) {
    int best = -1, best_faces = -1;
    double best_volume = 0;
    for (const int t : star) {
        const Tetrahedron& tet = mesh.tetrahedra[t];
        int faces = 0;
        for (const auto& [i, j, k] : outward_faces)
            faces += std::binary_search(sorted_boundary.begin(), sorted_boundary.end(),
                                        sorted({tet[i], tet[j], tet[k]}));
        const double volume = tet_volume(
            {mesh.vertices[tet[0]], mesh.vertices[tet[1]], mesh.vertices[tet[2]], mesh.vertices[tet[3]]});
        if (faces > best_faces || (faces == best_faces && volume < best_volume)) {
            best = t;
            best_faces = faces;
            best_volume = volume;
        }
    }
    return best;
}

void drop_tetrahedra(const std::set<int>& dropped, TetMesh& mesh) {
    std::size_t kept = 0;
    auto next = dropped.begin();
    for (std::size_t t = 0; t < mesh.tetrahedra.size(); ++t) {
        if (next != dropped.end() && *next == static_cast<int>(t))
            ++next;
        else
            mesh.tetrahedra[kept++] = mesh.tetrahedra[t];
    }
    mesh.tetrahedra.resize(kept);
}

}  // namespace

std::vector<Triangle> boundary_among(const std::vector<Tetrahedron>& tetrahedra,
                                     const std::vector<char>& marked) {
    struct Face {
        Triangle key, outward;
    };
    std::vector<Face> faces;
    for (const Tetrahedron& tet : tetrahedra)
        for (const auto& [i, j, k] : outward_faces)
            if (marked[tet[i]] && marked[tet[j]] && marked[tet[k]])
                faces.push_back({sorted({tet[i], tet[j], tet[k]}), {tet[i], tet[j], tet[k]}});
    std::sort(faces.begin(), faces.end(), [](const Face& a, const Face& b) {
        return a.key != b.key ? a.key < b.key : a.outward < b.outward;
    });
    std::vector<Triangle> boundary;
    for (std::size_t i = 0; i < faces.size();) {
        std::size_t j = i + 1;
        while (j < faces.size() && faces[j].key == faces[i].key) ++j;
        if (j == i + 1) boundary.push_back(faces[i].outward);
        i = j;
    }
    return boundary;
}

BoundaryRepair repair_boundary(TetMesh& mesh, std::vector<char>& on_boundary) {
    BoundaryRepair repair;
    // Every round splits a vertex or drops a tetrahedron, so this ends.
    while (true) {
        std::vector<Triangle> boundary = boundary_among(mesh.tetrahedra, on_boundary);
        const std::vector<int> pinched = pinched_vertices(boundary, mesh.vertices.size());
        if (pinched.empty()) return repair;
        for (Triangle& t : boundary) t = sorted(t);
        std::sort(boundary.begin(), boundary.end());
        const std::vector<std::vector<int>> stars = tetrahedra_at(pinched, mesh);
        std::vector<std::vector<int>> groups;
        for (const std::vector<int>& star : stars) groups.push_back(groups_of(star, mesh));
        std::set<int> dropped;
        for (std::size_t i = 0; i < pinched.size(); ++i) {
            const bool splits = *std::max_element(groups[i].begin(), groups[i].end()) > 0;
            const bool opened =
                std::any_of(stars[i].begin(), stars[i].end(), [&](int t) { return dropped.contains(t); });
            if (!splits && !opened) dropped.insert(weakest(stars[i], mesh, boundary));
        }
        for (std::size_t i = 0; i < pinched.size(); ++i)
            repair.split_vertices += split_vertex(pinched[i], stars[i], groups[i], mesh, on_boundary);
        for (const int t : dropped)
            for (const int v : mesh.tetrahedra[t]) on_boundary[v] = 1;
        drop_tetrahedra(dropped, mesh);
        repair.dropped_tetrahedra += dropped.size();
    }
}

std::size_t drop_specks(TetMesh& mesh) {
    UnionFind parts(mesh.vertices.size());
    for (const Tetrahedron& tet : mesh.tetrahedra)
        for (int i = 1; i < 4; ++i) parts.join(tet[0], tet[i]);
    std::vector<double> volumes(mesh.vertices.size(), 0.0);
    std::vector<int> counts(mesh.vertices.size(), 0);
    for (const Tetrahedron& tet : mesh.tetrahedra) {
        const int part = parts.root(tet[0]);
        ++counts[part];
        volumes[part] += tet_volume(
            {mesh.vertices[tet[0]], mesh.vertices[tet[1]], mesh.vertices[tet[2]], mesh.vertices[tet[3]]});
    }
    if (volumes.empty()) return 0;
    const double largest = *std::max_element(volumes.begin(), volumes.end());
    const auto is_speck = [&](int part) { return volumes[part] < 0.01 * largest && counts[part] < 100; };
    std::size_t specks = 0;
    for (std::size_t v = 0; v < counts.size(); ++v) specks += counts[v] > 0 && is_speck(static_cast<int>(v));
    if (specks > 0)
        std::erase_if(mesh.tetrahedra, [&](const Tetrahedron& tet) { return is_speck(parts.root(tet[0])); });
    return specks;
}

void drop_unused_vertices(TetMesh& mesh) {
    std::vector<int> index(mesh.vertices.size(), -1);
    std::vector<Vec3> used;
    for (Tetrahedron& tet : mesh.tetrahedra)
        for (int& v : tet) {
            if (index[v] < 0) {
                index[v] = static_cast<int>(used.size());
                used.push_back(mesh.vertices[v]);
            }
            v = index[v];
        }
    mesh.vertices = std::move(used);
}

}  // namespace limpet
