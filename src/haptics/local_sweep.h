#pragma once

/// Gauss–Seidel over a tool's contacts, the same iterates as NsgsSweep's (solve/sweeps/nsgs.h), by columns:
/// u = W λ + u⁰ is kept up to date,
///
///   λ_i ← the λ with ū_i = u_i − W_ii λ_i,   u ← u + W_:i Δλ_i
///
/// so that a contact whose impulse stays costs nothing. Most of a tool's contacts are open, and stay so.

#include <optional>
#include <vector>

#include "core/types.h"
#include "solve/problem.h"
#include "solve/sweeps/adhesive_contact.h"
#include "solve/sweeps/one_contact.h"

namespace limpet::haptics {

class LocalSweep {
public:
    /// Makes room for so many contacts; W, symmetric, and their laws are then to be set.
    void resize(int contacts);
    MatX& compliance() { return W_; }
    const MatX& compliance() const { return W_; }
    /// With the contact's own block of W as it is now.
    void set_contact(int contact, double friction, const Bond& bond);
    void set_drag(int contact, double drag_t, double drag_b) { bonded_[contact]->set_drag(drag_t, drag_b); }
    bool has_bond(int contact) const { return bonded_[contact].has_value(); }
    int contacts() const { return static_cast<int>(own_.size()); }

    /// u = W λ + u⁰; of `u` and `lambda`, which may be longer, the first 3n numbers.
    void begin(const VecX& u0, const VecX& lambda, VecX& u) const;
    /// One sweep.
    void operator()(VecX& lambda, VecX& u);

private:
    MatX W_;
    std::vector<Mat3> own_;
    std::vector<OneContact> laws_;
    std::vector<std::optional<AdhesiveContact>> bonded_;
};

}  // namespace limpet::haptics
