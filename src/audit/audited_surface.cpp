#include "audit/audited_surface.h"

#include "shapes/meshes/surface_check.h"

namespace limpet {
namespace {

/// Half of a full turn of winding: on a closed surface everything is near 0 or 1.
constexpr double inside_winding = 0.5;

}  // namespace

AuditedSurface::AuditedSurface(const BodyFrame& body) : name_(body.name), type_(body.type) {
    for (const Vector3& v : body.vertices) mesh_.vertices.push_back(to_vec3(v));
    mesh_.triangles = body.triangles;
    box_ = bounds(mesh_.vertices);
    closed_ = body.type != BodyType::Cloth && !mesh_.triangles.empty() && check_surface(mesh_).closed();
    if (closed_ && volume(mesh_) < 0)
        for (Triangle& t : mesh_.triangles) std::swap(t[1], t[2]);
}

const std::shared_ptr<const TriangleTree>& AuditedSurface::tree() const {
    if (!tree_) tree_ = std::make_shared<const TriangleTree>(mesh_);
    return tree_;
}

double AuditedSurface::distance(const Vec3& x) const {
    return tree()->closest(x).distance;
}

bool AuditedSurface::contains(const Vec3& x) const {
    if (!box_.contains(x)) return false;
    if (!winding_) winding_ = std::make_shared<const WindingNumber>(tree());
    return winding_->at(x) > inside_winding;
}

}  // namespace limpet
