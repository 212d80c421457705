#include "shapes/tetrahedra/isosurface_stuffing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/parallel.h"
#include "shapes/tetrahedra/bcc_lattice.h"
#include "shapes/tetrahedra/boundary_repair.h"
#include "shapes/tetrahedra/stuffing_stencils.h"
#include "shapes/tetrahedra/tet_quality.h"

namespace limpet {
namespace {

constexpr double alpha_long = 0.24999, alpha_short = 0.41189;
/// Directions of a point's edges, each edge once: three long, four short.
constexpr std::array<LatticePoint, 7> directions{
    {{2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1}}};
constexpr int long_directions = 3;
/// The published bound on dihedral angles [rad], and the part of its way that a warped point keeps at least:
/// with all warps within it, a search over all stencils found no angle below the bound; with full warps, down
/// to 9.2°.
constexpr double smallest_angle = 10.7843 * std::numbers::pi / 180;
constexpr double least_reach = 0.7;
/// How far the second stuffing may move the surface, in cube sides. The lattice is stored this far around it.
constexpr double largest_shift = 0.25;

LatticePoint sum(const LatticePoint& a, const LatticePoint& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

struct Cut {
    int inside, outside;
    double t;  ///< from inside to outside, in (0, 1)
    double alpha;
    bool alive = true;
};

/// One run of the method over the lattice, for f + g.
class Stuffing {
public:
    Stuffing(const SignedDistance& solid, const BccLattice& lattice, const std::vector<double>& shifts)
        : solid_(solid), lattice_(lattice), shifts_(shifts) {
        find_sides();
        find_cuts();
        warp();
        fill();
    }

    /// Pulls the warped points of tetrahedra below the bound back towards their places until none is.
    void relax_warps();

    /// Vertices are the lattice's points, then the cuts; most are unused.
    TetMesh mesh() const;
    std::vector<char> on_surface() const;
    /// g at the lattice's points: the mean of f over the surface triangles around each.
    std::vector<double> next_shifts() const;

private:
    double value(int point) const { return lattice_.value(point) + shifts_[point]; }
    void find_sides();
    void find_cuts();
    double cut_between(int inside, int outside) const;
    void warp();
    void fill();
    void fill_cubes(int block, std::vector<Tetrahedron>& out) const;
    bool below_bound(const Tetrahedron& t) const;
    double least_reach_of(int point) const;
    int cut_id(int inside, int outside) const;
    Vec3 cut_position(const Cut& cut) const {
        const Vec3 from = lattice_.position(cut.inside);
        return from + cut.t * (lattice_.position(cut.outside) - from);
    }
    Vec3 position(int id) const;

    const SignedDistance& solid_;
    const BccLattice& lattice_;
    const std::vector<double>& shifts_;
    std::vector<Side> sides_;
    std::vector<Cut> cuts_;
    std::vector<int> first_cut_, cuts_at_;  ///< cuts of each point
    std::vector<int> warped_to_;            ///< cut that a point moved to, or -1
    std::vector<double> reach_;             ///< part of the way to the cut that a warped point goes
    std::vector<Tetrahedron> tetrahedra_;
};

void Stuffing::find_sides() {
    sides_.resize(lattice_.points());
    parallel_blocks(lattice_.points(), 1 << 14, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const double v = value(i);
            sides_[i] = v < 0 ? Side::Inside : v == 0 ? Side::Surface : Side::Outside;
        }
    });
}

/// Zero of f + g along an edge by the Illinois variant of regula falsi: brackets always, needs the sign
/// alone, and takes two or three steps where f is a distance.
double Stuffing::cut_between(int inside, int outside) const {
    const Vec3 from = lattice_.position(inside), along = lattice_.position(outside) - from;
    double a = 0, b = 1, fa = value(inside), fb = value(outside);
    const double enough = 1e-6 * std::max(-fa, fb);
    int last = 0;
    for (int step = 0; step < 60 && b - a > 1e-6; ++step) {
        double t = (a * fb - b * fa) / (fb - fa);
        if (step > 12 || !(t > a && t < b)) t = (a + b) / 2;
        const double f = solid_.at(from + t * along) + (1 - t) * shifts_[inside] + t * shifts_[outside];
        if (std::abs(f) <= enough) return t;
        if (f < 0) {
            a = t, fa = f;
            if (last < 0) fb /= 2;
            last = -1;
        } else {
            b = t, fb = f;
            if (last > 0) fa /= 2;
            last = 1;
        }
    }
    return (a + b) / 2;
}

void Stuffing::find_cuts() {
    std::vector<std::vector<Cut>> parts(lattice_.blocks());
    parallel_blocks(lattice_.blocks(), 1, [&](int block, int) {
        if (!lattice_.near_surface(block)) return;
        const int begin = block * BccLattice::points_in_block;
        for (int i = begin; i < begin + BccLattice::points_in_block; ++i) {
            if (sides_[i] == Side::Surface) continue;
            const LatticePoint point = lattice_.point(i);
            for (std::size_t d = 0; d < directions.size(); ++d) {
                const int j = lattice_.index_near(block, sum(point, directions[d]));
                if (j < 0 || sides_[j] == Side::Surface || sides_[i] == sides_[j]) continue;
                const int inside = sides_[i] == Side::Inside ? i : j, outside = i + j - inside;
                parts[block].push_back({inside, outside, cut_between(inside, outside),
                                        d < long_directions ? alpha_long : alpha_short});
            }
        }
    });
    for (const std::vector<Cut>& part : parts) cuts_.insert(cuts_.end(), part.begin(), part.end());

    first_cut_.assign(lattice_.points() + 1, 0);
    for (const Cut& cut : cuts_)
        for (const int end : {cut.inside, cut.outside}) ++first_cut_[end + 1];
    std::partial_sum(first_cut_.begin(), first_cut_.end(), first_cut_.begin());
    cuts_at_.resize(2 * cuts_.size());
    std::vector<int> place(first_cut_.begin(), first_cut_.end() - 1);
    for (std::size_t c = 0; c < cuts_.size(); ++c)
        for (const int end : {cuts_[c].inside, cuts_[c].outside})
            cuts_at_[place[end]++] = static_cast<int>(c);
}

/// Nearest cuts first, so that the outcome does not follow the lattice's numbering. A point that moves takes
/// all its cuts with it.
void Stuffing::warp() {
    struct Move {
        double distance;  ///< in cube sides
        int point, cut;
    };
    std::vector<Move> moves;
    for (std::size_t c = 0; c < cuts_.size(); ++c) {
        const Cut& cut = cuts_[c];
        if (cut.t < cut.alpha) moves.push_back({cut.t / cut.alpha, cut.inside, static_cast<int>(c)});
        if (1 - cut.t < cut.alpha)
            moves.push_back({(1 - cut.t) / cut.alpha, cut.outside, static_cast<int>(c)});
    }
    std::sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) {
        return a.distance != b.distance ? a.distance < b.distance
               : a.point != b.point     ? a.point < b.point
                                        : a.cut < b.cut;
    });
    warped_to_.assign(lattice_.points(), -1);
    reach_.assign(lattice_.points(), 1.0);
    for (const Move& move : moves) {
        if (!cuts_[move.cut].alive || sides_[move.point] == Side::Surface) continue;
        sides_[move.point] = Side::Surface;
        warped_to_[move.point] = move.cut;
        for (int k = first_cut_[move.point]; k < first_cut_[move.point + 1]; ++k)
            cuts_[cuts_at_[k]].alive = false;
    }
}

Vec3 Stuffing::position(int id) const {
    if (id >= lattice_.points()) return cut_position(cuts_[id - lattice_.points()]);
    const Vec3 place = lattice_.position(id);
    return warped_to_[id] >= 0 ? Vec3(place + reach_[id] * (cut_position(cuts_[warped_to_[id]]) - place))
                               : place;
}

bool Stuffing::below_bound(const Tetrahedron& t) const {
    const bool warped = std::any_of(t.begin(), t.end(),
                                    [&](int id) { return id < lattice_.points() && warped_to_[id] >= 0; });
    if (!warped) return false;
    const std::array<double, 6> angles =
        dihedral_angles({position(t[0]), position(t[1]), position(t[2]), position(t[3])});
    return *std::min_element(angles.begin(), angles.end()) < smallest_angle;
}

/// Such that the point has gone `least_reach` × α edge lengths, if it went farther.
double Stuffing::least_reach_of(int point) const {
    const Cut& cut = cuts_[warped_to_[point]];
    const double way = (cut.inside == point ? cut.t : 1 - cut.t) / cut.alpha;
    return std::min(1.0, least_reach / way);
}

void Stuffing::relax_warps() {
    constexpr int block = 1 << 13;
    const int count = static_cast<int>(tetrahedra_.size());
    for (bool changed = true; changed;) {
        std::vector<std::vector<int>> parts((count + block - 1) / block);
        parallel_blocks(count, block, [&](int begin, int end) {
            for (int t = begin; t < end; ++t)
                if (below_bound(tetrahedra_[t]))
                    for (const int id : tetrahedra_[t])
                        if (id < lattice_.points() && warped_to_[id] >= 0) parts[begin / block].push_back(id);
        });
        std::vector<int> points;
        for (const std::vector<int>& part : parts) points.insert(points.end(), part.begin(), part.end());
        std::sort(points.begin(), points.end());
        points.erase(std::unique(points.begin(), points.end()), points.end());
        changed = false;
        for (const int point : points) {
            const double least = least_reach_of(point);
            if (reach_[point] <= least) continue;
            reach_[point] = std::max(least, reach_[point] - 0.05);
            changed = true;
        }
    }
}

int Stuffing::cut_id(int inside, int outside) const {
    for (int k = first_cut_[inside]; k < first_cut_[inside + 1]; ++k)
        if (cuts_[cuts_at_[k]].outside == outside) return lattice_.points() + cuts_at_[k];
    return -1;
}

void Stuffing::fill() {
    std::vector<std::vector<Tetrahedron>> parts(lattice_.blocks());
    parallel_blocks(lattice_.blocks(), 1, [&](int block, int) { fill_cubes(block, parts[block]); });
    for (const std::vector<Tetrahedron>& part : parts)
        tetrahedra_.insert(tetrahedra_.end(), part.begin(), part.end());
}

/// A lattice tetrahedron joins the centres of two cubes that share a face with two neighbouring corners of
/// that face.
void Stuffing::fill_cubes(int block, std::vector<Tetrahedron>& out) const {
    LatticeTetrahedron tet;
    const std::function<int(int, int)> cut = [&](int i, int o) { return cut_id(tet.ids[i], tet.ids[o]); };
    const std::function<Vec3(int)> at = [&](int id) { return position(id); };
    const int first = block * BccLattice::points_in_block + BccLattice::corners_in_block;
    for (int center = first; center < first + BccLattice::corners_in_block; ++center)
        for (int d = 0; d < 3; ++d) {
            const int u = (d + 1) % 3, v = (d + 2) % 3;
            const LatticePoint a = lattice_.point(center);
            LatticePoint b = a;
            b[d] += 2;
            const int other = lattice_.index_near(block, b);
            if (other < 0) continue;
            std::array<LatticePoint, 4> corners;
            std::array<int, 4> ids;
            for (int c = 0; c < 4; ++c) {
                corners[c] = a;
                corners[c][d] += 1;
                corners[c][u] += c == 1 || c == 2 ? 1 : -1;
                corners[c][v] += c >= 2 ? 1 : -1;
                ids[c] = lattice_.index_near(block, corners[c]);
            }
            for (int c = 0; c < 4; ++c) {
                const int next = (c + 1) % 4;
                if (ids[c] < 0 || ids[next] < 0) continue;
                tet = {{a, b, corners[c], corners[next]},
                       {sides_[center], sides_[other], sides_[ids[c]], sides_[ids[next]]},
                       {center, other, ids[c], ids[next]}};
                add_stencil(tet, cut, at, out);
            }
        }
}

TetMesh Stuffing::mesh() const {
    TetMesh mesh;
    mesh.tetrahedra = tetrahedra_;
    mesh.vertices.resize(lattice_.points() + cuts_.size());
    parallel_blocks(static_cast<int>(mesh.vertices.size()), 1 << 12, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) mesh.vertices[i] = position(i);
    });
    return mesh;
}

std::vector<char> Stuffing::on_surface() const {
    std::vector<char> marked(lattice_.points() + cuts_.size(), 1);
    for (int i = 0; i < lattice_.points(); ++i) marked[i] = sides_[i] == Side::Surface;
    return marked;
}

std::vector<double> Stuffing::next_shifts() const {
    const std::vector<Triangle> surface = boundary_among(tetrahedra_, on_surface());
    // f is 0 at the corners, so the rule that is exact for quadratic functions needs the centroid alone.
    std::vector<double> means(surface.size()), areas(surface.size());
    parallel_blocks(static_cast<int>(surface.size()), 64, [&](int begin, int end) {
        for (int t = begin; t < end; ++t) {
            const Vec3 a = position(surface[t][0]), b = position(surface[t][1]), c = position(surface[t][2]);
            means[t] = 0.75 * solid_.at((a + b + c) / 3);
            areas[t] = (b - a).cross(c - a).norm() / 2;
        }
    });
    std::vector<double> weights(lattice_.points(), 0.0), shifts(lattice_.points(), 0.0);
    const auto add = [&](int point, double area, double mean) {
        weights[point] += area;
        shifts[point] += area * mean;
    };
    for (std::size_t t = 0; t < surface.size(); ++t)
        for (const int id : surface[t]) {
            const bool is_cut = id >= lattice_.points();
            const int cut = is_cut ? id - lattice_.points() : warped_to_[id];
            if (cut >= 0) {
                add(cuts_[cut].inside, areas[t], means[t]);
                add(cuts_[cut].outside, areas[t], means[t]);
            } else {
                add(id, areas[t], means[t]);
            }
        }
    const double limit = largest_shift * lattice_.side();
    for (std::size_t i = 0; i < shifts.size(); ++i)
        if (weights[i] > 0) shifts[i] = std::clamp(shifts[i] / weights[i], -limit, limit);
    return shifts;
}

void note_repairs(const BoundaryRepair& repair, std::size_t specks, std::vector<std::string>* notes) {
    if (!notes) return;
    if (repair.split_vertices > 0)
        notes->push_back(
            fmt::format("the solid touched itself in {} place(s) that the element does not resolve: the "
                        "parts were given vertices of their own",
                        repair.split_vertices));
    if (repair.dropped_tetrahedra > 0)
        notes->push_back(
            fmt::format("the solid pinched itself where the element does not resolve it: {} tetrahedra "
                        "were dropped there",
                        repair.dropped_tetrahedra));
    if (specks > 0)
        notes->push_back(fmt::format(
            "{} speck(s) of less than 1 % of the largest part and 100 tetrahedra were dropped", specks));
}

}  // namespace

TetMesh stuff(const SignedDistance& solid, double element, std::vector<std::string>* notes) {
    const BccLattice lattice(solid, element * lattice_side_per_element);
    const std::vector<double> no_shifts(lattice.points(), 0.0);
    const std::vector<double> shifts = Stuffing(solid, lattice, no_shifts).next_shifts();
    Stuffing stuffing(solid, lattice, shifts);
    stuffing.relax_warps();
    TetMesh mesh = stuffing.mesh();
    std::vector<char> on_surface = stuffing.on_surface();
    const BoundaryRepair repair = repair_boundary(mesh, on_surface);
    note_repairs(repair, drop_specks(mesh), notes);
    drop_unused_vertices(mesh);
    return mesh;
}

}  // namespace limpet
