#pragma once

/// Bonds between surfaces: they outlive contacts, which detection finds anew in every step.
///
/// A bond has an anchor on each body, points that stay where they are on their surfaces; its gap vector is
/// what lies between them. It belongs to the contact of the vertex that owns the area, wherever on the other
/// surface that vertex is now: the normal gap is the contact's, the tangential displacement d is that of the
/// anchors across the normal. A bond whose vertex has no contact any more, because the surfaces turned away
/// from each other or other features are nearer, makes a contact of its own along its gap vector, so that
/// none is lost; and while a pair has bonds, the same side keeps the areas, so that none is counted twice.
/// Bonds of volume contacts hold whole patches, go with the bodies, and always have contacts of their own:
/// cells stay where they are in the world (volume_bonds.cpp).
///
///   stretch           e = max(gn − r, 0)          r: slack, the gap from which on it pulls
///   adhesive energy   E = ½ C β² (e² + d²) A      (what a bond gives back)
///   dissipation       work done on bonds − change of E: of debonding, of viscosity, and of the implicit step
///
/// The work of a step is that of the traction C β² s at its end over the change of the strain s = ‖(e, d)‖
/// since the end of the step before, and never below the change of ½ C β² s²: with a β that only fades,
/// dissipation cannot fall. Lengths are compared, not vectors, since bonds turn with their bodies; and what
/// bodies that turn open a bond by beyond the step's linear motion is not work.
///
/// A bond that grows while it is displaced would gain energy. What joins it is not strained yet, so its
/// anchors follow, d ← d (β/β')², its slack does, e ← e (β/β')², and its traction C β² (e, d) stays. A bond
/// can grow at a gap: where curved surfaces of different meshes are pressed together their edges touch,
/// and vertices hover over the other's faces, or are even pulled there by their bonds, while the area around
/// them carries the pressure P. The gap is then the mesh's, and the bond is not stretched by it. Nearer than
/// that slack, the bond is made anew by the same pressure, and pulls from there. What is further away than
/// the reference gap does not grow. A bond fades by its whole strain (e, d): where it is compressed itself, e
/// = 0.
///
/// The area is that of the surface where it bonded: it follows the contact's while β grows, and widens where
/// more triangles come to face the other surface and are pressed; what joins is not strained either. After a
/// cut others own a part of it. That the surface stretches beside a peeling front adds nothing.

#include <map>
#include <span>
#include <vector>

#include "contact/adhesion_law.h"
#include "contact/contact.h"
#include "contact/material_point.h"
#include "contact/renumbering.h"
#include "contact/volume/bond_cover.h"
#include "contact/volume/volume_anchors.h"
#include "limpet/stages.h"

namespace limpet {

/// Ordinals of contacts that bonds of volumes make themselves: cells take 30 bits.
constexpr int own_of_cell(int ordinal) {
    return ordinal | 1 << 30;
}
constexpr int of_cell(int ordinal) {
    return ordinal & ~(1 << 30);
}

class Bonds {
public:
    using Bodies = std::vector<std::unique_ptr<Body>>;
    /// `pixel` of the images, if contacts are volumes [m].
    Bonds(const Scene& scene, const Bodies& bodies, std::optional<double> pixel);

    bool possible() const { return law_.largest_reference_gap() > 0; }
    const AdhesionLaw& law() const { return law_; }
    /// Which side has owned the areas of this pair, as long as there are bonds.
    std::optional<FeaturePair> owner(int first_body, int second_body) const;

    /// Gives contacts their bonds and adds contacts for bonds that have none, in the place of those of a call
    /// before. `at_start`: what touches has the scene's initial bonds.
    void attach(std::vector<Contact>& contacts, bool at_start);
    /// β after the step, new bonds, broken ones; `traction` on the first bodies, one per contact [Pa].
    void evolve(std::vector<Contact>& contacts, const ContactSolution& solution,
                const std::vector<Vec3>& traction, double h, StepRecord& record);

    /// A body has other triangles: bonds whose anchors are on triangles that are gone, end. How many did. The
    /// areas of others follow their contacts' at the next press.
    int drop_cut(int body);

    /// Takes over the bonds of others between bodies that are still there and can still bond.
    void inherit(const Bonds& before, const BodyRenumbering& bodies);

    /// By pairs of bodies, since time 0 [J].
    using Dissipation = std::map<std::pair<int, int>, double>;
    const Dissipation& dissipated() const { return dissipated_; }

    /// bond_state.cpp.
    void append_state(std::vector<double>& values) const;
    [[nodiscard]] bool set_state(std::span<const double> values);

private:
    struct Anchors {
        MaterialPoint first, second;
        VolumeAnchors volume = {};  ///< of a volume contact, in the place of points
    };
    struct LiveBond {
        Anchors anchors;
        Vec3 normal;  ///< of the last step
        double area;  ///< [m²]
        double beta;
        bool pressed, grew;     ///< in the last step
        int facing;             ///< triangles that the area is made of
        double slack = 0;       ///< r [m]
        double strain = 0;      ///< s, at the end of the last step [m]
        double dissipated = 0;  ///< since it was made [J]
    };
    using ByKey = std::map<ContactKey, LiveBond>;

    Anchors touching_points(const Contact& contact) const;
    bool on_bodies(const ContactKey& key, const MaterialPoint& first, const MaterialPoint& second) const;
    /// Anchors whose gap vector is shorter by a tangential vector [m].
    Anchors drawn_by(const Vec3& shift, const ContactKey& key, Anchors anchors) const;
    /// From the second body to the first [m].
    Vec3 gap_vector(const ContactKey& key, const Anchors& anchors) const;
    void find_contacts(std::vector<Contact>& contacts);
    /// volume_bonds.cpp, with what follows.
    void find_volume_contacts(std::vector<Contact>& contacts);
    using PairBonds = std::vector<ByKey::iterator>;
    void share_contacts(const PairBonds& bonds, const std::vector<Contact*>& contacts,
                        std::vector<Contact>& parts);
    void turn_normals(const PairBonds& bonds, const std::vector<Contact*>& contacts,
                      const std::vector<CoveredContact>& covered) const;
    [[nodiscard]] bool widen(double area, const ContactKey& key, Contact& contact, LiveBond& bond);
    bool is_open(const ContactKey& key, const LiveBond& bond) const;
    std::optional<Contact> free_part(const Contact& contact, const CoveredContact& covered) const;
    void press_parts(const std::vector<Contact>& contacts, std::vector<double>& compression) const;
    bool take_bond(std::span<const double>& values);
    bool take_dissipation(std::span<const double>& values);
    Contact own_contact(const ContactKey& key, const LiveBond& bond) const;
    LiveBond initial_bond(const Contact& contact, const Anchors& touching) const;
    void follow_area(Contact& contact, LiveBond& bond);
    void pull(Contact& contact, LiveBond& bond);
    void dissipate(const ContactKey& key, LiveBond& bond, double heat);
    void evolve_one(Contact& contact, const SolvedContact& solved, double compression, double h);

    AdhesionLaw law_;
    const Bodies& bodies_;
    std::optional<PatchPlaces> places_;  ///< if contacts are volumes
    ByKey bonds_;
    /// Of volume contacts that only pull: contacts that push in their place, with the shares of their area
    /// that these have.
    using Pressers = std::vector<std::pair<ContactKey, double>>;
    std::map<ContactKey, Pressers> pressers_;
    /// Where contacts without a bond would have theirs. By key: contacts may be dropped before evolve().
    std::map<ContactKey, Anchors> touching_;
    Dissipation dissipated_;
};

}  // namespace limpet
