#include "shapes/zoo/shapes.h"

namespace limpet::zoo {

SignedDistance toy() {
    const SignedDistance belly = ellipsoid_distance({0.4, 0.46, 0.34}, {0, 0.52, 0});
    const SignedDistance head = ellipsoid_distance({0.4, 0.36, 0.35}, {0, 1.22, 0.04});
    const SignedDistance cheeks = mirror_x(ellipsoid_distance({0.15, 0.13, 0.13}, {0.1, 1.11, 0.32}));
    const SignedDistance arm = round_cone_distance({0.3, 0.82, 0.06}, 0.115, {0.62, 0.5, 0.2}, 0.14);
    const SignedDistance leg = round_cone_distance({0.22, 0.22, 0.05}, 0.16, {0.3, 0.14, 0.45}, 0.15);
    const SignedDistance foot = ellipsoid_distance({0.16, 0.21, 0.11}, {0.31, 0.2, 0.53});
    // A flat flap, hollowed a little in front, leaning outwards.
    SignedDistance ear = ellipsoid_distance({0.15, 0.42, 0.062}, {0, 0.36, 0});
    ear = subtract(ear, ellipsoid_distance({0.085, 0.3, 0.05}, {0, 0.37, 0.065}), 0.03);
    ear = translate(rotate(rotate(ear, {1, 0, 0}, -8), {0, 0, 1}, -14), {0.17, 1.46, 0});
    const SignedDistance tail = sphere_distance(0.14, {0, 0.34, -0.38});

    SignedDistance body = smooth_union(belly, head, 0.1);
    body = smooth_union(body, cheeks, 0.05);
    body = smooth_union(body, mirror_x(arm), 0.07);
    body = smooth_union(body, mirror_x(smooth_union(leg, foot, 0.06)), 0.07);
    body = smooth_union(body, mirror_x(ear), 0.06);
    body = smooth_union(body, tail, 0.03);
    const SignedDistance eye = mirror_x(sphere_distance(0.062, {0.15, 1.28, 0.36}));
    const SignedDistance nose = ellipsoid_distance({0.06, 0.045, 0.05}, {0, 1.2, 0.42});
    return smooth_union({body, eye, nose}, 0.012);
}

}  // namespace limpet::zoo
