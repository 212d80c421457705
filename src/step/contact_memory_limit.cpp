/// Volume contacts in cells may be many: a word before their W takes more memory than there is.

#include <fmt/format.h>

#include "detect/ldi/ldi_check.h"
#include "limpet/error.h"
#include "step/contact_pipeline.h"

namespace limpet {
namespace {

/// Measured: what the process grows by for each pair of a rigid body's contacts.
constexpr double bytes_a_block = 155;

}  // namespace

void ContactPipeline::refuse_too_many(const std::vector<std::vector<int>>& groups) const {
    if (!volumes_ || anticipates_) return;
    std::vector<double> count(bodies_.size(), 0.0);
    for (const std::vector<int>& group : groups)
        for (const int i : group) {
            const ContactKey& key = contacts_[i].key;
            count[key.first_body] += moves_[key.first_body];
            if (key.second_body != key.first_body) count[key.second_body] += moves_[key.second_body];
        }
    for (std::size_t b = 0; b < bodies_.size(); ++b)
        if (const double bytes = bytes_a_block * count[b] * count[b]; bytes > most_bytes)
            throw BreakdownError(
                fmt::format("body \"{}\" has {:.0f} volume contacts, whose equations would take about {:.3g} "
                            "GB; at most {:.3g} GB "
                            "are allowed: make contact.detection.cell larger",
                            bodies_[b]->name(), count[b], bytes / 1e9, most_bytes / 1e9));
}

}  // namespace limpet
