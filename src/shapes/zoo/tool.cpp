#include "shapes/zoo/shapes.h"

namespace limpet::zoo {

namespace {

/// Ridges across x under y = 0, pointing down.
SignedDistance teeth() {
    constexpr double pitch = 0.15, depth = 0.1, first = -0.36;
    std::vector<SignedDistance> ridges;
    for (int i = 0; i < 10; ++i) {
        const Vec3 tip(0, -depth, first + pitch * i);
        const SignedDistance front = half_space_distance(tip, {0, -pitch / 2, depth});
        const SignedDistance behind = half_space_distance(tip, {0, -pitch / 2, -depth});
        const SignedDistance block = translate(box_distance({1, 0.3, 2 * pitch}), tip + Vec3(0, 0.15, 0));
        ridges.push_back(intersect(intersect(front, behind, 0.03), block));
    }
    return unite(std::move(ridges));
}

}  // namespace

SignedDistance tool() {
    // The outline from above: tapering towards a round tip (+z).
    const SignedDistance outline =
        stretch(round_cone_distance({0, 0, -0.7}, 0.21, {0, 0, 0.94}, 0.13), {1, 20, 1});
    const SignedDistance bar = translate(box_distance({1, 0.36, 2.4}), {0, 0.15, 0.1});
    const SignedDistance slope = half_space_distance({0, 0.32, -0.4}, {0, 1, 0.12});
    const SignedDistance toothed = smooth_union(intersect(bar, slope, 0.08), teeth(), 0.02);
    SignedDistance jaw = intersect(toothed, outline, 0.05);
    // A window through the bar, the hinge's eye behind it, and the arm that is pulled.
    const SignedDistance window = translate(rounded_box_distance({0.13, 2, 0.7}, 0.06), {0, 0, 0.14});
    jaw = subtract(jaw, window, 0.03);
    const Vec3 hinge(0, 0.12, -0.72);
    const SignedDistance eye =
        translate(rotate(rounded_cylinder_distance(0.28, 0.36, 0.04), {0, 0, 1}, 90), hinge);
    const SignedDistance arm = capsule_distance({0, 0.18, -0.9}, {0, 0.34, -1.4}, 0.12);
    jaw = smooth_union({jaw, eye, arm}, 0.05);
    const SignedDistance pin = translate(rotate(cylinder_distance(0.11, 2), {0, 0, 1}, 90), hinge);
    return subtract(jaw, pin, 0.03);
}

}  // namespace limpet::zoo
