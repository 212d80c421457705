#include "step/thin_out.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "contact/contact_groups.h"
#include "step/step_constants.h"

namespace limpet {
namespace {

using Pair = std::pair<int, int>;

Pair bodies_of(const Contact& contact) {
    return {contact.key.first_body, contact.key.second_body};
}

/// Of W, for contacts that couple through the bodies that move.
double blocks_of(const std::vector<int>& group, const std::vector<Contact>& contacts,
                 const std::vector<bool>& moves) {
    std::map<int, double> of_body;
    for (const int i : group) {
        const auto [first, second] = bodies_of(contacts[i]);
        if (moves[first]) ++of_body[first];
        if (moves[second] && second != first) ++of_body[second];
    }
    double blocks = 0;
    for (const auto& [body, count] : of_body) blocks += count * count;
    return blocks;
}

}  // namespace

std::vector<bool> contacts_to_thin_out(const std::vector<Contact>& contacts, const std::vector<bool>& moves,
                                       const std::vector<bool>& idle, double near, double most_blocks) {
    std::map<Pair, int> stride, seen;
    for (const std::vector<int>& group : contact_groups(contacts, moves, idle)) {
        const double blocks = blocks_of(group, contacts, moves);
        if (blocks <= most_blocks) continue;
        const int every = static_cast<int>(std::ceil(std::sqrt(blocks / most_blocks)));
        for (const int i : group) stride[bodies_of(contacts[i])] = every;
    }
    std::vector<bool> out(contacts.size(), false);
    if (stride.empty()) return out;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const Pair bodies = bodies_of(contacts[i]);
        const auto found = stride.find(bodies);
        if (found == stride.end() || contacts[i].beta > 0 || !(contacts[i].gap > near)) continue;
        out[i] = seen[bodies]++ % found->second != 0;
    }
    return out;
}

void thin_out(const StepContext& context, ContactSet& contacts) {
    const std::vector<bool> out = contacts_to_thin_out(contacts.all(), context.moves, contacts.idle_flags(),
                                                       context.distance, max_group_blocks);
    std::map<Pair, int> dropped;
    for (std::size_t i = 0; i < out.size(); ++i)
        if (out[i]) ++dropped[bodies_of(contacts.all()[i])];
    if (dropped.empty()) return;
    contacts.drop(out);
    for (const auto& [bodies, count] : dropped)
        context.warnings.about_pair("thinned", bodies.first, bodies.second, 0, [count = count] {
            return fmt::format(
                "move so far in a step that they have more contacts than can be solved: {} of those that are "
                "not near yet are left out; a smaller time.step helps",
                count);
        });
}

}  // namespace limpet
