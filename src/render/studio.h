#pragma once

/// The studio a picture is taken in: lights, background and a floor that is seen by its shadows only.
/// Lengths are in units of the subject's size, with its middle at the origin.

#include <numbers>
#include <optional>

#include "render/camera.h"
#include "render/sampling.h"
#include "render/surface.h"

namespace limpet {

inline constexpr float pi_float = std::numbers::pi_v<float>;

struct Studio {
    Vec3f up = Vec3f::UnitY();
    Vec3f key = Vec3f::UnitY();  ///< towards the middle of the key light, a disc
    Vec3f key_across = Vec3f::UnitX(), key_along = Vec3f::UnitZ();  ///< radii of that disc at distance one
    Vec3f rim = -Vec3f::UnitZ();  ///< towards the rim light, behind the subject
    std::optional<float> ground;  ///< the floor's height along `up`

    /// Light from the sky alone in this direction.
    Light ambient(const Vec3f& direction) const;
    /// Light from the sky and the rim light in this direction.
    Light sky(const Vec3f& direction) const;
    /// A direction to a point of the key light.
    Vec3f key_direction(const SquarePoint& sample) const;
    /// How much of a floor at this point is seen: 1 near the subject, 0 far away.
    float ground_presence(const Vec3f& point) const;
};

/// Light that falls from the key light on a surface that faces it, as a part of what white paper sends back.
constexpr float key_strength = 0.78f;

/// Radius of the key light's disc at distance one: its shadows' softness.
constexpr float key_radius = 0.16f;

/// The lights stay where they are relative to the camera: key from the upper left, rim from behind on the
/// right.
Studio make_studio(const View& view, const Vec3& up);

/// Colour behind everything at picture coordinates from −1 to 1.
Light background(float x, float y);

/// A direction around `normal`, likelier the nearer to it (by the cosine).
Vec3f cosine_direction(const Vec3f& normal, const SquarePoint& sample);

}  // namespace limpet
