/// What the fields of `haptics` mean together, and with the bodies that devices move.

#include <set>

#include "core/text.h"
#include "scene/check_scene.h"
#include "scene/json_value.h"
#include "scene/unknown_field.h"

namespace limpet {
namespace {

using json::in_quotes;
using json::item_path;

std::vector<std::string> groups_of(const BodyDescription& body) {
    std::vector<std::string> names;
    for (const Motion& motion : body.motion)
        if (!motion.name.empty()) names.push_back(motion.name);
    return names;
}

void check_group(const HapticTool& tool, const BodyDescription& body, const std::string& path,
                 Complaints& complaints) {
    if (body.type == BodyType::Particles)
        return complaints.add_if_sound(
            path, found_allowed(in_quotes(body.name) + ", whose particles nothing holds",
                                "a rigid or static body, or a group of a soft body's or a cloth's nodes"));
    const bool deforms = body.type == BodyType::Soft || body.type == BodyType::Cloth;
    if (!deforms) {
        if (!tool.group.empty())
            complaints.add_if_sound(
                path + ".group",
                found_allowed("a group of " + in_quotes(body.name) + ", which moves as a whole", "no group"));
        return;
    }
    const std::vector<std::string> names = groups_of(body);
    const std::string allowed = allowed_names(names, "names of its motions, of which it has none");
    if (tool.group.empty())
        return complaints.add_if_sound(
            path, in_quotes(body.name) +
                      " deforms, so a device holds it by some of its nodes; allowed: "
                      "{\"body\": " +
                      in_quotes(body.name) + ", \"group\": GROUP} with one of " + allowed);
    for (const std::string& name : names)
        if (name == tool.group) return;
    complaints.add_if_sound(path + ".group", "no motion of " + in_quotes(body.name) + " has the name " +
                                                 in_quotes(tool.group) + did_you_mean(tool.group, names) +
                                                 "; allowed: " + allowed);
}

void check_tool(const HapticTool& tool, const std::string& path, const Scene& scene, const BodyTypes& bodies,
                Complaints& complaints) {
    check_body_name(tool.body, path + ".body", bodies, complaints);
    for (const BodyDescription& body : scene.bodies)
        if (body.name == tool.body) return check_group(tool, body, path, complaints);
}

void check_limits(const HapticsDescription& haptics, const std::string& path, Complaints& complaints) {
    if (!complaints.is_sound(path)) return;
    const double fade = haptics.max_force / haptics.max_force_rate;
    if (fade > haptics.stale_after / 2)
        complaints.add(complaints.is_given(path + ".max_force_rate") ? path + ".max_force_rate" : path,
                       found_allowed("a force of " + number_text(haptics.max_force) + " N that takes " +
                                         number_text(fade) + " s to fade",
                                     "max_force / max_force_rate up to half of stale_after, " +
                                         number_text(haptics.stale_after / 2) + " s"));
}

}  // namespace

void check_haptics(const Scene& scene, const BodyTypes& bodies, Complaints& complaints) {
    std::set<std::pair<std::string, std::string>> taken;
    for (std::size_t i = 0; i < scene.haptics.size(); ++i) {
        const HapticsDescription& haptics = scene.haptics[i];
        const std::string path = item_path("haptics", i), tool = path + ".tool";
        check_tool(haptics.tool, tool, scene, bodies, complaints);
        check_limits(haptics, path, complaints);
        check_keyframes(haptics.hand.path, path + ".operator.path", complaints);
        if (!taken.insert({haptics.tool.body, haptics.tool.group}).second)
            complaints.add_if_sound(tool,
                                    found_allowed("the tool of another device", "each tool for one device"));
        if (!scene.contact)
            complaints.add_if_sound(
                path, found_allowed("a tool in a scene where nothing collides", "scenes with `contact`"));
    }
    const bool without_W =
        scene.solver.type == SolverType::Anticipation || scene.solver.type == SolverType::Newton;
    if (!scene.haptics.empty() && without_W)
        complaints.add_if_sound(
            "solver.type",
            found_allowed(std::string(solver_names[static_cast<std::size_t>(scene.solver.type)]) +
                              " with `haptics`, whose loop needs W",
                          "any other solver"));
}

}  // namespace limpet
