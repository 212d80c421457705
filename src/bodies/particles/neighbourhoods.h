#pragma once

/// Which particles hold each other's shape: a particle and all that are linked to it, with the weights of
/// their masses. A particle whose neighbourhood lies on a line at rest gets its neighbours' neighbours too,
/// so that every neighbourhood has one rotation that fits best.
///
///   C_i = Σ_j w_ij X_j,     w_ij = m_j / Σ_N m,     p_ij = X_j − C_i          j in N_i, i itself the first
///
///   X   place at rest in the body's own frame [m]      m   mass [kg]
///
/// Weights go by mass, so that a neighbourhood's frame moves as its momentum does, whatever the mesh: damping
/// of the motion against it then takes no momentum.

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/types.h"

namespace limpet {

using ParticleLinks = std::vector<std::pair<int, int>>;

class Neighbourhoods {
public:
    Neighbourhoods() = default;
    /// `links`: pairs of particles, each once. Throws InputError about `shape` where links leave a particle
    /// and all that it reaches on a line.
    Neighbourhoods(const std::vector<Vec3>& rest, const std::vector<double>& mass,
                   const ParticleLinks& links);

    bool has_members_of(const Neighbourhoods& other) const {
        return start_ == other.start_ && members_ == other.members_;
    }
    int count() const { return static_cast<int>(start_.size()) - 1; }
    /// Particles of N_i, i first.
    std::span<const int> members(int i) const { return span_of(members_, i); }
    std::span<const double> weights(int i) const { return span_of(weights_, i); }  ///< w [-]
    std::span<const Vec3> offsets(int i) const { return span_of(offsets_, i); }    ///< p at rest [m]

private:
    template <class T>
    std::span<const T> span_of(const std::vector<T>& all, int i) const {
        return std::span(all).subspan(start_[i], start_[i + 1] - start_[i]);
    }

    std::vector<std::size_t> start_ = {0};
    std::vector<int> members_;
    std::vector<double> weights_;
    std::vector<Vec3> offsets_;
};

/// The edges of triangles, each once.
ParticleLinks edges_of(const std::vector<Triangle>& triangles);

}  // namespace limpet
