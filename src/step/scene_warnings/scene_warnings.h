#pragma once

/// Warnings about a scene before its first step: settings that are allowed, but hardly what was meant, or
/// that make results worse than they look. One file per kind; docs/warnings.md lists the codes.

#include <memory>
#include <vector>

#include "bodies/body.h"
#include "core/box.h"
#include "limpet/scene.h"
#include "limpet/warning.h"

namespace limpet {

using SceneBodies = std::vector<std::unique_ptr<Body>>;

/// All of them, in a fixed order. `bodies`: as they are at time 0.
std::vector<Warning> scene_warnings(const Scene& scene, const SceneBodies& bodies);

/// missing_contact.cpp: bodies whose paths meet in a scene without `contact`.
void warn_of_missing_contact(const Scene& scene, const SceneBodies& bodies, std::vector<Warning>& warnings);
/// time_settings.cpp: a step longer than the duration.
void warn_of_duration(const Scene& scene, std::vector<Warning>& warnings);
/// time_settings.cpp: held nodes that jump to their first keyframe.
void warn_of_jumps(const Scene& scene, std::vector<Warning>& warnings);
/// sizes.cpp: bodies of which one was probably given in another unit.
void warn_of_sizes(const Scene& scene, const SceneBodies& bodies, std::vector<Warning>& warnings);
/// locking.cpp: nearly incompressible materials.
void warn_of_locking(const Scene& scene, std::vector<Warning>& warnings);
/// bond_settings.cpp: energy that bonds cannot spend, fronts that elements do not resolve, bonds longer than
/// bodies.
void warn_of_bonds(const Scene& scene, const SceneBodies& bodies, std::vector<Warning>& warnings);
/// step_length.cpp: bodies that meet so fast that they may pass through each other.
void warn_of_fast_bodies(const Scene& scene, const SceneBodies& bodies, std::vector<Warning>& warnings);
/// step_length.cpp: vibrations that the step damps.
void warn_of_vibrations(const Scene& scene, const SceneBodies& bodies, std::vector<Warning>& warnings);
/// friction_twice.cpp: coefficients of friction of which one does not count, or not alone.
void warn_of_friction(const Scene& scene, std::vector<Warning>& warnings);
/// one_volume.cpp: flat rigid bodies on one contact, which rock.
void warn_of_one_volume(const Scene& scene, const SceneBodies& bodies, std::vector<Warning>& warnings);
/// initial_bonds.cpp: bonds at the start that images cannot see.
void warn_of_initial_bonds(const Scene& scene, const SceneBodies& bodies, std::vector<Warning>& warnings);

/// The box of its surface as it is now.
Box3 box_of(const Body& body);

}  // namespace limpet
