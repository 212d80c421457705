#include "shapes/zoo/shapes.h"

namespace limpet::zoo {

SignedDistance organ() {
    // Seen from the front the right lobe is on the left of the picture, as in an atlas.
    const SignedDistance right = ellipsoid_distance({0.66, 0.64, 0.46}, {-0.4, -0.06, 0});
    const SignedDistance left =
        rotate(ellipsoid_distance({0.78, 0.36, 0.34}, {0.36, 0.2, 0.06}), {0, 0, 1}, -4);
    SignedDistance lobes = smooth_union(right, left, 0.3);
    // The underside is hollow and rises backwards and to the left lobe: it meets the front in the lower edge.
    const SignedDistance under =
        rotate(ellipsoid_distance({2.2, 1.1, 1.2}, {0.15, -1.08, -0.66}), {0, 0, 1}, 12);
    lobes = subtract(lobes, under, 0.02);
    // The ligament's notch in the lower edge, and its furrow over the front.
    const SignedDistance notch = round_cone_distance({0.1, -0.4, 0.1}, 0.12, {0.13, -0.02, 0.5}, 0.03);
    const SignedDistance furrow = capsule_distance({0.12, -0.3, 0.45}, {0.2, 0.62, 0.4}, 0.035);
    lobes = subtract(subtract(lobes, notch, 0.08), furrow, 0.09);
    return lobes;
}

}  // namespace limpet::zoo
