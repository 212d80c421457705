#pragma once

/// A strip that is peeled off a plate at an angle: its force (R. S. Rivlin 1944, K. Kendall 1975), and where
/// its end is while the front goes on steadily.
///
///   f (1 − cos θ) + f²/(2 E t) = W
///
///   arm aside 2 l √(1 − cos θ), 2√2 l (1 − cos θ/2) shorter than what came off:  an elastica, l = √(E I/2f)
///
///   f  force per width [N/m]   θ  between the arm and the strip's direction before it was peeled
///   I = t³/12 per width [m²]   W  energy of the bonds [J/m²]

#include <vector>

#include "limpet/scene.h"

namespace limpet::verification {

struct PeeledStrip {
    double young;      ///< E [Pa]
    double thickness;  ///< t [m]
    double energy;     ///< W [J/m²]

    /// f [N/m].
    double force(double degrees) const;
    /// Where the end is, from its place at the start, when the front has gone so far [m].
    Vector3 end_at(double degrees, double front) const;
    /// The end's way: it is lifted at `degrees`, but no more than 90°, until the front has gone by `lifting`,
    /// and above 90° taken to `degrees` within as much again.
    std::vector<Keyframe> way_of_end(double degrees, double lifting, double way, double front_speed) const;
};

}  // namespace limpet::verification
