#include "scene/quantities.h"
#include "scene/scene_schema.h"

namespace limpet::schema {
namespace {

Typed<Motion> motion() {
    const auto own_keyframe = keyframe("Keyframe", "the body's own origin");
    return object<Motion>("Motion",
                          {field("nodes", &Motion::nodes, node_selection(),
                                 "Which nodes of a soft body or cloth, or particles, are moved; in its own "
                                 "frame at rest. A static body moves as a whole.")
                               .when_left_out("none; bodies that deform need it"),
                           field("keyframes", &Motion::keyframes, list(own_keyframe, 1),
                                 "Where they are when: `[t, [dx, dy, dz]]` or `[t, [dx, dy, dz], "
                                 "{\"axis\": …, \"degrees\": …}]`, "
                                 "linear in between, constant before the first and after the last.")
                               .required(),
                           field("name", &Motion::name, text(TextRole::Name),
                                 "Name of these nodes, for commands that move them while the simulation "
                                 "runs.")
                               .when_left_out("none")});
}

std::vector<Field> fields_of_all_bodies() {
    const std::vector<std::string> that_move = {"rigid", "soft", "cloth", "particles"};
    return {
        field("name", &BodyDescription::name, text(TextRole::Name), "Name, one of its kind.").required(),
        field("type", &BodyDescription::type,
              choice<BodyType>({"static", "rigid", "soft", "cloth", "particles"}),
              "`static` stays or follows its motion, `rigid` moves as a whole, `soft` deforms, `cloth` is "
              "thin, `particles` are points with mass that keep their shape locally and, where they enclose "
              "one, their volume (docs/particles.md).")
            .required(),
        field("shape", &BodyDescription::shape, shape(), "Its shape, centred on the body's own origin.")
            .when_left_out("the boundary of `tetrahedra`; without these, it is required"),
        field("position", &BodyDescription::position, vector(quantities::length, any_coordinate),
              "Where the body's own origin is."),
        field("rotation", &BodyDescription::rotation, rotation(), "Rotation about its own origin.")
            .when_left_out("none"),
        field("velocity", &BodyDescription::velocity, vector(quantities::velocity, {-1e9, 1e9}),
              "Velocity at time 0.")
            .only(that_move, "moves by its motion alone"),
        field("angular_velocity", &BodyDescription::angular_velocity,
              vector(quantities::angular_velocity, {-1e9, 1e9}),
              "Angular velocity at time 0, about the centre of mass.")
            .only(that_move, "moves by its motion alone"),
        field(
            "surface", &BodyDescription::surface, number(quantities::length, any_size),
            "Edge length of the surface's triangles. Rigid and static spheres, capsules, boxes and planes "
            "collide as what they are; where they can bond, it says how far apart the points are that bonds "
            "have on them.")
            .when_left_out(
                "the element's; a file's own triangles; else 5 % of the longest side, and for bonds "
                "what docs/adhesion.md says"),
        field("motion", &BodyDescription::motion, list_or_single(motion(), "keyframes"),
              "Prescribed motion. A static body may have its keyframes here directly.")
            .when_left_out("none")
            .only({"static", "soft", "cloth", "particles"},
                  "moves freely; make it static to move it by keyframes"),
        field("friction", &BodyDescription::friction, friction(),
              "Coulomb's coefficient of its surface. Two bodies have the square root of the product of "
              "theirs, unless `contact.pairs` says otherwise.")
            .when_left_out("`contact.law.friction`")
            .live(),
        field("restitution", &BodyDescription::restitution, number(quantities::ratio, {0, 1}),
              "Of the speed with which it meets rigid and static bodies, what it parts with. Two bodies have "
              "the square root of the product of theirs, or that of the one that has one, unless "
              "`contact.pairs` says otherwise.")
            .when_left_out("that of the other body, or `contact.law.restitution`")
            .only({"rigid", "static"}, "bounces by its elasticity alone")
            .live(),
        field("color", &BodyDescription::color, text(TextRole::Color),
              "Colour in pictures: `#rrggbb` or a colour's name.")
            .when_left_out("chosen for it")
            .live(),
        field("density", &BodyDescription::density, number(quantities::density, any_density),
              "Mass per volume; of a rigid body it goes before that of `material`, of a particles body it or "
              "`mass` is required.")
            .when_left_out("the material's; that of `mass`")
            .only(
                {"rigid", "particles"},
                "has no density of its own: a soft body's or cloth's is its material's, a static one has no "
                "mass"),
        field("material", &BodyDescription::material, text(TextRole::Name), "Name of one of the `materials`.")
            .when_left_out("none; soft bodies and cloth need it, rigid ones without `density` too")
            .only({"rigid", "soft", "cloth"},
                  "has no material: a static one neither deforms nor has a mass, particles have fields of "
                  "their own"),
    };
}

std::vector<Field> fields_of_soft_bodies() {
    const std::string no_elasticity = "does not deform";
    const std::string no_tetrahedra = "has no tetrahedra";
    std::vector<Field> fields = {
        field("model", &BodyDescription::model,
              choice<ElasticModel>({"linear", "corotational", "stvk", "neohookean"}),
              "Elastic law: `linear` for small rotations, `corotational` for large rotations and small "
              "strains, `stvk` "
              "(St. Venant–Kirchhoff) and `neohookean` for larger strains.")
            .only({"soft"}, no_elasticity),
        field("dynamics", &BodyDescription::dynamics, choice<Dynamics>({"implicit", "quasistatic"}),
              "`implicit`: with inertia, by `time.integrator`; `quasistatic`: equilibrium at every step, no "
              "inertia.")
            .only({"soft"}, no_elasticity),
        field("element", &BodyDescription::element, number(quantities::length, any_size),
              "Edge length of the tetrahedra; not together with `tetrahedra`.")
            .when_left_out("from the size of the shape")
            .only({"soft"}, no_tetrahedra),
        field("tetrahedra", &BodyDescription::tetrahedra, text(TextRole::File),
              "A file of tetrahedra (.msh, .vtu, .vtk, .mesh, TetGen) instead of `element`.")
            .when_left_out("made from the shape")
            .only({"soft"}, no_tetrahedra),
        field("refine_towards", &BodyDescription::refine_towards, vector(quantities::length, any_coordinate),
              "Boxes and spheres only: tetrahedra get smaller towards this point of the body's own frame.")
            .when_left_out("tetrahedra of one size")
            .only({"soft"}, no_tetrahedra),
        field("refine_ratio", &BodyDescription::refine_ratio, number(quantities::ratio, {1, 1e4}),
              "How many times smaller they get; with `refine_towards` only.")
            .only({"soft"}, no_tetrahedra),
        field("refine_radius", &BodyDescription::refine_radius, number(quantities::length, {0, 1e9}),
              "Within this distance of the point they are equally small; with `refine_towards` only.")
            .only({"soft"}, no_tetrahedra),
        field("refine_ring", &BodyDescription::refine_ring, number(quantities::length, {0, 1e9}),
              "Boxes only: radius of a circle about the point, in a plane of equal y: they get smaller "
              "towards the "
              "circle instead; with `refine_towards` only.")
            .only({"soft"}, no_tetrahedra),
        field("refine_growth", &BodyDescription::refine_growth, number(quantities::ratio, {0.02, 1}),
              "How fast they grow with the distance from it; with `refine_towards` only.")
            .only({"soft"}, no_tetrahedra),
        field("newton_iterations", &BodyDescription::newton_iterations, integer({1, 100}),
              "Newton iterations of an implicit step, at most.")
            .only({"soft"}, no_elasticity),
        field("linear_solver", &BodyDescription::linear_solver,
              choice<LinearSolver>({"auto", "cg", "cholesky"}),
              "How linear systems are solved: `cg` (conjugate gradients), `cholesky` (factorised) or `auto`.")
            .only({"soft"}, no_elasticity),
        field("fixed", &BodyDescription::fixed, list_or_single(node_selection()),
              "Nodes that stay where they are, in the body's own frame at rest.")
            .when_left_out("none")
            .only({"soft", "cloth", "particles"}, "has no nodes to fix; a static body stays where it is")};
    return fields;
}

std::vector<Field> fields_of_cloth() {
    const std::string no_cloth = "is no cloth";
    return {
        field("thickness", &BodyDescription::thickness, number(quantities::length, any_size),
              "Of cloth and of sheets of particles: how far the two sides are apart.")
            .when_left_out("1 % of its longest side")
            .only({"cloth", "particles"}, "is no sheet"),
        field("stretch", &BodyDescription::stretch, number(quantities::line_stiffness, {0, 1e12}),
              "Of cloth: tension per strain along its threads, which run along the x axis of its own frame, "
              "laid into the cloth, and across that.")
            .when_left_out("young · thickness")
            .only({"cloth"}, no_cloth),
        field("shear", &BodyDescription::shear, number(quantities::line_stiffness, {0, 1e12}),
              "Of cloth: tension per change of the angle between its threads.")
            .when_left_out("young · thickness / (2 (1 + poisson))")
            .only({"cloth"}, no_cloth),
        field("bend", &BodyDescription::bend, number(quantities::moment, {0, 1e12}),
              "Of cloth: moment per width and curvature.")
            .when_left_out("young · thickness³ / (12 (1 − poisson²))")
            .only({"cloth"}, no_cloth)};
}

Typed<MuscleDescription> muscle() {
    const auto contraction = tuple<Contraction>(
        "Contraction", {field("time", &Contraction::time, number(quantities::time, {0, 1e9}),
                              "When; later than the one before.")
                            .required(),
                        field("share", &Contraction::share, number(quantities::ratio, {-1, 0.9}),
                              "Share of its length by which the rest shape is shorter; below 0: longer.")
                            .required()});
    return object<MuscleDescription>(
        "Muscle", {field("axis", &MuscleDescription::axis, direction(),
                         "Along which the rest shape gets shorter, in the body's own frame.")
                       .required(),
                   field("contraction", &MuscleDescription::contraction, list(contraction, 1),
                         "By how much when: `[t, share]`, linear in between, constant before the first and "
                         "after the last.")
                       .required()});
}

std::vector<Field> fields_of_particles() {
    const std::vector<std::string> particles = {"particles"};
    const std::string no_particles = "has no particles";
    return {
        field("mass", &BodyDescription::mass, number(quantities::mass, {1e-30, 1e12}),
              "Mass of all particles together; not together with `density`.")
            .when_left_out("from `density`")
            .only(particles, "has no mass of its own: mass is density times volume; density is in kg/m^3"),
        field("shape_memory", &BodyDescription::shape_memory, number(quantities::stiffness, {0, 1e12}),
              "Stiffness of each particle's pull to its place among its neighbours, k; particles bodies need "
              "it.")
            .when_left_out("none; particles bodies need it")
            .only(particles, no_particles),
        field(
            "strain_memory", &BodyDescription::strain_memory, number(quantities::stiffness, {0, 1e12}),
            "Stiffness against strain that is the same all over a neighbourhood, which leaves each particle "
            "in its place among its neighbours; sheets need it to carry anything.")
            .only(particles, no_particles),
        field("volume_preservation", &BodyDescription::volume_preservation, boolean(),
              "Keep the enclosed volume, exactly and in every step; of closed surfaces only.")
            .when_left_out("true of closed surfaces, false of sheets")
            .only(particles, no_particles),
        field("interior", &BodyDescription::interior, number(quantities::length, any_size),
              "Spacing of particles inside a closed surface.")
            .when_left_out("no particles inside")
            .only(particles, no_particles),
        field("damping", &BodyDescription::damping, number(quantities::rate, {0, 1e9}),
              "Damping of what a particle moves against the rigid motion of its neighbourhood.")
            .live()
            .only(particles, "is damped by its material or not at all"),
        field("substeps", &BodyDescription::substeps, integer({1, 1e5}),
              "Explicit steps that a step of the body's free motion is divided into.")
            .only(particles, no_particles),
        field("stretch_at_start", &BodyDescription::stretch_at_start, vector(quantities::ratio, {1e-3, 1e3}),
              "Factors by which the body starts longer than at rest along its own axes; their product is 1 "
              "where the volume is preserved.")
            .only(particles, no_particles),
        field("muscle", &BodyDescription::muscle, muscle(),
              "Makes the rest shape shorter over time, about the body's own origin; where the volume is "
              "preserved it gets wider.")
            .when_left_out("none")
            .only(particles, no_particles)};
}

}  // namespace

Typed<Keyframe> keyframe(std::string title, const std::string& center) {
    return tuple<Keyframe>(
        std::move(title),
        {field("time", &Keyframe::time, number(quantities::time, {0, 1e9}),
               "When; later than the keyframe before.")
             .required(),
         field("displacement", &Keyframe::displacement, vector(quantities::length, any_coordinate),
               "Displacement from its place, in the world's axes.")
             .required(),
         field("rotation", &Keyframe::rotation, rotation(), "Rotation from its place, about " + center + ".")
             .when_left_out("none")});
}

Typed<BodyDescription> body() {
    std::vector<Field> fields = fields_of_all_bodies();
    std::vector<Field> soft_fields = fields_of_soft_bodies();
    for (Field& soft : soft_fields) fields.push_back(std::move(soft));
    for (Field& cloth : fields_of_cloth()) fields.push_back(std::move(cloth));
    for (Field& particles : fields_of_particles()) fields.push_back(std::move(particles));
    return object<BodyDescription>("Body", std::move(fields), "type");
}

}  // namespace limpet::schema
