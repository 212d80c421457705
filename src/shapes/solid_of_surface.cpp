/// A hole's bridge w = 1/2 is nearer than the triangles in the middle of the hole. So that |f| never exceeds
/// the distance to where the sign changes, |f| is also at most
///
///   max(distance to the box of the hole's rim, 3/2 r |w − 1/2|),  r = 2 A / P
///
/// A: area that the rim spans, P: its length. Over a round, flat hole r is its radius and |w − 1/2| grows by
/// 1/2r per length in the middle and by less farther out; over a slit r is its width and it grows by 2/πr.
#include "shapes/solid_of_surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "limpet/error.h"
#include "shapes/winding_number.h"

namespace limpet {
namespace {

/// Samples for the median of w just inside.
constexpr std::size_t samples = 1000;
/// Of that median: a closed surface has 1, a cube without a lid 0.92, half a sphere 0.82, a sheet 0.5.
constexpr double least_winding = 0.85;
/// A rough winding number tells inside from outside if it is this far from 1/2: it is off by 0.3 at worst for
/// two nested spheres and would have to be off by 0.9 to mislead.
constexpr double rough_accuracy = 1.5, clear_of_half = 0.4;

/// A directed edge that no triangle runs through the other way.
struct RimEdge {
    int from, to;
};

/// The same surface with one vertex per position, so that seams of texture coordinates are no holes.
TriMesh welded(const TriMesh& surface) {
    std::vector<int> order(surface.vertices.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    const auto less = [&](int i, int j) {
        const Vec3 &a = surface.vertices[i], &b = surface.vertices[j];
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    };
    std::stable_sort(order.begin(), order.end(), less);
    std::vector<int> first(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        first[order[i]] = i > 0 && !less(order[i - 1], order[i]) ? first[order[i - 1]] : order[i];
    TriMesh out{surface.vertices, surface.triangles};
    for (Triangle& t : out.triangles)
        for (int& v : t) v = first[v];
    return out;
}

std::vector<RimEdge> rim_edges(const TriMesh& surface) {
    struct Edge {
        std::array<int, 2> key;
        int direction;
    };
    std::vector<Edge> edges;
    edges.reserve(3 * surface.triangles.size());
    for (const Triangle& t : surface.triangles)
        for (int i = 0; i < 3; ++i) {
            const int a = t[i], b = t[(i + 1) % 3];
            if (a != b) edges.push_back({{std::min(a, b), std::max(a, b)}, a < b ? 1 : -1});
        }
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.key < b.key; });
    std::vector<RimEdge> rim;
    for (std::size_t i = 0; i < edges.size();) {
        int net = 0;
        std::size_t j = i;
        for (; j < edges.size() && edges[j].key == edges[i].key; ++j) net += edges[j].direction;
        const auto& [a, b] = edges[i].key;
        for (; net > 0; --net) rim.push_back({a, b});
        for (; net < 0; ++net) rim.push_back({b, a});
        i = j;
    }
    return rim;
}

struct Hole {
    Box3 rim;
    double radius = 0;  ///< 2 A / P
};

/// The rims that hang together.
std::vector<Hole> find_holes(const TriMesh& surface, const std::vector<RimEdge>& rim) {
    std::map<int, int> parent;
    const auto root = [&](int v) {
        parent.try_emplace(v, v);
        while (parent[v] != v) v = parent[v] = parent[parent[v]];
        return v;
    };
    for (const RimEdge& edge : rim) {
        const int a = root(edge.from), b = root(edge.to);
        parent[std::max(a, b)] = std::min(a, b);
    }
    struct Sums {
        Box3 box;
        Vec3 area = Vec3::Zero();
        double length = 0;
    };
    std::map<int, Sums> sums;
    for (const RimEdge& edge : rim) {
        const int hole = root(edge.from);
        const Vec3 origin = surface.vertices[hole];
        const Vec3 from = surface.vertices[edge.from] - origin, to = surface.vertices[edge.to] - origin;
        Sums& sum = sums[hole];
        sum.box.extend(from + origin);
        sum.box.extend(to + origin);
        sum.area += from.cross(to) / 2;
        sum.length += (to - from).norm();
    }
    std::vector<Hole> holes;
    for (const auto& [vertex, sum] : sums)
        // Rims that span no area in sum, as of cracks, still need a bound above zero.
        holes.push_back(
            {sum.box, std::max(2 * sum.area.norm() / sum.length, 0.01 * sum.box.diagonal().norm())});
    return holes;
}

std::vector<Box3> boxes_of(const std::vector<Hole>& holes) {
    std::vector<Box3> boxes;
    for (const Hole& hole : holes) boxes.push_back(hole.rim);
    return boxes;
}

void check_geometry(const TriMesh& surface) {
    if (surface.triangles.empty()) throw InputError("surface", "has no triangles, so it encloses nothing");
    Box3 box;
    for (const Triangle& t : surface.triangles)
        for (const int v : t) {
            if (v < 0 || v >= static_cast<int>(surface.vertices.size()))
                throw InputError("surface", fmt::format("a triangle uses vertex {}, but there are {}", v,
                                                        surface.vertices.size()));
            if (!surface.vertices[v].allFinite())
                throw InputError("surface", fmt::format("vertex {} is not finite", v));
            box.extend(surface.vertices[v]);
        }
    const Vec3 size = box.sizes();
    if (!(size.minCoeff() > 1e-9 * size.maxCoeff()))
        throw InputError("surface",
                         fmt::format("is flat: its box measures {:.3g} × {:.3g} × {:.3g} m, so it encloses "
                                     "no volume",
                                     size.x(), size.y(), size.z()));
}

/// Winding numbers a little behind triangles spread evenly over the area, sorted.
std::vector<double> windings_behind(const TriMesh& surface, const WindingNumber& winding) {
    const double depth = 1e-4 * bounds(surface.vertices).diagonal().norm(), total = area(surface);
    std::vector<double> found;
    double passed = 0;
    for (const auto& [a, b, c] : surface.triangles) {
        const Vec3 &x = surface.vertices[a], &y = surface.vertices[b], &z = surface.vertices[c];
        const Vec3 normal = (y - x).cross(z - x) / 2;
        const double before = passed;
        passed += normal.norm();
        const double step = total / static_cast<double>(samples);
        if (std::floor(passed / step) == std::floor(before / step)) continue;
        found.push_back(winding.at((x + y + z) / 3 - depth * normal.normalized()));
    }
    std::sort(found.begin(), found.end());
    return found;
}

class SurfaceSolid {
public:
    SurfaceSolid(const TriMesh& surface, const std::vector<Hole>& holes)
        : tree_(std::make_shared<TriangleTree>(surface)),
          rough_(tree_, rough_accuracy),
          winding_(tree_),
          holes_(holes),
          hole_tree_(boxes_of(holes), 1) {}

    const WindingNumber& winding() const { return winding_; }

    double at(const Vec3& p) const {
        double w = rough_.at(p);
        if (std::abs(w - 0.5) < clear_of_half || !holes_.empty()) w = winding_.at(p);
        const double distance = tree_->closest(p).distance;
        double best = distance * distance;
        hole_tree_.search_nearest(p, best, [&](int i, double& best2) {
            const Hole& hole = holes_[i];
            const double bound =
                std::max(hole.rim.exteriorDistance(p), 1.5 * hole.radius * std::abs(w - 0.5));
            best2 = std::min(best2, bound * bound);
        });
        return w > 0.5 ? -std::sqrt(best) : std::sqrt(best);
    }

private:
    std::shared_ptr<const TriangleTree> tree_;
    WindingNumber rough_, winding_;
    std::vector<Hole> holes_;
    BoxTree hole_tree_;
};

void say(std::vector<std::string>* notes, std::string note) {
    if (notes) notes->push_back(std::move(note));
}

}  // namespace

SignedDistance solid_of_surface(const TriMesh& surface, std::vector<std::string>* notes) {
    check_geometry(surface);
    TriMesh mesh = welded(surface);
    const std::vector<RimEdge> rim = rim_edges(mesh);
    const std::vector<Hole> holes = find_holes(mesh, rim);
    auto solid = std::make_shared<SurfaceSolid>(mesh, holes);
    std::vector<double> windings = windings_behind(mesh, solid->winding());
    // In front of a surface that is inside out lies w = −1 + 1.
    if (windings[windings.size() / 2] < 0.25 && volume(mesh) < 0) {
        for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
        solid = std::make_shared<SurfaceSolid>(mesh, holes);
        windings = windings_behind(mesh, solid->winding());
        say(notes, "the surface was inside out and has been turned round");
    }
    const double median = windings[windings.size() / 2];
    if (median < least_winding)
        throw InputError(
            "surface",
            fmt::format("encloses no volume to fill: {} of its edges are open, and just inside it the "
                        "winding number is {:.2f} in the median, where a closed surface has 1 and {} is "
                        "the least allowed; close its holes or orient its triangles alike",
                        rim.size(), median, least_winding));
    if (!rim.empty())
        say(notes, fmt::format("the surface is not closed: {} open edges around {} hole(s) are bridged",
                               rim.size(), holes.size()));
    Box3 box;
    for (const Triangle& t : mesh.triangles)
        for (const int v : t) box.extend(mesh.vertices[v]);
    return {[solid](const Vec3& p) { return solid->at(p); }, box};
}

}  // namespace limpet
