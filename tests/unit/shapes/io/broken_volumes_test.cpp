// Formats of tetrahedra with something wrong in them: what their readers say.

#include "unit/shapes/io/broken.h"

namespace limpet {
namespace {

using samples::expect_complaints;

TEST(MeshBroken, WrongContentsOfGmsh) {
    expect_complaints({
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
    });
}

TEST(MeshBroken, WrongContentsOfLegacyVtk) {
    expect_complaints({
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
    });
}

TEST(MeshBroken, WrongContentsOfVtu) {
    expect_complaints({
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
    });
}

TEST(MeshBroken, WrongContentsOfMedit) {
    expect_complaints({
        {"medit.mesh", "Dimension\n3", "Dimension\n2", "3 is expected"},
        {"medit.mesh", "Vertices\n5", "Vertices\n5000", "cannot hold"},
        {"medit.mesh", "Vertices\n5", "Vertices\n6", "expected"},
        {"medit.mesh", "Vertices\n5", "Vertices\n4", "keyword"},
        {"medit.mesh", "1 3 2 5 0", "1 3 2 6 0", "allowed are 1 to 5"},
        {"medit.mesh", "1 3 2 5 0", "0 3 2 5 0", "allowed are 1 to 5"},
        {"medit.mesh", "0 0 1 2", "0 0 infinity 2", "not finite"},
        {"medit.mesh", "MeshVersionFormatted", "MeshVersionFormated", "has to begin with"},
        {"medit.mesh", "Tetrahedra", "Tetraedra", "no tetrahedra; it holds"},
    });
}

TEST(MeshBroken, WrongContentsOfTetGen) {
    expect_complaints({
        {"tetgen_from_0_node.node", "5 3 1 1", "5 2 1 1", "3 is expected"},
        {"tetgen_from_0_node.node", "5 3 1 1", "6 3 1 1", "ends where"},
        {"tetgen_from_0_node.node", "5 3 1 1", "4 3 1 1", "more than the 4 nodes"},
        {"tetgen_from_1_node.node", "\n2 1 0 0", "\n1 1 0 0", "occurs twice"},
        {"tetgen_from_1_node.node", "\n2 1 0 0", "\n9 1 0 0", "node 2"},
        {"tetgen_from_1_ele.ele", "2 4 1", "2 5 1", "allowed are 4 and 10"},
        {"tetgen_from_1_ele.ele", "2 4 1", "1 4 1", "more than the 1 tetrahedron"},
    });
}

}  // namespace
}  // namespace limpet
