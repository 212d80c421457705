#include "scene/quantities.h"
#include "scene/scene_schema.h"

namespace limpet::schema {

Typed<ProbeDescription> probe() {
    return object<ProbeDescription>(
        "Probe",
        {field("name", &ProbeDescription::name, text(TextRole::Name), "Column of `probes.csv`.").required(),
         field("body", &ProbeDescription::body, text(TextRole::Name), "Name of the body that is measured.")
             .required(),
         field("what", &ProbeDescription::what,
               choice<ProbeQuantity>({"position", "velocity", "rotation", "volume", "contact_force",
                                      "contact_area", "gap", "slip_velocity", "sticking", "bonds",
                                      "bonded_area", "mean_beta", "adhesive_force", "adhesive_energy",
                                      "adhesive_dissipation"}),
               "What is measured: position [m], velocity [m/s], rotation (axis times angle) [rad], volume "
               "[m^3]; of the contacts of the step just taken, contact_force, which they exert on the body "
               "[N], contact_area of those that press [m^2], and gap, the smallest, negative where surfaces "
               "overlap [m], empty while nothing is in range; slip_velocity of the body against the others, "
               "a mean "
               "weighted by normal force [m/s], and sticking, the share of the normal force on contacts that "
               "do not slip [-], both empty while nothing presses; of its bonds, their number bonds [-], "
               "bonded_area [m^2], mean_beta of all contacts that can bond, "
               "weighted by area [-], empty where there is none, adhesive_force, with which they pull "
               "the body [N], adhesive_energy, stored in them [J], and adhesive_dissipation, by them since "
               "time 0 "
               "[J]."),
         field("nearest", &ProbeDescription::nearest, vector(quantities::length, any_coordinate),
               "Measures position or velocity at the node or vertex nearest to this point, in the body's own "
               "frame at rest.")
             .when_left_out("the centre of mass"),
         field("with", &ProbeDescription::with, text(TextRole::Name),
               "Contact quantities: of the contacts with the body of this name alone.")
             .when_left_out("all bodies")});
}

}  // namespace limpet::schema
