#include "step/warnings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace limpet {
namespace {

/// A warning is issued again when its figure is so many times what it said.
constexpr double renewal_ratio = 2;
/// A sentence names so many of a group's other bodies; a pile may have hundreds.
constexpr std::size_t most_names = 8;

}  // namespace

void Warnings::issue(const std::string& key, Warning warning, double figure) {
    const auto [known, is_new] = issued_.try_emplace(key, Issued{all_.size(), figure, figure});
    Issued& issued = known->second;
    if (!is_new && !(figure > issued.worst)) return;
    issued.worst = figure;
    if (!is_new && figure < renewal_ratio * issued.figure) {
        all_[issued.place] = std::move(warning);
        return;
    }
    issued.place = all_.size();
    issued.figure = figure;
    all_.push_back(std::move(warning));
}

Warning Warnings::of_pair(const std::string& code, int first, int second, const std::string& sentence) const {
    const std::string &one = bodies_[first]->name(), &other = bodies_[second]->name();
    if (first == second)
        return {code, {one}, fmt::format("body \"{}\" touches itself: its parts {}", one, sentence)};
    return {code, {one, other}, fmt::format("bodies \"{}\" and \"{}\" {}", one, other, sentence)};
}

void Warnings::about_pair(const std::string& code, int first, int second, const std::string& sentence,
                          double figure) {
    issue(fmt::format("{} {} {}", code, first, second), of_pair(code, first, second, sentence), figure);
}

void Warnings::about_group(const std::string& code, int first, int second,
                           const std::vector<std::string>& others, const std::string& sentence,
                           double figure) {
    Warning warning = of_pair(code, first, second, sentence);
    if (const std::size_t named = std::min(others.size(), most_names); named > 0)
        warning.sentence += fmt::format("; coupled with them: \"{}\"",
                                        fmt::join(others.data(), others.data() + named, "\", \""));
    if (others.size() > most_names)
        warning.sentence += fmt::format(" and {} more", others.size() - most_names);
    warning.bodies.insert(warning.bodies.end(), others.begin(), others.end());
    issue(fmt::format("{} {} {}", code, first, second), std::move(warning), figure);
}

void Warnings::about_body(const std::string& code, int body, const std::string& sentence, double figure) {
    const std::string& name = bodies_[body]->name();
    issue(fmt::format("{} {}", code, body), {code, {name}, fmt::format("body \"{}\" {}", name, sentence)},
          figure);
}

}  // namespace limpet
