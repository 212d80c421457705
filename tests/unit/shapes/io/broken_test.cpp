// Broken files: each gives an InputError with a sentence, or, where a change does no harm, a mesh; never
// anything else.

#include <gmock/gmock.h>

#include <random>

#include "limpet/error.h"
#include "shapes/io/mesh_io.h"
#include "shapes/io/readers.h"
#include "unit/shapes/io/samples.h"

namespace limpet {
namespace {

using samples::Folder;
using samples::Sample;

/// The complaint about a file with these bytes, which has to name the file; "" if it was read. The bytes do
/// not go through the disk, which would take most of the time.
std::string complaint(const Sample& sample, const Folder& folder, const std::string& bytes) {
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

struct Change {
    const char *sample, *from, *to, *says;
};

TEST(MeshBroken, TableOfWrongContents) {
    const std::vector<Change> changes = {
        {"gmsh1.msh", "$NOD\n5", "$NOD\n6", "expected a node's number"},
        {"gmsh1.msh", "$NOD\n5", "$NOD\n4", "expected $ENDNOD"},
        {"gmsh1.msh", "$NOD\n5", "$NOD\n-5", "cannot be negative"},
        {"gmsh1.msh", "$NOD\n5", "$NOD\n5000000000", "cannot hold so many"},
        {"gmsh1.msh", "$NOD\n5", "$NOD\n99999999999999999999", "whole number"},
        {"gmsh1.msh", "\n7 1 0 0", "\n12 1 0 0", "node number 12 occurs twice"},
        {"gmsh1.msh", "\n7 1 0 0", "\n7 nan 0 0", "not finite"},
        {"gmsh1.msh", "\n7 1 0 0", "\n7 1e999 0 0", "not finite"},
        {"gmsh1.msh", "\n7 1 0 0", "\n7 1 0", "expected"},
        {"gmsh1.msh", "4 12 30 7 99", "4 12 30 7 98", "node 98"},
        {"gmsh1.msh", "4 12 30 7 99", "5 12 30 7 99", "has 4 nodes, not 5"},
        {"gmsh1.msh", "$ENDELM", "", "$ENDELM"},
        {"gmsh1.msh", "$NOD", "$NAD", "$EndNAD"},
        {"gmsh2_text.msh", "2.2 0 8", "3.5 0 8", "3.5 is not read"},
        {"gmsh2_text.msh", "2.2 0 8", "4 0 8", "not read"},
        {"gmsh2_text.msh", "2.2 0 8", "2.2 7 8", "allowed are 0 (text) and 1 (binary)"},
        {"gmsh2_text.msh", "2.2 0 8", "2.2 0 16", "data size"},
        {"gmsh2_text.msh", "$Elements\n3", "$Elements\n333333333", "cannot hold"},
        {"gmsh2_text.msh", "6 4 2 1 1", "6 444 2 1 1", "element type 444"},
        {"gmsh2_text.msh", "6 4 2 1 1", "6 4 -2 1 1", "cannot be negative"},
        {"gmsh2_text.msh", "$EndElements", "$EndElementz", "expected $EndElements"},
        {"gmsh2_text.msh", "$Nodes", "$Nodez", "$EndNodez"},
        {"gmsh4_text.msh", "2 5 4 99", "2 6 4 99", "promises 6"},
        {"gmsh4_text.msh", "2 5 4 99", "9999999999 5 4 99", "cannot hold"},
        {"gmsh4_text.msh", "3 1 1 4", "7 1 1 4", "allowed are 0 to 3"},
        {"gmsh4_text.msh", "2 3 1 3", "2 4 1 3", "promises 4"},
        {"gmsh4_text.msh", "3 12 30 7 99", "3 12 30 7 0", "node 0"},
        {"vtk_text.vtk", "ASCII", "ASCI", "ASCII or BINARY"},
        {"vtk_text.vtk", "UNSTRUCTURED_GRID", "STRUCTURED_POINTS", "UNSTRUCTURED_GRID and POLYDATA"},
        {"vtk_text.vtk", "POINTS 5", "POINTS 4", "unknown section"},
        {"vtk_text.vtk", "POINTS 5 float", "POINTS 5 flout", "number type 'flout'"},
        {"vtk_text.vtk", "POINTS 5", "POINTS 50000000", "cannot hold"},
        {"vtk_text.vtk", "-0.8125", "inf", "not finite"},
        {"vtk_text.vtk", "CELLS 3 14", "CELLS 3 13", "more than the 13"},
        {"vtk_text.vtk", "CELLS 3 14", "CELLS 2 14", "14 are promised"},
        {"vtk_text.vtk", "4 0 2 1 4", "4 0 2 1 5", "uses point 5"},
        {"vtk_text.vtk", "4 0 2 1 4", "4 0 2 1 -1", "uses point -1"},
        {"vtk_text.vtk", "5 10 10", "5 10 12", "instead of 8"},
        {"vtk_text.vtk", "CELL_TYPES 3\n5 10 10", "CELL_TYPES 2\n10 10", "3 cells but 2 cell types"},
        {"vtk_text.vtk", "CELL_TYPES 3\n5 10 10\n", "", "no CELL_TYPES"},
        {"vtk5_text.vtk", "0 4 8", "0 9 8", "offsets"},
        {"vtk5_text.vtk", "0 4 8", "1 4 8", "offsets"},
        {"vtk5_text.vtk", "OFFSETS vtktypeint64", "OFFSETS double", "integers"},
        {"vtk5_binary.vtk", "CELLS 3 8", "CELLS 4 8", "CONNECTIVITY"},
        {"vtk_double.vtk", "POINTS 5", "POINTS 500000", "cannot hold"},
        {"vtu_ascii.vtu", "UnstructuredGrid\"", "ImageData\"", "UnstructuredGrid (VTU)"},
        {"vtu_ascii.vtu", "LittleEndian", "MiddleEndian", "byte_order"},
        {"vtu_ascii.vtu", "NumberOfPoints=\"5\"", "NumberOfPoints=\"6\"", "coordinate"},
        {"vtu_ascii.vtu", "NumberOfPoints=\"5\"", "NumberOfPoints=\"2000000000\"",
         "more than the file can hold"},
        {"vtu_ascii.vtu", "NumberOfPoints=\"5\"", "NumberOfPoints=\"many\"", "a count is expected"},
        {"vtu_ascii.vtu", "NumberOfCells=\"2\"", "NumberOfCells=\"3\"", "index"},
        {"vtu_ascii.vtu", "Name=\"offsets\"", "Name=\"offset\"", "no array 'offsets'"},
        {"vtu_ascii.vtu", "Float64", "Float80", "type 'Float80'"},
        {"vtu_ascii.vtu", "-0.8125", "nan", "not finite"},
        {"vtu_ascii.vtu", "4 8", "8 4", "offsets"},
        {"vtu_ascii.vtu", "0 2 1 4", "0 2 1 44", "uses point 44"},
        {"vtu_ascii.vtu", "</Piece>", "", "not sound XML"},
        {"vtu_ascii.vtu", "format=\"ascii\"", "format=\"asci\"", "allowed are ascii, binary, appended"},
        {"vtu_raw.vtu", "offset=\"0\"", "offset=\"100000\"", "offset"},
        {"vtu_raw.vtu", "encoding=\"raw\"", "encoding=\"row\"", "allowed are raw and base64"},
        {"vtu_raw.vtu", "byte_order=\"LittleEndian\"",
         "byte_order=\"LittleEndian\" compressor=\"vtkLZ4DataCompressor\"", "vtkZLibDataCompressor"},
        {"vtu_raw.vtu", "byte_order=\"LittleEndian\"", "byte_order=\"LittleEndian\" header_type=\"UInt16\"",
         "UInt32 and UInt64"},
        {"vtu_raw.vtu", "  _", "  ", "underscore"},
        {"medit.mesh", "Dimension\n3", "Dimension\n2", "3 is expected"},
        {"medit.mesh", "Vertices\n5", "Vertices\n5000", "cannot hold"},
        {"medit.mesh", "Vertices\n5", "Vertices\n6", "expected"},
        {"medit.mesh", "Vertices\n5", "Vertices\n4", "keyword"},
        {"medit.mesh", "1 3 2 5 0", "1 3 2 6 0", "allowed are 1 to 5"},
        {"medit.mesh", "1 3 2 5 0", "0 3 2 5 0", "allowed are 1 to 5"},
        {"medit.mesh", "0 0 1 2", "0 0 infinity 2", "not finite"},
        {"medit.mesh", "MeshVersionFormatted", "MeshVersionFormated", "has to begin with"},
        {"medit.mesh", "Tetrahedra", "Tetraedra", "no tetrahedra; it holds"},
        {"tetgen_from_0_node.node", "5 3 1 1", "5 2 1 1", "3 is expected"},
        {"tetgen_from_0_node.node", "5 3 1 1", "6 3 1 1", "ends where"},
        {"tetgen_from_0_node.node", "5 3 1 1", "4 3 1 1", "more than the 4 nodes"},
        {"tetgen_from_1_node.node", "\n2 1 0 0", "\n1 1 0 0", "occurs twice"},
        {"tetgen_from_1_node.node", "\n2 1 0 0", "\n9 1 0 0", "node 2"},
        {"tetgen_from_1_ele.ele", "2 4 1", "2 5 1", "allowed are 4 and 10"},
        {"tetgen_from_1_ele.ele", "2 4 1", "1 4 1", "more than the 1 tetrahedron"},
        {"obj.obj", "f 2 3 4", "f 2 3 5", "allowed are 1 to 4"},
        {"obj.obj", "f 2 3 4", "f 2 3 0", "allowed are 1 to 4"},
        {"obj.obj", "f -4 -3 -1", "f -5 -3 -1", "allowed are 1 to 4"},
        {"obj.obj", "f 2 3 4", "f 2 3", "at least 3"},
        {"obj.obj", "f 2 3 4", "f 2 3 four", "expected a corner"},
        {"obj.obj", "v 0 0 1", "v 0 0", "fewer than three coordinates"},
        {"obj.obj", "v 0 0 1", "v 0 0 nan", "not finite"},
        {"stl_text.stl", "endloop", "endlop", "expected endloop"},
        {"stl_text.stl", "endsolid", "", "expected facet or endsolid"},
        {"stl_text.stl", "vertex 0.000000", "vertex nan", "not finite"},
        {"ply_text.ply", "format ascii", "format asci", "the format is 'asci'"},
        {"ply_text.ply", "element vertex 4", "element vertex 400", "cannot hold"},
        {"ply_text.ply", "element vertex 4", "element vertex -4", "cannot be negative"},
        {"ply_text.ply", "property float x", "property float w", "x, y and z"},
        {"ply_text.ply", "property float x", "property flot x", "number type 'flot'"},
        {"ply_text.ply", "3 1 2 3 0", "3 1 2 4 0", "allowed are 0 to 3"},
        {"ply_text.ply", "end_header", "", "expected format, element"},
        {"off.off", "OFF\n", "4OFF\n", "three dimensions"},
        {"off.off", "OFF\n", "OFF BINARY\n", "save it as text"},
        {"off.off", "4 4 6", "4 5 6", "ends where"},
        {"off.off", "4 4 6", "4000 4 6", "cannot hold"},
        {"off.off", "3 1 2 3", "3 1 2 -3", "allowed are 0 to 3"},
        {"off.off", "1 0 0", "1 0 -inf", "not finite"},
    };
    const Folder folder;
    const std::vector<Sample> all = samples::all_samples();
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
