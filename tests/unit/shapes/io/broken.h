#pragma once

/// What readers say about broken files, for the tests of it.

#include <gmock/gmock.h>

#include <algorithm>

#include "limpet/error.h"
#include "shapes/io/readers.h"
#include "unit/shapes/io/samples.h"

namespace limpet::samples {

/// The complaint about a file with these bytes, which has to name the file; "" if it was read. The bytes do
/// not go through the disk, which would take most of the time.
inline std::string complaint(const Sample& sample, const Folder& folder, const std::string& bytes) {
    const std::string path = folder.path(sample.name);
    try {
        io::Cells cells = io::read_cells(io::mesh_file(path, bytes));
        if (sample.volume)
            io::to_tetrahedra(std::move(cells), path, nullptr);
        else
            io::to_surface(std::move(cells), path, nullptr);
        return "";
    } catch (const InputError& error) {
        EXPECT_FALSE(error.complaints().empty());
        EXPECT_GT(error.complaints().front().message.size(), 10u);
        EXPECT_THAT(error.what(), testing::HasSubstr(sample.stem()));
        return error.what();
    }
}

/// A sound sample in which one text is replaced by another, and words of what has to be said about it.
struct Change {
    const char *sample, *from, *to, *says;
};

inline void expect_complaints(const std::vector<Change>& changes) {
    const Folder folder;
    const std::vector<Sample> all = all_samples();
    for (const Change& change : changes) {
        SCOPED_TRACE(std::string(change.sample) + ": " + change.from + " -> " + change.to);
        const auto sample =
            std::find_if(all.begin(), all.end(), [&](const Sample& s) { return s.name == change.sample; });
        ASSERT_NE(sample, all.end());
        sample->write(folder);
        std::string bytes = sample->bytes;
        const std::size_t found = bytes.find(change.from);
        ASSERT_NE(found, std::string::npos);
        bytes.replace(found, std::string(change.from).size(), change.to);
        EXPECT_THAT(complaint(*sample, folder, bytes), testing::HasSubstr(change.says));
    }
}

}  // namespace limpet::samples
