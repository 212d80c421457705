#pragma once

#include <memory>
#include <string>

#include "limpet/frame.h"
#include "shapes/distance/winding_number.h"

namespace limpet {

/// A body's surface as the audit sees it: triangles of one moment, and whether they enclose anything.
class AuditedSurface {
public:
    /// A closed surface that is turned inside out is turned back: what it encloses is inside.
    explicit AuditedSurface(const BodyFrame& body);

    const std::string& name() const { return name_; }
    BodyType type() const { return type_; }
    const TriMesh& mesh() const { return mesh_; }
    const Box3& box() const { return box_; }
    /// Every edge has two triangles, so that there is an inside.
    bool closed() const { return closed_; }
    /// A closed surface only.
    bool contains(const Vec3& x) const;
    double distance(const Vec3& x) const;  ///< [m]

private:
    std::string name_;
    BodyType type_;
    TriMesh mesh_;
    Box3 box_;
    bool closed_;
    const std::shared_ptr<const TriangleTree>& tree() const;
    /// Made when they are first asked for: most bodies of a frame are in nothing.
    mutable std::shared_ptr<const TriangleTree> tree_;
    mutable std::shared_ptr<const WindingNumber> winding_;
};

}  // namespace limpet
