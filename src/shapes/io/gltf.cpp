// glTF 2.0, as .gltf and .glb: triangles of all meshes, placed by the nodes of the scene (Khronos, glTF 2.0
// Specification, §3.5, §3.7). Materials, skins, morph targets and animations are left out; of a node that
// mirrors, faces are turned round.

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <climits>

#include "core/memory_budget.h"
#include "shapes/io/gltf_document.h"
#include "shapes/io/readers.h"

namespace limpet::io {
namespace {

using Mat4 = Eigen::Matrix4d;
using Value = GltfDocument::Value;

/// What a corner of a face takes until the surface is made, about [bytes]; and the share of the budget.
constexpr double bytes_per_corner = 64, surface_share = 0.5;

enum class Mode : std::size_t { Points = 0, Triangles = 4, Strip = 5, Fan = 6 };

class GltfScene {
public:
    explicit GltfScene(const MeshFile& file) : doc_(file) {}

    Cells read() {
        std::vector<Placed> open;
        for (const std::size_t node : roots()) open.push_back({node, Mat4::Identity()});
        while (!open.empty()) {
            const Placed placed = open.back();
            open.pop_back();
            place(placed, open);
        }
        if (has_skin_) cells_.notes.emplace_back("the skeleton was not applied: this is the shape at rest");
        return std::move(cells_);
    }

private:
    struct Placed {
        std::size_t node;
        Mat4 parent;
    };

    /// Of the scene that is shown first, or nodes that no other has; in the order in which they are visited.
    std::vector<std::size_t> roots() {
        const std::size_t count = doc_.list(doc_.root(), "nodes", "").size();
        visited_.assign(count, false);
        std::vector<std::size_t> roots;
        if (!doc_.list(doc_.root(), "scenes", "").empty()) {
            const std::size_t shown = doc_.whole(doc_.root(), "scene", 0, "scene");
            for (const Value* node : doc_.list(doc_.element("scenes", shown, "scene"), "nodes", "scenes"))
                roots.push_back(doc_.whole(*node, "scenes.nodes"));
        } else {
            std::vector<bool> is_child(count, false);
            for (std::size_t i = 0; i < count; ++i)
                for (const Value* child : doc_.list(doc_.element("nodes", i, "nodes"), "children", "nodes"))
                    if (const std::size_t c = doc_.whole(*child, "nodes.children"); c < count)
                        is_child[c] = true;
            for (std::size_t i = 0; i < count; ++i)
                if (!is_child[i]) roots.push_back(i);
        }
        return {roots.rbegin(), roots.rend()};
    }

    void place(const Placed& placed, std::vector<Placed>& open) {
        const std::string name = "nodes[" + std::to_string(placed.node) + "]";
        const Value& node = doc_.element("nodes", placed.node, "scenes.nodes");
        if (visited_[placed.node]) doc_.fail(name, "has two parents, or is its own ancestor");
        visited_[placed.node] = true;
        has_skin_ |= doc_.member(node, "skin") != nullptr;
        const Mat4 placement = placed.parent * local_placement(node, name);
        if (!placement.allFinite()) doc_.fail(name, "is placed beyond all numbers");
        if (const Value* mesh = doc_.member(node, "mesh"))
            add_mesh(doc_.whole(*mesh, name + ".mesh"), placement, name);
        const std::vector<const Value*> children = doc_.list(node, "children", name);
        for (std::size_t i = children.size(); i-- > 0;)
            open.push_back({doc_.whole(*children[i], name + ".children"), placement});
    }

    std::vector<double> numbers(const Value& node, const char* member, std::size_t count,
                                const std::string& name) const {
        std::vector<double> all;
        for (const Value* value : doc_.list(node, member, name))
            all.push_back(doc_.number(*value, name + "." + member));
        if (!all.empty() && all.size() != count)
            doc_.fail(name + "." + member,
                      "has " + std::to_string(all.size()) + " numbers in place of " + std::to_string(count));
        return all;
    }

    /// §3.5.2: a matrix, column by column, or translation · rotation · scale.
    Mat4 local_placement(const Value& node, const std::string& name) const {
        if (const std::vector<double> m = numbers(node, "matrix", 16, name); !m.empty())
            return Eigen::Map<const Mat4>(m.data());
        Mat4 out = Mat4::Identity();
        if (const std::vector<double> s = numbers(node, "scale", 3, name); !s.empty())
            out.diagonal().head<3>() = Vec3(s[0], s[1], s[2]);
        if (const std::vector<double> q = numbers(node, "rotation", 4, name); !q.empty()) {
            const Eigen::Quaterniond turn(q[3], q[0], q[1], q[2]);
            if (!(turn.norm() > 0)) doc_.fail(name + ".rotation", "is no rotation");
            out.topLeftCorner<3, 3>() =
                turn.normalized().toRotationMatrix() * out.topLeftCorner<3, 3>().eval();
        }
        if (const std::vector<double> t = numbers(node, "translation", 3, name); !t.empty())
            out.topRightCorner<3, 1>() = Vec3(t[0], t[1], t[2]);
        return out;
    }

    void add_mesh(std::size_t mesh, const Mat4& placement, const std::string& user) {
        const std::string name = "meshes[" + std::to_string(mesh) + "]";
        for (const Value* primitive : doc_.list(doc_.element("meshes", mesh, user), "primitives", name)) {
            if (!primitive->IsObject()) doc_.fail(name + ".primitives", "is not an object");
            add_primitive(*primitive, placement, name + ".primitives");
        }
    }

    void add_primitive(const Value& primitive, const Mat4& placement, const std::string& name) {
        const Value* attributes = doc_.member(primitive, "attributes");
        const Value* position =
            attributes && attributes->IsObject() ? doc_.member(*attributes, "POSITION") : nullptr;
        if (!position) return;
        const std::vector<Vec3> points =
            doc_.points(doc_.whole(*position, name + ".attributes.POSITION"), name);
        std::vector<int> corners;
        if (const Value* indices = doc_.member(primitive, "indices")) {
            corners = doc_.indices(doc_.whole(*indices, name + ".indices"), points.size(), name);
        } else {
            for (std::size_t i = 0; i < points.size(); ++i) corners.push_back(static_cast<int>(i));
        }
        const double budget = surface_share * static_cast<double>(memory_budget());
        corners_ += static_cast<double>(corners.size() + points.size());
        if (corners_ * bytes_per_corner > budget || cells_.points.size() + points.size() > INT_MAX)
            doc_.fail(name, "the meshes of all nodes together would take " +
                                bytes_text(corners_ * bytes_per_corner) + "; allowed: up to " +
                                bytes_text(budget) + ", a half of the memory budget");
        const auto first = static_cast<int>(cells_.points.size());
        for (const Vec3& p : points) {
            const Vec3 placed = placement.topLeftCorner<3, 3>() * p + placement.topRightCorner<3, 1>();
            if (!placed.allFinite()) doc_.fail(name, "a coordinate is not finite");
            cells_.points.push_back(placed);
        }
        for (int& corner : corners) corner += first;
        const bool mirrored = placement.topLeftCorner<3, 3>().determinant() < 0;
        add_faces(static_cast<Mode>(doc_.whole(primitive, "mode", 4, name)), corners, mirrored);
    }

    /// §3.7.2.1.
    void add_faces(Mode mode, const std::vector<int>& corners, bool mirrored) {
        const auto face = [&](int a, int b, int c) {
            cells_.add_face(mirrored ? std::array{c, b, a} : std::array{a, b, c});
        };
        const std::size_t n = corners.size();
        switch (mode) {
            case Mode::Triangles:
                for (std::size_t i = 2; i < n; i += 3) face(corners[i - 2], corners[i - 1], corners[i]);
                break;
            case Mode::Strip:
                for (std::size_t i = 2; i < n; ++i)
                    i % 2 == 0 ? face(corners[i - 2], corners[i - 1], corners[i])
                               : face(corners[i - 1], corners[i - 2], corners[i]);
                break;
            case Mode::Fan:
                for (std::size_t i = 2; i < n; ++i) face(corners[0], corners[i - 1], corners[i]);
                break;
            default:
                cells_.count(mode == Mode::Points ? CellKind::Point : CellKind::Line, n);
        }
    }

    GltfDocument doc_;
    Cells cells_;
    std::vector<bool> visited_;  ///< nodes
    double corners_ = 0;         ///< and points, so far
    bool has_skin_ = false;
};

}  // namespace

Cells read_gltf(const MeshFile& file) {
    return GltfScene(file).read();
}

}  // namespace limpet::io
