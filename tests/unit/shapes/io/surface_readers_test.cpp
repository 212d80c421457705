#include "shapes/io/surface_readers.h"

#include <gtest/gtest.h>

#include <array>

#include "shapes/io/readers.h"

namespace limpet::io {
namespace {

Cells one_triangle(const MeshFile&) {
    Cells cells;
    cells.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    cells.add_face(std::array{0, 1, 2});
    return cells;
}

TEST(SurfaceReaders, AreFoundByEnding) {
    const MeshFile file = mesh_file("a.Readers-Test", "something");
    EXPECT_NE(surface_reader(ending_of(file.path)), &one_triangle);
    add_surface_reader(".readers-test", one_triangle);
    EXPECT_EQ(surface_reader(".readers-test"), &one_triangle);
    EXPECT_EQ(read_cells(file).points.size(), 3u);
}

TEST(SurfaceReaders, DoNotTakeFormatsOfOurOwn) {
    const MeshFile file = mesh_file("a.readers-own", "OFF\n0 0 0\n");
    add_surface_reader(".readers-own", one_triangle);
    EXPECT_TRUE(read_cells(file).points.empty());
}

}  // namespace
}  // namespace limpet::io
