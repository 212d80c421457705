#include "fuzz/mutations.h"

#include <zlib.h>

#include <stdexcept>

namespace limpet::fuzz {
namespace {

constexpr const char* words[] = {
    "nan",  "inf",    "-inf",     "1e999",   "-1",         "0",         "1e-320",
    "0x10", "1,5",    "+",        "-",       "contacts",   "mu",        "q",
    "W",    "end",    "#",        "1.5",     "2147483648", "100000000", "18446744073709551616",
    "99",   "-0.0",   "1e308",    "\xff",    "",           " 1 1 1 ",   "1e",
    "\n",   "0 0 -1", "--1 1e+1", "0.0.0.0", "1e-308",
};

constexpr const char* numbers[] = {"0",     "-1",   "1",  "1e-320", "-0.0", "1e60",
                                   "-1e60", "1e-9", "99", "2",      "0.5"};

std::size_t place(const std::string& bytes, Random& random) {
    return bytes.empty() ? 0 : random() % bytes.size();
}

/// A word of the text, anywhere, by this one.
void replace_word(std::string& bytes, const char* word, Random& random) {
    std::size_t begin = bytes.find_first_of(" \n", place(bytes, random));
    if (begin == std::string::npos) return;
    ++begin;
    std::size_t end = bytes.find_first_of(" \n", begin);
    if (end == std::string::npos) end = bytes.size();
    bytes.replace(begin, end - begin, word);
}

void change_once(std::string& bytes, Random& random) {
    const std::size_t at = place(bytes, random);
    const std::size_t length = 1 + random() % (one_in(random, 4) ? 200 : 8);
    switch (pick(random, 0, 7)) {
        case 0:
            if (!bytes.empty()) bytes[at] = static_cast<char>(random());
            break;
        case 1:
            bytes.erase(at, length);
            break;
        case 2:
            bytes.insert(at, bytes.substr(place(bytes, random), length));
            break;
        case 3:
            bytes.insert(at, 1, static_cast<char>(random()));
            break;
        case 4:
            bytes.resize(at);
            break;
        case 5:
            if (!bytes.empty()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << pick(random, 0, 7)));
            break;
        default:
            replace_word(bytes, words[random() % std::size(words)], random);
    }
}

}  // namespace

std::string changed(std::string bytes, Random& random) {
    if (one_in(random, 2)) {  // most of these can still be read
        replace_word(bytes, numbers[random() % std::size(numbers)], random);
        return bytes;
    }
    for (int changes = pick(random, 1, one_in(random, 4) ? 12 : 2); changes > 0; --changes)
        change_once(bytes, random);
    return bytes;
}

std::string packed(const std::string& text) {
    z_stream stream{};
    constexpr int gzip_window = 15 + 16;
    if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::runtime_error("zlib does not start");
    std::string out(deflateBound(&stream, static_cast<uLong>(text.size())) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

}  // namespace limpet::fuzz
