#include "step/warnings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "step/step_constants.h"

namespace limpet {

void Warnings::inherit(const CarriedState& warnings, const BodyRenumbering&) {
    const auto& before = static_cast<const Warnings&>(warnings);
    const auto is_there = [&](const std::string& name) {
        return std::any_of(bodies_.begin(), bodies_.end(),
                           [&](const auto& body) { return body->name() == name; });
    };
    for (const auto& [key, figure] : before.issued_)
        if (is_there(key.first) && is_there(key.second)) issued_.emplace(key, figure);
}

bool Warnings::is_due(const char* code, int first, int second, double figure) {
    const auto [known, is_new] =
        issued_.try_emplace({code, bodies_[first]->name(), bodies_[second]->name()}, figure);
    if (is_new) return true;
    if (!(figure > known->second && figure >= warning_renewal_ratio * known->second)) return false;
    known->second = figure;
    return true;
}

Warning Warnings::of_pair(const char* code, int first, int second, const std::string& sentence) const {
    const std::string &one = bodies_[first]->name(), &other = bodies_[second]->name();
    if (first == second)
        return {code, {one}, fmt::format("body \"{}\" touches itself: its parts {}", one, sentence)};
    return {code, {one, other}, fmt::format("bodies \"{}\" and \"{}\" {}", one, other, sentence)};
}

Warning Warnings::of_group(const char* code, int first, int second, const std::vector<std::string>& others,
                           const std::string& sentence) const {
    Warning warning = of_pair(code, first, second, sentence);
    if (const std::size_t named = std::min(others.size(), max_names_in_warning); named > 0)
        warning.sentence += fmt::format("; coupled with them: \"{}\"",
                                        fmt::join(others.data(), others.data() + named, "\", \""));
    if (others.size() > max_names_in_warning)
        warning.sentence += fmt::format(" and {} more", others.size() - max_names_in_warning);
    warning.bodies.insert(warning.bodies.end(), others.begin(), others.end());
    return warning;
}

Warning Warnings::of_body(const char* code, int body, const std::string& sentence) const {
    const std::string& name = bodies_[body]->name();
    return {code, {name}, fmt::format("body \"{}\" {}", name, sentence)};
}

}  // namespace limpet
