#include "contact/contact_memory.h"

#include <algorithm>
#include <cmath>

namespace limpet {

namespace {

constexpr std::size_t numbers_an_entry = 11;

}  // namespace

void ContactMemory::identify(std::vector<Contact>& contacts) {
    for (Contact& contact : contacts) {
        const auto found = entries_.find(contact.key);
        contact.id = found != entries_.end() ? found->second.id : next_id_++;
    }
}

VecX ContactMemory::start(const std::vector<Contact>& contacts, const std::vector<int>& chosen) const {
    VecX lambda = VecX::Zero(3 * static_cast<Eigen::Index>(chosen.size()));
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const Contact& contact = contacts[chosen[i]];
        const auto found = entries_.find(contact.key);
        if (found != entries_.end())
            lambda.segment<3>(3 * static_cast<Eigen::Index>(i)) =
                contact.frame.transpose() * found->second.impulse;
    }
    return lambda;
}

bool ContactMemory::slid(const ContactKey& key) const {
    const auto found = entries_.find(key);
    return found != entries_.end() && found->second.slid;
}

bool ContactMemory::pressed(const ContactKey& key) const {
    const auto found = entries_.find(key);
    return found != entries_.end() && !found->second.impulse.isZero(0);
}

bool ContactMemory::stays_open(const ContactKey& key, double gap, double least) const {
    const auto found = entries_.find(key);
    if (found == entries_.end() || !found->second.impulse.isZero(0)) return false;
    return gap + 2 * std::min(gap - found->second.gap, 0.0) > least;
}

void ContactMemory::remember(const std::vector<Contact>& contacts, const ContactSolution& solution) {
    entries_.clear();
    for (std::size_t i = 0; i < contacts.size(); ++i)
        entries_[contacts[i].key] = {contacts[i].id, contacts[i].frame * solution[i].lambda,
                                     solution[i].status == ContactStatus::Slip, contacts[i].gap};
}

void ContactMemory::forget_edges(int body) {
    std::erase_if(entries_, [body](const auto& entry) {
        const ContactKey& key = entry.first;
        return key.features == FeaturePair::EdgeEdge && (key.first_body == body || key.second_body == body);
    });
}

std::vector<double> ContactMemory::state() const {
    std::vector<double> values = {static_cast<double>(next_id_)};
    for (const auto& [key, entry] : entries_)
        for (const double value :
             {double(key.first_body), double(key.second_body), double(key.features), double(key.feature),
              double(key.ordinal), double(entry.id), entry.impulse.x(), entry.impulse.y(), entry.impulse.z(),
              double(entry.slid), entry.gap})
            values.push_back(value);
    return values;
}

bool ContactMemory::set_state(std::span<const double> values) {
    if (values.size() % numbers_an_entry != 1) return false;
    entries_.clear();
    next_id_ = std::llround(values[0]);
    for (std::size_t i = 1; i < values.size(); i += numbers_an_entry) {
        const double* v = values.data() + i;
        const ContactKey key{int(v[0]), int(v[1]), static_cast<FeaturePair>(int(v[2])), int(v[3]), int(v[4])};
        entries_[key] = {std::llround(v[5]), Vec3(v[6], v[7], v[8]), v[9] != 0, v[10]};
    }
    return true;
}

}  // namespace limpet
