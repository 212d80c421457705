#include "shapes/zoo/zoo.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <mutex>
#include <optional>
#include <vector>

#include "core/text.h"
#include "limpet/error.h"
#include "limpet/mesh.h"
#include "shapes/distance/solid_measure.h"
#include "shapes/zoo/shapes.h"

namespace limpet {

namespace {

struct Member {
    const char* name;
    const char* description;
    SignedDistance (*make)();
    double edge;  ///< per size: the coarsest that keeps all of it, and its look
};

constexpr std::array<Member, 14> members{{
    {"snake", "A snake lying in S-curves, its head raised a little.", zoo::snake, 0.015},
    {"octopus", "An octopus with a bulging mantle, two eyes and eight curling arms with suckers.",
     zoo::octopus, 0.016},
    {"toy", "A plush rabbit with thin long ears, arms and legs.", zoo::toy, 0.02},
    {"hand", "A right hand, palm forward, fingers slightly curled; the wrist is cut flat to be held.",
     zoo::hand, 0.02},
    {"organ", "A liver: two lobes, smooth, with a sharp lower edge.", zoo::organ, 0.025},
    {"tool", "One jaw of a grasping tool, its teeth facing down; turn a second one over for a pair.",
     zoo::tool, 0.015},
    {"jaw", "The lower half of a mouth: an arched jaw with a lip on top; turn a second one over to close it.",
     zoo::jaw, 0.025},
    {"candy_ring", "A ring-shaped candy with twisted flutes.", zoo::candy_ring, 0.025},
    {"candy_drop", "A drop-shaped candy with a curled tip.", zoo::candy_drop, 0.025},
    {"candy_bear", "A gummy bear.", zoo::candy_bear, 0.02},
    {"creature", "A young dragon with horns, scales, spines and claws: fine detail for large meshes.",
     zoo::creature, 0.012},
    {"clip", "A snap-fit hook; it snaps into clip_socket of the same size.", zoo::clip, 0.02},
    {"clip_socket", "What clip snaps into.", zoo::clip_socket, 0.02},
    {"bowl", "A thick bowl, open at the top.", zoo::bowl, 0.025},
}};

[[noreturn]] void refuse_name(const std::string& name) {
    std::vector<std::string> names;
    for (const Member& member : members) names.emplace_back(member.name);
    const std::string nearest = nearest_name(name, names);
    throw InputError("zoo", fmt::format("the zoo has no \"{}\"{}; it has {}", name.substr(0, 64),
                                        nearest.empty() ? "" : fmt::format(": did you mean \"{}\"?", nearest),
                                        comma_separated(names)));
}

struct UnitShape {
    SignedDistance solid;  ///< centred, its longest side 1
    double area = 0;
};

const Member& member_called(const std::string& name) {
    for (const Member& member : members)
        if (name == member.name) return member;
    refuse_name(name);
}

/// Made once, as measuring takes a while.
const UnitShape& unit_shape(const std::string& name) {
    static std::array<std::once_flag, members.size()> made;
    static std::array<UnitShape, members.size()> shapes;
    const std::size_t index = &member_called(name) - members.data();
    std::call_once(made[index], [&] {
        const SignedDistance raw = members[index].make();
        const SolidMeasure measure = measure_solid(raw);
        const double factor = 1 / measure.box.sizes().maxCoeff();
        SignedDistance shape = scale(translate(raw, -measure.box.center()), factor);
        // What was measured is right to a thousandth; the bounds must hold everything.
        const Vec3 half = factor * measure.box.sizes() / 2 + Vec3::Constant(0.003);
        shape.bounds = Box3(-half, half);
        shape.bounded_below = false;
        shapes[index] = {shape, measure.area * factor * factor};
    });
    return shapes[index];
}

}  // namespace

SignedDistance zoo_shape(const std::string& name, double size) {
    if (!(size > 0) || !std::isfinite(size))
        throw InputError("size",
                         fmt::format("the size of a shape of the zoo is {} m; it must be positive", size));
    return scale(unit_shape(name).solid, size);
}

double zoo_area(const std::string& name, double size) {
    return unit_shape(name).area * size * size;
}

double zoo_edge(const std::string& name, double size) {
    return member_called(name).edge * size;
}

std::vector<ZooEntry> zoo_entries() {
    std::vector<ZooEntry> entries;
    for (const Member& member : members) entries.push_back({member.name, member.description});
    return entries;
}

}  // namespace limpet
