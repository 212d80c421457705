#include "import/assimp_surface.h"

// Of Assimp's steps we use triangulation alone: it joins vertices within 1e-5, which is much for a part
// of a few millimetres, so that we weld what coincides exactly; and we place the meshes of the scene's nodes
// in doubles, turning round those that a node mirrors.

#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <Eigen/LU>
#include <algorithm>
#include <assimp/Importer.hpp>
#include <climits>
#include <sstream>

#include "core/memory_budget.h"
#include "import/cells_packing.h"
#include "import/confined.h"
#include "limpet/error.h"

namespace limpet::io {

namespace {

using Mat4 = Eigen::Matrix4d;

Mat4 to_matrix(const aiMatrix4x4& m) {
    Mat4 out;
    out << m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4, m.d1, m.d2, m.d3, m.d4;
    return out;
}

[[noreturn]] void complain_in_surface(const MeshFile& file, const std::string& message) {
    throw InputError({{file.path, 0, "", message}});
}

void add_mesh(const aiMesh& mesh, const Mat4& placement, const MeshFile& file, Cells& cells) {
    const Mat3 linear = placement.topLeftCorner<3, 3>();
    const Vec3 shift = placement.topRightCorner<3, 1>();
    const bool mirrored = linear.determinant() < 0;
    const auto first = static_cast<int>(cells.points.size());
    if (cells.points.size() + mesh.mNumVertices > INT_MAX)
        complain_in_surface(file, "the file has too many vertices");
    for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
        const aiVector3D& v = mesh.mVertices[i];
        const Vec3 point = linear * Vec3(v.x, v.y, v.z) + shift;
        if (!point.allFinite())
            complain_in_surface(file, "a coordinate of vertex " + std::to_string(i) + " is not finite");
        cells.points.push_back(point);
    }
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
        const aiFace& face = mesh.mFaces[f];
        for (unsigned k = 0; k < face.mNumIndices; ++k)
            if (face.mIndices[k] >= mesh.mNumVertices)
                complain_in_surface(file, "a face uses vertex " + std::to_string(face.mIndices[k]) + " of " +
                                              std::to_string(mesh.mNumVertices));
        std::vector<int> corners;
        for (unsigned k = 0; k < face.mNumIndices; ++k)
            corners.push_back(first +
                              static_cast<int>(face.mIndices[mirrored ? face.mNumIndices - 1 - k : k]));
        cells.add_face(corners);
    }
}

Cells read_here(const MeshFile& file) {
    Assimp::Importer importer;
    const aiScene* scene = nullptr;
    try {
        scene = importer.ReadFile(file.path, aiProcess_Triangulate);
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        complain_in_surface(file, std::string("Assimp cannot read this file: ") + error.what());
    }
    if (!scene || !scene->mRootNode) {
        const std::string error = importer.GetErrorString();
        if (error.find("bad_alloc") != std::string::npos) throw std::bad_alloc();
        // Assimp says so of a damaged glTF, too: it asks its readers by a look at the content.
        const bool unknown = error.find("No suitable reader") != std::string::npos;
        complain_in_surface(
            file, "Assimp cannot read this file: " + error +
                      (unknown ? " Its format is not known, or it is damaged at the beginning." : ""));
    }

    struct Placed {
        const aiNode* node;
        Mat4 placement;
    };
    Cells cells;
    std::vector<Placed> open = {{scene->mRootNode, to_matrix(scene->mRootNode->mTransformation)}};
    while (!open.empty()) {
        const Placed placed = open.back();
        open.pop_back();
        for (unsigned i = 0; i < placed.node->mNumMeshes; ++i) {
            const unsigned mesh = placed.node->mMeshes[i];
            if (mesh >= scene->mNumMeshes)
                complain_in_surface(file, "a node uses a mesh that does not exist");
            add_mesh(*scene->mMeshes[mesh], placed.placement, file, cells);
        }
        for (unsigned i = placed.node->mNumChildren; i-- > 0;)
            if (const aiNode* child = placed.node->mChildren[i])
                open.push_back({child, placed.placement * to_matrix(child->mTransformation)});
    }
    return cells;
}

/// Limits that grow with the file, far above what whole files take: Assimp was seen to need 0.1 s and 12
/// times the size of large ones.
constexpr double base_seconds = 5, seconds_per_byte = 2e-6, base_memory = 256e6, memory_per_byte = 64;
constexpr double largest_memory_share = 0.5;  // of the memory budget

}  // namespace

Cells read_with_assimp(const MeshFile& file) {
    const auto size = static_cast<double>(file.bytes.size());
    const Confinement limits{"Assimp", base_seconds + seconds_per_byte * size,
                             std::min(base_memory + memory_per_byte * size,
                                      largest_memory_share * static_cast<double>(memory_budget()))};
    return unpacked(run_confined(file.path, limits, [&] { return packed(read_here(file)); }));
}

std::vector<std::string> assimp_endings() {
    aiString list;  // "*.3ds;*.ac;…"
    Assimp::Importer().GetExtensionList(list);
    std::vector<std::string> endings;
    std::istringstream words(list.C_Str());
    for (std::string word; std::getline(words, word, ';');) endings.push_back(word.substr(1));
    return endings;
}

}  // namespace limpet::io
