#include "shapes/zoo/shapes.h"

namespace limpet::zoo {

SignedDistance bowl() {
    constexpr double radius = 1, wall = 0.14;
    const SignedDistance round = shell(sphere_distance(radius), wall);
    SignedDistance cup = intersect(round, half_space_distance({0, -0.1, 0}, {0, 1, 0}), 0.1);
    const SignedDistance foot = translate(rounded_cylinder_distance(0.5, 0.16, 0.06), {0, -1.03, 0});
    const SignedDistance hollow = sphere_distance(radius - wall / 2);
    return subtract(smooth_union(cup, foot, 0.1), hollow, 0.02);
}

}  // namespace limpet::zoo
