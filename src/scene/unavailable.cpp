#include "scene/unavailable.h"

namespace limpet {
namespace {

struct Entry {
    std::string_view path;  ///< without indices
    std::string_view choice;
    std::string_view sentence;
};

constexpr std::string_view no_contact =
    "contact is not in this version; bodies move without touching each other";
constexpr std::string_view no_contact_probe =
    "contact is not in this version; allowed: position, velocity, rotation, volume";
constexpr std::string_view no_such_body = "not in this version; allowed: static, rigid, soft";

constexpr Entry entries[] = {
    {"contact", "", no_contact},
    {"solver", "", no_contact},
    {"attractors", "", "attractors are not in this version; allowed: gravity"},
    {"bodies.type", "cloth", no_such_body},
    {"bodies.type", "particles", no_such_body},
    {"bodies.shape_memory", "", "particles bodies are not in this version"},
    {"bodies.volume_preservation", "", "particles bodies are not in this version"},
    {"bodies.thickness", "", "cloth bodies are not in this version"},
    {"probes.what", "contact_force", no_contact_probe},
    {"probes.what", "contact_area", no_contact_probe},
    {"probes.what", "bonded_area", no_contact_probe},
    {"probes.what", "gap", no_contact_probe},
    {"probes.with", "", "contact is not in this version; a probe measures its body alone"},
};

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

}  // namespace

std::string_view unavailable(const std::string& path, std::string_view choice) {
    const std::string place = without_indices(path);
    for (const Entry& entry : entries)
        if (entry.path == place && entry.choice == choice) return entry.sentence;
    return {};
}

}  // namespace limpet
