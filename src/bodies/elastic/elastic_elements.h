#pragma once

/// What steps and contacts ask of elastic elements, be they tetrahedra or pieces of cloth. All elements of a
/// body have equally many corners. Forces are −∂E/∂x, and blocks −∂fₐ/∂x_b, of the last evaluate(). Blocks of
/// a corner with itself are not kept, since no element feels a translation: K_aa = −Σ_{b≠a} K_ab.

#include <array>
#include <cstddef>
#include <vector>

#include "bodies/energy_range.h"
#include "core/types.h"

namespace limpet {

/// Exact is the derivative of the force. Projected is made positive semi-definite element by element, so that
/// the step's matrix is always positive definite.
enum class Stiffness { None, Exact, Projected };

class ElasticElements {
public:
    explicit ElasticElements(int corners) : corners_(corners) {}
    virtual ~ElasticElements() = default;

    virtual int count() const = 0;
    int corners() const { return corners_; }
    /// Of an element's corners. An element may name a node twice.
    virtual const int* nodes(int element) const = 0;
    /// Of corners a ≠ b among an element's blocks: (0,1), (0,2), …, (1,2), …
    int pair_of(int a, int b) const {
        return a < b ? a * (2 * corners_ - 1 - a) / 2 + b - a - 1 : pair_of(b, a);
    }

    /// Forces and, if asked for, stiffness blocks of all elements at node positions q.
    virtual void evaluate(const std::vector<Vec3>& q, Stiffness stiffness) = 0;
    /// Force on corner a of an element: 3 numbers. Of the last evaluate().
    const double* force(int element, int a) const {
        return &forces_[3 * (static_cast<std::size_t>(corners_) * element + a)];
    }
    /// Block of corners a < b of an element, column by column: 9 numbers. Of the last evaluate() with
    /// stiffness.
    const double* block(int element, int pair) const {
        return &blocks_[9 * (static_cast<std::size_t>(pairs()) * element + pair)];
    }
    /// Block of any two corners, from those that are kept.
    Mat3 stiffness(int element, int a, int b) const {
        if (a != b) {
            const Eigen::Map<const Mat3> kept(block(element, pair_of(a, b)));
            return a < b ? Mat3(kept) : Mat3(kept.transpose());
        }
        Mat3 sum = Mat3::Zero();
        for (int other = 0; other < corners_; ++other)
            if (other != a) sum -= stiffness(element, a, other);
        return sum;
    }
    virtual double energy(const std::vector<Vec3>& q) const = 0;
    /// What energy() is between, where that is cheaper to know. [J]
    virtual EnergyRange energy_range(const std::vector<Vec3>& q) const {
        const double e = energy(q);
        return {e, e};
    }
    /// True if the stiffness never changes.
    virtual bool is_linear() const { return false; }

    using Side = std::array<int, 2>;  ///< its nodes
    /// Of all elements, each once; found when it is first asked for.
    const std::vector<Side>& sides() const {
        if (sides_.empty()) sides_ = find_sides();
        return sides_;
    }

protected:
    ElasticElements(const ElasticElements&) = default;
    ElasticElements(ElasticElements&&) = default;
    ElasticElements& operator=(const ElasticElements&) = default;
    ElasticElements& operator=(ElasticElements&&) = default;

    int pairs() const { return corners_ * (corners_ - 1) / 2; }

    std::vector<double> forces_, blocks_;

private:
    std::vector<Side> find_sides() const;

    int corners_;
    mutable std::vector<Side> sides_;
};

}  // namespace limpet
