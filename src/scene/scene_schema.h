#pragma once

/// What a scene file may say: the one definition, from which it is read, checked and documented.

#include "scene/schema_bind.h"

namespace limpet::schema {

/// The root of it all.
const Node& scene();

/// Parts of it that have a file of their own.
Typed<Shape> shape();
Typed<BoxSelection> box_corners();
Typed<NodeSelection> node_selection();
Typed<Rotation> rotation();
Typed<BodyDescription> body();
Typed<BladeDescription> blade();
/// `center`: what rotations are about.
Typed<Keyframe> keyframe(std::string title, const std::string& center);
Typed<Friction> friction();
Typed<ContactSettings> contact();
Typed<SolverSettings> solver();
Typed<ProbeDescription> probe();
Typed<HapticsDescription> haptics();

/// Ranges that keep every later sum and product finite.
inline constexpr Range any_coordinate{-1e9, 1e9};
inline constexpr Range any_size{1e-9, 1e9};
inline constexpr Range any_density{1e-6, 1e9};

}  // namespace limpet::schema
