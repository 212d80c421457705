#include "detect/covered_areas.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/interruption.h"
#include "detect/feature_normals.h"
#include "detect/simplex_distance.h"

namespace limpet {
namespace {

/// Of a triangle: what is left uncovered by rounding.
constexpr double covered_share = 1 - 1e-9;

/// A point over a triangle: its weights there, and how far it is away along the triangle's normal [m].
struct Over {
    Vec3 weights;
    double gap;
};

/// A convex polygon of points over a triangle: a triangle cut by its three sides and two distances.
struct Piece {
    std::array<Over, 8> corners;
    int count = 0;

    /// Keeps what has value ≥ 0; `value` is linear.
    template <typename Value>
    void cut(const Value& value) {
        Piece kept;
        for (int i = 0; i < count; ++i) {
            const Over &a = corners[i], &b = corners[(i + 1) % count];
            const double at_a = value(a), at_b = value(b);
            if (at_a >= 0) kept.corners[kept.count++] = a;
            if ((at_a < 0) == (at_b < 0)) continue;
            const double t = at_a / (at_a - at_b);
            kept.corners[kept.count++] = {a.weights + t * (b.weights - a.weights),
                                          a.gap + t * (b.gap - a.gap)};
        }
        *this = kept;
    }
};

/// Normal of a triangle, of twice its area.
Vec3 scaled_normal(const DetectionSurface& surface, int triangle) {
    const auto& [a, b, c] = surface.complex().simplices()[triangle].vertices;
    const std::vector<Vec3>& x = surface.positions();
    return (x[b] - x[a]).cross(x[c] - x[a]);
}

/// What of a triangle is covered.
struct Cover {
    double area = 0;             ///< [m²]
    Vec3 shares = Vec3::Zero();  ///< of its corners: ∫ w dA [m²]
    double touched = 0;          ///< those of corners that have a contact [m²]
};

class RimTriangles {
public:
    RimTriangles(const DetectionSurface& own, const DetectionSurface& other, double reach)
        : own_(own), other_(other), own_normals_(own), reach_(reach) {}

    bool face(int triangle, int other) const {
        if (own_.complex().simplices()[triangle].corners() < 3 ||
            other_.complex().simplices()[other].corners() < 3)
            return false;
        const Vec3 a = scaled_normal(own_, triangle), b = scaled_normal(other_, other);
        const double along = -a.dot(b), least = FeatureNormals::in_patch;
        const bool two_sided = own_.complex().is_sheet() || other_.complex().is_sheet();
        return (two_sided || along > 0) && along * along > least * least * a.squaredNorm() * b.squaredNorm();
    }

    /// True if `other` faces the triangle and has an edge beyond which nothing does.
    bool at_rim(int triangle, int other) const {
        if (!other_.has_sharp_edge(other)) return false;
        const auto& edges = other_.complex().simplices()[other].edges;
        const Box3 &box = own_.simplex_boxes()[triangle], &other_box = other_.simplex_boxes()[other];
        if (box.squaredExteriorDistance(other_box) > reach_ * reach_ || !face(triangle, other)) return false;
        const bool ends = std::any_of(edges.begin(), edges.end(), [&](int e) {
            if (!other_.is_sharp(e)) return false;
            const auto [s, t] = other_.complex().simplices_of_edge(e);
            const int beyond = s == other ? t : s;
            return beyond < 0 || !face(triangle, beyond);
        });
        return ends && triangles_are_near(own_.corners(triangle), other_.corners(other), reach_);
    }

    void add(int triangle, int other, Cover& cover) const {
        const auto& v = own_.complex().simplices()[triangle].vertices;
        const Vec3 &a = own_.positions()[v[0]], to_b = own_.positions()[v[1]] - a,
                   to_c = own_.positions()[v[2]] - a;
        const Vec3 normal = to_b.cross(to_c);
        const double twice = normal.norm();
        Piece piece;
        for (const int vertex : other_.complex().simplices()[other].vertices) {
            const Vec3 d = other_.positions()[vertex] - a;
            const double b = normal.dot(d.cross(to_c)) / (twice * twice),
                         c = normal.dot(to_b.cross(d)) / (twice * twice);
            piece.corners[piece.count++] = {Vec3(1 - b - c, b, c), d.dot(normal) / twice};
        }
        for (int k = 0; k < 3; ++k) piece.cut([k](const Over& p) { return p.weights[k]; });
        for (const double way : {1.0, -1.0}) piece.cut([&](const Over& p) { return reach_ - way * p.gap; });
        for (int i = 1; i + 1 < piece.count; ++i) {
            const Vec3 &p = piece.corners[0].weights, &q = piece.corners[i].weights,
                       &r = piece.corners[i + 1].weights;
            const double part = std::abs((q - p).y() * (r - p).z() - (q - p).z() * (r - p).y()) * twice / 2;
            cover.area += part;
            cover.shares += part / 3 * (p + q + r);
        }
    }

    /// Of layers above each other one counts; what is covered but for rounding is.
    Cover finished(int triangle, const Cover& cover) const {
        const double whole = own_normals_.area(triangle);
        if (cover.area < covered_share * whole) return cover;
        return {whole, Vec3::Constant(whole / 3), 0};
    }

    const DetectionSurface& own() const { return own_; }
    const FeatureNormals& own_normals() const { return own_normals_; }

private:
    const DetectionSurface &own_, &other_;
    FeatureNormals own_normals_;
    double reach_;
};

using Covers = std::map<int, Cover>;  ///< of own triangles

Covers covers_at_rims(const RimTriangles& rims, std::span<const std::pair<int, int>> pairs, bool own_first) {
    Covers covers;
    const auto own_of = [own_first](const std::pair<int, int>& p) { return own_first ? p.first : p.second; };
    const auto other_of = [own_first](const std::pair<int, int>& p) {
        return own_first ? p.second : p.first;
    };
    std::vector<char> is_at_rim(rims.own().complex().simplices().size(), false);
    for (const auto& p : pairs)
        if (!is_at_rim[own_of(p)] && rims.at_rim(own_of(p), other_of(p))) {
            is_at_rim[own_of(p)] = true;
            covers.try_emplace(own_of(p));
        }
    if (covers.empty()) return covers;
    std::vector<std::pair<int, int>> faced;
    for (const auto& p : pairs)
        if (is_at_rim[own_of(p)] && rims.face(own_of(p), other_of(p)))
            faced.emplace_back(own_of(p), other_of(p));
    std::sort(faced.begin(), faced.end());
    for (const auto& [triangle, other] : faced) {
        stop_if_interrupted();
        rims.add(triangle, other, covers[triangle]);
    }
    for (auto& [triangle, cover] : covers) cover = rims.finished(triangle, cover);
    return covers;
}

/// The contacts of one vertex.
struct Contacts {
    Proximity *begin, *end;
    std::vector<Vec3> ways;
};

Contacts contacts_of(int vertex, std::vector<Proximity>& found) {
    const auto before = [](const Proximity& p, int v) { return p.first_feature < v; };
    Proximity* begin = std::lower_bound(found.data(), found.data() + found.size(), vertex, before);
    Contacts contacts{begin, begin, {}};
    for (; contacts.end != found.data() + found.size() && contacts.end->first_feature == vertex;
         ++contacts.end)
        contacts.ways.push_back(-contacts.end->normal);
    return contacts;
}

class Shares {
public:
    Shares(const RimTriangles& rims, Covers& covers, std::vector<Proximity>& found)
        : rims_(rims), covers_(covers), found_(found) {}

    void give() {
        std::vector<int> vertices;
        for (auto& [triangle, cover] : covers_)
            for (int k = 0; k < 3; ++k) {
                const int v = corners(triangle)[k];
                if (!touches(v, triangle)) continue;
                cover.touched += cover.shares[k];
                vertices.push_back(v);
            }
        std::sort(vertices.begin(), vertices.end());
        vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
        for (const int v : vertices) measure(v);
        for (const auto& [triangle, cover] : covers_)
            if (cover.area > 0 && cover.touched == 0) give_to_nearest(triangle, cover);
    }

private:
    const std::array<int, 3>& corners(int triangle) const {
        return rims_.own().complex().simplices()[triangle].vertices;
    }
    bool touches(int vertex, int triangle) {
        return rims_.own_normals().faced_way(triangle, contacts_of(vertex, found_).ways) >= 0;
    }

    void measure(int vertex) {
        const Contacts contacts = contacts_of(vertex, found_);
        for (Proximity* p = contacts.begin; p != contacts.end; ++p) p->area = p->facing = 0;
        const CollisionComplex& complex = rims_.own().complex();
        for (const int* t = complex.triangles_begin(vertex); t != complex.triangles_end(vertex); ++t) {
            const int way = rims_.own_normals().faced_way(*t, contacts.ways);
            if (way < 0) continue;
            const auto at_rim = covers_.find(*t);
            double area = rims_.own_normals().area(*t) / 3;
            if (at_rim != covers_.end()) {
                const Cover& cover = at_rim->second;
                const int k = corners(*t)[0] == vertex ? 0 : corners(*t)[1] == vertex ? 1 : 2;
                area = cover.area > 0 ? cover.shares[k] * cover.area / cover.touched : 0;
            }
            contacts.begin[way].area += area;
            contacts.begin[way].facing += area > 0;
        }
    }

    void give_to_nearest(int triangle, const Cover& cover) {
        const std::vector<Vec3>& x = rims_.own().positions();
        Vec3 middle = Vec3::Zero();
        for (int k = 0; k < 3; ++k) middle += cover.shares[k] / cover.area * x[corners(triangle)[k]];
        Proximity* nearest = nullptr;
        double least = std::numeric_limits<double>::infinity();
        for (Proximity& p : found_) {
            const double squared = (x[p.first_feature] - middle).squaredNorm();
            if (squared >= least || rims_.own_normals().faced_way(triangle, {-p.normal}) < 0) continue;
            least = squared;
            nearest = &p;
        }
        if (nearest) nearest->area += cover.area;
    }

    const RimTriangles& rims_;
    Covers& covers_;
    std::vector<Proximity>& found_;
};

}  // namespace

void cover_areas(const DetectionSurface& own, const DetectionSurface& other,
                 std::span<const std::pair<int, int>> pairs, bool own_first, double reach,
                 std::vector<Proximity>& found) {
    if (found.empty()) return;
    const RimTriangles rims(own, other, reach);
    Covers covers = covers_at_rims(rims, pairs, own_first);
    if (!covers.empty()) Shares(rims, covers, found).give();
}

}  // namespace limpet
