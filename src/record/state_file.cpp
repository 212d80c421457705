/// state.limpet: all that a later step depends on, as bytes.
///
///     "LIMPETST"            8 bytes
///     format version        u32
///     length of the rest    u64, without the checksum
///     scene name            u64 length, bytes
///     step                  i64
///     time                  f64 [s]
///     number of bodies      u64
///     a body                u64 length, name, u64 count, f64 values
///     contacts              u64 count, f64 values: what they carry over from step to step
///     commanded             u64 count, f64 values: grabs, waiting forces, strokes of a blade
///     shown                 u64 count, f64 values: the last step's row but for times, and its contacts
///     checksum              u64, FNV-1a over all bytes before it
///
/// Little-endian. FNV-1a 64: h <- (h xor byte) 1099511628211 mod 2^64 is a bijection of h for a given byte,
/// so any single changed byte changes the checksum.

#include "record/state_file.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "limpet/record.h"
#include "record/files.h"

namespace limpet {

static_assert(std::endian::native == std::endian::little,
              "state files and frames are written as the machine stores them");

namespace {

constexpr std::string_view magic = "LIMPETST";
constexpr std::uint32_t format_version =
    11;  ///< 1 had no contacts, 2 no friction, 3 no bonds, 4 no cuts, 5 bonds without faces, 6 without slack,
         ///< 7 dissipation of the whole scene alone, 8 no impulses of rigid bodies and no changes of shape,
         ///< 9 nothing that was commanded, 10 nothing that the last step shows
constexpr std::size_t header_bytes = 8 + 4 + 8;

std::uint64_t fnv1a(std::string_view bytes) {
    std::uint64_t hash = 14695981039346656037ull;
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    return hash;
}

template <typename T>
void append_bytes(std::string& out, T value) {
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void put_doubles(std::string& out, const std::vector<double>& values) {
    append_bytes(out, static_cast<std::uint64_t>(values.size()));
    out.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
}

void put_text(std::string& out, const std::string& text) {
    append_bytes(out, static_cast<std::uint64_t>(text.size()));
    out += text;
}

/// Takes values off the front of the bytes; every length is checked against what is left.
class Cursor {
public:
    Cursor(std::string_view bytes, const std::string& file) : bytes_(bytes), file_(file) {}

    template <typename T>
    T take() {
        need(sizeof(T));
        T value;
        std::memcpy(&value, bytes_.data(), sizeof value);
        bytes_.remove_prefix(sizeof value);
        return value;
    }
    std::string take_text() {
        const auto length = take<std::uint64_t>();
        need(length);
        std::string text(bytes_.substr(0, length));
        bytes_.remove_prefix(length);
        return text;
    }
    std::vector<double> take_doubles() {
        const auto count = take<std::uint64_t>();
        if (count > bytes_.size() / sizeof(double)) need(bytes_.size() + 1);
        std::vector<double> values(count);
        if (count > 0) std::memcpy(values.data(), bytes_.data(), count * sizeof(double));
        bytes_.remove_prefix(count * sizeof(double));
        return values;
    }
    std::size_t left() const { return bytes_.size(); }

private:
    void need(std::uint64_t count) const {
        if (count > bytes_.size())
            throw file_error(file_, "is damaged: a length in it is longer than the file");
    }
    std::string_view bytes_;
    const std::string& file_;
};

}  // namespace

void save_state(const WorldState& state, const std::string& scene_name, const std::string& file) {
    std::string body;
    put_text(body, scene_name);
    append_bytes(body, static_cast<std::int64_t>(state.step));
    append_bytes(body, state.time);
    append_bytes(body, static_cast<std::uint64_t>(state.bodies.size()));
    for (const WorldState::BodyState& b : state.bodies) {
        put_text(body, b.name);
        put_doubles(body, b.values);
    }
    put_doubles(body, state.contacts);
    put_doubles(body, state.commanded);
    put_doubles(body, state.shown);
    std::string bytes(magic);
    append_bytes(bytes, format_version);
    append_bytes(bytes, static_cast<std::uint64_t>(body.size()));
    bytes += body;
    append_bytes(bytes, fnv1a(bytes));
    write_file_aside(file, bytes);
}

WorldState read_state(const std::string& file) {
    return parse_state(read_whole_file(file), file);
}

WorldState parse_state(const std::string& bytes, const std::string& file) {
    if (bytes.compare(0, magic.size(), magic) != 0)
        throw file_error(file, "is not a state that Limpet saved (it does not begin with LIMPETST)");
    if (bytes.size() < header_bytes + sizeof(std::uint64_t))
        throw file_error(file, "is cut off: only " + std::to_string(bytes.size()) + " bytes");
    Cursor header(std::string_view(bytes).substr(magic.size()), file);
    const auto file_version = header.take<std::uint32_t>();
    if (file_version != format_version)
        throw file_error(file, "is of format version " + std::to_string(file_version) + ", saved by " +
                                   (file_version < format_version ? "an older" : "a newer") +
                                   " Limpet; this Limpet reads version " + std::to_string(format_version) +
                                   ": go on with the Limpet that saved it, or run anew");
    const auto length = header.take<std::uint64_t>();
    const std::size_t found = bytes.size() - header_bytes - sizeof(std::uint64_t);
    if (length != found)
        throw file_error(file, "is cut off or damaged: it should have " + std::to_string(length) +
                                   " bytes of state but has " + std::to_string(found));
    const std::string_view checked = std::string_view(bytes).substr(0, header_bytes + length);
    if (Cursor(std::string_view(bytes).substr(checked.size()), file).take<std::uint64_t>() != fnv1a(checked))
        throw file_error(file, "is damaged: its checksum does not fit");

    Cursor cursor(checked.substr(header_bytes), file);
    cursor.take_text();
    WorldState state;
    state.step = static_cast<long>(cursor.take<std::int64_t>());
    state.time = cursor.take<double>();
    const auto count = cursor.take<std::uint64_t>();
    for (std::uint64_t i = 0; i < count; ++i) {
        WorldState::BodyState body;
        body.name = cursor.take_text();
        body.values = cursor.take_doubles();
        state.bodies.push_back(std::move(body));
    }
    state.contacts = cursor.take_doubles();
    state.commanded = cursor.take_doubles();
    state.shown = cursor.take_doubles();
    if (cursor.left() != 0) throw file_error(file, "is damaged: there are bytes left over");
    return state;
}

}  // namespace limpet
