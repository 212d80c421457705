#pragma once

/// Overlaps of all bodies by layered depth images, for where the bodies are now. The images that end a step's
/// stabilisation are the ones that the next step starts from.
///
/// A pair of bodies keeps its images until the two have moved by more than a small part of a pixel, where
/// their boxes meet; till then its gaps follow its rows,
///
///   gap = gap₀ + J (x − x₀)          x₀ positions of the images; J normal rows, volume_rows.h
///
/// Of a heap in which a few bodies are still moved, only their pairs are drawn again.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "bodies/body.h"
#include "contact/contact.h"
#include "detect/ldi/overlap_volumes.h"
#include "limpet/scene.h"
#include "limpet/stages.h"
#include "limpet/warning.h"
#include "step/open_surfaces.h"
#include "step/surface_motion.h"
#include "step/surface_places.h"

namespace limpet {

class VolumeDetection {
public:
    using Bodies = std::vector<std::unique_ptr<Body>>;
    using BodyPairs = std::set<std::pair<int, int>>;
    /// What the images of two bodies say, or those of one with itself.
    struct Pair {
        double moved = 0;   ///< by both bodies, at most, since the images [m]
        double volume = 0;  ///< of their overlap [m³]
        std::vector<Contact> contacts = {};
        std::vector<double> zero = {};  ///< of each contact: its gap less its rows' Σ J x, as drawn [m]
    };
    using Pairs = std::map<std::pair<int, int>, Pair>;

    /// `moves`: bodies that contacts can move. What is wrong for volumes throws InputError; what is worth a
    /// word is added to `warnings`.
    VolumeDetection(const Scene& scene, const Bodies& bodies, const std::vector<bool>& moves, double pixel,
                    std::vector<Warning>& warnings);

    double pixel() const { return settings_.pixel; }
    /// Bodies have moved.
    void forget() { known_ = false; }
    /// A body has another surface.
    void surface_changed(int body);
    /// All that may overlap.
    const Pairs& pairs();
    /// Of all pairs.
    std::vector<Contact> contacts();
    /// In the images with most of them so far.
    const SkippedRays& skipped_rays(int body) const { return skipped_rays_[body]; }
    /// Bodies that are so far away that the last images left them out.
    const std::set<int>& gone() const { return gone_; }
    /// The same after bodies were parted, and while they are: good enough to tell what is deeper than `deep`
    /// [m]. Pairs that were moved by less than a pixel, or a part of it, keep their images.
    std::vector<Contact> contacts_after_parting();
    std::vector<Contact> contacts_while_parting(double deep);
    /// The same of the asked pairs alone, for where their bodies would be. What follows is for where they are
    /// again.
    std::vector<Contact> contacts_ahead(const BodyPairs& asked, const SurfacePlaces& places);
    /// Of one pair, with images that are not kept.
    std::vector<Contact> contacts_between(int first, int second, const SurfacePlaces& places);
    /// As last looked at.
    const Box3& box(int body) const { return motion_[body].box(); }
    bool is_tested(int first, int second) const;
    /// What the images since begin_step() were.
    void describe(StepRecord& record) const;
    void begin_step() { report_ = {}; }

    /// The pairs whose images are older than where the bodies are; all others are drawn again.
    std::vector<double> state() const;
    /// For the bodies as they are now.
    [[nodiscard]] bool set_state(std::span<const double> values);

private:
    void refuse_what_has_no_volume(const Scene& scene, std::vector<Warning>& warnings) const;
    /// Keeps pairs that have moved by up to `same` pixels; with `deep`, only those without deeper contacts.
    /// Only the bodies of `asked` pairs have moved, and only those pairs are drawn; null: all.
    void look(const SurfacePlaces& places, double same, std::optional<double> deep,
              const BodyPairs* asked = nullptr);
    void follow_bodies(const SurfacePlaces& places, const BodyPairs* asked);
    /// Gaps change as the rows say. Drops pairs that have moved further than `most` [m], and those that can
    /// no longer overlap.
    void follow_rows(const SurfacePlaces& places, double most);
    void draw_missing(const SurfacePlaces& places, const BodyPairs* asked);
    std::vector<OverlapVolume> draw(const SurfacePlaces& places, const LdiFilter& filter, LdiReport& report);
    void note_skipped(const LdiReport& report, const BodyPairs& drawn);
    std::vector<Contact> listed(const BodyPairs* asked = nullptr) const;
    /// Σ J x of the normal row: its change is the gap's, to first order [m].
    static double along_rows(const Contact& contact, const SurfacePlaces& places);

    const Bodies& bodies_;
    std::vector<bool> takes_part_;  ///< moves or deforms
    LdiSettings settings_;
    bool at_center_;
    LayeredDepth images_;
    std::vector<std::uint64_t> versions_;  ///< of each body's triangles
    std::vector<SurfaceMotion> motion_;    ///< of each body, between the last looks at them
    bool known_ = false;
    bool restored_ = false;  ///< a state was set, which ended with contacts_after_parting()
    Pairs pairs_;
    std::set<int> gone_;
    std::vector<SkippedRays> skipped_rays_;  ///< of each body
    LdiReport report_;
};

}  // namespace limpet
