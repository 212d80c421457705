#include "contact/contact_groups.h"

#include "core/disjoint_sets.h"

namespace limpet {

std::vector<std::vector<int>> contact_groups(const std::vector<Contact>& contacts,
                                             const std::vector<bool>& moves, const std::vector<bool>& idle) {
    DisjointSets linked(moves.size());
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const ContactKey& key = contacts[i].key;
        if (!idle[i] && moves[key.first_body] && moves[key.second_body])
            linked.join(key.first_body, key.second_body);
    }

    std::vector<int> group_of(moves.size(), -1);
    std::vector<std::vector<int>> groups;
    for (int i = 0; i < static_cast<int>(contacts.size()); ++i) {
        if (idle[i]) continue;
        const ContactKey& key = contacts[i].key;
        const int body = linked.root(moves[key.first_body] ? key.first_body : key.second_body);
        if (group_of[body] < 0) {
            group_of[body] = static_cast<int>(groups.size());
            groups.emplace_back();
        }
        groups[group_of[body]].push_back(i);
    }
    return groups;
}

}  // namespace limpet
