#include "shapes/cut/crumbs.h"

#include <Eigen/Geometry>
#include <map>

#include "core/disjoint_sets.h"
#include "shapes/tetrahedra/tet_quality.h"

namespace limpet {
namespace {

struct SharedFace {
    Triangle nodes;
    int first, second;  ///< tetrahedra
};

std::vector<SharedFace> shared_faces(const std::vector<Tetrahedron>& tetrahedra) {
    std::vector<std::pair<Triangle, int>> faces;
    faces.reserve(4 * tetrahedra.size());
    for (int i = 0; i < static_cast<int>(tetrahedra.size()); ++i)
        for (const Triangle& face : sorted_faces(tetrahedra[i])) faces.emplace_back(face, i);
    std::sort(faces.begin(), faces.end());
    std::vector<SharedFace> shared;
    for (std::size_t k = 1; k < faces.size(); ++k)
        if (faces[k].first == faces[k - 1].first)
            shared.push_back({faces[k].first, faces[k - 1].second, faces[k].second});
    return shared;
}

/// What hangs together across faces that are not cut, with the volume of each part by size³.
class Parts {
public:
    Parts(const std::vector<Tetrahedron>& tetrahedra, const std::vector<Vec3>& rest,
          const std::vector<double>& size, const std::vector<SharedFace>& faces, const FaceSet& cut)
        : sets_(tetrahedra.size()), volume_(tetrahedra.size()) {
        for (std::size_t i = 0; i < tetrahedra.size(); ++i) {
            const auto& [a, b, c, d] = tetrahedra[i];
            const double mean = (size[a] + size[b] + size[c] + size[d]) / 4;
            volume_[i] = tet_volume({rest[a], rest[b], rest[c], rest[d]}) / (mean * mean * mean);
        }
        for (const SharedFace& face : faces)
            if (!cut.contains(face.nodes)) join(face.first, face.second);
    }

    int part(int tetrahedron) { return sets_.root(tetrahedron); }
    double volume(int part) const { return volume_[part]; }
    void join(int a, int b) {
        const int from = part(a), to = part(b);
        if (from == to) return;
        volume_[to] += volume_[from];
        sets_.join(from, to);
    }

private:
    DisjointSets sets_;
    std::vector<double> volume_;  ///< of a part, at its root
};

}  // namespace

void keep_crumbs_on(const std::vector<Tetrahedron>& tetrahedra, const std::vector<Vec3>& rest,
                    const std::vector<double>& size, double least, FaceSet& cut) {
    if (cut.empty()) return;
    const std::vector<SharedFace> faces = shared_faces(tetrahedra);
    Parts parts(tetrahedra, rest, size, faces, cut);
    std::vector<SharedFace> between;
    for (const SharedFace& face : faces)
        if (cut.contains(face.nodes)) between.push_back(face);
    const auto area = [&](const Triangle& f) {
        return (rest[f[1]] - rest[f[0]]).cross(rest[f[2]] - rest[f[0]]).norm() / 2;
    };
    for (bool changed = true; changed;) {
        changed = false;
        std::map<int, std::map<int, double>> neighbours;  // of small parts
        for (const SharedFace& face : between) {
            const int a = parts.part(face.first), b = parts.part(face.second);
            if (a == b) continue;
            if (parts.volume(a) < least) neighbours[a][b] += area(face.nodes);
            if (parts.volume(b) < least) neighbours[b][a] += area(face.nodes);
        }
        for (const auto& [small, areas] : neighbours) {
            // Joined meanwhile, it may be large enough.
            if (parts.part(small) != small || parts.volume(small) >= least) continue;
            const int other =
                parts.part(std::max_element(areas.begin(), areas.end(), [](const auto& a, const auto& b) {
                               return a.second < b.second;
                           })->first);
            if (other == small) continue;
            for (const SharedFace& face : between) {
                const int a = parts.part(face.first), b = parts.part(face.second);
                if ((a == small && b == other) || (a == other && b == small)) cut.erase(face.nodes);
            }
            parts.join(small, other);
            changed = true;
        }
    }
}

}  // namespace limpet
