#include "solve/fc3d_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <random>

#include "limpet/error.h"
#include "support/paths.h"
#include "support/run_command.h"

namespace limpet {
namespace {

using testing::HasSubstr;
using testing_support::text_of_file;

/// Two contacts, W not symmetric, contact 1 without a diagonal entry.
constexpr const char* two_contacts =
    "# two\ncontacts 2\nmu 0.5 0\nq\n-1 2 3.5\n-4 0 1e-3\nW 5\n0 0 2\n0 4 -0.5\n1 1 3\n2 2 4\n4 0 "
    "-0.25\nend\n";

std::string gzipped(const std::string& text) {
    z_stream stream{};
    deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, text.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::string complaint(std::string_view bytes) {
    try {
        parse_fc3d(bytes, "problem.fc3d");
        return "";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("problem.fc3d"));
        return error.what();
    }
}

void expect_same(const Problem& a, const Problem& b) {
    EXPECT_EQ(a.friction, b.friction);
    EXPECT_EQ(a.u0, b.u0);
    ASSERT_EQ(a.W.pattern().row_start, b.W.pattern().row_start);
    ASSERT_EQ(a.W.pattern().column, b.W.pattern().column);
    for (int k = 0; k < a.W.pattern().blocks(); ++k)
        for (int e = 0; e < 9; ++e) EXPECT_EQ(a.W.block(k)[e], b.W.block(k)[e]);
}

TEST(Fc3dFile, ReadsEveryNumberToItsPlace) {
    const Problem problem = parse_fc3d(two_contacts, "two");
    EXPECT_EQ(problem.contacts(), 2);
    EXPECT_EQ(problem.friction, (std::vector<double>{0.5, 0}));
    VecX u0(6);
    u0 << -1, 2, 3.5, -4, 0, 1e-3;
    EXPECT_EQ(problem.u0, u0);
    MatX expected = MatX::Zero(6, 6);
    expected.diagonal() << 2, 3, 4, 0, 0, 0;
    expected(0, 4) = -0.5;
    expected(4, 0) = -0.25;
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
            EXPECT_EQ(Eigen::Map<const Mat3>(problem.W.block(problem.W.pattern().find(i, j))),
                      (expected.block<3, 3>(3 * i, 3 * j)));
}

TEST(Fc3dFile, ReadsPackedFilesAndSeveralInARow) {
    const Problem plain = parse_fc3d(two_contacts, "plain");
    expect_same(parse_fc3d(gzipped(two_contacts), "packed"), plain);
    const std::string text = two_contacts;
    expect_same(parse_fc3d(gzipped(text.substr(0, 40)) + gzipped(text.substr(40)), "packed"), plain);
}

TEST(Fc3dFile, WritesWhatReadsBackToTheSameDoubles) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> uniform(-1, 1);
    Problem problem = parse_fc3d(two_contacts, "two");
    for (int k = 0; k < problem.W.pattern().blocks(); ++k)
        for (int e = 0; e < 9; ++e)
            problem.W.block(k)[e] = uniform(random) * std::pow(10, 300 * uniform(random));
    problem.u0[0] = std::numeric_limits<double>::denorm_min();
    problem.u0[1] = -std::numeric_limits<double>::max();
    problem.friction = {0.1, 1.0 / 3};
    expect_same(parse_fc3d(fc3d_text(problem), "written"), problem);
    const testing_support::ScratchFolder scratch;
    const std::string file = (scratch.path() / "written.fc3d").string();
    write_fc3d(problem, file);
    expect_same(read_fc3d(file), problem);
}

TEST(Fc3dFile, NoContactsAreAProblemToo) {
    EXPECT_EQ(parse_fc3d("contacts 0 mu q W 0 end", "none").contacts(), 0);
}

TEST(Fc3dFile, SaysWhatIsWrongAndWhere) {
    const std::map<std::string, std::string> says = {
        {"cut_off_in_mu", ":3: the file ends where a friction coefficient should be"},
        {"cut_off_in_q", ":5: the file ends where a number of q should be"},
        {"cut_off_in_W", ":9: the file ends where an entry of W should be"},
        {"end_missing", ":10: the file ends where 'end' should be"},
        {"empty", ":1: the file ends where contacts should be"},
        {"comments_only", ":2: the file ends where contacts should be"},
        {"contacts_misspelt", ":1: expected contacts, found 'contact'"},
        {"mu_missing", ":2: expected 'mu' after the number of contacts, found 'q'"},
        {"mu_negative", ":3: a friction coefficient is -0.5; allowed are numbers from 0 on"},
        {"mu_nan", ":3: a friction coefficient is nan; it has to be finite"},
        {"mu_too_many", ":4: expected 'q' after the last friction coefficient, found '0.5'"},
        {"mu_word", ":3: expected a friction coefficient, a number, found 'steel'"},
        {"q_infinite", ":5: a number of q is -inf"},
        {"q_overflows", ":5: a number of q is -inf"},
        {"q_too_few", ":6: expected a number of q, a number, found 'W'"},
        {"W_nan", ":8: an entry of W is nan"},
        {"W_entry_twice", ":8: entry (0, 0) of W occurs twice"},
        {"W_unsorted", ":8: entry (0, 0) of W follows (1, 1)"},
        {"W_row_out_of_range", ":9: the row of an entry of W is 3; allowed are 0 to 2"},
        {"W_column_out_of_range", ":9: the column of an entry of W is 3; allowed are 0 to 2"},
        {"W_row_negative", ":7: the row of an entry of W is -1"},
        {"W_row_not_whole", ":7: expected the row of an entry of W, a whole number, found '0.5'"},
        {"W_count_too_small", ":9: expected 'end' after the last entry of W, found '2'"},
        {"W_count_too_large", ":10: expected the row of an entry of W, a whole number, found 'end'"},
        {"W_count_huge", ":6: the number of entries of W is 2000000000, but the "},
        {"W_count_negative", ":6: the number of entries of W is -3; it cannot be negative"},
        {"contacts_huge", ":1: the number of contacts is 99999999, but the "},
        {"contacts_beyond_64_bits", ":1: expected the number of contacts, a whole number, found '9999999"},
        {"contacts_negative", ":1: the number of contacts is -1; it cannot be negative"},
        {"contacts_not_whole", ":1: expected the number of contacts, a whole number, found '1.5'"},
        {"words_after_end", ":11: nothing may follow 'end', found 'more'"},
        {"gzip_mark_alone", ": the gzip file is cut off"},
    };
    const std::filesystem::path folder = LIMPET_ROOT "/tests/unit/solve/broken_fc3d";
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        ++files;
        const auto expected = says.find(entry.path().stem().string());
        ASSERT_NE(expected, says.end()) << entry.path();
        EXPECT_THAT(complaint(text_of_file(entry.path())), HasSubstr("problem.fc3d" + expected->second));
    }
    EXPECT_EQ(files, says.size());
}

TEST(Fc3dFile, PackedFilesThatAreCutOrDamagedAreRefused) {
    const std::string packed = gzipped(two_contacts);
    for (std::size_t size = 2; size < packed.size(); ++size)
        EXPECT_THAT(complaint(packed.substr(0, size)), HasSubstr("gzip")) << size;
    std::string damaged = packed;
    damaged[packed.size() / 2] = static_cast<char>(damaged[packed.size() / 2] ^ 0x55);
    EXPECT_THAT(complaint(damaged), HasSubstr("damaged"));
    EXPECT_THAT(complaint(packed + "more"), HasSubstr("damaged"));
}

TEST(Fc3dFile, DoesNotUnpackWithoutBound) {
    EXPECT_THAT(complaint(gzipped(std::string(2'000'000, ' '))), HasSubstr("unpacks to more than"));
}

TEST(Fc3dFile, MissingFilesAndFoldersAreRefused) {
    EXPECT_THROW(read_fc3d("there/is/no/such.fc3d"), InputError);
    EXPECT_THROW(read_fc3d(LIMPET_ROOT), InputError);
}

/// Any change of bytes is read or refused; nothing else happens.
TEST(Fc3dFile, MutatedFilesAreReadOrRefused) {
    std::mt19937 random(11);
    const std::string sound = two_contacts, packed = gzipped(sound);
    const std::vector<std::string> pieces = {"nan", "-1", "1e309", "99999999999", "W", "end",       "mu", " ",
                                             "\n#", "-",  "0x1p3", "inf",         "",  "4294967296"};
    int refused = 0;
    for (int round = 0; round < 10000; ++round) {
        std::string bytes = round % 5 == 0 ? packed : sound;
        for (unsigned changes = 1 + random() % 3; changes > 0; --changes) {
            const std::size_t at = random() % (bytes.size() + 1), length = random() % 8;
            switch (random() % 4) {
                case 0:
                    if (at < bytes.size()) bytes[at] = static_cast<char>(random() % 256);
                    break;
                case 1:
                    bytes.erase(at, length);
                    break;
                case 2:
                    bytes.replace(at, std::min(length, bytes.size() - at), pieces[random() % pieces.size()]);
                    break;
                default:
                    bytes.resize(at);
                    break;
            }
        }
        try {
            const Problem problem = parse_fc3d(bytes, "mutated");
            EXPECT_EQ(problem.u0.size(), 3 * problem.contacts());
            EXPECT_TRUE(problem.u0.allFinite());
        } catch (const InputError&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, 3000);
}

}  // namespace
}  // namespace limpet
