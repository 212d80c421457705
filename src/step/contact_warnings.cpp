/// Warnings about a step's contacts; each is issued once.

#include <fmt/format.h>

#include "step/contact_pipeline.h"

namespace limpet {
namespace {

/// A residual that says that forces are only roughly right.
constexpr double rough_residual = 1e-2;

}  // namespace

void ContactPipeline::warn(const std::string& code, int first, int second, const std::string& sentence) {
    if (!warned_.insert(fmt::format("{} {} {}", code, first, second)).second) return;
    const std::string &one = bodies_[first]->name(), &other = bodies_[second]->name();
    if (first == second)
        warnings_.push_back(
            {code, {one}, fmt::format("body \"{}\" touches itself: its parts {}", one, sentence)});
    else
        warnings_.push_back(
            {code, {one, other}, fmt::format("bodies \"{}\" and \"{}\" {}", one, other, sentence)});
}

void ContactPipeline::warn(const std::string& code, int body, const std::string& sentence) {
    if (!warned_.insert(fmt::format("{} {}", code, body)).second) return;
    const std::string& name = bodies_[body]->name();
    warnings_.push_back({code, {name}, fmt::format("body \"{}\" {}", name, sentence)});
}

void ContactPipeline::warn_of_gain(int body) {
    warn("gain", body,
         "is hit so hard that it gains energy: its parts move too far in a step; a smaller time.step helps");
}

void ContactPipeline::warn_of_overlap() {
    if (volumes_) return;
    for (const Contact& c : contacts_)
        if (c.gap < -distance_)
            warn("overlap", c.key.first_body, c.key.second_body,
                 fmt::format(
                     "overlap by {:.3g} m, more than contact.detection.distance ({:.3g} m); what is deeper "
                     "than that may not be found",
                     -c.gap, distance_));
}

/// By the law that was solved: a box in the cone's place is not wrong for not being round.
void ContactPipeline::warn_of_residuals() {
    for (const Group& group : groups_)
        if (group.report.law_residual > rough_residual) {
            const ContactKey& key = contacts_[group.part.contacts.front()].key;
            warn("residual", key.first_body, key.second_body,
                 fmt::format(
                     "are in a contact group whose forces are only roughly right: residual {:.2g} after {} "
                     "iterations; raise solver.iterations",
                     group.report.law_residual, group.report.iterations));
        }
}

void ContactPipeline::warn_of_leaving() {
    for (int body = 0; body < static_cast<int>(bodies_.size()); ++body)
        if (const std::optional<double> away = left_->distance(body))
            warn("left-scene", body,
                 fmt::format("has left the scene: {:.3g} m away from it, {:.3g} times its size at the start, "
                             "nothing is there to stop it",
                             *away, *away / left_->size()));
}

}  // namespace limpet
