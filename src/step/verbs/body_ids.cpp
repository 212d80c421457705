#include "step/verbs/body_ids.h"

#include <fmt/format.h>

#include <algorithm>

#include "limpet/error.h"

namespace limpet {

int BodyIds::index_of(BodyId id) const {
    const auto found = std::lower_bound(ids_.begin(), ids_.end(), id);
    if (found != ids_.end() && *found == id) return static_cast<int>(found - ids_.begin());
    const auto number = static_cast<std::int64_t>(id);
    const bool was_there = number >= 0 && number < next_;
    throw InputError("body",
                     fmt::format("{} {}; allowed: ids of bodies that are there, as find() and add() give "
                                 "them",
                                 number, was_there ? "was removed" : "is the id of no body"));
}

}  // namespace limpet
