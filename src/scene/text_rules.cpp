#include "scene/text_rules.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>

#include "core/color.h"
#include "core/text.h"
#include "limpet/mesh.h"
#include "scene/complaints.h"
#include "scene/json_value.h"

namespace limpet {

using schema::TextRole;

namespace {

constexpr std::size_t longest_name = 100;
constexpr std::size_t longest_text = 10'000;

/// These would break a column of a CSV file or a file's name.
constexpr std::string_view unfit_for_names = ",;\"/\\:*?<>|";

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

bool is_fit_name(const std::string& name) {
    return !name.empty() && name.size() <= longest_name && name.front() != ' ' && name.back() != ' ' &&
           name.front() != '.' && std::none_of(name.begin(), name.end(), is_control) &&
           name.find_first_of(unfit_for_names) == std::string::npos;
}

std::string check_file(const std::string& file, const std::string& folder) {
    namespace fs = std::filesystem;
    if (file.empty()) return found_allowed("\"\"", allowed_text(TextRole::File));
    const fs::path path = path_of(file, folder);
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::is_directory(status))
        return found_allowed("the folder " + json::in_quotes(path.string()), allowed_text(TextRole::File));
    if (!fs::exists(status)) {
        std::vector<std::string> neighbours;
        const fs::path around = path.has_parent_path() ? path.parent_path() : fs::path(".");
        for (fs::directory_iterator it(around, error), end; !error && it != end; it.increment(error))
            if (neighbours.size() < 10'000) neighbours.push_back(it->path().filename().string());
        std::sort(neighbours.begin(), neighbours.end());
        return "no such file: " + json::in_quotes(path.string()) +
               did_you_mean(path.filename().string(), neighbours) +
               "; allowed: " + allowed_text(TextRole::File);
    }
    return "";
}

std::string check_zoo(const std::string& name) {
    std::vector<std::string> names;
    for (const ZooEntry& entry : zoo_entries()) names.push_back(entry.name);
    if (std::find(names.begin(), names.end(), name) != names.end()) return "";
    return "found " + json::in_quotes(name) + did_you_mean(name, names) +
           "; allowed: " + comma_separated(names);
}

}  // namespace

std::string allowed_text(TextRole role) {
    switch (role) {
        case TextRole::Free:
            return "a text in double quotes, in one line, of up to 10000 characters";
        case TextRole::Name:
            return "a name of 1 to 100 characters without " +
                   std::string("line breaks and , ; \" / \\ : * ? < > |") +
                   ", no space at its ends, no dot at its beginning";
        case TextRole::File:
            return "the name of a file, relative to the scene's folder";
        case TextRole::Color:
            return "\"#rrggbb\" or \"#rgb\" in hexadecimal digits, or a colour's name such as \"orange\"";
        case TextRole::Zoo:
            return "the name of a shape of the zoo in double quotes";
    }
    return "";
}

std::string name_pattern() {
    std::string unfit;
    for (const char c : unfit_for_names) unfit += c == '\\' ? "\\\\" : std::string(1, c);
    // No space at the ends and no dot in front.
    return "^[^ ." + unfit + "]([^" + unfit + "]*[^ " + unfit + "])?$";
}

std::string path_of(const std::string& file, const std::string& folder) {
    const std::filesystem::path path(file);
    return (path.is_absolute() ? path : std::filesystem::path(folder) / path).string();
}

std::string check_text(const std::string& text, TextRole role, const std::string& folder) {
    const bool is_plain = text.size() <= longest_text && std::none_of(text.begin(), text.end(), is_control);
    if (is_plain && role == TextRole::File) return check_file(text, folder);
    if (is_plain && role == TextRole::Zoo) return check_zoo(text);
    if (is_plain && role == TextRole::Color) {
        std::array<double, 3> rgb;
        return parse_color(text, rgb) ? "" : unknown_color_message(text);
    }
    const bool fits = is_plain && (role != TextRole::Name || is_fit_name(text));
    return fits ? "" : found_allowed(json::in_quotes(text), allowed_text(role));
}

}  // namespace limpet
