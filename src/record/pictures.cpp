#include <filesystem>

#include "limpet/record.h"
#include "record/files.h"

namespace limpet {

namespace fs = std::filesystem;

void remove_pictures(const std::string& folder) {
    constexpr std::size_t digits = 6;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name.size() != digits + 4 || !name.ends_with(".png") ||
            name.find_first_not_of("0123456789") != digits)
            continue;
        std::error_code error;
        if (!fs::remove(entry.path(), error) && error)
            throw file_error(entry.path(), "cannot be removed: " + error.message());
    }
}

}  // namespace limpet
