#include "detect/covered_areas.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numeric>

#include "core/interruption.h"
#include "detect/detection_constants.h"
#include "detect/feature_normals.h"
#include "detect/simplex_distance.h"

namespace limpet {
namespace {

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
        std::array<double, 8> at{};
        int inside = 0, outside = 0;
        for (int i = 0; i < count; ++i) {
            at[i] = value(corners[i]);
            inside += at[i] >= 0;
            outside += at[i] < 0;
        }
        // Most pieces are far from most sides.
        if (outside == count) count = 0;
        if (inside == count) return;
        Piece kept;
        for (int i = 0; i < count; ++i) {
            const int next = (i + 1) % count;
            const Over &a = corners[i], &b = corners[next];
            const double at_a = at[i], at_b = at[next];
            if (at_a >= 0) kept.corners[kept.count++] = a;
            if ((at_a < 0) == (at_b < 0)) continue;
            const double t = at_a / (at_a - at_b);
            kept.corners[kept.count++] = {a.weights + t * (b.weights - a.weights),
                                          a.gap + t * (b.gap - a.gap)};
        }
        count = kept.count;
        std::copy_n(kept.corners.begin(), count, corners.begin());
    }
};

/// Normals of a surface's triangles, of twice their areas, made when they are first asked for: a triangle has
/// many partners.
class ScaledNormals {
public:
    struct Normal {
        Vec3 n;          ///< [m²]
        double squared;  ///< [m⁴]
    };

    explicit ScaledNormals(const DetectionSurface& surface)
        : surface_(surface),
          is_known_(surface.complex().simplices().size(), false),
          normals_(std::make_unique_for_overwrite<Normal[]>(is_known_.size())) {}

    const Normal& operator()(int triangle) {
        if (!is_known_[triangle]) {
            const auto& [a, b, c] = surface_.complex().simplices()[triangle].vertices;
            const std::vector<Vec3>& x = surface_.positions();
            const Vec3 n = (x[b] - x[a]).cross(x[c] - x[a]);
            normals_[triangle] = {n, n.squaredNorm()};
            is_known_[triangle] = true;
        }
        return normals_[triangle];
    }

private:
    const DetectionSurface& surface_;
    std::vector<char> is_known_;
    std::unique_ptr<Normal[]> normals_;  ///< not set before they are known: there are many more than are used
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
        : own_(own),
          other_(other),
          own_normals_(own),
          scaled_(own),
          other_scaled_(other),
          over_which_(other.complex().vertex_count(), -1),
          over_(std::make_unique_for_overwrite<Over[]>(over_which_.size())),
          reach_(reach) {}

    bool face(int triangle, int other) {
        if (own_.complex().simplices()[triangle].corners() < 3 ||
            other_.complex().simplices()[other].corners() < 3)
            return false;
        const ScaledNormals::Normal &a = scaled_(triangle), &b = other_scaled_(other);
        const double along = -a.n.dot(b.n), least = FeatureNormals::in_patch;
        const bool two_sided = own_.complex().is_sheet() || other_.complex().is_sheet();
        return (two_sided || along > 0) && along * along > least * least * a.squared * b.squared;
    }

    /// True if `other` faces the triangle and has an edge beyond which nothing does.
    bool at_rim(int triangle, int other) {
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

    /// What these triangles of the other surface cover of a triangle.
    Cover cover_by(int triangle, std::span<const int> others) {
        const auto& v = own_.complex().simplices()[triangle].vertices;
        const Vec3 &a = own_.positions()[v[0]], to_b = own_.positions()[v[1]] - a,
                   to_c = own_.positions()[v[2]] - a;
        const Vec3 normal = to_b.cross(to_c);
        const double twice = normal.norm();
        Cover cover;
        for (const int other : others) {
            stop_if_interrupted();
            Piece piece;
            for (const int vertex : other_.complex().simplices()[other].vertices) {
                if (over_which_[vertex] != triangle) {
                    const Vec3 d = other_.positions()[vertex] - a;
                    const double b = normal.dot(d.cross(to_c)) / (twice * twice),
                                 c = normal.dot(to_b.cross(d)) / (twice * twice);
                    over_[vertex] = {Vec3(1 - b - c, b, c), d.dot(normal) / twice};
                    over_which_[vertex] = triangle;
                }
                piece.corners[piece.count++] = over_[vertex];
            }
            for (int k = 0; k < 3; ++k) piece.cut([k](const Over& p) { return p.weights[k]; });
            for (const double way : {1.0, -1.0})
                piece.cut([&](const Over& p) { return reach_ - way * p.gap; });
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
            const Vec3 &p = piece.corners[0].weights, &q = piece.corners[i].weights,
                       &r = piece.corners[i + 1].weights;
            const double part = std::abs((q - p).y() * (r - p).z() - (q - p).z() * (r - p).y()) * twice / 2;
            cover.area += part;
            cover.shares += part / 3 * (p + q + r);
        }
    }

    const DetectionSurface &own_, &other_;
    FeatureNormals own_normals_;
    ScaledNormals scaled_, other_scaled_;
    std::vector<int> over_which_;   ///< own triangle that a vertex of the other surface is over; −1: none
    std::unique_ptr<Over[]> over_;  ///< where, if it is over any
    double reach_;
};

using Covers = std::map<int, Cover>;  ///< of own triangles

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
            covers.try_emplace(own_of(p));
        }
    if (covers.empty()) return covers;
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
    RimTriangles rims(own, other, reach);
    Covers covers = covers_at_rims(rims, pairs, own_first);
    if (!covers.empty()) Shares(rims, covers, found).give();
}

}  // namespace limpet
