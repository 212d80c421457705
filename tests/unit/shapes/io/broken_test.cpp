// Broken files: each gives an InputError with a sentence, or, where a change does no harm, a mesh; never
// anything else.

#include <random>

#include "shapes/io/mesh_io.h"
#include "unit/shapes/io/broken.h"

namespace limpet {
namespace {

using samples::complaint;
using samples::Folder;
using samples::Sample;

/// Where the last thing that is needed ends; a cut behind it may do no harm.
std::size_t needed_bytes(const Sample& sample) {
    for (const char* mark : {"\nPOINT_DATA", "\nCELL_DATA", "\nEnd\n", "</AppendedData"})
        if (const std::size_t found = sample.bytes.rfind(mark); found != std::string::npos) return found;
    return sample.bytes.size();
}

TEST(MeshBroken, TruncatedFilesAreRefused) {
    const Folder folder;
    int cuts = 0;
    for (const Sample& sample : samples::all_samples()) {
        sample.write(folder);
        const std::size_t needed = needed_bytes(sample);
        for (const double part : {0.01, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9}) {
            const auto size =
                std::max<std::size_t>(1, static_cast<std::size_t>(part * static_cast<double>(needed)));
            // OBJ has neither counts nor an end; a cut behind some faces is a smaller mesh.
            if (sample.name == "obj.obj" && part > 0.6) continue;
            EXPECT_NE(complaint(sample, folder, sample.bytes.substr(0, size)), "")
                << sample.name << " cut to " << size << " of " << sample.bytes.size();
            ++cuts;
        }
    }
    EXPECT_GE(cuts, 200);
}

TEST(MeshBroken, BinaryStlSaysWhatIsMissing) {
    const Folder folder;
    Sample sample{"cut.stl", samples::stl_binary(), "", "", false};
    sample.bytes.replace(0, 5, "limpe");
    sample.bytes.resize(200);
    EXPECT_THAT(complaint(sample, folder, sample.bytes),
                testing::HasSubstr("of 4 triangles needs 284 bytes; this file has 200"));
}

/// Deep or endless structures that must not exhaust the stack or the memory.
TEST(MeshBroken, ExcessIsRefused) {
    const Folder folder;
    std::string deep = "<VTKFile type=\"UnstructuredGrid\">";
    for (int i = 0; i < 200000; ++i) deep += "<a>";
    EXPECT_THROW(read_tetrahedra(folder.write("deep.vtu", deep)), InputError);
    std::string bomb = samples::vtu({.format = "raw", .zlib = true});
    const std::size_t block_size = bomb.find("  _") + 3 + 4;
    bomb.replace(block_size, 4, "\xff\xff\xff\x7f");
    EXPECT_THROW(read_tetrahedra(folder.write("bomb.vtu", bomb)), InputError);
}

TEST(MeshBroken, RandomMutationsNeverCrash) {
    const Folder folder;
    std::size_t number = 0;
    for (const Sample& sample : samples::all_samples()) {
        SCOPED_TRACE(sample.name);
        sample.write(folder);
        std::mt19937 random(static_cast<std::uint32_t>(1000 + number++));
        int refused = 0;
        for (int i = 0; i < 200; ++i) {
            std::string bytes = sample.bytes;
            for (std::uint32_t k = 0; k < 1 + random() % 3; ++k) {
                const std::size_t at = random() % bytes.size();
                switch (random() % 4) {
                    case 0:
                        bytes[at] = static_cast<char>(random());
                        break;
                    case 1:
                        bytes[at] = "0123456789-. \n"[random() % 14];
                        break;
                    case 2:
                        bytes.erase(at, 1 + random() % 4);
                        break;
                    default:
                        bytes.insert(at, 1 + random() % 3, bytes[at]);
                }
                if (bytes.empty()) bytes = "x";
            }
            refused += !complaint(sample, folder, bytes).empty();
        }
        EXPECT_GT(refused, 0);
    }
}

}  // namespace
}  // namespace limpet
