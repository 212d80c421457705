#include "contact/contact_memory.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace limpet {

namespace {

constexpr std::size_t numbers_per_entry = 11;

std::uint64_t hash_of(const ContactKey& key) {
    std::uint64_t hash = 0;
    for (const int part :
         {key.first_body, key.second_body, static_cast<int>(key.features), key.feature, key.ordinal})
        hash = (std::rotl(hash, 23) ^ static_cast<std::uint32_t>(part)) * 0x9e3779b97f4a7c15U;
    return hash >> 32;
}

}  // namespace

/// Where the key stands in the table, or where it would.
std::size_t ContactMemory::place_of(const ContactKey& key) const {
    const std::size_t mask = table_.size() - 1;
    std::size_t place = hash_of(key) & mask;
    while (table_[place] >= 0 && entries_[table_[place]].key != key) place = (place + 1) & mask;
    return place;
}

const ContactMemory::Entry* ContactMemory::find(const ContactKey& key) const {
    if (table_.empty()) return nullptr;
    const int found = table_[place_of(key)];
    return found >= 0 ? &entries_[found].entry : nullptr;
}

void ContactMemory::make_room(std::size_t entries) {
    entries_.clear();
    entries_.reserve(entries);
    table_.assign(std::bit_ceil(2 * entries + 1), -1);
}

void ContactMemory::add(const ContactKey& key, const Entry& entry) {
    int& found = table_[place_of(key)];
    if (found >= 0) {
        entries_[found].entry = entry;
        return;
    }
    found = static_cast<int>(entries_.size());
    entries_.push_back({key, entry});
}

void ContactMemory::identify(std::vector<Contact>& contacts) {
    for (Contact& contact : contacts) {
        const Entry* found = find(contact.key);
        contact.id = found ? found->id : next_id_++;
    }
}

VecX ContactMemory::start(const std::vector<Contact>& contacts, const std::vector<int>& chosen) const {
    VecX lambda = VecX::Zero(3 * static_cast<Eigen::Index>(chosen.size()));
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const Contact& contact = contacts[chosen[i]];
        if (const Entry* found = find(contact.key))
            lambda.segment<3>(3 * static_cast<Eigen::Index>(i)) = contact.frame.transpose() * found->impulse;
    }
    return lambda;
}

bool ContactMemory::slid(const ContactKey& key) const {
    const Entry* found = find(key);
    return found && found->slid;
}

bool ContactMemory::pressed(const ContactKey& key) const {
    const Entry* found = find(key);
    return found && !found->impulse.isZero(0);
}

bool ContactMemory::stays_open(const ContactKey& key, double gap, double least) const {
    const Entry* found = find(key);
    if (!found || !found->impulse.isZero(0)) return false;
    return gap + 2 * std::min(gap - found->gap, 0.0) > least;
}

void ContactMemory::remember(const std::vector<Contact>& contacts, const ContactSolution& solution) {
    make_room(contacts.size());
    for (std::size_t i = 0; i < contacts.size(); ++i)
        add(contacts[i].key, {contacts[i].id, contacts[i].frame * solution[i].lambda,
                              solution[i].status == ContactStatus::Slip, contacts[i].gap});
}

void ContactMemory::forget_edges(int body) {
    const std::vector<Remembered> before = std::move(entries_);
    make_room(before.size());
    for (const auto& [key, entry] : before)
        if (!has_edge(key.features) || (key.first_body != body && key.second_body != body)) add(key, entry);
}

void ContactMemory::inherit(const ContactMemory& before, const BodyRenumbering& bodies) {
    make_room(before.entries_.size());
    next_id_ = before.next_id_;
    for (const auto& [key, entry] : before.entries_)
        if (const std::optional<ContactKey> now = renumbered(key, bodies)) add(*now, entry);
}

void ContactMemory::append_state(std::vector<double>& values) const {
    values.push_back(static_cast<double>(next_id_));
    std::vector<const Remembered*> sorted;
    for (const Remembered& remembered : entries_) sorted.push_back(&remembered);
    std::sort(sorted.begin(), sorted.end(),
              [](const Remembered* a, const Remembered* b) { return a->key < b->key; });
    for (const Remembered* remembered : sorted) {
        const auto& [key, entry] = *remembered;
        values.insert(values.end(),
                      {double(key.first_body), double(key.second_body), double(key.features),
                       double(key.feature), double(key.ordinal), double(entry.id), entry.impulse.x(),
                       entry.impulse.y(), entry.impulse.z(), double(entry.slid), entry.gap});
    }
}

bool ContactMemory::set_state(std::span<const double> values) {
    if (values.size() % numbers_per_entry != 1) return false;
    make_room(values.size() / numbers_per_entry);
    next_id_ = std::llround(values[0]);
    for (std::size_t i = 1; i < values.size(); i += numbers_per_entry) {
        const double* v = values.data() + i;
        const ContactKey key{int(v[0]), int(v[1]), static_cast<FeaturePair>(int(v[2])), int(v[3]), int(v[4])};
        add(key, {std::llround(v[5]), Vec3(v[6], v[7], v[8]), v[9] != 0, v[10]});
    }
    return true;
}

}  // namespace limpet
