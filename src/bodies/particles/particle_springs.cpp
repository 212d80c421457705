#include "bodies/particles/particle_springs.h"

#include <Eigen/Cholesky>
#include <algorithm>

namespace limpet {

ParticleSprings::ParticleSprings(std::span<const Pull> pulls, const std::vector<double>& inverse_mass,
                                 double h) {
    std::vector<const Pull*> springs;
    for (const Pull& pull : pulls) {
        if (!pull.at || !(h * h * pull.stiffness + h * pull.damping > 0)) continue;
        double reached = 0;
        for (int k = 0; k < 3; ++k) reached += pull.at->weights[k] * inverse_mass[pull.at->vertices[k]];
        if (!(reached > 0)) continue;
        springs.push_back(&pull);
        vertices_.insert(vertices_.end(), pull.at->vertices.begin(), pull.at->vertices.end());
    }
    if (springs.empty()) return;
    std::sort(vertices_.begin(), vertices_.end());
    vertices_.erase(std::unique(vertices_.begin(), vertices_.end()), vertices_.end());
    columns_ = static_cast<int>(springs.size());

    const auto rows = static_cast<Eigen::Index>(vertices_.size());
    MatX weights = MatX::Zero(rows, columns_);
    VecX inverse(rows);
    for (Eigen::Index r = 0; r < rows; ++r) inverse[r] = inverse_mass[vertices_[r]];
    MatX inner = MatX::Zero(columns_, columns_);
    for (int p = 0; p < columns_; ++p) {
        const TrianglePoint& at = *springs[p]->at;
        for (int k = 0; k < 3; ++k)
            weights(std::lower_bound(vertices_.begin(), vertices_.end(), at.vertices[k]) - vertices_.begin(),
                    p) += at.weights[k];
        inner(p, p) = 1 / (h * h * springs[p]->stiffness + h * springs[p]->damping);
    }
    const MatX moved = inverse.asDiagonal() * weights;
    inner += weights.transpose() * moved;
    const MatX factor =
        inner.llt().matrixL().solve<Eigen::OnTheRight>(MatX::Identity(columns_, columns_)).transpose();
    const MatX e = moved * factor;
    factor_.resize(static_cast<std::size_t>(rows) * columns_);
    for (Eigen::Index r = 0; r < rows; ++r)
        for (int p = 0; p < columns_; ++p) factor_[r * columns_ + p] = e(r, p);
}

void ParticleSprings::subtract(const std::vector<Vec3>& y, std::vector<Vec3>& z) const {
    for (int p = 0; p < columns_; ++p) {
        Vec3 along = Vec3::Zero();
        for (std::size_t r = 0; r < vertices_.size(); ++r)
            along += factor_[r * columns_ + p] * y[vertices_[r]];
        for (std::size_t r = 0; r < vertices_.size(); ++r)
            z[vertices_[r]] -= factor_[r * columns_ + p] * along;
    }
}

std::span<const double> ParticleSprings::row(int particle) const {
    const auto found = std::lower_bound(vertices_.begin(), vertices_.end(), particle);
    if (found == vertices_.end() || *found != particle) return {};
    return std::span(factor_).subspan((found - vertices_.begin()) * columns_, columns_);
}

}  // namespace limpet
