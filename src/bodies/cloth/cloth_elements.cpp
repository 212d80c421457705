#include "bodies/cloth/cloth_elements.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "core/parallel.h"
#include "limpet/error.h"

namespace limpet {
namespace {

constexpr int pieces_per_task = 128;
/// Of a triangle's area at rest: squeezed below, its hinges count it as that large.
constexpr double least_area = 1e-3;
/// A triangle with less than this of the area of a square on its longest side has none.
constexpr double no_area = 1e-9;

Vec3 side_of(const std::vector<Vec3>& x, const std::array<int, 6>& nodes, int i) {
    return x[nodes[(i + 2) % 3]] - x[nodes[(i + 1) % 3]];
}

double area_of(const std::vector<Vec3>& x, const std::array<int, 6>& nodes) {
    return 0.5 * side_of(x, nodes, 0).cross(side_of(x, nodes, 1)).norm();
}

double checked_area(const TriMesh& rest, const std::array<int, 6>& nodes, std::size_t index) {
    const double found = area_of(rest.vertices, nodes);
    double longest = 0;
    for (int i = 0; i < 3; ++i) longest = std::max(longest, side_of(rest.vertices, nodes, i).squaredNorm());
    if (!(found > no_area * longest))
        throw InputError("shape", fmt::format("triangle {} (vertices {}, {}, {}) of the cloth has no area",
                                              index, nodes[0], nodes[1], nodes[2]));
    return found;
}

/// In the triangle: along the threads, and across them.
std::array<Vec3, 2> thread_axes(const Vec3& normal) {
    constexpr double faces_along = 0.9;
    const Vec3 axis = std::abs(normal.x()) > faces_along ? Vec3::UnitZ() : Vec3::UnitX();
    const Vec3 along = (axis - axis.dot(normal) * normal).normalized();
    return {along, normal.cross(along)};
}

}  // namespace

ClothElements::ClothElements(const TriMesh& rest, const ClothModuli& moduli)
    : ElasticElements(corner_count), hinges_(find_hinges(rest.triangles)), angles_(hinges_.size()) {
    for (std::size_t t = 0; t < rest.triangles.size(); ++t) {
        const auto& [a, b, c] = rest.triangles[t];
        Piece piece;
        piece.nodes = {a, b, c, a, b, c};
        piece.area = checked_area(rest, piece.nodes, t);
        pieces_.push_back(piece);
    }
    for (std::size_t h = 0; h < hinges_.size(); ++h) {
        const Hinge& hinge = hinges_[h];
        for (int k = 0; k < 2; ++k) {
            Piece& piece = pieces_[hinge.triangles[k]];
            const int side = hinge.sides[k];
            piece.hinges[side] = static_cast<int>(h);
            piece.second[side] = k == 1;
            piece.nodes[3 + side] = hinge.nodes[3 - k];
        }
        least_areas_.push_back(least_area *
                               std::min(pieces_[hinge.triangles[0]].area, pieces_[hinge.triangles[1]].area));
    }
    for (Piece& piece : pieces_) {
        set_stretching(piece, rest, moduli);
        set_bending(piece, rest, moduli.bend);
    }
    forces_.assign(3 * corner_count * pieces_.size(), 0.0);
}

void ClothElements::set_stretching(Piece& piece, const TriMesh& rest, const ClothModuli& moduli) const {
    const Vec3 normal = side_of(rest.vertices, piece.nodes, 0)
                            .cross(side_of(rest.vertices, piece.nodes, 1))
                            .stableNormalized();
    const auto [along, across] = thread_axes(normal);
    Mat3 strains;  // Q, from (ε_xx, ε_yy, γ)
    for (int i = 0; i < 3; ++i) {
        const Vec3 side = side_of(rest.vertices, piece.nodes, i);
        piece.length[i] = side.norm();
        const double c = side.dot(along) / piece.length[i], s = side.dot(across) / piece.length[i];
        strains.row(i) << c * c, s * s, c * s;
    }
    const double y = moduli.stretch / (1 - moduli.poisson * moduli.poisson);
    Mat3 moduli_matrix;
    moduli_matrix << y, moduli.poisson * y, 0, moduli.poisson * y, y, 0, 0, 0, moduli.shear;
    const Mat3 back = strains.inverse() * piece.length.cwiseInverse().asDiagonal();
    piece.stretching = piece.area * back.transpose() * moduli_matrix * back;
}

void ClothElements::set_bending(Piece& piece, const TriMesh& rest, double bend) const {
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            // Lᵢ Lⱼ mᵢ·mⱼ: turning both by a right angle makes them the sides.
            const double product =
                side_of(rest.vertices, piece.nodes, i).dot(side_of(rest.vertices, piece.nodes, j));
            piece.bending(i, j) =
                bend * product * product / (piece.length[i] * piece.length[j] * 4 * piece.area);
        }
    for (int i = 0; i < 3; ++i) {
        piece.angle[i] = piece.hinges[i] >= 0 ? hinge_angle(hinges_[piece.hinges[i]], rest.vertices) : 0;
        if (piece.hinges[i] >= 0 || bend == 0) continue;
        const Vec3 column = piece.bending.col(i);
        piece.bending -= column * column.transpose() / column[i];
        piece.bending.row(i).setZero();
        piece.bending.col(i).setZero();
    }
}

/// blocks += gₐ k g_bᵀ, a < b.
void ClothElements::add_blocks(const Gradients& gradients, const Mat3& constants, int corners,
                               double* blocks) const {
    for (int a = 0; a < corners; ++a) {
        const Mat3 left = gradients[a] * constants;
        for (int b = a + 1; b < corners; ++b)
            Eigen::Map<Mat3>(blocks + 9 * pair_of(a, b)) += left * gradients[b].transpose();
    }
}

void ClothElements::add_stretching(const Piece& piece, const std::vector<Vec3>& q, Stiffness stiffness,
                                   double* force, double* blocks) const {
    Gradients gradients;
    for (int a = 0; a < 3; ++a) gradients[a].setZero();
    Vec3 length;
    for (int i = 0; i < 3; ++i) {
        const Vec3 side = side_of(q, piece.nodes, i);
        length[i] = side.norm();
        const Vec3 direction = length[i] > 0 ? Vec3(side / length[i]) : Vec3(Vec3::Zero());
        gradients[(i + 1) % 3].col(i) = -direction;
        gradients[(i + 2) % 3].col(i) = direction;
    }
    const Vec3 tension = piece.stretching * (length - piece.length);
    for (int a = 0; a < 3; ++a) Eigen::Map<Vec3>(force + 3 * a) -= gradients[a] * tension;
    if (stiffness == Stiffness::None) return;
    add_blocks(gradients, piece.stretching, 3, blocks);
    for (int i = 0; i < 3; ++i) {
        const int from = (i + 1) % 3, to = (i + 2) % 3;
        const double pull = stiffness == Stiffness::Projected ? std::max(tension[i], 0.0) : tension[i];
        if (length[i] == 0 || pull == 0) continue;
        const Vec3 direction = gradients[to].col(i);
        const Mat3 sideways = pull / length[i] * (Mat3::Identity() - direction * direction.transpose());
        Eigen::Map<Mat3>(blocks + 9 * pair_of(from, to)) -= sideways;
    }
}

void ClothElements::add_bending(const Piece& piece, bool with_blocks, double* force, double* blocks) const {
    Gradients gradients;
    for (Mat3& g : gradients) g.setZero();
    Vec3 bent = Vec3::Zero();
    for (int i = 0; i < 3; ++i) {
        if (piece.hinges[i] < 0) continue;
        const HingeAngle& hinge = angles_[piece.hinges[i]];
        const int turned = piece.second[i] ? 1 : 0;
        bent[i] = hinge.angle - piece.angle[i];
        gradients[(i + 1) % 3].col(i) = hinge.gradient[turned];
        gradients[(i + 2) % 3].col(i) = hinge.gradient[1 - turned];
        gradients[i].col(i) = hinge.gradient[2 + turned];
        gradients[3 + i].col(i) = hinge.gradient[3 - turned];
    }
    const Vec3 moment = piece.bending * bent;
    for (int a = 0; a < corner_count; ++a) Eigen::Map<Vec3>(force + 3 * a) -= gradients[a] * moment;
    if (with_blocks) add_blocks(gradients, piece.bending, corner_count, blocks);
}

void ClothElements::evaluate(const std::vector<Vec3>& q, Stiffness stiffness) {
    const bool with_blocks = stiffness != Stiffness::None;
    const std::size_t of_piece = 9 * static_cast<std::size_t>(pairs());
    if (with_blocks) blocks_.resize(of_piece * pieces_.size());
    parallel_blocks(static_cast<int>(hinges_.size()), pieces_per_task, [&](int begin, int end) {
        for (int h = begin; h < end; ++h)
            angles_[h] = hinge_angle_and_gradient(hinges_[h], q, least_areas_[h]);
    });
    parallel_blocks(count(), pieces_per_task, [&](int begin, int end) {
        for (int e = begin; e < end; ++e) {
            double* force = &forces_[3 * corner_count * static_cast<std::size_t>(e)];
            double* blocks = with_blocks ? &blocks_[of_piece * e] : nullptr;
            std::fill_n(force, 3 * corner_count, 0.0);
            if (with_blocks) std::fill_n(blocks, of_piece, 0.0);
            add_stretching(pieces_[e], q, stiffness, force, blocks);
            add_bending(pieces_[e], with_blocks, force, blocks);
        }
    });
}

double ClothElements::energy(const std::vector<Vec3>& q) const {
    return ordered_sum(count(), pieces_per_task, [&](int begin, int end) {
        double sum = 0;
        for (int e = begin; e < end; ++e) {
            const Piece& piece = pieces_[e];
            Vec3 longer, bent = Vec3::Zero();
            for (int i = 0; i < 3; ++i) {
                longer[i] = side_of(q, piece.nodes, i).norm() - piece.length[i];
                if (piece.hinges[i] >= 0) bent[i] = hinge_angle(hinges_[piece.hinges[i]], q) - piece.angle[i];
            }
            sum += 0.5 * (longer.dot(piece.stretching * longer) + bent.dot(piece.bending * bent));
        }
        return sum;
    });
}

double ClothElements::area(const std::vector<Vec3>& q) const {
    return ordered_sum(count(), pieces_per_task, [&](int begin, int end) {
        double sum = 0;
        for (int e = begin; e < end; ++e) sum += area_of(q, pieces_[e].nodes);
        return sum;
    });
}

}  // namespace limpet
