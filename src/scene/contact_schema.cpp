#include "scene/quantities.h"
#include "scene/scene_schema.h"

namespace limpet::schema {
namespace {

Typed<DetectionSettings> detection() {
    const std::vector<std::string> by_images = {"ldi"};
    const std::string no_images = "looks for distances, not for volumes";
    return object<DetectionSettings>(
        "Detection",
        {field("type", &DetectionSettings::type, choice<DetectionType>({"proximity", "continuous", "ldi"}),
               "How surfaces that come near each other are found: `proximity`, contacts where the distance "
               "of two surfaces is smallest; `continuous`, also what would meet within the step; `ldi`, "
               "volumes of what lies in each other, from layered depth images (docs/volume.md)."),
         field("distance", &DetectionSettings::distance, number(quantities::length, any_size),
               "Surfaces that are nearer than this have contacts.")
             .when_left_out("1 % of the scene's smallest body")
             .live()
             .only({"proximity", "continuous"}, "looks for volumes, at the size of `pixel`"),
         field("self", &DetectionSettings::self, boolean(),
               "Whether parts of one body touch each other too."),
         field("pixel", &DetectionSettings::pixel, number(quantities::length, any_size),
               "Size of the images' pixels; about half of it is how deep bodies rest in each other.")
             .when_left_out("2 % of the scene's smallest body")
             .only(by_images, no_images),
         field("cell", &DetectionSettings::cell, number(quantities::length, any_size),
               "Overlaps are split by a grid of cells of this size, at least a pixel, with a contact each.")
             .when_left_out("one contact a pair of bodies")
             .live()
             .only(by_images, no_images),
         field("at_center", &DetectionSettings::at_center, boolean(),
               "Whether friction acts at a contact's centre instead of on the two surfaces about it.")
             .only(by_images, no_images),
         field("open_surfaces", &DetectionSettings::open_surfaces, choice<OpenSurfaces>({"skip", "refuse"}),
               "What to do with surfaces that have holes: `skip` leaves out pixels "
               "where entries and exits "
               "do not match, with a warning; `refuse` does not run.")
             .only(by_images, no_images)},
        "type");
}

/// Of all pairs (AdhesionDescription), or what one pair has of its own (AdhesionOfPair), in the same words.
template <class Law>
Typed<Law> adhesion(std::string title, const std::string& left_out = {}) {
    const auto one = [&](const char* name, auto member, const Quantity& quantity, Range range,
                         std::string doc) {
        return field(name, member, number(quantity, range), std::move(doc)).when_left_out(left_out);
    };
    return object<Law>(
        std::move(title),
        {one("stiffness", &Law::stiffness, quantities::interface_stiffness, {0, 1e15},
             "Traction per gap of a full bond, C; 0 for none."),
         one("energy", &Law::energy, quantities::interface_energy, {0, 1e9},
             "What it takes to part a full bond, per area, W."),
         one("viscosity", &Law::viscosity, quantities::interface_viscosity, {0, 1e9},
             "How slowly bonds fade once they do, η; 0: at once."),
         one("bonding_rate", &Law::bonding_rate, quantities::bonding_rate, {0, 1e9},
             "How fast bonds grow under compression, r."),
         one("saturation", &Law::saturation, quantities::pressure, {0, 1e12},
             "Compression that a full bond needs to grow, p₀: under the compression P bonds grow up to P/p₀, "
             "at most 1."),
         one("initial", &Law::initial, quantities::ratio, {0, 1},
             "Intensity β at the start of bonds between what is nearer than the reference gap."),
         field(
             "reference_gap", &Law::reference_gap, number(quantities::length, any_size),
             "What is nearer than this can bond, and a bond breaks for good at twice this gap, which may not "
             "be more than `contact.detection.distance`. With the default bonds take 97 % of `energy`.")
             .when_left_out(left_out.empty()
                                ? "2 √(energy/stiffness), at most half of `contact.detection.distance`"
                                : left_out)});
}

Typed<ContactLaw> law() {
    return object<ContactLaw>(
        "Contact law",
        {field("friction", &ContactLaw::friction, friction(),
               "Coulomb's coefficient of bodies that do not have one of their own."),
         field("viscosity", &ContactLaw::viscosity, number(quantities::slip_viscosity, {0, 1e12}),
               "Tangential traction per slip velocity, beside Coulomb's friction."),
         field("restitution", &ContactLaw::restitution, number(quantities::ratio, {0, 1}),
               "Of the speed with which rigid and static bodies meet, what they part with (Newton's law); of "
               "bodies that do not have one of their own. What deforms bounces by its elasticity alone.")
             .live(),
         field("restitution_threshold", &ContactLaw::restitution_threshold,
               number(quantities::velocity, {0, 1e9}),
               "What meets more slowly does not bounce, and comes to rest.")
             .live(),
         field("adhesion", &ContactLaw::adhesion, adhesion<AdhesionDescription>("Adhesion"),
               "Bonds between what touches (docs/adhesion.md).")
             .when_left_out("none")});
}

Typed<ContactResponse> response() {
    return choice<ContactResponse>({"constraints", "virtual-adhesive"});
}

Typed<double> kappa() {
    return number(quantities::length, {0, 1e9});
}

Typed<double> strength() {
    return number(quantities::pressure, {0, 1e15});
}

Typed<ContactPair> pair() {
    const auto bodies = tuple<std::array<std::string, 2>>(
        "Two bodies", {place<0, std::string, 2>("first body", text(TextRole::Name), "Name of a body."),
                       place<1, std::string, 2>("second body", text(TextRole::Name),
                                                "Name of the other one, or the same for its self-contact.")});
    const auto own_law = object<ContactPair::Law>(
        "Law of a pair",
        {field("friction", &ContactPair::Law::friction, friction(),
               "Coulomb's coefficient between these two, whatever theirs are.")
             .when_left_out("as for all"),
         field("viscosity", &ContactPair::Law::viscosity, number(quantities::slip_viscosity, {0, 1e12}),
               "Tangential traction per slip velocity between these two.")
             .when_left_out("as for all"),
         field("restitution", &ContactPair::Law::restitution, number(quantities::ratio, {0, 1}),
               "Of the speed with which these two meet, what they part with, whatever theirs are; rigid and "
               "static bodies only.")
             .when_left_out("as for all"),
         field("adhesion", &ContactPair::Law::adhesion,
               adhesion<AdhesionOfPair>("Adhesion of a pair", "as in `contact.law.adhesion`"),
               "What is different in bonds between these two, field by field; `\"stiffness\": 0` for none.")
             .when_left_out("as for all")});
    return object<ContactPair>(
        "Contact pair",
        {field("bodies", &ContactPair::bodies, bodies, "The two bodies, in any order.").required(),
         field("law", &ContactPair::law, own_law,
               "What is different between them; what is left out is as in `contact.law`.")
             .when_left_out("as for all")
             .live(),
         field("response", &ContactPair::response, response(), "What keeps these two apart.")
             .when_left_out("`contact.response`"),
         field("kappa", &ContactPair::kappa, kappa(), "As `contact.kappa`, between these two.")
             .when_left_out("`contact.kappa`")
             .live(),
         field("strength", &ContactPair::strength, strength(), "As `contact.strength`, between these two.")
             .when_left_out("`contact.strength`")
             .live()});
}

}  // namespace

Typed<Friction> friction() {
    const auto coefficient = number(quantities::ratio, {0, 1e3});
    return object_or_number<Friction>("Friction",
                                      {field("static", &Friction::at_rest, coefficient,
                                             "Of contacts that stuck in the step before, and of new ones.")
                                           .required(),
                                       field("kinetic", &Friction::sliding, coefficient,
                                             "Of contacts that slid in the step before; not above `static`.")
                                           .required()},
                                      coefficient, &Friction::at_rest);
}

Typed<ContactSettings> contact() {
    return object<ContactSettings>(
        "Contact",
        {field("detection", &ContactSettings::detection, detection(), "How contacts are found.")
             .when_left_out("the fields' defaults"),
         field("response", &ContactSettings::response, response(),
               "What keeps bodies apart: `constraints`, whose forces a solver finds; or "
               "`virtual-adhesive`, by which bodies of particles stick to what they touch "
               "(docs/virtual-adhesive.md). Pairs without particles have constraints anyway."),
         field("kappa", &ContactSettings::kappa, kappa(),
               "Of virtual adhesives: in a step, a particle that would move away from what it touches, and "
               "farther than this from where its zone takes it, is released. A strength in its place does "
               "not depend on step and mesh.")
             .when_left_out("none, with `strength`")
             .live(),
         field("strength", &ContactSettings::strength, strength(),
               "Of virtual adhesives: a particle is released where the traction that holds it pulls by more "
               "than this, or is more than this along a surface that it presses on.")
             .when_left_out("none, with `kappa`")
             .live(),
         field("paper", &ContactSettings::paper, boolean(),
               "Whether `kappa` tests directions as the paper prints it: the particle's own motion and that "
               "of its zone have a negative product.")
             .live(),
         field("law", &ContactSettings::law, law(), "What holds between bodies that touch.")
             .when_left_out("the fields' defaults")
             .live(),
         field("pairs", &ContactSettings::pairs, list(pair()), "Other laws for some pairs of bodies.")
             .when_left_out("none")});
}

Typed<SolverSettings> solver() {
    return object<SolverSettings>(
        "Solver",
        {field(
             "type", &SolverSettings::type, choice<SolverType>({solver_names.begin(), solver_names.end()}),
             "How contact forces are found (docs/solvers.md); `auto` chooses. `pgs` is for scenes without "
             "friction; `anticipation` and `newton` build no W, for many contacts on large soft bodies, and "
             "for bonded cloth."),
         field("cone", &SolverSettings::cone, choice<ConeType>({"exact", "pyramid", "box"}),
               "Coulomb's cone, or four planes in its place, for `block-pgs`; `lemke` has the pyramid."),
         field("iterations", &SolverSettings::iterations, integer({1, 1e6}),
               "Sweeps a step, at most; `anticipation` and `newton`: iterations over the bodies' "
               "equations."),
         field("tolerance", &SolverSettings::tolerance, number(quantities::ratio, {0, 1}),
               "Sweeps end when the error of the contact problem (natural map) is below this.")});
}

}  // namespace limpet::schema
