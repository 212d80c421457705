#pragma once

#include <map>
#include <string>
#include <unordered_set>
#include <vector>

#include "limpet/error.h"

namespace limpet {

/// All that is wrong with a scene, each with the line of the field it is about.
class Complaints {
public:
    explicit Complaints(std::string file) : file_(std::move(file)) {}
    /// About a scene that was read before: `lines` as in Scene::lines. What was read may have changed since,
    /// so that no field counts as given yet.
    Complaints(std::string file, const std::map<std::string, int>& lines);

    /// Remembers that a field is given.
    void give(const std::string& path) { given_.insert(path); }
    /// The same, and where: its line, or json::Value::overridden.
    void place(const std::string& path, int line) {
        lines_[path] = line;
        give(path);
    }
    bool is_given(const std::string& path) const { return given_.contains(path); }

    /// A complaint about a field that need not be there: the line is that of the nearest field around it that
    /// is.
    void add(const std::string& path, std::string message);
    /// The same, unless there is one already about this field, a part of it or a field around it.
    void add_if_sound(const std::string& path, std::string message);
    /// A complaint about the path of an override.
    void add_about_override(const std::string& path, std::string message);
    /// Whether nothing is wrong so far with the field, its parts and the fields around it.
    bool is_sound(const std::string& path) const;

    /// Whether further complaints will be counted only.
    bool is_full() const;

    /// By lines; the last one says how many more there were.
    std::vector<Complaint> in_order() const;
    void throw_if_any() const;
    /// Lines by path; 0 for what came from an override.
    std::map<std::string, int> lines() const;

private:
    std::string file_;
    std::map<std::string, int> lines_;
    std::unordered_set<std::string> given_;
    std::vector<Complaint> list_;
    std::size_t left_out_ = 0;
};

/// "found X; allowed: Y"
std::string found_allowed(const std::string& found, const std::string& allowed);
/// ` (did you mean "X"?)`, or nothing if no candidate is near.
std::string did_you_mean(const std::string& name, const std::vector<std::string>& candidates);

}  // namespace limpet
