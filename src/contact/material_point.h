#pragma once

#include "bodies/body.h"
#include "contact/contact.h"

namespace limpet {

/// Where a point of a body's collision surface is now, moved by an offset in the world's axes [m].
inline Vec3 position_of(const SurfacePoint& point, const Body& body, const Vec3& offset = Vec3::Zero()) {
    Vec3 x = offset;
    for (int k = 0; k < 3; ++k)
        if (point.weights[k] != 0) x += point.weights[k] * body.collision_positions()[point.vertices[k]];
    return x;
}

/// A point that stays where it is on its body while the body moves: weights of collision vertices, and an
/// offset that turns with the body, where the surface is a thickened vertex or edge.
struct MaterialPoint {
    SurfacePoint point;
    Vec3 offset = Vec3::Zero();  ///< in the body's axes [m]

    /// `offset` is given in the world's axes. Sheets bend: their points are those of the middle surface.
    static MaterialPoint on(const Body& body, const SurfacePoint& point, const Vec3& offset) {
        if (offset.isZero(0) || body.complex().is_sheet()) return {point};
        return {point, body.rotation().transpose() * offset};
    }
    /// The offset in the world's axes.
    Vec3 turned_offset(const Body& body) const {
        return offset.isZero(0) ? offset : Vec3(body.rotation() * offset);
    }
    Vec3 position(const Body& body) const { return position_of(point, body, turned_offset(body)); }
};

/// Where a contact acts on its first or second body: its point, or the middle of a volume contact's patch.
inline Vec3 contact_point(const Contact& contact, const Body& body, bool first) {
    if (!contact.volume)
        return first ? position_of(contact.first, body, contact.first_offset)
                     : position_of(contact.second, body, contact.second_offset);
    return patch_center(first ? contact.volume->first : contact.volume->second, body.collision_positions());
}

}  // namespace limpet
