#pragma once

/// Steps that are too long for what moves: bodies that move against each other by more than the thickness of
/// the thinner one in a step are found at the wrong side, or not at all.
///
///   travel = h (|v̄₁ − v̄₂| + d₁ + d₂)      v̄, d: mean velocity and deviation (VelocityBound)
///   thickness = V / A                       along v̄₁ − v̄₂: the mean chord of a body that fills its box
///
///   V   volume        A   area of the body's box, turned with it, as seen along that direction

#include <algorithm>
#include <memory>
#include <vector>

#include "bodies/body.h"
#include "contact/renumbering.h"
#include "step/warnings.h"

namespace limpet {

class LongSteps {
public:
    using Bodies = std::vector<std::unique_ptr<Body>>;
    /// For bodies as they are at time 0. `moves`: bodies that contacts can move.
    LongSteps(const Bodies& bodies, std::vector<bool> moves);

    /// Keeps what it measured of bodies at time 0, or when they came.
    void inherit(const LongSteps& before, const BodyRenumbering& bodies);

    struct Pair {
        int first, second;
        double travel, thickness;  ///< [m]
        double step;               ///< that would do [s]
    };
    /// Pairs that may meet in this step and for which it is too long.
    std::vector<Pair> pairs(double h) const;
    /// Every pair is named: what is found too late of one says nothing of another.
    void warn(double h, Warnings& warnings) const;
    /// Of the thinner one, in any direction [m].
    double least_thickness(int first, int second) const {
        return std::min(solids_[first].least_thickness, solids_[second].least_thickness);
    }

private:
    const Bodies& bodies_;
    std::vector<bool> moves_;
    /// Of each body at time 0, in its own axes.
    struct Solid {
        double volume = 0;           ///< [m³]; 0: a sheet, which has no thickness
        Vec3 faces = Vec3::Zero();   ///< areas of its box seen along its axes [m²]
        double least_thickness = 0;  ///< in any direction [m]
    };
    static Solid solid_of(const Body& body);
    void measure_least();
    double thickness(int body, const Vec3& direction) const;

    std::vector<Solid> solids_;
    double least_ = 0;  ///< thickness of all [m]
};

}  // namespace limpet
