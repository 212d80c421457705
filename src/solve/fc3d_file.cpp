#include "solve/fc3d_file.h"

#include <zlib.h>

#include <cmath>
#include <memory>

#include "core/scanner.h"
#include "core/text.h"
#include "core/whole_file.h"
#include "limpet/error.h"

namespace limpet {
namespace {

/// Three times as many indices fit an int.
constexpr std::size_t most_file_contacts = 100'000'000;
/// Numbers in decimal pack to a third, at best to a thirtieth; more is a file made to fill the memory.
constexpr std::size_t most_unpacked = 100;
/// Bytes of the shortest number and of the shortest entry of W, with the space behind them.
constexpr std::size_t number_bytes = 2, entry_bytes = 6;

std::string unpacked(std::string_view packed, const std::string& name) {
    const auto complain = [&](const std::string& message) { throw InputError({{name, 0, "", message}}); };
    z_stream stream{};
    constexpr int gzip_window = 15 + 16;
    if (inflateInit2(&stream, gzip_window) != Z_OK) throw std::bad_alloc();
    const std::unique_ptr<z_stream, int (*)(z_stream*)> closing(&stream, inflateEnd);
    std::string text;
    std::string buffer(1 << 16, '\0');
    std::size_t next = 0;
    int status = Z_OK;
    // zlib counts in 32 bits, and a gzip file may be several that follow each other.
    while (next < packed.size()) {
        if (status == Z_STREAM_END) inflateReset(&stream);
        const std::size_t part = std::min<std::size_t>(packed.size() - next, 1 << 20);
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + next));
        stream.avail_in = static_cast<uInt>(part);
        do {
            stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
            stream.avail_out = static_cast<uInt>(buffer.size());
            status = inflate(&stream, Z_NO_FLUSH);
            if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
                complain("the gzip file is damaged (zlib says " + std::to_string(status) + ")");
            text.append(buffer, 0, buffer.size() - stream.avail_out);
            if (text.size() > most_unpacked * (packed.size() + 1000))
                complain("the gzip file unpacks to more than " + std::to_string(most_unpacked) +
                         " times its size; problems do not");
        } while (status != Z_STREAM_END && stream.avail_out == 0);
        next += part - stream.avail_in;
    }
    if (status != Z_STREAM_END) complain("the gzip file is cut off");
    return text;
}

/// Reads one file from its first to its last word.
class Fc3dReader {
public:
    Fc3dReader(std::string_view text, const std::string& name) : scan_(text, name, '#') {}

    Problem read() {
        scan_.expect("contacts");
        contacts_ = scan_.count("the number of contacts", number_bytes);
        if (contacts_ > most_file_contacts)
            scan_.fail("the number of contacts is " + std::to_string(contacts_) + "; allowed are up to " +
                       std::to_string(most_file_contacts));
        Problem problem;
        section("mu", "the number of contacts");
        problem.friction.resize(checked(contacts_, "mu"));
        for (double& mu : problem.friction) mu = friction();
        section("q", "the last friction coefficient");
        problem.u0.resize(static_cast<Eigen::Index>(checked(3 * contacts_, "q")));
        for (double& u : problem.u0) u = finite("a number of q");
        section("W", "the last number of q");
        read_entries();
        section("end", "the last entry of W");
        if (!scan_.at_end())
            scan_.fail("nothing may follow 'end', found " + io::in_quotes(scan_.word("nothing")));
        problem.W = matrix();
        return problem;
    }

private:
    struct Entry {
        int row, column;  ///< of scalars
        double value;
    };

    void section(const std::string& word, const char* after) {
        const std::string_view found = scan_.word(("'" + word + "'").c_str());
        if (found != word)
            scan_.fail("expected '" + word + "' after " + after + ", found " + io::in_quotes(found));
    }

    std::size_t checked(std::size_t count, const char* what) {
        return scan_.checked_count(static_cast<std::int64_t>(count),
                                   (std::string("the number of numbers in ") + what).c_str(), number_bytes);
    }

    double finite(const char* what) {
        const double value = scan_.number(what);
        if (!std::isfinite(value))
            scan_.fail(std::string(what) + " is " + number_text(value) + "; it has to be finite");
        return value;
    }

    double friction() {
        const double mu = finite("a friction coefficient");
        if (mu < 0)
            scan_.fail("a friction coefficient is " + number_text(mu) + "; allowed are numbers from 0 on");
        return mu;
    }

    void read_entries() {
        entries_.resize(scan_.count("the number of entries of W", entry_bytes));
        const std::size_t rows = 3 * contacts_;
        const Entry* last = nullptr;
        for (Entry& entry : entries_) {
            entry.row = index("the row of an entry of W", rows);
            entry.column = index("the column of an entry of W", rows);
            if (last && std::pair(entry.row, entry.column) <= std::pair(last->row, last->column))
                complain_order(*last, entry);
            entry.value = finite("an entry of W");
            last = &entry;
        }
    }

    int index(const char* what, std::size_t size) {
        const std::int64_t found = scan_.integer(what);
        if (found < 0 || found >= static_cast<std::int64_t>(size))
            scan_.fail(std::string(what) + " is " + std::to_string(found) + "; " +
                       (size == 0 ? "there are no contacts"
                                  : "allowed are 0 to " + std::to_string(size - 1) +
                                        ", three for each of the contacts"));
        return static_cast<int>(found);
    }

    [[noreturn]] void complain_order(const Entry& last, const Entry& entry) const {
        const auto place = [](const Entry& e) {
            return "(" + std::to_string(e.row) + ", " + std::to_string(e.column) + ")";
        };
        const bool twice = last.row == entry.row && last.column == entry.column;
        scan_.fail("entry " + place(entry) + " of W " +
                   (twice ? std::string("occurs twice") : "follows " + place(last)) +
                   "; entries are sorted by row, then by column, each at most once");
    }

    BlockMatrix matrix() const;

    io::Scanner scan_;
    std::size_t contacts_ = 0;
    std::vector<Entry> entries_;
};

BlockMatrix Fc3dReader::matrix() const {
    BlockPattern pattern;
    pattern.rows = pattern.columns = static_cast<int>(contacts_);
    pattern.row_start.reserve(contacts_ + 1);
    pattern.row_start.push_back(0);
    std::vector<int> columns;
    auto entry = entries_.begin();
    for (int i = 0; i < pattern.rows; ++i) {
        columns.assign(1, i);
        for (; entry != entries_.end() && entry->row / 3 == i; ++entry) columns.push_back(entry->column / 3);
        std::sort(columns.begin(), columns.end());
        columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
        pattern.column.insert(pattern.column.end(), columns.begin(), columns.end());
        pattern.row_start.push_back(static_cast<int>(pattern.column.size()));
    }
    BlockMatrix W(std::move(pattern));
    for (const Entry& e : entries_)
        W.block(W.pattern().find(e.row / 3, e.column / 3))[3 * (e.column % 3) + e.row % 3] = e.value;
    return W;
}

}  // namespace

Problem parse_fc3d(std::string_view bytes, const std::string& name) {
    constexpr std::string_view gzip_mark = "\x1f\x8b";
    if (bytes.starts_with(gzip_mark)) {
        const std::string text = unpacked(bytes, name);
        return Fc3dReader(text, name).read();
    }
    return Fc3dReader(bytes, name).read();
}

Problem read_fc3d(const std::string& path) {
    return parse_fc3d(io::load_file(path, {"a contact problem, .fc3d or .fc3d.gz,"}), path);
}

std::string fc3d_text(const Problem& problem) {
    const int n = problem.contacts();
    const BlockPattern& pattern = problem.W.pattern();
    std::string text = "contacts " + std::to_string(n) + "\nmu\n";
    for (const double mu : problem.friction) text += number_text(mu) + '\n';
    text += "q\n";
    for (int i = 0; i < n; ++i)
        for (int r = 0; r < 3; ++r) text += number_text(problem.u0[3 * i + r]) + (r < 2 ? ' ' : '\n');
    std::string entries;
    std::size_t count = 0;
    for (int row = 0; row < 3 * n; ++row)
        for (int k = pattern.row_start[row / 3]; k < pattern.row_start[row / 3 + 1]; ++k)
            for (int c = 0; c < 3; ++c) {
                const double value = problem.W.block(k)[3 * c + row % 3];
                if (value == 0) continue;
                entries += std::to_string(row) + ' ' + std::to_string(3 * pattern.column[k] + c) + ' ' +
                           number_text(value) + '\n';
                ++count;
            }
    return text + "W " + std::to_string(count) + '\n' + entries + "end\n";
}

void write_fc3d(const Problem& problem, const std::string& path) {
    io::save_file(path, fc3d_text(problem));
}

}  // namespace limpet
