#pragma once

/// Notes on what was done to a user's mesh; a null list means that nobody asks for them.

#include <string>
#include <utility>
#include <vector>

namespace limpet {

inline void add_note(std::vector<std::string>* notes, std::string note) {
    if (notes) notes->push_back(std::move(note));
}

}  // namespace limpet
