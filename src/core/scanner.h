#pragma once

/// Walks through the bytes of a file, as words and numbers or as binary values, and knows where it is,
/// so that every complaint names a line (text) or a byte (binary).

#include <cstdint>
#include <string>
#include <string_view>

#include "core/number_type.h"
#include "core/types.h"

namespace limpet::io {

/// The text in quotes, shortened, with unprintable bytes replaced: safe in a message.
std::string in_quotes(std::string_view text);

class Scanner {
public:
    /// `comment` starts a comment that ends with the line; '\0' for none. `first_line` is where `bytes` start
    /// in the file.
    Scanner(std::string_view bytes, std::string file, char comment = '\0', int first_line = 1);

    std::size_t position() const { return position_; }
    std::size_t left() const { return bytes_.size() - position_; }
    /// From here on complaints give the byte instead of the line, and numbers are read in this byte order.
    void be_binary(ByteOrder order) {
        binary_ = true;
        order_ = order;
    }

    /// Throws an InputError about the last thing that was read.
    [[noreturn]] void fail(const std::string& message) const { fail_at(start_, message); }
    [[noreturn]] void fail_at(std::size_t position, const std::string& message) const;

    /// Nothing but spaces and comments is left.
    bool at_end();
    /// Nothing but spaces and comments is left on this line.
    bool at_end_of_line();
    /// The next word; fails if there is none. `what` names the thing expected, e.g. "the number of nodes".
    std::string_view word(const char* what);
    /// The next word without taking it; empty at the end.
    std::string_view peek();
    /// Right here, without skipping spaces.
    bool starts_with(std::string_view text) const { return bytes_.substr(position_).starts_with(text); }
    void expect(std::string_view word);
    /// The rest of the line, without its end, which is skipped.
    std::string_view line();
    /// Skips past the next occurrence of `text`; fails if there is none.
    void skip_past(std::string_view text);
    void skip(std::size_t bytes, const char* what);

    double number(const char* what);
    std::int64_t integer(const char* what);
    Vec3 point();
    /// A number of things that take at least `bytes_each` bytes, so that a corrupt one is found before memory
    /// is asked for.
    std::size_t count(const char* what, std::size_t bytes_each);
    std::size_t checked_count(std::int64_t count, const char* what, std::size_t bytes_each);
    /// An index, in the file from `base` on, into `size` things; returned from 0 on.
    int index(const char* what, std::size_t size, std::int64_t base);
    int checked_index(std::int64_t index, const char* what, std::size_t size, std::int64_t base);

    template <class T>
    T value(const char* what) {
        return load<T>(take(sizeof(T), what), order_);
    }
    double binary_number(NumberType type, const char* what) {
        return load_number(type, take(size_of(type), what), order_);
    }
    std::int64_t binary_integer(NumberType type, const char* what) {
        return load_integer(type, take(size_of(type), what), order_);
    }
    Vec3 binary_point(NumberType type);

private:
    void skip_space();
    const char* take(std::size_t bytes, const char* what);
    Vec3 checked_point(const Vec3& point) const;

    std::string_view bytes_;
    std::string file_;
    char comment_;
    int first_line_;
    bool binary_ = false;
    ByteOrder order_ = ByteOrder::Little;
    std::size_t position_ = 0;
    std::size_t start_ = 0;  ///< of the last thing read
};

}  // namespace limpet::io
