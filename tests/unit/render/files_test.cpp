#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "limpet/error.h"
#include "limpet/render.h"

namespace limpet {
namespace {

namespace fs = std::filesystem;

class PictureFiles : public testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("limpet pictures " + std::to_string(getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }

    std::vector<std::string> pictures(int count, int width, int height) const {
        std::vector<std::string> files;
        for (int i = 0; i < count; ++i) {
            Image image{width, height, std::vector<std::uint8_t>(3 * width * height, 40 * i)};
            files.push_back(path("it's picture " + std::to_string(i) + ".png"));
            write_png(image, files.back());
        }
        return files;
    }

    fs::path folder_;
};

std::string bytes_of_file(const std::string& file) {
    std::ostringstream out;
    out << std::ifstream(file, std::ios::binary).rdbuf();
    return out.str();
}

unsigned big_endian(const std::string& bytes, std::size_t at) {
    unsigned value = 0;
    for (int i = 0; i < 4; ++i) value = 256 * value + static_cast<unsigned char>(bytes[at + i]);
    return value;
}

TEST_F(PictureFiles, PngHasSignatureAndSize) {
    write_png({7, 5, std::vector<std::uint8_t>(3 * 7 * 5, 200)}, path("a.png"));
    const std::string bytes = bytes_of_file(path("a.png"));
    ASSERT_GT(bytes.size(), 33u);
    EXPECT_EQ(bytes.substr(0, 8), "\x89PNG\r\n\x1a\n");
    EXPECT_EQ(bytes.substr(12, 4), "IHDR");
    EXPECT_EQ(big_endian(bytes, 16), 7u);
    EXPECT_EQ(big_endian(bytes, 20), 5u);
    EXPECT_EQ(bytes[24], 8);  // bits a channel
    EXPECT_EQ(bytes[25], 2);  // red, green and blue
    EXPECT_EQ(bytes.substr(bytes.size() - 8, 4), "IEND");
}

TEST_F(PictureFiles, PngThatCannotBeWrittenSaysWhy) {
    const Image image{1, 1, {0, 0, 0}};
    try {
        write_png(image, path("missing/a.png"));
        FAIL();
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("missing/a.png"));
        EXPECT_THAT(error.what(), testing::HasSubstr("No such file"));
    }
    EXPECT_THROW(write_png({2, 2, {0, 0, 0}}, path("b.png")), InputError);
    EXPECT_THROW(write_png({}, path("b.png")), InputError);
}

/// What ffprobe says about a film: "width,height,frames"; empty without ffprobe.
std::string probe(const std::string& file) {
    const std::string command =
        "ffprobe -v error -count_frames -select_streams v:0 -show_entries "
        "stream=width,height,nb_read_frames -of csv=p=0 '" +
        file + "' 2>/dev/null";
    std::FILE* pipe = popen(command.c_str(), "r");
    char line[100] = "";
    const bool read = pipe != nullptr && std::fgets(line, sizeof line, pipe) != nullptr;
    if (pipe != nullptr) pclose(pipe);
    std::string text = read ? line : "";
    while (!text.empty() && (text.back() == '\n' || text.back() == ',')) text.pop_back();
    return text;
}

TEST_F(PictureFiles, FilmsHaveAllFrames) {
    if (!can_write_films()) GTEST_SKIP() << "needs ffmpeg";
    const std::vector<std::string> files = pictures(5, 65, 41);
    for (const auto& [name, expected] : {std::pair{"film.mp4", "64,40,5"}, {"film.gif", "65,41,5"}}) {
        write_film(files, 10, path(name));
        EXPECT_GT(fs::file_size(path(name)), 100u);
        const std::string found = probe(path(name));
        EXPECT_TRUE(found.empty() || found == expected) << found;
    }
    EXPECT_FALSE(fs::exists(path("film.partial.mp4")));
}

std::string film_complaint(const std::vector<std::string>& files, double frames_per_second,
                           const std::string& film) {
    try {
        write_film(files, frames_per_second, film);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST_F(PictureFiles, FilmsThatCannotBeMadeSayWhy) {
    const std::vector<std::string> files = pictures(2, 16, 16);
    EXPECT_THAT(film_complaint(files, 10, path("film.avi")), testing::HasSubstr(".mp4 or .gif"));
    EXPECT_THAT(film_complaint(files, 0, path("film.mp4")), testing::HasSubstr("frames per second"));
    EXPECT_THAT(film_complaint({}, 10, path("film.mp4")), testing::HasSubstr("no pictures"));
    if (!can_write_films()) GTEST_SKIP() << "the rest needs ffmpeg";
    EXPECT_THAT(film_complaint({path("none.png")}, 10, path("film.mp4")), testing::HasSubstr("none.png"));
    EXPECT_THAT(film_complaint(files, 10, path("missing/film.mp4")), testing::HasSubstr("ffmpeg says"));

    std::ofstream(path("text.png")) << "no picture at all, but longer than a header";
    EXPECT_THAT(film_complaint({path("text.png")}, 10, path("film.mp4")), testing::HasSubstr("not a PNG"));
    std::vector<std::string> mixed = files;
    write_png({8, 8, std::vector<std::uint8_t>(192)}, path("other.png"));
    mixed.push_back(path("other.png"));
    EXPECT_THAT(film_complaint(mixed, 10, path("film.mp4")), testing::HasSubstr("8 × 8"));
    EXPECT_FALSE(fs::exists(path("film.mp4")));
    EXPECT_FALSE(fs::exists(path("film.partial.mp4")));
}

}  // namespace
}  // namespace limpet
