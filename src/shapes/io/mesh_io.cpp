#include "shapes/io/mesh_io.h"

#include <filesystem>
#include <limits>

#include "core/text.h"
#include "core/whole_file.h"
#include "limpet/error.h"
#include "shapes/io/readers.h"
#include "shapes/io/surface_readers.h"
#include "shapes/io/writers.h"

namespace limpet {

namespace io {

Cells read_cells(const MeshFile& file) {
    switch (file.format) {
        case MeshFormat::Gmsh:
            return read_gmsh(file);
        case MeshFormat::VtkLegacy:
            return read_vtk_legacy(file);
        case MeshFormat::VtkXml:
            return read_vtk_xml(file);
        case MeshFormat::Tetgen:
            return read_tetgen(file);
        case MeshFormat::Medit:
            return read_medit(file);
        case MeshFormat::Obj:
            return read_obj(file);
        case MeshFormat::Stl:
            return read_stl(file);
        case MeshFormat::Ply:
            return read_ply(file);
        case MeshFormat::Off:
            return read_off(file);
        case MeshFormat::Gltf:
            return read_gltf(file);
        case MeshFormat::Other:
            break;
    }
    if (const SurfaceReader read = surface_reader(ending_of(file.path))) return read(file);
    throw InputError(
        {{file.path, 0, "",
          "this is not an OBJ, STL, PLY, OFF, glTF, Gmsh, VTK, TetGen or Medit file, and no reader of "
          "other formats is registered: programs that link limpet_io get more of them by "
          "limpet::register_mesh_formats()"}});
}

}  // namespace io

namespace {

using io::MeshFile;
using io::read_cells;

[[noreturn]] void complain_ending(const std::string& file, const char* what,
                                  const std::vector<std::string>& endings) {
    const std::string ending = io::ending_of(file);
    const std::string near = nearest_name(ending, endings);
    throw InputError({{file, 0, "",
                       (ending.empty() ? std::string("the name has no ending")
                                       : "the ending " + ending + " is not known") +
                           "; " + what + " are written as " + comma_separated(endings) +
                           (near.empty() ? "" : "; did you mean " + near + "?")}});
}

void check(const std::vector<Vec3>& points, std::size_t cells, const std::string& file) {
    if (cells == 0) throw InputError({{file, 0, "", "the mesh to write is empty"}});
    for (const Vec3& point : points)
        if (!point.allFinite())
            throw InputError({{file, 0, "", "the mesh to write has a coordinate that is not finite"}});
}

void check_floats(const TriMesh& mesh, const std::string& file) {
    for (const Vec3& point : mesh.vertices)
        if (const double largest = point.cwiseAbs().maxCoeff(); largest > std::numeric_limits<float>::max())
            throw InputError(
                {{file, 0, "",
                  "binary STL holds floats; " + number_text(largest) + " does not fit into one"}});
}

/// The bytes for the endings that triangles and tetrahedra share; "" for any other.
std::string cell_bytes(const io::CellView& mesh, const std::string& ending, bool binary) {
    if (ending == ".msh") return io::gmsh4_bytes(mesh, binary);
    if (ending == ".msh2") return io::gmsh2_bytes(mesh, binary);
    if (ending == ".vtu") return io::vtu_bytes(mesh, binary);
    if (ending == ".vtk") return io::vtk_legacy_bytes(mesh, binary);
    if (ending == ".mesh") return io::medit_text(mesh);
    return "";
}

std::string surface_bytes(const TriMesh& mesh, const std::string& file, bool binary) {
    const std::string ending = io::ending_of(file);
    if (ending == ".obj") return io::obj_text(mesh);
    if (ending == ".off") return io::off_text(mesh);
    if (ending == ".ply") return io::ply_bytes(mesh, binary);
    if (ending == ".stl") {
        if (binary) check_floats(mesh, file);
        return io::stl_bytes(mesh, binary);
    }
    return cell_bytes({mesh.vertices, {mesh.triangles.data()->data(), 3 * mesh.triangles.size()}, 3}, ending,
                      binary);
}

}  // namespace

TriMesh read_surface(const std::string& file, std::vector<std::string>* notes) {
    return io::to_surface(read_cells(io::load_mesh_file(file)), file, notes);
}

TetMesh read_tetrahedra(const std::string& file, std::vector<std::string>* notes) {
    const MeshFile content = io::load_mesh_file(file);
    if (!io::may_hold_tetrahedra(content.format))
        throw InputError(
            {{file, 0, "",
              "tetrahedra are read from Gmsh .msh, VTK .vtk and .vtu, TetGen .node and .ele, and Medit .mesh "
              "files; this is none of them"}});
    return io::to_tetrahedra(read_cells(content), file, notes);
}

bool is_tetrahedral_file(const std::string& file) {
    try {
        const MeshFile content = io::load_mesh_file(file);
        if (!io::may_hold_tetrahedra(content.format)) return false;
        return !read_cells(content).tetrahedra.empty();
    } catch (const InputError&) {
        const std::string ending = io::ending_of(file);
        for (const char* known : {".msh", ".msh2", ".msh4", ".vtu", ".node", ".ele", ".mesh"})
            if (ending == known) return true;
        return false;
    }
}

void write_surface(const TriMesh& mesh, const std::string& file, bool binary) {
    check(mesh.vertices, mesh.triangles.size(), file);
    const std::string bytes = surface_bytes(mesh, file, binary);
    if (bytes.empty())
        complain_ending(file, "surfaces",
                        {".obj", ".stl", ".ply", ".off", ".msh", ".msh2", ".vtu", ".vtk", ".mesh"});
    io::save_file(file, bytes);
}

void write_tetrahedra(const TetMesh& mesh, const std::string& file, bool binary) {
    check(mesh.vertices, mesh.tetrahedra.size(), file);
    const std::string ending = io::ending_of(file);
    if (ending == ".node" || ending == ".ele") {
        const std::filesystem::path path(file);
        io::save_file(std::filesystem::path(path).replace_extension(".node").string(),
                      io::tetgen_node_text(mesh));
        io::save_file(std::filesystem::path(path).replace_extension(".ele").string(),
                      io::tetgen_ele_text(mesh));
        return;
    }
    const io::CellView view{mesh.vertices, {mesh.tetrahedra.data()->data(), 4 * mesh.tetrahedra.size()}, 4};
    const std::string bytes = cell_bytes(view, ending, binary);
    if (bytes.empty())
        complain_ending(file, "tetrahedra", {".msh", ".msh2", ".vtu", ".vtk", ".mesh", ".node", ".ele"});
    io::save_file(file, bytes);
}

}  // namespace limpet
