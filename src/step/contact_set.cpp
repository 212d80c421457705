#include "step/contact_set.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/state_part.h"

namespace limpet {

void ContactSet::identify(std::vector<Contact>& contacts) {
    memory_.identify(contacts);
    laws_.give(contacts, memory_);
}

void ContactSet::begin_step(std::vector<Contact> contacts, bool at_start) {
    contacts_ = std::move(contacts);
    if (laws_.bonds().possible()) laws_.bonds().attach(contacts_, at_start);
    identify(contacts_);
}

std::vector<int> ContactSet::put(std::vector<Contact> contacts, bool at_start) {
    identify(contacts);
    std::set<int> changed;
    std::map<ContactKey, std::size_t> known;
    for (std::size_t i = 0; i < contacts_.size(); ++i) known[contacts_[i].key] = i;
    for (Contact& c : contacts) {
        const auto found = known.find(c.key);
        if (found == known.end()) {
            contacts_.push_back(c);
            continue;
        }
        c.id = contacts_[found->second].id;
        contacts_[found->second] = c;
        changed.insert({c.key.first_body, c.key.second_body});
    }
    if (laws_.bonds().possible()) {
        laws_.bonds().attach(contacts_, at_start);
        identify(contacts_);
        for (const Contact& c : contacts_) changed.insert({c.key.first_body, c.key.second_body});
    }
    return {changed.begin(), changed.end()};
}

void ContactSet::drop(const std::vector<bool>& dropped) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < contacts_.size(); ++i)
        if (!dropped[i]) contacts_[kept++] = contacts_[i];
    contacts_.resize(kept);
}

bool ContactSet::any_new(const std::vector<Contact>& contacts) const {
    std::set<ContactKey> solved;
    for (const Contact& c : contacts_)
        if (!c.idle) solved.insert(c.key);
    return std::any_of(contacts.begin(), contacts.end(),
                       [&](const Contact& c) { return !solved.contains(c.key); });
}

std::vector<bool> ContactSet::idle_flags() const {
    std::vector<bool> idle(contacts_.size());
    for (std::size_t i = 0; i < contacts_.size(); ++i) idle[i] = contacts_[i].idle;
    return idle;
}

std::vector<int> ContactSet::idle() const {
    std::vector<int> all;
    for (int i = 0; i < static_cast<int>(contacts_.size()); ++i)
        if (contacts_[i].idle) all.push_back(i);
    return all;
}

void ContactSet::append_state(std::vector<double>& values) const {
    append_part_of([&](auto& all) { memory_.append_state(all); }, values);
}

bool ContactSet::take_state(std::span<const double>& values) {
    contacts_.clear();
    const auto part = take_part(values);
    return part && memory_.set_state(*part);
}

}  // namespace limpet
