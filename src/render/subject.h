#pragma once

/// What a picture is about: the bodies that the camera frames, and the size everything else is measured by.

#include <optional>
#include <vector>

#include "core/box.h"
#include "core/types.h"
#include "limpet/render.h"

namespace limpet {

struct Subject {
    std::vector<Box3> boxes;    ///< of each framed body in each frame [m]
    Box3 bounds;                ///< of all of these; empty if there is nothing to see
    Box3 moving;                ///< the settings' focus, or what moves, or everything if nothing does
    bool has_backdrop = false;  ///< some static body is much larger than `moving`, and so not framed

    Vec3 center() const;
    double radius() const;  ///< half the diagonal, never zero [m]
};

/// Throws InputError for vertices that are not finite (or absurdly far away) and for triangles of vertices
/// that do not exist, naming the body.
void check_frame(const Frame& frame);

/// Bodies that move count (or the settings' focus in their place), and static ones that are not much larger
/// than all of these together.
Subject find_subject(const std::vector<const Frame*>& frames, const RenderSettings& settings);

/// True if this static body is not framed because it is much larger than all that moves.
bool is_backdrop(const BodyFrame& body, const Subject& subject);

/// Where a shadow-catching floor goes, along `up` [m]; nothing if a static body is a floor already.
std::optional<double> find_ground(const std::vector<const Frame*>& frames, const Subject& subject,
                                  const Vec3& up);

}  // namespace limpet
