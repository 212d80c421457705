#pragma once

/// A pinhole camera: directions of its rays and where points land in the picture.

#include <array>
#include <optional>

#include "core/types.h"
#include "limpet/render.h"
#include "render/subject.h"

namespace limpet {

struct View {
    Vec3 position = Vec3::Zero();  ///< [m]
    Vec3 right = Vec3::UnitX(), up = Vec3::UnitY(), forward = -Vec3::UnitZ();
    double tan_x = 1, tan_y = 1;  ///< of half the field of view, horizontally and vertically

    /// Picture coordinates, each from −1 to 1 (right and up positive); nothing for a point not before the
    /// camera.
    std::optional<std::array<double, 2>> project(const Vec3& point) const;
};

/// Needs the camera's position and target; throws InputError if they coincide or the field of view is out of
/// range.
View make_view(const Camera& camera, int width, int height);

/// Fills in what the settings' camera leaves open so that the subject is in the picture.
Camera frame_camera(const Subject& subject, const RenderSettings& settings);

/// A unit vector; throws InputError if the camera's up has no length.
Vec3 camera_up(const Camera& camera);

}  // namespace limpet
