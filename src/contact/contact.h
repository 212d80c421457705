#pragma once

/// A contact: where two bodies touch or nearly do, with identity, area, gap, law and a frame (n, t, b) for
/// its three rows.

#include <cstdint>
#include <memory>
#include <vector>

#include "core/types.h"
#include "detect/ldi/volume_rows.h"
#include "detect/proximity.h"
#include "limpet/adhesion.h"
#include "limpet/frame.h"

namespace limpet {

/// Which features of which bodies touch: the same from step to step while they do. A vertex keeps its contact
/// when it slides from face to face; `ordinal` tells apart several on one vertex.
struct ContactKey {
    int first_body, second_body;
    FeaturePair features;
    int feature;
    int ordinal;  ///< of an edge–edge pair, the second edge; a volume's cell is in both numbers

    auto operator<=>(const ContactKey&) const = default;
};

struct Contact {
    ContactKey key;
    std::int64_t id = -1;  ///< given once, kept while the key persists
    SurfacePoint first, second;
    Vec3 first_offset,
        second_offset;  ///< from the complexes' points to where the thickened surfaces touch [m]
    std::shared_ptr<const VolumeRows> volume = {};  ///< of a volume contact, in the place of its points
    Mat3 frame;                                     ///< columns n, t, b; n from the second body to the first
    double gap;                                     ///< [m]
    double chord = 0;                               ///< overlap that stays: round_on_facets.h [m]
    double area;                                    ///< [m²]
    int facing = 0;                                 ///< triangles that the area is made of
    double friction = 0;                            ///< [-]
    double viscosity = 0;                           ///< [Pa s/m]
    double restitution = 0;                         ///< e [-]
    double bounce_speed = 0;                        ///< what meets more slowly does not bounce [m/s]
    const Adhesion* adhesion = nullptr;             ///< of its pair; null: it cannot bond
    double beta = 0;                                ///< intensity of its bond [-]
    Vec3 drag = Vec3::Zero();                       ///< tangential displacement of the bond's anchors [m]
    double slack = 0;                               ///< gap from which on its bond pulls [m]
    double energy = 0;                              ///< stored in the bond at the end of the step [J]
    Vec3 pull = Vec3::Zero();                       ///< of its bond on the first body in the step [N]
    double dissipated = 0;                          ///< by its bond since it was made [J]
    bool idle = false;                              ///< open, and left out of the step's problem
    bool sample = false;  ///< of a sample: it bonds, but neither pushes nor rubs (sample_contacts.h)

    Vec3 normal() const { return frame.col(0); }
};

/// What a step did at a contact; contacts that were left out of the problem stay open.
struct SolvedContact {
    Vec3 lambda = Vec3::Zero();  ///< impulse (n, t, b) of the contact's law [N s]
    Vec3 u = Vec3::Zero();       ///< relative velocity at the end of the step (n, t, b) [m/s]
    ContactStatus status = ContactStatus::Open;
    Vec3 viscous = Vec3::Zero();  ///< impulse of viscosity, beside λ [N s]
};
using ContactSolution = std::vector<SolvedContact>;  ///< in the contacts' order

}  // namespace limpet
