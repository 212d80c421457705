#pragma once

#include <limits>

#include "contact/contact.h"

namespace limpet {

/// Of an overlap that is a wedge or a cap: how many times as deep it is at most as in the mean.
constexpr double wedge_depth = 2;

/// How deep volume contacts may stay in each other, as −V/A.
struct VolumeDepths {
    double kept;  ///< what is left of an overlap [m]
    double most;  ///< contacts of bodies without a deeper one are left as they are [m]
    double push = std::numeric_limits<double>::infinity();  ///< how far one solve moves at most [m]

    bool too_deep(double gap) const { return -gap > most; }
    bool too_deep(const Contact& contact) const { return too_deep(contact.gap); }
};

/// Half a pixel stays, so that the next step sees the contact; a quarter more is left as it is.
inline VolumeDepths volume_depths(double pixel) {
    constexpr double kept_pixels = 0.5, slack_pixels = 0.25;
    return {kept_pixels * pixel, (kept_pixels + slack_pixels) * pixel};
}

}  // namespace limpet
