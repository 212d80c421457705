#pragma once

/// Bodies that have flown or fallen off. Where some are static, a body has left that is far from all of
/// these, whoever goes with it; otherwise one that is far from all others.

#include <memory>
#include <optional>
#include <vector>

#include "bodies/body.h"

namespace limpet {

class LeftScene {
public:
    using Bodies = std::vector<std::unique_ptr<Body>>;
    /// For bodies as they are at time 0. `moves`: bodies that contacts can move; others cannot leave.
    LeftScene(const Bodies& bodies, const std::vector<bool>& moves);

    /// How far a body that has left is from those that it has left, at least [m].
    std::optional<double> distance(int body) const;
    /// Of the box of all bodies at time 0 [m].
    double size() const { return size_; }

private:
    const Bodies& bodies_;
    std::vector<bool> moves_;
    bool any_static_;
    Vec3 middle_ = Vec3::Zero();
    double size_ = 0;
};

}  // namespace limpet
