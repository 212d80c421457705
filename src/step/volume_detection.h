#pragma once

/// Overlaps of all bodies by layered depth images, for where the bodies are now. The image that ends a step's
/// stabilisation is the one that the next step starts from.

#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include "bodies/body.h"
#include "contact/contact.h"
#include "detect/ldi/overlap_volumes.h"
#include "limpet/scene.h"
#include "limpet/stages.h"

namespace limpet {

class VolumeDetection {
public:
    using Bodies = std::vector<std::unique_ptr<Body>>;
    /// `moves`: bodies that contacts can move. What is wrong for volumes throws InputError; what is worth a
    /// word is added to `warnings`.
    VolumeDetection(const Scene& scene, const Bodies& bodies, const std::vector<bool>& moves, double pixel,
                    std::vector<std::string>& warnings);

    double pixel() const { return settings_.pixel; }
    /// Bodies have moved, or have other surfaces.
    void forget() { known_ = false; }
    const std::vector<OverlapVolume>& overlaps();
    std::vector<Contact> contacts();
    /// How many rays of the last images met a body, and how many of these were left out for a hole in it.
    std::array<std::int64_t, 2> rays_and_skipped(int body) const;
    /// Bodies that are so far away that the last images left them out.
    const std::set<int>& gone() const { return gone_; }
    /// What the last images were.
    void describe(StepRecord& record) const;

private:
    void refuse_what_has_no_volume(const Scene& scene, std::vector<std::string>& warnings) const;

    const Bodies& bodies_;
    std::vector<bool> takes_part_;  ///< moves or deforms
    LdiSettings settings_;
    bool at_center_;
    LayeredDepth images_;
    bool known_ = false;
    std::vector<OverlapVolume> overlaps_;
    std::set<int> gone_;
    LdiReport report_;
};

}  // namespace limpet
