#include "import/cells_packing.h"

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/assert.h"

namespace limpet::io {
namespace {

template <class List>
void append(std::string& bytes, const List& list) {
    static_assert(sizeof(Vec3) == 3 * sizeof(double));
    const std::uint64_t count = list.size();
    bytes.append(reinterpret_cast<const char*>(&count), sizeof count);
    bytes.append(reinterpret_cast<const char*>(list.data()), count * sizeof(*list.data()));
}

template <class List>
void take(std::string_view& bytes, List& list) {
    std::uint64_t count = 0;
    LIMPET_ASSERT(bytes.size() >= sizeof count);
    std::memcpy(&count, bytes.data(), sizeof count);
    bytes.remove_prefix(sizeof count);
    const std::size_t length = count * sizeof(*list.data());
    LIMPET_ASSERT(bytes.size() >= length);
    if constexpr (requires { list.resize(count); }) list.resize(count);
    LIMPET_ASSERT(list.size() == count);
    if (length > 0) std::memcpy(static_cast<void*>(list.data()), bytes.data(), length);
    bytes.remove_prefix(length);
}

}  // namespace

std::string packed(const Cells& cells) {
    LIMPET_ASSERT(cells.tetrahedra.empty() && cells.notes.empty());
    std::string bytes;
    append(bytes, cells.points);
    append(bytes, cells.face_corners);
    append(bytes, cells.face_ends);
    append(bytes, cells.counts);
    return bytes;
}

Cells unpacked(const std::string& all) {
    std::string_view bytes = all;
    Cells cells;
    take(bytes, cells.points);
    take(bytes, cells.face_corners);
    take(bytes, cells.face_ends);
    take(bytes, cells.counts);
    LIMPET_ASSERT(bytes.empty());
    return cells;
}

}  // namespace limpet::io
