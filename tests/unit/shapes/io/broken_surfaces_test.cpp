// Formats of triangles with something wrong in them: what their readers say.

#include "unit/shapes/io/broken.h"

namespace limpet {
namespace {

using samples::expect_complaints;

TEST(MeshBroken, WrongContentsOfObj) {
    expect_complaints({
        {"obj.obj", "f 2 3 4", "f 2 3 5", "allowed are 1 to 4"},
        {"obj.obj", "f 2 3 4", "f 2 3 0", "allowed are 1 to 4"},
        {"obj.obj", "f -4 -3 -1", "f -5 -3 -1", "allowed are 1 to 4"},
        {"obj.obj", "f 2 3 4", "f 2 3", "at least 3"},
        {"obj.obj", "f 2 3 4", "f 2 3 four", "expected a corner"},
        {"obj.obj", "v 0 0 1", "v 0 0", "fewer than three coordinates"},
        {"obj.obj", "v 0 0 1", "v 0 0 nan", "not finite"},
    });
}

TEST(MeshBroken, WrongContentsOfStl) {
    expect_complaints({
        {"stl_text.stl", "endloop", "endlop", "expected endloop"},
        {"stl_text.stl", "endsolid", "", "expected facet or endsolid"},
        {"stl_text.stl", "vertex 0.000000", "vertex nan", "not finite"},
    });
}

TEST(MeshBroken, WrongContentsOfPly) {
    expect_complaints({
        {"ply_text.ply", "format ascii", "format asci", "the format is 'asci'"},
        {"ply_text.ply", "element vertex 4", "element vertex 400", "cannot hold"},
        {"ply_text.ply", "element vertex 4", "element vertex -4", "cannot be negative"},
        {"ply_text.ply", "property float x", "property float w", "x, y and z"},
        {"ply_text.ply", "property float x", "property flot x", "number type 'flot'"},
        {"ply_text.ply", "3 1 2 3 0", "3 1 2 4 0", "allowed are 0 to 3"},
        {"ply_text.ply", "end_header", "", "expected format, element"},
    });
}

TEST(MeshBroken, WrongContentsOfOff) {
    expect_complaints({
        {"off.off", "OFF\n", "4OFF\n", "three dimensions"},
        {"off.off", "OFF\n", "OFF BINARY\n", "save it as text"},
        {"off.off", "4 4 6", "4 5 6", "ends where"},
        {"off.off", "4 4 6", "4000 4 6", "cannot hold"},
        {"off.off", "3 1 2 3", "3 1 2 -3", "allowed are 0 to 3"},
        {"off.off", "1 0 0", "1 0 -inf", "not finite"},
    });
}

}  // namespace
}  // namespace limpet
