#include "core/scanner.h"

#include <algorithm>
#include <charconv>
#include <climits>
#include <cmath>

#include "core/decimal.h"
#include "core/text.h"
#include "limpet/error.h"

namespace limpet::io {

namespace {

bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

}  // namespace

std::string in_quotes(std::string_view text) {
    std::string out = "'";
    for (const char c : text.substr(0, 40)) out += c >= ' ' && c <= '~' ? c : '?';
    return out + (text.size() > 40 ? "...'" : "'");
}

Scanner::Scanner(std::string_view bytes, std::string file, char comment, int first_line)
    : bytes_(bytes), file_(std::move(file)), comment_(comment), first_line_(first_line) {}

void Scanner::fail_at(std::size_t position, const std::string& message) const {
    if (binary_) throw InputError({{file_, 0, "", message + " (byte " + std::to_string(position) + ")"}});
    const auto end = bytes_.begin() + static_cast<std::ptrdiff_t>(std::min(position, bytes_.size()));
    const auto line = first_line_ + std::count(bytes_.begin(), end, '\n');
    throw InputError({{file_, static_cast<int>(line), "", message}});
}

void Scanner::skip_space() {
    while (position_ < bytes_.size()) {
        const char c = bytes_[position_];
        if (comment_ != '\0' && c == comment_)
            position_ = std::min(bytes_.find('\n', position_), bytes_.size());
        else if (is_space(c))
            ++position_;
        else
            break;
    }
}

bool Scanner::at_end() {
    skip_space();
    return position_ == bytes_.size();
}

bool Scanner::at_end_of_line() {
    while (position_ < bytes_.size() && bytes_[position_] != '\n' && is_space(bytes_[position_])) ++position_;
    return position_ == bytes_.size() || bytes_[position_] == '\n' ||
           (comment_ != '\0' && bytes_[position_] == comment_);
}

std::string_view Scanner::peek() {
    skip_space();
    std::size_t end = position_;
    while (end < bytes_.size() && !is_space(bytes_[end]) && !(comment_ != '\0' && bytes_[end] == comment_))
        ++end;
    return bytes_.substr(position_, end - position_);
}

std::string_view Scanner::word(const char* what) {
    const std::string_view next = peek();
    start_ = position_;
    if (next.empty()) fail(std::string("the file ends where ") + what + " should be");
    position_ += next.size();
    return next;
}

void Scanner::expect(std::string_view expected) {
    const std::string what(expected);
    const std::string_view found = word(what.c_str());
    if (found != expected) fail("expected " + what + ", found " + in_quotes(found));
}

std::string_view Scanner::line() {
    start_ = position_;
    const std::size_t end = std::min(bytes_.find('\n', position_), bytes_.size());
    std::string_view text = bytes_.substr(position_, end - position_);
    position_ = std::min(end + 1, bytes_.size());
    if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
    return text;
}

void Scanner::skip_past(std::string_view text) {
    start_ = position_;
    const std::size_t found = bytes_.find(text, position_);
    if (found == std::string_view::npos) fail("the file ends before " + std::string(text));
    position_ = found + text.size();
}

void Scanner::skip(std::size_t bytes, const char* what) {
    take(bytes, what);
}

const char* Scanner::take(std::size_t bytes, const char* what) {
    start_ = position_;
    if (bytes > left())
        fail(std::string("the file ends inside ") + what + ": " + std::to_string(bytes) +
             " bytes expected, " + std::to_string(left()) + " left");
    position_ += bytes;
    return bytes_.data() + start_;
}

double Scanner::number(const char* what) {
    const std::string_view text = word(what);
    const std::string_view digits = text.substr(text.size() > 1 && text[0] == '+' ? 1 : 0);
    double value = 0;
    if (read_decimal(digits, value) != digits.size())
        fail(std::string("expected ") + what + ", a number, found " + in_quotes(text));
    return value;
}

std::int64_t Scanner::integer(const char* what) {
    const std::string_view text = word(what);
    const char* first = text.data() + (text.size() > 1 && text[0] == '+' ? 1 : 0);
    const char* last = text.data() + text.size();
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(first, last, value);
    if (problem != std::errc() || end != last)
        fail(std::string("expected ") + what + ", a whole number, found " + in_quotes(text));
    return value;
}

Vec3 Scanner::checked_point(const Vec3& point) const {
    if (!point.allFinite())
        fail("a coordinate is not finite: (" + number_text(point.x()) + ", " + number_text(point.y()) + ", " +
             number_text(point.z()) + ")");
    return point;
}

Vec3 Scanner::point() {
    const double x = number("a coordinate");
    const double y = number("a coordinate");
    const double z = number("a coordinate");
    return checked_point({x, y, z});
}

Vec3 Scanner::binary_point(NumberType type) {
    const double x = binary_number(type, "the coordinates");
    const double y = binary_number(type, "the coordinates");
    const double z = binary_number(type, "the coordinates");
    return checked_point({x, y, z});
}

std::size_t Scanner::count(const char* what, std::size_t bytes_each) {
    return checked_count(integer(what), what, bytes_each);
}

std::size_t Scanner::checked_count(std::int64_t count, const char* what, std::size_t bytes_each) {
    if (count < 0) fail(std::string(what) + " is " + std::to_string(count) + "; it cannot be negative");
    // The last one of a text may lack the space behind it.
    const std::size_t most = std::min<std::size_t>(left() / bytes_each + 1, INT_MAX);
    if (static_cast<std::size_t>(count) > most)
        fail(std::string(what) + " is " + std::to_string(count) + ", but the " + std::to_string(left()) +
             " bytes that follow cannot hold so many");
    return static_cast<std::size_t>(count);
}

int Scanner::index(const char* what, std::size_t size, std::int64_t base) {
    return checked_index(integer(what), what, size, base);
}

int Scanner::checked_index(std::int64_t index, const char* what, std::size_t size, std::int64_t base) {
    if (index < base || static_cast<std::uint64_t>(index) - static_cast<std::uint64_t>(base) >= size)
        fail(std::string(what) + " is " + std::to_string(index) + "; " +
             (size == 0 ? std::string("there are no points")
                        : "allowed are " + std::to_string(base) + " to " +
                              std::to_string(base + static_cast<std::int64_t>(size) - 1)));
    return static_cast<int>(index - base);
}

}  // namespace limpet::io
