#include "scene/complaints.h"

#include <algorithm>

#include "core/text.h"
#include "scene/json_value.h"

namespace limpet {
namespace {

constexpr std::size_t most_complaints = 50;

std::string parent_path(const std::string& path) {
    const std::size_t cut = path.find_last_of(".[");
    return cut == std::string::npos ? "" : path.substr(0, cut);
}

/// Whether `inner` is `outer` or a part of it: "a.b[0]" is a part of "a.b" and of "a".
bool is_within(const std::string& inner, const std::string& outer) {
    if (!inner.starts_with(outer)) return false;
    return inner.size() == outer.size() || outer.empty() || inner[outer.size()] == '.' ||
           inner[outer.size()] == '[';
}

}  // namespace

Complaints::Complaints(std::string file, const std::map<std::string, int>& lines)
    : file_(std::move(file)), lines_(lines) {
    for (auto& [path, line] : lines_)
        if (line == 0) line = json::Value::overridden;
}

void Complaints::add(const std::string& path, std::string message) {
    if (is_full()) {
        ++left_out_;
        return;
    }
    std::string known = path;
    while (!known.empty() && !lines_.contains(known)) known = parent_path(known);
    const auto found = lines_.find(known);
    const int line = found == lines_.end() ? 0 : found->second;
    if (line == json::Value::overridden)
        list_.push_back({"--set", 0, path, std::move(message)});
    else
        list_.push_back({file_, line, path, std::move(message)});
}

void Complaints::add_about_override(const std::string& path, std::string message) {
    list_.push_back({"--set", 0, path, std::move(message)});
}

bool Complaints::is_full() const {
    return list_.size() >= most_complaints;
}

bool Complaints::is_sound(const std::string& path) const {
    return std::none_of(list_.begin(), list_.end(), [&](const Complaint& complaint) {
        return is_within(complaint.field, path) || is_within(path, complaint.field);
    });
}

void Complaints::add_if_sound(const std::string& path, std::string message) {
    if (is_sound(path)) add(path, std::move(message));
}

std::vector<Complaint> Complaints::in_order() const {
    std::vector<Complaint> sorted = list_;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Complaint& a, const Complaint& b) { return a.line < b.line; });
    if (left_out_ > 0)
        sorted.push_back({file_, 0, "", "and " + std::to_string(left_out_) + " more complaints"});
    return sorted;
}

void Complaints::throw_if_any() const {
    if (!list_.empty()) throw InputError(in_order());
}

std::map<std::string, int> Complaints::lines() const {
    std::map<std::string, int> lines = lines_;
    for (auto& [path, line] : lines) line = std::max(line, 0);
    return lines;
}

std::string found_allowed(const std::string& found, const std::string& allowed) {
    return "found " + found + "; allowed: " + allowed;
}

std::string did_you_mean(const std::string& name, const std::vector<std::string>& candidates) {
    const std::string nearest = nearest_name(name, candidates);
    return nearest.empty() ? "" : " (did you mean \"" + nearest + "\"?)";
}

}  // namespace limpet
