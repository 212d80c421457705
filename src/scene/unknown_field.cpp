#include "scene/unknown_field.h"

#include <algorithm>

#include "core/text.h"
#include "scene/complaints.h"
#include "scene/json_value.h"

namespace limpet {
namespace {

/// A name that users of other programs try.
struct FamiliarName {
    std::string_view place;  ///< path without indices of the object that it was tried in; empty: anywhere
    std::string_view name;
    std::string_view meant;     ///< the field that has this meaning here; empty: none
    std::string_view sentence;  ///< to add
};

constexpr std::string_view whose_restitution =
    "restitution belongs to `contact.law`, to a rigid or static body, or to a pair's law; a soft body "
    "bounces "
    "by its own elasticity";
constexpr std::string_view no_forces =
    "bodies are driven by `gravity`, by `velocity` at the start, and by keyframes in `motion`; forces of "
    "your "
    "own are not in this version";

constexpr FamiliarName familiar_names[] = {
    {"bodies", "rho", "density", ""},
    {"bodies", "mu", "friction", ""},
    {"bodies", "young", "material", "elasticity belongs to a material in `materials`"},
    {"bodies", "E", "material", "elasticity belongs to a material in `materials`, as its `young`"},
    {"bodies", "poisson", "material", "elasticity belongs to a material in `materials`"},
    {"bodies", "nu", "material", "elasticity belongs to a material in `materials`, as its `poisson`"},
    {"bodies", "damping", "material", "damping belongs to a material in `materials`"},
    {"bodies", "size", "shape", "sizes belong to the shape: {\"box\": [x, y, z]}, {\"sphere\": radius}"},
    {"materials", "E", "young", ""},
    {"materials", "e", "young", ""},
    {"materials", "modulus", "young", ""},
    {"materials", "stiffness", "young", ""},
    {"materials", "youngs_modulus", "young", ""},
    {"materials", "young_modulus", "young", ""},
    {"materials", "nu", "poisson", ""},
    {"materials", "poisson_ratio", "poisson", ""},
    {"materials", "rho", "density", ""},
    {"materials", "mass", "density", "mass is density times volume; density is in kg/m^3"},
    {"materials", "friction", "", "friction belongs to `contact.law`, to a body, or to a pair"},
    {"contact", "friction", "law", "friction is a field of `contact.law`"},
    {"contact", "mu", "law", "friction is a field of `contact.law`"},
    {"contact", "adhesion", "law", "adhesion is a field of `contact.law`"},
    {"contact", "distance", "detection", "distance is a field of `contact.detection`"},
    {"contact.law", "mu", "friction", ""},
    {"contact.pairs.law", "mu", "friction", ""},
    {"time", "dt", "step", ""},
    {"time", "h", "step", ""},
    {"time", "end", "duration", ""},
    {"", "restitution", "", whose_restitution},
    {"", "bounce", "", whose_restitution},
    {"", "force", "", no_forces},
    {"", "forces", "", no_forces},
    {"", "loads", "", no_forces},
    {"", "pressure", "", no_forces},
};

/// "bodies[0].shape" → "bodies.shape".
std::string without_indices(const std::string& path) {
    std::string out;
    bool inside = false;
    for (const char c : path) {
        if (c == '[') inside = true;
        if (!inside) out += c;
        if (c == ']') inside = false;
    }
    return out;
}

/// "bodies[0].mass" → "bodies"; a material's own name goes too.
std::string place_of(const std::string& path, const std::string& name) {
    std::string place = without_indices(path);
    place.resize(place.size() - std::min(place.size(), name.size()));
    if (place.ends_with('.')) place.pop_back();
    if (place.starts_with("materials.")) place = "materials";
    return place;
}

const FamiliarName* familiar_name(const std::string& path, const std::string& name) {
    const std::string place = place_of(path, name);
    for (const FamiliarName& entry : familiar_names)
        if (entry.name == name && (entry.place.empty() || entry.place == place)) return &entry;
    return nullptr;
}

}  // namespace

std::string unknown_field_text(const std::string& found, const std::string& path, const std::string& name,
                               const std::vector<std::string>& allowed) {
    std::string hint = did_you_mean(name, allowed);
    if (const FamiliarName* known = familiar_name(path, name)) {
        hint = known->meant.empty() ? "" : " (did you mean \"" + std::string(known->meant) + "\"?)";
        if (!known->sentence.empty()) hint += ": " + std::string(known->sentence);
    }
    return found + hint + "; allowed: " + allowed_names(allowed, "no fields here");
}

std::string allowed_names(const std::vector<std::string>& names, const std::string& none) {
    // A list that is longer than this helps nobody.
    constexpr std::size_t longest = 1000;
    return names.empty() ? none : json::printable(comma_separated(names), longest);
}

}  // namespace limpet
