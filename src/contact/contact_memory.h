#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contact/contact.h"
#include "contact/renumbering.h"

namespace limpet {

/// What outlives a step: the ids of contacts, their impulses to start the next solve from, whether they slid,
/// and their gaps.
class ContactMemory {
public:
    struct Entry {
        std::int64_t id;
        Vec3 impulse;  ///< λ in world axes, so that a turned frame starts from the same impulse [N s]
        bool slid;
        double gap;  ///< as detection saw it [m]
    };

    /// Gives known contacts their ids and new ones new ids, in order.
    void identify(std::vector<Contact>& contacts);
    /// λ of the chosen contacts to start from, three numbers each; zero for new ones.
    VecX start(const std::vector<Contact>& contacts, const std::vector<int>& chosen) const;
    /// Whether the contact slid in the last step.
    bool slid(const ContactKey& key) const;
    /// Whether it pushed or pulled in the last step.
    bool pressed(const ContactKey& key) const;
    /// Whether its gap stays above `least`: it neither pushed nor pulled in the last step, and its gap does
    /// not close twice as fast as it did since.
    bool stays_open(const ContactKey& key, double gap, double least) const;
    /// Forgets all but these contacts.
    void remember(const std::vector<Contact>& contacts, const ContactSolution& solution);

    /// Edges of this body have other numbers now; vertices keep theirs.
    void forget_edges(int body);

    /// Takes over what another memory knew of bodies that are still there.
    void inherit(const ContactMemory& before, const BodyRenumbering& bodies);

    /// As numbers, for states.
    void append_state(std::vector<double>& values) const;
    [[nodiscard]] bool set_state(std::span<const double> values);

private:
    struct Remembered {
        ContactKey key;
        Entry entry;
    };
    /// Null: there is none.
    const Entry* find(const ContactKey& key) const;
    /// In the place of an older one of the same key.
    void add(const ContactKey& key, const Entry& entry);
    void make_room(std::size_t entries);
    std::size_t place_of(const ContactKey& key) const;

    std::vector<Remembered> entries_;
    std::vector<int>
        table_;  ///< of entries by their key's hash, open addressing; −1: empty. Twice as long at least
    std::int64_t next_id_ = 0;
};

}  // namespace limpet
