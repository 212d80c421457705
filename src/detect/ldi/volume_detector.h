#pragma once

/// Overlaps of all bodies by layered depth images, for where the bodies are now. The images that end a step's
/// separation are the ones that the next step starts from.
///
/// A pair of bodies keeps its images until the two have moved by more than a small part of a pixel, where
/// their boxes meet; till then its gaps follow its rows,
///
///   gap = gap₀ + J (x − x₀)          x₀ positions of the images; J normal rows, volume_rows.h
///
/// A body that moves as a whole overlaps itself as before: its own pair counts only what its vertices move
/// beside that, and x₀ goes along.
///
/// Of a heap in which a few bodies are still moved, only their pairs are drawn again.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "detect/detector.h"
#include "detect/ldi/overlap_cells.h"
#include "detect/ldi/overlap_volumes.h"
#include "detect/ldi/surface_motion.h"
#include "detect/ldi/surface_places.h"
#include "shapes/meshes/collider.h"

namespace limpet {

/// Rays that were left out for a hole in a surface.
struct SkippedRays {
    std::int64_t met = 0, skipped = 0;  ///< of all that met it and another body
    Vec3 shares = Vec3::Zero();         ///< skipped along x, y and z, where boxes of bodies met; about
};

class VolumeDetector : public Detector {
public:
    using BodyPairs = std::set<std::pair<int, int>>;
    using Cells = std::vector<OverlapCell>;
    /// What the images of two bodies say, or those of one with itself.
    struct Pair {
        double moved = 0;   ///< by both bodies, or beside the whole, at most, since the images [m]
        double volume = 0;  ///< of their overlap [m³]
        Cells cells = {};
        std::vector<double> zero = {};  ///< of each cell: its gap less its rows' Σ J x, as drawn [m]
    };
    using Pairs = std::map<std::pair<int, int>, Pair>;

    /// `at_center`: see friction_at_center().
    VolumeDetector(Colliders colliders, LdiSettings settings, bool at_center);

    double pixel() const { return settings_.pixel; }
    const LdiSettings& settings() const { return settings_; }
    void detect(double h) override;
    void surface_changed(int body) override;
    /// The images since detect().
    void describe(StepRecord& record) const override;

    /// Bodies have moved.
    void forget() { known_ = false; }
    /// All that may overlap.
    const Pairs& pairs();
    /// Of all pairs.
    Cells cells();
    /// In the images with most of them so far.
    const SkippedRays& skipped_rays(int body) const { return skipped_rays_[body]; }
    /// Bodies that are so far away that the last images left them out.
    const std::set<int>& gone() const { return gone_; }
    /// The same after bodies were separated, and while they are: good enough to tell what is deeper than
    /// `deep` [m]. Pairs that were moved by less than a pixel, or a part of it, keep their images.
    Cells cells_after_separation();
    Cells cells_while_separating(double deep);
    /// The same of the asked pairs alone, for where their bodies would be. What follows is for where they are
    /// again.
    Cells cells_ahead(const BodyPairs& asked, const SurfacePlaces& places);
    /// Of one pair, with images that are not kept.
    Cells cells_between(int first, int second, const SurfacePlaces& places);
    /// As last looked at.
    const Box3& box(int body) const { return motion_[body].box(); }
    bool is_tested(int first, int second) const;
    const Colliders& colliders() const { return colliders_; }

    /// Takes over the images of pairs of bodies that are still there, if it would draw them alike.
    void inherit(const CarriedState& before, const BodyRenumbering& bodies) override;
    /// The pairs whose images are older than where the bodies are; all others are drawn again. The last of a
    /// state: all that is left is taken, for the bodies as they are now.
    void append_state(std::vector<double>& values) const override;
    [[nodiscard]] bool take_state(std::span<const double>& values) override;

private:
    /// Keeps pairs that have moved by up to `same` pixels; with `deep`, only those without deeper cells.
    /// Only the bodies of `asked` pairs have moved, and only those pairs are drawn; null: all.
    void look(const SurfacePlaces& places, double same, std::optional<double> deep,
              const BodyPairs* asked = nullptr);
    void follow_bodies(const SurfacePlaces& places, const BodyPairs* asked);
    /// Gaps change as the rows say. Drops pairs that have moved further than `most` [m], and those that can
    /// no longer overlap.
    void follow_rows(const SurfacePlaces& places, double most);
    void follow_whole(Pair& pair, const SurfaceMotion::Whole& whole);
    void draw_missing(const SurfacePlaces& places, const BodyPairs* asked);
    std::vector<OverlapVolume> draw(const SurfacePlaces& places, const LdiFilter& filter, LdiReport& report);
    void note_skipped(const LdiReport& report, const BodyPairs& drawn);
    Cells listed(const BodyPairs* asked = nullptr) const;
    /// Σ J x of the normal row: its change is the gap's, to first order [m].
    static double along_rows(const OverlapCell& cell, const SurfacePlaces& places);

    Colliders colliders_;
    LdiSettings settings_;
    bool at_center_;
    LayeredDepth images_;
    std::vector<std::uint64_t> versions_;  ///< of each body's triangles
    std::vector<SurfaceMotion> motion_;    ///< of each body, between the last looks at them
    bool known_ = false;
    bool restored_ = false;  ///< a state was set, which ended with cells_after_separation()
    Pairs pairs_;
    std::set<int> gone_;
    std::vector<SkippedRays> skipped_rays_;  ///< of each body
    LdiReport report_;
};

}  // namespace limpet
