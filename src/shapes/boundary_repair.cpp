#include "shapes/boundary_repair.h"

#include <algorithm>
#include <numeric>

#include "shapes/tet_quality.h"

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

/// Splits `vertex` so that the tetrahedra at it hang together by faces at it; false if they do already.
bool split(int vertex, const std::vector<int>& star, TetMesh& mesh, std::vector<char>& on_boundary,
           std::size_t& splits) {
    UnionFind groups(star.size());
    for (std::size_t i = 0; i < star.size(); ++i)
        for (std::size_t j = i + 1; j < star.size(); ++j)
            if (share_face_at(mesh.tetrahedra[star[i]], mesh.tetrahedra[star[j]]))
                groups.join(static_cast<int>(i), static_cast<int>(j));
    std::vector<int> copy_of(star.size(), -1);
    copy_of[0] = vertex;
    bool done = false;
    for (std::size_t i = 0; i < star.size(); ++i) {
        const int group = groups.root(static_cast<int>(i));
        if (copy_of[group] < 0) {
            copy_of[group] = static_cast<int>(mesh.vertices.size());
            mesh.vertices.push_back(Vec3(mesh.vertices[vertex]));
            on_boundary.push_back(1);
            ++splits;
            done = true;
        }
        Tetrahedron& tet = mesh.tetrahedra[star[i]];
        std::replace(tet.begin(), tet.end(), vertex, copy_of[group]);
    }
    return done;
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

std::size_t drop_tetrahedra(std::vector<int> dropped, TetMesh& mesh) {
    std::sort(dropped.begin(), dropped.end());
    dropped.erase(std::unique(dropped.begin(), dropped.end()), dropped.end());
    std::size_t kept = 0, next = 0;
    for (std::size_t t = 0; t < mesh.tetrahedra.size(); ++t) {
        if (next < dropped.size() && dropped[next] == static_cast<int>(t)) {
            ++next;
            continue;
        }
        mesh.tetrahedra[kept++] = mesh.tetrahedra[t];
    }
    mesh.tetrahedra.resize(kept);
    return dropped.size();
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
        const std::vector<std::vector<int>> stars = tetrahedra_at(pinched, mesh);
        bool any_split = false;
        for (std::size_t i = 0; i < pinched.size(); ++i)
            if (split(pinched[i], stars[i], mesh, on_boundary, repair.split_vertices)) any_split = true;
        if (any_split) continue;
        for (Triangle& t : boundary) t = sorted(t);
        std::sort(boundary.begin(), boundary.end());
        std::vector<int> dropped;
        for (const std::vector<int>& star : stars) dropped.push_back(weakest(star, mesh, boundary));
        for (const int t : dropped)
            for (const int v : mesh.tetrahedra[t]) on_boundary[v] = 1;
        repair.dropped_tetrahedra += drop_tetrahedra(std::move(dropped), mesh);
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
