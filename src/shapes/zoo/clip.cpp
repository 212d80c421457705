/// A snap fit: the hook's beam bends aside while its ramp slides up through the socket, and springs back
/// through the socket's window. Both are in the same units and equally long, so that a clip and a socket of
/// the same size fit: a socket stands on the clip's base when it is 0.1375 sizes higher than the clip.

#include "shapes/zoo/shapes.h"

namespace limpet::zoo {

namespace {

constexpr double beam_length = 1.6, beam_width = 0.5, hook_play = 0.03;
constexpr double beam = 0.12;                       ///< its thickness
constexpr double nose_reach = 0.2;                  ///< of the hook's nose, from the beam's middle
constexpr double base_top = -0.6, catch_at = 0.36;  ///< heights in the clip
constexpr double raise = 0.22;                      ///< of the socket over the clip

}  // namespace

SignedDistance clip() {
    const SignedDistance base =
        translate(rounded_box_distance({0.68, 0.2, beam_width + 0.2}, 0.04), {0, base_top - 0.1, 0});
    const SignedDistance arm =
        translate(rounded_box_distance({beam, beam_length - 0.1, beam_width}, 0.03), {0, 0.05, 0});
    // The hook: flat below, where it catches, and a ramp above.
    const SignedDistance block =
        translate(rounded_box_distance({nose_reach + beam / 2, 0.44, beam_width}, 0.02),
                  {(nose_reach - beam / 2) / 2, catch_at + 0.22, 0});
    const SignedDistance ramp = half_space_distance({nose_reach, catch_at + 0.08, 0}, {2.4, 1, 0});
    return smooth_union({base, arm, intersect(block, ramp, 0.03)}, 0.04);
}

SignedDistance clip_socket() {
    // A sleeve around the beam's way up, wide enough behind it for the nose to pass, with the window before
    // it.
    const SignedDistance outside = rounded_box_distance({0.68, beam_length, beam_width + 0.3}, 0.05);
    const double front = beam / 2 + hook_play, back = -(nose_reach + 2 * hook_play);
    const SignedDistance way =
        translate(box_distance({front - back, 3, beam_width + 2 * hook_play}), {(front + back) / 2, 0, 0});
    const double sill = catch_at - raise - hook_play;
    const SignedDistance window =
        translate(box_distance({0.6, 0.5, beam_width + 2 * hook_play}), {0.3, sill + 0.25, 0});
    return subtract(subtract(outside, way, 0.02), window, 0.02);
}

}  // namespace limpet::zoo
