#include "scene/scene_schema.h"

#include "scene/quantities.h"

namespace limpet::schema {
namespace {

Typed<TimeSettings> time_settings() {
    return object<TimeSettings>(
        "Time",
        {field("step", &TimeSettings::step, number(quantities::time, {1e-9, 1e9}), "Time step h."),
         field("duration", &TimeSettings::duration, number(quantities::time, {0, 1e9}),
               "How long to simulate; the number of steps is duration / step, rounded to the nearest."),
         field("integrator", &TimeSettings::integrator, choice<Integrator>({"midpoint", "implicit-euler"}),
               "How soft bodies and cloth step: `midpoint` keeps their energy and angular momentum, so that "
               "their damping is what the material says; `implicit-euler` damps all motion but translation, "
               "the more the longer the step.")});
}

Typed<Damping> damping() {
    return object<Damping>(
        "Damping", {field("mass", &Damping::mass, number(quantities::rate, {0, 1e9}),
                          "Rayleigh damping in proportion to the mass: slows every motion."),
                    field("stiffness", &Damping::stiffness, number(quantities::time, {0, 1e9}),
                          "Rayleigh damping in proportion to the stiffness: slows changes of shape only.")});
}

Typed<Material> material() {
    return object<Material>(
        "Material",
        {field("density", &Material::density, number(quantities::density, any_density),
               "Mass per volume at rest."),
         field("young", &Material::young, number(quantities::pressure, {1e-6, 1e15}), "Young's modulus."),
         field("poisson", &Material::poisson,
               number(quantities::ratio, {-1, 0.5, true, true},
                      "At 0.5 a material is incompressible, which linear tetrahedra cannot follow; "
                      "0.49 is close to rubber"),
               "Poisson's ratio: how much a stretched piece gets thinner."),
         field("damping", &Material::damping, damping(), "Rayleigh damping.").when_left_out("none").live()});
}

Typed<Camera> camera() {
    return object<Camera>(
        "Camera",
        {field("position", &Camera::position, vector(quantities::length, any_coordinate), "Where the eye is.")
             .when_left_out("so that the scene fills the picture"),
         field("target", &Camera::target, vector(quantities::length, any_coordinate),
               "The point it looks at.")
             .when_left_out("the middle of the scene"),
         field("up", &Camera::up, direction(), "Direction that is up in the picture."),
         field("field_of_view", &Camera::field_of_view, number(quantities::degrees, {1, 170, true, true}),
               "Vertical angle of view.")});
}

Typed<AttachmentDescription> attachment() {
    const auto bodies = tuple<std::array<std::string, 2>>(
        "Attached bodies",
        {place<0, std::string, 2>("elastic body", text(TextRole::Name), "Name of a body of particles."),
         place<1, std::string, 2>("rigid body", text(TextRole::Name), "Name of a rigid or static body.")});
    return object<AttachmentDescription>(
        "Attachment",
        {field("bodies", &AttachmentDescription::bodies, bodies, "What is attached, and what to.").required(),
         field("box", &AttachmentDescription::box, box_corners(),
               "Particles inside the box of these two corners are attached for good; in the elastic body's "
               "own frame at rest.")
             .required()});
}

Typed<AttractorDescription> attractor() {
    return object<AttractorDescription>(
        "Attractor",
        {field("position", &AttractorDescription::position, vector(quantities::length, any_coordinate),
               "Where it is.")
             .required(),
         field("strength", &AttractorDescription::strength, number(quantities::acceleration, {-1e9, 1e9}),
               "The largest acceleration towards it; below 0: away from it.")
             .required(),
         field("falloff", &AttractorDescription::falloff,
               choice<Falloff>({"none", "linear", "inverse-square"}),
               "How the pull gets weaker with the distance: `none`, `linear` down to 0 at the range, "
               "`inverse-square`: half as strong at the range, and with the square of the distance far "
               "beyond."),
         field("range", &AttractorDescription::range, number(quantities::length, any_size),
               "Of the falloff; `none` pulls at nothing beyond it.")
             .when_left_out("without end; `linear` and `inverse-square` need it"),
         field("core", &AttractorDescription::core, number(quantities::length, any_size),
               "Within about this distance the pull goes down to 0 at the centre, where it has no direction.")
             .when_left_out("1 % of `range`; without one 1 mm"),
         field("bodies", &AttractorDescription::bodies, list(text(TextRole::Name), 1),
               "Bodies that it pulls.")
             .when_left_out("all that move")});
}

Typed<LoadDescription> load() {
    const auto factor = tuple<LoadFactor>(
        "Load factor", {field("time", &LoadFactor::time, number(quantities::time, {0, 1e9}),
                              "When; later than the one before.")
                            .required(),
                        field("factor", &LoadFactor::factor, number(quantities::ratio, {-1e9, 1e9}),
                              "What force or pressure are multiplied by then.")
                            .required()});
    return object<LoadDescription>(
        "Load",
        {field("body", &LoadDescription::body, text(TextRole::Name), "The body that is loaded.").required(),
         field("nodes", &LoadDescription::nodes, node_selection(),
               "Which nodes of a soft body or cloth, or particles, share `force` by their masses; in its own "
               "frame at rest.")
             .when_left_out("the whole body, where there is no `surface`"),
         field("surface", &LoadDescription::surface, node_selection(),
               "Which triangles of its surface, those with all three vertices in it, share `force` by their "
               "areas, or have `pressure`.")
             .when_left_out("of `pressure` the whole surface; of `force` none"),
         field("force", &LoadDescription::force, vector(quantities::force, {-1e12, 1e12}),
               "Of all that is loaded together, in world axes; either this or `pressure`.")
             .when_left_out("none"),
         field("pressure", &LoadDescription::pressure, number(quantities::pressure, {-1e12, 1e12}),
               "Against the surface from outside; below 0 it blows the body up.")
             .when_left_out("none"),
         field(
             "keyframes", &LoadDescription::keyframes, list(factor, 1),
             "What they are multiplied by when: `[t, factor]`, linear in between, constant before the first "
             "and after the last.")
             .when_left_out("1 at all times")});
}

Typed<Scene> make_scene() {
    return object<Scene>(
        "Scene",
        {field("$schema", &Scene::schema, text(TextRole::Free),
               "Path of `scene.schema.json`, by which editors complete and check; Limpet ignores it.")
             .when_left_out("none"),
         field("name", &Scene::name, text(TextRole::Free), "Title of the scene.")
             .when_left_out("the file's name"),
         field("description", &Scene::description, text(TextRole::Free),
               "A sentence on what there is to see; `limpet scenes` prints it.")
             .when_left_out("none"),
         field("gravity", &Scene::gravity, vector(quantities::acceleration, {-1e9, 1e9}),
               "Acceleration of every body that moves.")
             .live(),
         field("time", &Scene::time, time_settings(), "Time step and duration.")
             .when_left_out("the fields' defaults"),
         field("materials", &Scene::materials, map(material()), "Materials by name.").when_left_out("none"),
         field("bodies", &Scene::bodies, list(body(), 1), "What there is in the scene.").required(),
         field("contact", &Scene::contact, contact(), "How bodies touch.")
             .when_left_out("none: nothing collides"),
         field("attachments", &Scene::attachments, list(attachment()),
               "Parts of bodies of particles that are fixed on rigid or static ones.")
             .when_left_out("none"),
         field("solver", &Scene::solver, solver(), "How the forces of contacts are solved for.")
             .when_left_out("the fields' defaults")
             .live(),
         field("blades", &Scene::blades, list(blade()), "What cuts soft bodies (docs/cutting.md).")
             .when_left_out("none"),
         field("attractors", &Scene::attractors, list(attractor()),
               "Places that bodies are pulled to, like gravity but by place (docs/attractors.md).")
             .when_left_out("none")
             .live(),
         field("loads", &Scene::loads, list(load()),
               "Forces and pressures on bodies and parts of them (docs/loads.md).")
             .when_left_out("none"),
         field("probes", &Scene::probes, list(probe()), "What is measured every step.").when_left_out("none"),
         field("haptics", &Scene::haptics, list_or_single(haptics()),
               "Tools that `limpet haptics` moves by devices, one per device (docs/haptics.md).")
             .when_left_out("none"),
         field("camera", &Scene::camera, camera(), "Where pictures are taken from.")
             .when_left_out("the fields' defaults")
             .live()});
}

}  // namespace

const Node& scene() {
    static const Typed<Scene> root = make_scene();
    return *root.node;
}

}  // namespace limpet::schema
