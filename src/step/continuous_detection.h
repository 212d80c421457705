#pragma once

/// Continuous detection in a step: with the velocities that the solver left, does anything pass through
/// anything? The contacts that keep it from doing so, and, if that fails, how far bodies may go.

#include <memory>
#include <vector>

#include "bodies/body.h"
#include "contact/contact.h"
#include "detect/continuous/crossings.h"

namespace limpet {

class ContinuousDetection {
public:
    using Bodies = std::vector<std::unique_ptr<Body>>;

    /// Crossings of two bodies, or of one with itself.
    struct Pair {
        int first, second;
        std::vector<Crossing> crossings;
        double time() const;  ///< of the first that does not begin at the start of the step; else 2
    };

    /// `overlap`: less of it is left to position stabilisation [m]; `self`: within bodies that deform, too.
    ContinuousDetection(const Bodies& bodies, const std::vector<DetectionSurface>& surfaces, bool self,
                        double overlap);

    /// Pairs of bodies that cross if the step ends with the present velocities; `facing`: crossings.h.
    std::vector<Pair> find(double h, bool facing);

    /// Contacts of these crossings. Their gaps make h uₙ the gap at the end of the step where the bodies end
    /// with the present velocities: that of the start, for straight lines, and with the arcs' share for
    /// bodies that turn.
    std::vector<Contact> contacts(const std::vector<Pair>& pairs, double h) const;

    /// Which share of the step each body may go so that none of these pairs crosses: bodies whose ways meet
    /// go the same share, so that what was found for the whole holds for the part.
    std::vector<double> safe_shares(const std::vector<Pair>& pairs) const;

private:
    void sweep(double h);

    const Bodies& bodies_;
    const std::vector<DetectionSurface>& surfaces_;
    bool self_;
    double overlap_;
    std::vector<MovingSurface> moving_;
    std::vector<std::pair<int, int>> near_;  ///< whose swept boxes overlap
};

}  // namespace limpet
