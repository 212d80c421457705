#include "scene/unavailable.h"

namespace limpet {
namespace {

struct Entry {
    std::string_view path;  ///< without indices
    std::string_view choice;
    std::string_view sentence;
};

constexpr Entry entries[] = {
    {"contact.response", "virtual-adhesive", "not in this version; allowed: constraints"},
    {"contact.kappa", "",
     "the response virtual-adhesive is not in this version; allowed: detection, response, law, pairs"},
};

}  // namespace

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

std::string_view unavailable(const std::string& path, std::string_view choice) {
    const std::string place = without_indices(path);
    for (const Entry& entry : entries)
        if (entry.path == place && entry.choice == choice) return entry.sentence;
    return {};
}

}  // namespace limpet
