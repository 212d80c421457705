/// Meshes that stand in the scene itself.

#include <fmt/format.h>

#include <array>

#include "scene/check_scene.h"
#include "scene/json_value.h"

namespace limpet {
namespace {

using json::item_path;

/// As many as a scene file has room for: JSON documents have at most 4 million values, and one is made of a
/// scene that is recorded.
constexpr std::size_t most_mesh_elements = 400'000;

void check_count(std::size_t count, const char* elements, const std::string& path, Complaints& complaints) {
    if (count > most_mesh_elements)
        complaints.add_if_sound(path,
                                found_allowed(fmt::format("{} {}", count, elements),
                                              fmt::format("up to {} {} in a scene; larger meshes in a file",
                                                          most_mesh_elements, elements)));
}

template <std::size_t Size>
void check_indices(const std::vector<std::array<int, Size>>& elements, std::size_t vertices,
                   const std::string& path, Complaints& complaints) {
    for (std::size_t i = 0; i < elements.size() && !complaints.is_full(); ++i)
        for (const int vertex : elements[i])
            if (vertex < 0 || static_cast<std::size_t>(vertex) >= vertices) {
                complaints.add_if_sound(
                    item_path(path, i),
                    found_allowed(fmt::format("vertex {} of {} vertices", vertex, vertices),
                                  vertices == 0 ? "none, as there are no vertices"
                                                : fmt::format("0 to {}", vertices - 1)));
                break;
            }
}

void check_kind_of_mesh(const BodyDescription& body, const MeshShape& mesh, const std::string& path,
                        Complaints& complaints) {
    const std::string mesh_path = path + ".shape.mesh";
    if (mesh.triangles.empty() && mesh.tetrahedra.empty())
        return complaints.add_if_sound(mesh_path + ".triangles",
                                       "missing; allowed: [[first, second, third], …], indices of vertices, "
                                       "or `tetrahedra` of a soft body");
    if (mesh.tetrahedra.empty()) return;
    if (!mesh.triangles.empty())
        complaints.add_if_sound(mesh_path + ".triangles",
                                found_allowed("`triangles` and `tetrahedra` together", "one of them"));
    if (body.type != BodyType::Soft)
        complaints.add_if_sound(mesh_path + ".tetrahedra",
                                found_allowed("tetrahedra of a body that is not soft", "`triangles`"));
    const std::string with_own =
        found_allowed("it beside a mesh of tetrahedra", "the tetrahedra as they are");
    if (body.element) complaints.add_if_sound(path + ".element", with_own);
    if (body.surface) complaints.add_if_sound(path + ".surface", with_own);
    if (body.tetrahedra) complaints.add_if_sound(path + ".tetrahedra", with_own);
}

}  // namespace

void check_mesh(const BodyDescription& body, const MeshShape& mesh, const std::string& path,
                Complaints& complaints) {
    const std::string mesh_path = path + ".shape.mesh";
    if (!complaints.is_sound(mesh_path)) return;
    check_count(mesh.vertices.size(), "vertices", mesh_path + ".vertices", complaints);
    check_count(mesh.triangles.size(), "triangles", mesh_path + ".triangles", complaints);
    check_count(mesh.tetrahedra.size(), "tetrahedra", mesh_path + ".tetrahedra", complaints);
    if (!complaints.is_sound(mesh_path)) return;
    check_indices(mesh.triangles, mesh.vertices.size(), mesh_path + ".triangles", complaints);
    check_indices(mesh.tetrahedra, mesh.vertices.size(), mesh_path + ".tetrahedra", complaints);
    check_kind_of_mesh(body, mesh, path, complaints);
}

}  // namespace limpet
