#include "detect/covered_areas.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>

#include "core/interruption.h"
#include "detect/detection_constants.h"
#include "detect/feature_normals.h"
#include "detect/simplex_distance.h"

namespace limpet {
namespace {

/// A point over a triangle: its three weights there, and how far it is away along the triangle's normal [m].
using Over = Eigen::Vector4d;
constexpr int gap_of = 3;

/// A convex polygon of points over a triangle: a triangle cut by its three sides and two distances.
struct Piece {
    std::array<Over, 8> corners;
    int count = 0;

    /// Keeps what has value ≥ 0; `value` is linear.
    template <typename Value>
    void cut(const Value& value) {
        std::array<double, 8> at;
        int inside = 0, outside = 0;
        for (int i = 0; i < count; ++i) {
            at[i] = value(corners[i]);
            inside += at[i] >= 0;
            outside += at[i] < 0;
        }
        // Most pieces are far from most sides.
        if (outside == count) count = 0;
        if (inside == count) return;
        std::array<Over, 8> kept;
        int kept_count = 0;
        for (int i = 0; i < count; ++i) {
            const int next = i + 1 < count ? i + 1 : 0;
            const Over &a = corners[i], &b = corners[next];
            if (at[i] >= 0) kept[kept_count++] = a;
            if ((at[i] < 0) != (at[next] < 0)) kept[kept_count++] = a + at[i] / (at[i] - at[next]) * (b - a);
        }
        count = kept_count;
        std::copy_n(kept.begin(), count, corners.begin());
    }
};

/// What of a triangle is covered.
struct Cover {
    double area = 0;             ///< [m²]
    Vec3 shares = Vec3::Zero();  ///< of its corners: ∫ w dA [m²]
    double touched = 0;          ///< those of corners that have a contact [m²]
};

class RimTriangles {
public:
    RimTriangles(const DetectionSurface& own, const DetectionSurface& other, double reach)
        : own_(own), other_(other), own_normals_(own), other_normals_(other), reach_(reach) {}

    bool face(int triangle, int other) const {
        if (own_.complex().simplices()[triangle].corners() < 3 ||
            other_.complex().simplices()[other].corners() < 3)
            return false;
        const TriangleNormal a = own_normals_.of_triangle(triangle), b = other_normals_.of_triangle(other);
        const double along = -a.scaled.dot(b.scaled), least = FeatureNormals::in_patch;
        const bool two_sided = own_.complex().is_sheet() || other_.complex().is_sheet();
        return (two_sided || along > 0) && along * along > least * least * a.squared * b.squared;
    }

    /// True if `other` faces the triangle and has an edge beyond which nothing does.
    bool at_rim(int triangle, int other) const {
        if (!other_.has_sharp_edge(other) || !face(triangle, other)) return false;
        const auto& edges = other_.complex().simplices()[other].edges;
        const bool ends = std::any_of(edges.begin(), edges.end(), [&](int e) {
            if (!other_.is_sharp(e)) return false;
            const auto [s, t] = other_.complex().simplices_of_edge(e);
            const int beyond = s == other ? t : s;
            return beyond < 0 || !face(triangle, beyond);
        });
        return ends && triangles_are_near(own_.corners(triangle), other_.corners(other), reach_);
    }

    /// What these triangles of the other surface cover of a triangle.
    Cover cover_by(int triangle, std::span<const int> others) {
        const auto& v = own_.complex().simplices()[triangle].vertices;
        const Vec3 &a = own_.positions()[v[0]], to_b = own_.positions()[v[1]] - a,
                   to_c = own_.positions()[v[2]] - a;
        const Vec3 normal = to_b.cross(to_c);
        const double twice = normal.norm();
        if (over_which_.empty()) {
            over_which_.assign(other_.complex().vertex_count(), -1);
            over_ = std::make_unique_for_overwrite<Over[]>(over_which_.size());
        }
        Cover cover;
        for (const int other : others) {
            stop_if_interrupted();
            Piece piece;
            for (const int vertex : other_.complex().simplices()[other].vertices) {
                if (over_which_[vertex] != triangle) {
                    const Vec3 d = other_.positions()[vertex] - a;
                    const double b = normal.dot(d.cross(to_c)) / (twice * twice),
                                 c = normal.dot(to_b.cross(d)) / (twice * twice);
                    over_[vertex] = {1 - b - c, b, c, d.dot(normal) / twice};
                    over_which_[vertex] = triangle;
                }
                piece.corners[piece.count++] = over_[vertex];
            }
            const Over &p = piece.corners[0], &q = piece.corners[1], &r = piece.corners[2];
            const Over least = p.cwiseMin(q).cwiseMin(r), most = p.cwiseMax(q).cwiseMax(r);
            // Beyond one of the sides, or out of reach: most are.
            if ((most.head<3>().array() < 0).any() || least[gap_of] > reach_ || most[gap_of] < -reach_)
                continue;
            for (int k = 0; k < 3; ++k)
                if (least[k] < 0) piece.cut([k](const Over& x) { return x[k]; });
            if (most[gap_of] > reach_) piece.cut([&](const Over& x) { return reach_ - x[gap_of]; });
            if (least[gap_of] < -reach_) piece.cut([&](const Over& x) { return reach_ + x[gap_of]; });
            add(piece, twice, cover);
        }
        return cover;
    }

    /// Of layers above each other one counts; what is covered but for rounding is.
    Cover finished(int triangle, const Cover& cover) const {
        const double whole = own_normals_.area(triangle);
        if (cover.area < full_cover_share * whole) return cover;
        return {whole, Vec3::Constant(whole / 3), 0};
    }

    const DetectionSurface& own() const { return own_; }
    const FeatureNormals& own_normals() const { return own_normals_; }

private:
    static void add(const Piece& piece, double twice, Cover& cover) {
        for (int i = 1; i + 1 < piece.count; ++i) {
            const Vec3 p = piece.corners[0].head<3>(), q = piece.corners[i].head<3>(),
                       r = piece.corners[i + 1].head<3>();
            const double part = std::abs((q - p).y() * (r - p).z() - (q - p).z() * (r - p).y()) * twice / 2;
            cover.area += part;
            cover.shares += part / 3 * (p + q + r);
        }
    }

    const DetectionSurface &own_, &other_;
    FeatureNormals own_normals_, other_normals_;
    std::vector<int> over_which_;   ///< own triangle that a vertex of the other surface is over; −1: none
    std::unique_ptr<Over[]> over_;  ///< where, if it is over any
    double reach_;
};

struct TriangleCover {
    int triangle;  ///< of the own surface
    Cover cover = {};
};
using Covers = std::vector<TriangleCover>;  ///< by rising triangles

Covers covers_at_rims(RimTriangles& rims, std::span<const std::pair<int, int>> pairs, bool own_first) {
    Covers covers;
    const auto own_of = [own_first](const std::pair<int, int>& p) { return own_first ? p.first : p.second; };
    const auto other_of = [own_first](const std::pair<int, int>& p) {
        return own_first ? p.second : p.first;
    };
    std::vector<char> is_at_rim(rims.own().complex().simplices().size(), false);
    for (const auto& p : pairs)
        if (!is_at_rim[own_of(p)] && rims.at_rim(own_of(p), other_of(p))) {
            is_at_rim[own_of(p)] = true;
            covers.push_back({own_of(p)});
        }
    if (covers.empty()) return covers;
    std::sort(covers.begin(), covers.end(),
              [](const TriangleCover& a, const TriangleCover& b) { return a.triangle < b.triangle; });
    std::vector<std::pair<int, int>> faced;
    std::vector<int> end(is_at_rim.size() + 1, 0);
    for (const auto& p : pairs)
        if (is_at_rim[own_of(p)] && rims.face(own_of(p), other_of(p))) {
            faced.emplace_back(own_of(p), other_of(p));
            ++end[own_of(p) + 1];
        }
    std::partial_sum(end.begin(), end.end(), end.begin());
    std::vector<int> others(faced.size());
    for (const auto& [triangle, other] : faced) others[end[triangle]++] = other;
    for (auto& [triangle, cover] : covers) {
        const int begin = triangle > 0 ? end[triangle - 1] : 0;
        const std::span<int> own(others.data() + begin, others.data() + end[triangle]);
        std::sort(own.begin(), own.end());
        cover = rims.finished(triangle, rims.cover_by(triangle, own));
    }
    return covers;
}

/// The contacts of one vertex.
struct Contacts {
    std::span<Proximity> all;
    std::span<const Vec3> ways;  ///< the vertex's, of each
};

class Shares {
public:
    Shares(const RimTriangles& rims, Covers& covers, std::vector<Proximity>& found)
        : rims_(rims), covers_(covers), found_(found) {
        ways_.reserve(found.size());
        for (const Proximity& p : found) ways_.emplace_back(-p.normal);
    }

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
    Contacts contacts_of(int vertex) const {
        const auto before = [](const Proximity& p, int v) { return p.first_feature < v; };
        const auto begin = std::lower_bound(found_.begin(), found_.end(), vertex, before);
        auto end = begin;
        while (end != found_.end() && end->first_feature == vertex) ++end;
        const std::size_t first = begin - found_.begin(), count = end - begin;
        return {std::span(found_).subspan(first, count), std::span(ways_).subspan(first, count)};
    }
    bool touches(int vertex, int triangle) const {
        return rims_.own_normals().faced_way(triangle, contacts_of(vertex).ways) >= 0;
    }
    const Cover* cover_of(int triangle) const {
        const auto at = std::lower_bound(covers_.begin(), covers_.end(), triangle,
                                         [](const TriangleCover& c, int t) { return c.triangle < t; });
        return at != covers_.end() && at->triangle == triangle ? &at->cover : nullptr;
    }

    void measure(int vertex) {
        const Contacts contacts = contacts_of(vertex);
        for (Proximity& p : contacts.all) p.area = p.facing = 0;
        const CollisionComplex& complex = rims_.own().complex();
        for (const int* t = complex.triangles_begin(vertex); t != complex.triangles_end(vertex); ++t) {
            const int way = rims_.own_normals().faced_way(*t, contacts.ways);
            if (way < 0) continue;
            const Cover* cover = cover_of(*t);
            double area = rims_.own_normals().area(*t) / 3;
            if (cover) {
                const int k = corners(*t)[0] == vertex ? 0 : corners(*t)[1] == vertex ? 1 : 2;
                area = cover->area > 0 ? cover->shares[k] * cover->area / cover->touched : 0;
            }
            contacts.all[way].area += area;
            contacts.all[way].facing += area > 0;
        }
    }

    void give_to_nearest(int triangle, const Cover& cover) {
        const std::vector<Vec3>& x = rims_.own().positions();
        Vec3 middle = Vec3::Zero();
        for (int k = 0; k < 3; ++k) middle += cover.shares[k] / cover.area * x[corners(triangle)[k]];
        Proximity* nearest = nullptr;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < found_.size(); ++i) {
            const double squared = (x[found_[i].first_feature] - middle).squaredNorm();
            if (squared >= least || rims_.own_normals().faced_way(triangle, std::span(&ways_[i], 1)) < 0)
                continue;
            least = squared;
            nearest = &found_[i];
        }
        if (nearest) nearest->area += cover.area;
    }

    const RimTriangles& rims_;
    Covers& covers_;
    std::vector<Proximity>& found_;
    std::vector<Vec3> ways_;  ///< against the normals of these
};

}  // namespace

void cover_areas(const DetectionSurface& own, const DetectionSurface& other,
                 std::span<const std::pair<int, int>> pairs, bool own_first, double reach,
                 std::vector<Proximity>& found) {
    if (found.empty()) return;
    RimTriangles rims(own, other, reach);
    Covers covers = covers_at_rims(rims, pairs, own_first);
    if (!covers.empty()) Shares(rims, covers, found).give();
}

}  // namespace limpet
