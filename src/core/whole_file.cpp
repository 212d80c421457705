#include "core/whole_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "core/text.h"
#include "limpet/error.h"

namespace limpet::io {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void complain(const std::string& path, const std::string& message) {
    throw InputError({{path, 0, "", message}});
}

[[noreturn]] void complain_missing(const std::string& path) {
    std::error_code ignored;
    const fs::path folder = fs::path(path).parent_path();
    std::vector<std::string> names;
    for (fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, ignored), end;
         entry != end && names.size() < 1000 && !ignored; entry.increment(ignored))
        names.push_back(entry->path().filename().string());
    std::sort(names.begin(), names.end());
    const std::string near = nearest_name(fs::path(path).filename().string(), names);
    complain(path, "there is no such file" + (near.empty() ? "" : "; did you mean '" + near + "'?"));
}

}  // namespace

std::string load_file(const std::string& path, const std::string& expected) {
    std::error_code problem;
    const fs::file_status status = fs::status(path, problem);
    if (!fs::exists(status)) complain_missing(path);
    if (fs::is_directory(status)) complain(path, "this is a directory; " + expected + " is expected");
    if (!fs::is_regular_file(status)) complain(path, "this is not a regular file");
    std::string bytes;
    std::ifstream stream(path, std::ios::binary);
    if (stream) bytes.assign(std::istreambuf_iterator<char>(stream), {});
    if (!stream) complain(path, "the file cannot be read (is its permission set?)");
    return bytes;
}

void save_file(const std::string& path, const std::string& bytes) {
    const fs::path folder = fs::path(path).parent_path();
    if (std::error_code ignored; !folder.empty() && !fs::is_directory(folder, ignored))
        complain(path, "there is no folder '" + folder.string() + "' to write into");
    std::ofstream stream(path, std::ios::binary | std::ios::trunc);
    if (!stream) complain(path, "the file cannot be opened for writing");
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    stream.close();
    if (!stream) complain(path, "the file could not be written completely (is the disk full?)");
}

}  // namespace limpet::io
