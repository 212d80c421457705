#include "bodies/soft/elements.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <numeric>

#include "bodies/soft/stretch_sum.h"
#include "core/parallel.h"
#include "limpet/error.h"

namespace limpet {
namespace {

constexpr int batches_per_task = 8;

Mat3 edge_matrix(const std::vector<Vec3>& x, const Tetrahedron& t) {
    Mat3 edges;
    for (int a = 1; a < 4; ++a) edges.col(a - 1) = x[t[a]] - x[t[0]];
    return edges;
}

/// Refuses what no element can be made of; returns the edges at rest.
Mat3 checked_edges(const std::vector<Vec3>& rest, const Tetrahedron& t, std::size_t index) {
    for (const int node : t)
        if (node < 0 || node >= static_cast<int>(rest.size()))
            throw InputError("tetrahedra",
                             fmt::format("tetrahedron {} names node {}, but there are only nodes 0 to {}",
                                         index, node, static_cast<int>(rest.size()) - 1));
    Mat3 edges = edge_matrix(rest, t);
    const double longest = edges.colwise().norm().maxCoeff();
    // Flatter than this, ∇N has lost all its digits.
    constexpr double flattest = 1e-12;
    if (!(edges.determinant() > flattest * longest * longest * longest))
        throw InputError(
            "tetrahedra",
            fmt::format("tetrahedron {} (nodes {}, {}, {}, {}) is flat or inside out: its volume is "
                        "{:.3g} m^3, but must be positive",
                        index, t[0], t[1], t[2], t[3], edges.determinant() / 6));
    return edges;
}

}  // namespace

/// F = U diag(s) Vᵀ and what the material answers. Of the linear model U = V = 1 and `stress` is full.
struct Elements::Kinematics {
    WideLanes u[3][3], v[3][3];
    WideLanes stress[3][3];  ///< P; [column][row]
    PrincipalResponse<WideLanes> response;
};

Elements::Elements(const std::vector<Vec3>& rest, std::vector<Tetrahedron> tetrahedra,
                   const LameParameters& lame, ElasticModel model)
    : ElasticElements(4), lame_(lame), model_(model), tetrahedra_(std::move(tetrahedra)) {
    const int n = count();
    batches_.resize((n + wide_lanes - 1) / wide_lanes);
    for (int e = 0; e < static_cast<int>(batches_.size()) * wide_lanes; ++e) {
        Batch& batch = batches_[e / wide_lanes];
        const int lane = e % wide_lanes;
        const Tetrahedron& t = tetrahedra_[std::min(e, n - 1)];
        const Mat3 edges = checked_edges(rest, t, std::min(e, n - 1));
        const Mat3 inverse = edges.inverse();
        for (int a = 0; a < 4; ++a) batch.node[lane][a] = t[a];
        for (int a = 0; a < 3; ++a)
            for (int r = 0; r < 3; ++r) batch.gradient[a][r][lane] = inverse(a, r);
        batch.volume[lane] = e < n ? edges.determinant() / 6 : 0.0;
    }
    forces_.assign(12 * static_cast<std::size_t>(n), 0.0);
}

double Elements::rest_volume(int element) const {
    return batches_[element / wide_lanes].volume[element % wide_lanes];
}

/// F, column by column.
void Elements::load(const std::vector<Vec3>& q, const Batch& batch, WideLanes (&f)[3][3]) const {
    WideLanes edge[3][3];
    for (int l = 0; l < wide_lanes; ++l) {
        const Vec3& origin = q[batch.node[l][0]];
        for (int a = 0; a < 3; ++a)
            for (int r = 0; r < 3; ++r) edge[a][r][l] = q[batch.node[l][a + 1]][r] - origin[r];
    }
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r)
            f[c][r] = edge[0][r] * batch.gradient[0][c] + edge[1][r] * batch.gradient[1][c] +
                      edge[2][r] * batch.gradient[2][c];
}

Elements::Kinematics Elements::linear_kinematics(const WideLanes (&f)[3][3]) const {
    Kinematics k;
    k.response = linear_response<WideLanes>(lame_);
    const WideLanes trace = (f[0][0] - 1.0) + (f[1][1] - 1.0) + (f[2][2] - 1.0);
    WideLanes energy = 0.5 * lame_.lambda * trace * trace;
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) {
            const double identity = c == r ? 1.0 : 0.0;
            const WideLanes strain = 0.5 * (f[c][r] + f[r][c]) - identity;
            energy += lame_.mu * strain * strain;
            k.stress[c][r] = 2 * lame_.mu * strain + identity * lame_.lambda * trace;
            k.u[c][r] = k.v[c][r] = broadcast<WideLanes>(identity);
        }
    k.response.energy = energy;
    return k;
}

Elements::Kinematics Elements::kinematics_of(const SignedSvd<WideLanes>& svd) const {
    Kinematics k;
    k.response = principal_response<WideLanes>(model_, lame_, svd.s);
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) {
            k.u[c][r] = svd.u[c][r];
            k.v[c][r] = svd.v[c][r];
            k.stress[c][r] = svd.u[0][r] * k.response.stress[0] * svd.v[0][c] +
                             svd.u[1][r] * k.response.stress[1] * svd.v[1][c] +
                             svd.u[2][r] * k.response.stress[2] * svd.v[2][c];
        }
    return k;
}

Elements::Kinematics Elements::respond(const std::vector<Vec3>& q, const Batch& batch) const {
    WideLanes f[3][3];
    load(q, batch, f);
    return model_ == ElasticModel::Linear ? linear_kinematics(f) : kinematics_of(signed_svd(f));
}

WideLanes Elements::energy_density(const std::vector<Vec3>& q, const Batch& batch,
                                   const SignedSvd<WideLanes>* svd) const {
    return svd ? principal_response<WideLanes>(model_, lame_, svd->s).energy
               : respond(q, batch).response.energy;
}

template <class Part>
void Elements::for_each_decomposed(const std::vector<Vec3>& q, Part&& part) const {
    const bool linear = model_ == ElasticModel::Linear;
    const bool known = !linear && decomposed_at_ == q;
    if (!linear) decomposed_.resize(batches_.size());
    parallel_blocks(static_cast<int>(batches_.size()), batches_per_task, [&](int begin, int end) {
        part(begin, end, [&](int i) -> const SignedSvd<WideLanes>* {
            if (linear) return nullptr;
            if (!known) {
                WideLanes f[3][3];
                load(q, batches_[i], f);
                decomposed_[i] = signed_svd(f);
            }
            return &decomposed_[i];
        });
    });
    if (!linear && !known) decomposed_at_ = q;
}

void Elements::store_forces(const Kinematics& k, const Batch& batch, int first) {
    WideLanes force[4][3];
    for (int r = 0; r < 3; ++r) {
        for (int a = 0; a < 3; ++a)
            force[a + 1][r] = -batch.volume *
                              (k.stress[0][r] * batch.gradient[a][0] + k.stress[1][r] * batch.gradient[a][1] +
                               k.stress[2][r] * batch.gradient[a][2]);
        force[0][r] = -(force[1][r] + force[2][r] + force[3][r]);
    }
    for (int l = 0; l < std::min(wide_lanes, count() - first); ++l) {
        double* out = &forces_[12 * static_cast<std::size_t>(first + l)];
        for (int a = 0; a < 4; ++a)
            for (int r = 0; r < 3; ++r) out[3 * a + r] = force[a][r][l];
    }
}

/// Blocks of node 0 follow from those of 1, 2, 3 with each other. With gradients d = Vᵀ∇N, block (a, b) is V₀
/// U m Uᵀ where
///   m_ii = Ψ,ii dᵃᵢdᵇᵢ + Σ_{j≠i} B_ij dᵃⱼdᵇⱼ,   m_ik = Ψ,ik dᵃᵢdᵇₖ + C_ik dᵃₖdᵇᵢ.
void Elements::store_blocks(const Kinematics& k, const Batch& batch, int first) {
    const PrincipalResponse<WideLanes>& p = k.response;
    WideLanes d[3][3];
    for (int a = 0; a < 3; ++a)
        for (int i = 0; i < 3; ++i)
            d[a][i] = k.v[i][0] * batch.gradient[a][0] + k.v[i][1] * batch.gradient[a][1] +
                      k.v[i][2] * batch.gradient[a][2];
    // Of nodes 1, 2, 3 with each other: (1,1) (1,2) (1,3) (2,2) (2,3) (3,3)
    WideLanes block[6][9];
    int next = 0;
    for (int a = 0; a < 3; ++a)
        for (int b = a; b < 3; ++b) {
            WideLanes m[3][3];  // [column][row]
            for (int i = 0; i < 3; ++i) {
                const int j = (i + 1) % 3, n = (i + 2) % 3;
                m[i][i] = batch.volume * (p.normal[i] * d[a][i] * d[b][i] + p.shear[n] * d[a][j] * d[b][j] +
                                          p.shear[j] * d[a][n] * d[b][n]);
                m[n][j] =
                    batch.volume * (p.coupling[i] * d[a][j] * d[b][n] + p.exchange[i] * d[a][n] * d[b][j]);
                m[j][n] =
                    batch.volume * (p.coupling[i] * d[a][n] * d[b][j] + p.exchange[i] * d[a][j] * d[b][n]);
            }
            WideLanes um[3][3];
            for (int c = 0; c < 3; ++c)
                for (int r = 0; r < 3; ++r)
                    um[c][r] = k.u[0][r] * m[c][0] + k.u[1][r] * m[c][1] + k.u[2][r] * m[c][2];
            WideLanes* out = block[next++];
            for (int c = 0; c < 3; ++c)
                for (int r = 0; r < 3; ++r)
                    out[3 * c + r] = um[0][r] * k.u[0][c] + um[1][r] * k.u[1][c] + um[2][r] * k.u[2][c];
        }
    WideLanes kept[pairs][9];
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) {
            const int rc = 3 * c + r, cr = 3 * r + c;
            kept[0][rc] = -(block[0][rc] + block[1][cr] + block[2][cr]);
            kept[1][rc] = -(block[1][rc] + block[3][rc] + block[4][cr]);
            kept[2][rc] = -(block[2][rc] + block[4][rc] + block[5][rc]);
            kept[3][rc] = block[1][rc];
            kept[4][rc] = block[2][rc];
            kept[5][rc] = block[4][rc];
        }
    for (int l = 0; l < std::min(wide_lanes, count() - first); ++l) {
        double* out = &blocks_[9 * pairs * static_cast<std::size_t>(first + l)];
        for (int i = 0; i < pairs; ++i)
            for (int rc = 0; rc < 9; ++rc) out[9 * i + rc] = kept[i][rc][l];
    }
}

void Elements::evaluate(const std::vector<Vec3>& q, Stiffness stiffness) {
    if (stiffness != Stiffness::None) blocks_.resize(9 * pairs * static_cast<std::size_t>(count()));
    for_each_decomposed(q, [&](int begin, int end, const auto& decomposition) {
        for (int i = begin; i < end; ++i) {
            const SignedSvd<WideLanes>* svd = decomposition(i);
            Kinematics k = svd ? kinematics_of(*svd) : respond(q, batches_[i]);
            store_forces(k, batches_[i], wide_lanes * i);
            if (stiffness == Stiffness::None) continue;
            if (stiffness == Stiffness::Projected) project(k.response);
            store_blocks(k, batches_[i], wide_lanes * i);
        }
    });
}

double Elements::energy(const std::vector<Vec3>& q) const {
    std::vector<double> parts((batches_.size() + batches_per_task - 1) / batches_per_task, 0.0);
    for_each_decomposed(q, [&](int begin, int end, const auto& decomposition) {
        WideLanes sum{};
        for (int i = begin; i < end; ++i)
            sum += batches_[i].volume * energy_density(q, batches_[i], decomposition(i));
        for (int l = 0; l < wide_lanes; ++l) parts[begin / batches_per_task] += sum[l];
    });
    return std::accumulate(parts.begin(), parts.end(), 0.0);
}

///   Ψ = μ (a − 2S + 3) + λ/2 (S − 3)²,   |∂Ψ/∂S| ≤ 2μ + λ|S − 3|
EnergyRange Elements::energy_range(const std::vector<Vec3>& q) const {
    if (model_ != ElasticModel::Corotational || decomposed_at_ == q) return ElasticElements::energy_range(q);
    /// Of the terms: what energy() and this sum lose by rounding, with all digits of small strains.
    constexpr double rounding = 64 * std::numeric_limits<double>::epsilon();
    const auto [mu, lambda] = lame_;
    std::vector<EnergyRange> parts((batches_.size() + batches_per_task - 1) / batches_per_task, {0, 0});
    parallel_blocks(static_cast<int>(batches_.size()), batches_per_task, [&](int begin, int end) {
        WideLanes energy{}, error{};
        for (int i = begin; i < end; ++i) {
            WideLanes f[3][3];
            load(q, batches_[i], f);
            const StretchSum<WideLanes> s = stretch_sum(f);
            const WideLanes trace = s.sum - 3.0;
            energy +=
                batches_[i].volume * (mu * (s.squares - 2.0 * s.sum + 3.0) + 0.5 * lambda * trace * trace);
            error += batches_[i].volume * ((2 * mu + lambda * (absolute(trace) + 0.5 * s.error)) * s.error +
                                           rounding * (2 * mu + lambda) * (s.squares + 9.0));
        }
        EnergyRange& part = parts[begin / batches_per_task];
        for (int l = 0; l < wide_lanes; ++l) {
            part.low += energy[l] - error[l];
            part.high += energy[l] + error[l];
        }
    });
    EnergyRange range{0, 0};
    for (const EnergyRange& part : parts) range = {range.low + part.low, range.high + part.high};
    // A lane without an element has no volume, but may have a range without end.
    if (!std::isfinite(range.low + range.high)) return ElasticElements::energy_range(q);
    return {std::max(range.low, 0.0), range.high};
}

double Elements::volume(const std::vector<Vec3>& q) const {
    return ordered_sum(count(), batches_per_task * wide_lanes, [&](int begin, int end) {
        double sum = 0;
        for (int e = begin; e < end; ++e) sum += edge_matrix(q, tetrahedra_[e]).determinant() / 6;
        return sum;
    });
}

int Elements::inverted(const std::vector<Vec3>& q) const {
    std::vector<int> parts((batches_.size() + batches_per_task - 1) / batches_per_task, 0);
    for_each_decomposed(q, [&](int begin, int end, const auto& decomposition) {
        for (int i = begin; i < end; ++i) {
            const SignedSvd<WideLanes>* svd = decomposition(i);
            for (int l = 0; l < std::min(wide_lanes, count() - wide_lanes * i); ++l) {
                const double sign =
                    svd ? svd->s[2][l] : edge_matrix(q, tetrahedra_[wide_lanes * i + l]).determinant();
                parts[begin / batches_per_task] += sign < 0;
            }
        }
    });
    return std::accumulate(parts.begin(), parts.end(), 0);
}

Mat3 Elements::deformation_gradient(const std::vector<Vec3>& q, int element) const {
    WideLanes f[3][3];
    load(q, batches_[element / wide_lanes], f);
    Mat3 out;
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) out(r, c) = f[c][r][element % wide_lanes];
    return out;
}

Mat3 Elements::stress(const std::vector<Vec3>& q, int element) const {
    const Kinematics k = respond(q, batches_[element / wide_lanes]);
    Mat3 out;
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) out(r, c) = k.stress[c][r][element % wide_lanes];
    return out;
}

Mat3 Elements::cauchy_stress(const std::vector<Vec3>& q, int element) const {
    const Mat3 piola = stress(q, element);
    if (model_ == ElasticModel::Linear) return piola;
    // An element squeezed flat has no Cauchy stress; this keeps the number finite.
    constexpr double smallest_ratio = 1e-9;
    const Mat3 f = deformation_gradient(q, element);
    return piola * f.transpose() / std::max(std::abs(f.determinant()), smallest_ratio);
}

std::vector<double> Elements::von_mises(const std::vector<Vec3>& q) const {
    std::vector<double> out(tetrahedra_.size());
    parallel_blocks(count(), batches_per_task * wide_lanes, [&](int begin, int end) {
        for (int e = begin; e < end; ++e) {
            const Mat3 cauchy = cauchy_stress(q, e);
            const Mat3 deviator = cauchy - cauchy.trace() / 3 * Mat3::Identity();
            out[e] = std::sqrt(1.5) * deviator.norm();
        }
    });
    return out;
}

}  // namespace limpet
