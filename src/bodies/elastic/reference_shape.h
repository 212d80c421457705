#pragma once

/// The shape that a matrix A₀ of an elastic body was made of, and how far the body has gone from it since.
///
///   warp   the rotation from q₀ to q, best fit weighted by mass (elastic_system.h)

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bodies/elastic/elastic_system.h"

namespace limpet {

class ReferenceShape {
public:
    explicit ReferenceShape(std::vector<Vec3> nodes) : nodes_(std::move(nodes)) {}

    const std::vector<Vec3>& nodes() const { return nodes_; }
    const Mat3& warp() const { return warp_; }
    int steps() const { return steps_; }
    /// A step has passed.
    void age() {
        ++steps_;
        turned_ = false;
    }

    /// Turns with the body to `q`, and watches how much its elements change shape. Once per step.
    void follow(const ElasticSystem& system, const std::vector<Vec3>& q);
    /// Turns with the body, if it did not yet in this step.
    void turn(const ElasticSystem& system, const std::vector<Vec3>& q);

    /// Root mean square of the change since, against the body's size.
    double mean_change(const ElasticSystem& system, const std::vector<Vec3>& q) const;
    /// A₀ is as good as A: no element had changed shape by more than a little, when follow() looked.
    bool is_same() const;
    /// It is not, but elements hardly change shape any more.
    bool has_settled_elsewhere() const;

    void append_state(std::vector<double>& values) const;
    /// Reads from the front of `values`; nothing if they do not fit.
    static std::optional<ReferenceShape> from_state(std::span<const double>& values, int nodes);

private:
    void fit_warp(const ElasticSystem& system, const std::vector<Vec3>& q);

    std::vector<Vec3> nodes_;  ///< q₀ [m]
    Mat3 warp_ = Mat3::Identity();
    bool turned_ = true;      ///< warp_ is of this step
    int steps_ = 0;           ///< since it was the body's shape
    double edge_change_ = 0;  ///< of elements, as follow() found it (shape_change.h)
    int steady_steps_ = 0;    ///< for which that has hardly changed
};

}  // namespace limpet
