#include "physics_fuzz/scene_text.h"

#include <fmt/format.h>

namespace limpet::physics_fuzz {
namespace {

std::string vector_text(const Vector3& v) {
    return fmt::format("[{}, {}, {}]", v[0], v[1], v[2]);
}

struct ShapeText {
    std::string operator()(const BoxShape& s) const {
        return fmt::format("\"box\": {}", vector_text(s.size));
    }
    std::string operator()(const SphereShape& s) const { return fmt::format("\"sphere\": {}", s.radius); }
    std::string operator()(const CylinderShape& s) const {
        return fmt::format("\"cylinder\": {{\"radius\": {}, \"height\": {}}}", s.radius, s.height);
    }
    std::string operator()(const CapsuleShape& s) const {
        return fmt::format("\"capsule\": {{\"radius\": {}, \"height\": {}}}", s.radius, s.height);
    }
    std::string operator()(const TorusShape& s) const {
        return fmt::format("\"torus\": {{\"radius\": {}, \"tube\": {}}}", s.radius, s.tube);
    }
    std::string operator()(const PlaneShape& s) const { return fmt::format("\"plane\": [{}, {}]", s.x, s.z); }
    std::string operator()(const FileShape& s) const {
        return fmt::format("\"file\": \"{}\", \"{}\": {}", s.file, s.size ? "size" : "scale",
                           s.size.value_or(s.scale.value_or(1)));
    }
    std::string operator()(const ZooShape& s) const {
        return fmt::format("\"zoo\": \"{}\", \"size\": {}", s.name, s.size);
    }
    template <class Other>
    std::string operator()(const Other&) const {
        return "";
    }
};

std::string rotation_text(const Rotation& r) {
    return fmt::format("{{\"axis\": {}, \"degrees\": {}}}", vector_text(r.axis), r.degrees);
}

std::string selection_text(const NodeSelection& nodes) {
    if (const auto* box = std::get_if<BoxSelection>(&nodes))
        return fmt::format("{{\"box\": [{}, {}]}}", vector_text(box->min), vector_text(box->max));
    const auto& ball = std::get<SphereSelection>(nodes);
    return fmt::format("{{\"sphere\": {{\"center\": {}, \"radius\": {}}}}}", vector_text(ball.center),
                       ball.radius);
}

std::string motion_text(const Motion& motion) {
    std::string keys;
    for (const Keyframe& k : motion.keyframes) {
        keys += keys.empty() ? "" : ", ";
        keys += fmt::format("[{}, {}", k.time, vector_text(k.displacement));
        if (k.rotation.degrees != 0) keys += ", " + rotation_text(k.rotation);
        keys += "]";
    }
    const std::string nodes = motion.nodes ? "\"nodes\": " + selection_text(*motion.nodes) + ", " : "";
    return "{" + nodes + "\"keyframes\": [" + keys + "]}";
}

const char* type_text(BodyType type) {
    switch (type) {
        case BodyType::Static:
            return "static";
        case BodyType::Soft:
            return "soft";
        case BodyType::Cloth:
            return "cloth";
        default:
            return "rigid";
    }
}

const char* model_text(ElasticModel model) {
    switch (model) {
        case ElasticModel::Linear:
            return "linear";
        case ElasticModel::StVenantKirchhoff:
            return "stvk";
        case ElasticModel::NeoHookean:
            return "neohookean";
        default:
            return "corotational";
    }
}

std::string body_text(const BodyDescription& b) {
    std::string out = fmt::format("    {{\"name\": \"{}\", \"type\": \"{}\", \"shape\": {{{}}}", b.name,
                                  type_text(b.type), std::visit(ShapeText{}, b.shape));
    const auto add = [&](const char* name, const std::string& value) {
        out += fmt::format(", \"{}\": {}", name, value);
    };
    const auto number = [&](const char* name, const std::optional<double>& value) {
        if (value) add(name, fmt::format("{}", *value));
    };
    if (b.position != Vector3{}) add("position", vector_text(b.position));
    if (b.rotation.degrees != 0) add("rotation", rotation_text(b.rotation));
    if (b.velocity != Vector3{}) add("velocity", vector_text(b.velocity));
    if (b.angular_velocity != Vector3{}) add("angular_velocity", vector_text(b.angular_velocity));
    number("surface", b.surface);
    number("density", b.density);
    if (b.material) add("material", "\"" + *b.material + "\"");
    if (b.friction) add("friction", fmt::format("{}", b.friction->at_rest));
    if (b.model != ElasticModel::Corotational) add("model", fmt::format("\"{}\"", model_text(b.model)));
    if (b.dynamics != Dynamics::Implicit) add("dynamics", "\"quasistatic\"");
    number("element", b.element);
    number("thickness", b.thickness);
    number("stretch", b.stretch);
    number("shear", b.shear);
    number("bend", b.bend);
    for (const NodeSelection& nodes : b.fixed) add("fixed", "[" + selection_text(nodes) + "]");
    for (const Motion& motion : b.motion) add("motion", "[" + motion_text(motion) + "]");
    return out + "}";
}

std::string adhesion_text(const Adhesion& a) {
    return fmt::format(
        "{{\"stiffness\": {}, \"energy\": {}, \"viscosity\": {}, \"bonding_rate\": {}, \"saturation\": {}, "
        "\"initial\": {}, \"reference_gap\": {}}}",
        a.stiffness, a.energy, a.viscosity, a.bonding_rate, a.saturation, a.initial, a.reference_gap);
}

std::string contact_text(const ContactSettings& contact) {
    const DetectionSettings& d = contact.detection;
    std::string detection = d.type == DetectionType::Proximity    ? "\"type\": \"proximity\""
                            : d.type == DetectionType::Continuous ? "\"type\": \"continuous\""
                                                                  : "\"type\": \"ldi\"";
    if (d.distance) detection += fmt::format(", \"distance\": {}", *d.distance);
    if (d.pixel) detection += fmt::format(", \"pixel\": {}", *d.pixel);
    if (d.cell) detection += fmt::format(", \"cell\": {}", *d.cell);
    if (d.self) detection += ", \"self\": true";
    std::string law = fmt::format("\"friction\": {}", contact.law.friction.at_rest);
    if (contact.law.adhesion) law += ", \"adhesion\": " + adhesion_text(*contact.law.adhesion);
    return fmt::format("{{\"detection\": {{{}}}, \"law\": {{{}}}}}", detection, law);
}

std::string material_text(const Material& m) {
    return fmt::format(
        "{{\"density\": {}, \"young\": {}, \"poisson\": {}, \"damping\": {{\"mass\": {}, \"stiffness\": "
        "{}}}}}",
        m.density, m.young, m.poisson, m.damping.mass, m.damping.stiffness);
}

}  // namespace

std::string scene_text(const Scene& scene) {
    std::string out = fmt::format("{{\n  \"name\": \"{}\",\n", scene.name);
    if (!scene.description.empty()) out += fmt::format("  \"description\": \"{}\",\n", scene.description);
    out += fmt::format("  \"gravity\": {},\n  \"time\": {{\"step\": {}, \"duration\": {}}},\n",
                       vector_text(scene.gravity), scene.time.step, scene.time.duration);
    if (!scene.materials.empty()) {
        std::string all;
        for (const auto& [name, material] : scene.materials)
            all += fmt::format("{}    \"{}\": {}", all.empty() ? "" : ",\n", name, material_text(material));
        out += "  \"materials\": {\n" + all + "\n  },\n";
    }
    std::string bodies;
    for (const BodyDescription& body : scene.bodies)
        bodies += (bodies.empty() ? "" : ",\n") + body_text(body);
    out += "  \"bodies\": [\n" + bodies + "\n  ]";
    if (scene.contact) out += ",\n  \"contact\": " + contact_text(*scene.contact);
    const SolverSettings defaults;
    if (scene.solver.type != defaults.type) {
        constexpr const char* cones[] = {"exact", "pyramid", "box"};
        const std::string cone =
            scene.solver.cone == defaults.cone
                ? ""
                : fmt::format(", \"cone\": \"{}\"", cones[static_cast<int>(scene.solver.cone)]);
        out += fmt::format(",\n  \"solver\": {{\"type\": \"{}\"{}}}",
                           solver_names[static_cast<std::size_t>(scene.solver.type)], cone);
    }
    return out + "\n}\n";
}

}  // namespace limpet::physics_fuzz
