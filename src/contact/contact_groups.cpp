#include "contact/contact_groups.h"

#include <numeric>

namespace limpet {

std::vector<std::vector<int>> contact_groups(const std::vector<Contact>& contacts,
                                             const std::vector<bool>& moves) {
    std::vector<int> parent(moves.size());
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&](int body) {
        while (parent[body] != body) body = parent[body] = parent[parent[body]];
        return body;
    };
    for (const Contact& c : contacts)
        if (moves[c.key.first_body] && moves[c.key.second_body])
            parent[root(c.key.first_body)] = root(c.key.second_body);

    std::vector<int> group_of(moves.size(), -1);
    std::vector<std::vector<int>> groups;
    for (int i = 0; i < static_cast<int>(contacts.size()); ++i) {
        const ContactKey& key = contacts[i].key;
        const int body = root(moves[key.first_body] ? key.first_body : key.second_body);
        if (group_of[body] < 0) {
            group_of[body] = static_cast<int>(groups.size());
            groups.emplace_back();
        }
        groups[group_of[body]].push_back(i);
    }
    return groups;
}

}  // namespace limpet
