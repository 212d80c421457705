#pragma once

#include <string>
#include <vector>

#include "physics_fuzz/scene_kit.h"

namespace limpet::physics_fuzz {

/// A family of random scenes. Its name is the first part of a scene's name.
struct SceneClass {
    std::string name;
    int weight;  ///< how often it comes up, among all
    void (*make)(SceneKit& kit);
};

const std::vector<SceneClass>& scene_classes();

/// Scene `index` of the series `seed`, by number alone.
Scene random_scene(std::uint64_t seed, std::uint64_t index);

/// Of bodies of particles, a series of its own.
Scene random_cell_scene(std::uint64_t seed, std::uint64_t index);

/// The class that a scene's name tells.
std::string class_of(const Scene& scene);

// Families, by file.
void stack_flush(SceneKit& kit);
void stack_rest(SceneKit& kit);
void stack_askew(SceneKit& kit);
void wall(SceneKit& kit);
void mass_ratio(SceneKit& kit);
void overlapping_start(SceneKit& kit);

void pile(SceneKit& kit);
void drop(SceneKit& kit);
void roll(SceneKit& kit);
void slide(SceneKit& kit);

void throw_together(SceneKit& kit);
void spin(SceneKit& kit);

void squeeze(SceneKit& kit);
void push(SceneKit& kit);
void cloth_pendulum(SceneKit& kit);
void cloth_drop(SceneKit& kit);
void bonded_pair(SceneKit& kit);

void self_contact(SceneKit& kit);

}  // namespace limpet::physics_fuzz
