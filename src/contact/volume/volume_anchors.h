#pragma once

/// Where a bond of a volume contact holds: the patches of both surfaces as they were when it was made,
/// carried by their vertices. The images see no positive gap; a bond that opens goes on with its patches.
///
///   g = (c₁ − c₂) − R d,     c = Σ_k w_k p_k,     d = Rᵀ (c₁ − c₂ − gap n) when the bond was made
///
///   g      gap vector [m]            w_k  share of vertex k in its patch, Σ w_k = 1
///   R      rotation of the second body from rest
///
/// d takes out how the middles of two patches lie beside each other, so that a new bond's gap is −V/A along
/// the contact's normal and it has slipped by nothing.

#include <array>
#include <memory>
#include <optional>
#include <span>

#include "contact/contact.h"

namespace limpet {

class Body;

struct VolumeAnchors {
    std::shared_ptr<const VolumeRows> rows;  ///< null: none
    Vec3 apart = Vec3::Zero();               ///< d, in the second body's axes [m]
    Vec3 normal = Vec3::Zero();              ///< in the axes of the body that turned_normal() takes it from

    static VolumeAnchors of(const Contact& contact, const Body& first, const Body& second);

    Vec3 gap(const Body& first, const Body& second) const;
    /// The contact's normal when the bond was made, turned with a body that does not deform, the second if
    /// neither does; nothing if both do.
    std::optional<Vec3> turned_normal(const Body& first, const Body& second) const;
    /// Rows along n by the patches' means.
    std::shared_ptr<const VolumeRows> rows_along(const Vec3& n) const;

    void append_state(std::vector<double>& values) const;
    /// Reads from the front of `values`; false if they do not fit bodies of so many vertices.
    [[nodiscard]] bool take_state(std::span<const double>& values, std::array<int, 2> vertices);
};

}  // namespace limpet
