#pragma once

/// Bodies that have flown or fallen off. Where some are static, a body has left that is below all of these by
/// more than its own size, or far from all of them, whoever goes with it; otherwise one that is far from all
/// others.

#include <memory>
#include <optional>
#include <vector>

#include "bodies/body.h"
#include "core/carried_state.h"
#include "step/warnings.h"

namespace limpet {

class LeftScene : public CarriedState {
public:
    using Bodies = std::vector<std::unique_ptr<Body>>;
    /// For bodies as they are at time 0. `moves`: bodies that contacts can move; others cannot leave.
    LeftScene(const Bodies& bodies, const std::vector<bool>& moves, const Vec3& gravity);

    /// Keeps the measures of the scene as it was at time 0, by the bodies of then.
    void inherit(const CarriedState& before, const BodyRenumbering& bodies) override;

    /// How far a body is below all static ones, along gravity, if it has fallen past them [m].
    std::optional<double> fallen_below(int body) const;

    /// How far a body that has left is from those that it has left, at least [m].
    std::optional<double> distance(int body) const;
    /// About each body that has left.
    void warn(Warnings& warnings) const;

private:
    const Bodies& bodies_;
    std::vector<bool> moves_;
    bool any_static_;
    Vec3 down_ = Vec3::Zero();  ///< direction of gravity; zero: there is none
    double lowest_ = 0;         ///< of all bodies at time 0, along it [m]
    Vec3 middle_ = Vec3::Zero();
    double size_ = 0;
};

}  // namespace limpet
