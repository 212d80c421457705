#include "shapes/winding_number.h"

#include <cmath>
#include <numbers>

namespace limpet {

double solid_angle(const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 u = a - q, v = b - q, w = c - q;
    const double lu = u.norm(), lv = v.norm(), lw = w.norm();
    const double denominator = lu * lv * lw + u.dot(v) * lw + v.dot(w) * lu + w.dot(u) * lv;
    return 2 * std::atan2(u.dot(v.cross(w)), denominator);
}

double winding_number(const TriMesh& mesh, const Vec3& q) {
    double sum = 0;
    for (const auto& [a, b, c] : mesh.triangles)
        sum += solid_angle(q, mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]);
    return sum / (4 * std::numbers::pi);
}

WindingNumber::WindingNumber(std::shared_ptr<const TriangleTree> tree, double accuracy)
    : tree_(std::move(tree)) {
    const std::vector<BoxTree::Node>& nodes = tree_->boxes().nodes();
    dipoles_.reserve(nodes.size());
    for (const BoxTree::Node& node : nodes) {
        Vec3 moment = Vec3::Zero(), center = Vec3::Zero();
        double area = 0;
        for (int i = node.first; i < node.first + node.count; ++i) {
            const auto& [a, b, c] = tree_->corners(i);
            const Vec3 vector = (b - a).cross(c - a) / 2;
            moment += vector;
            center += vector.norm() * (a + b + c) / 3;
            area += vector.norm();
        }
        center = area > 0 ? Vec3(center / area) : node.box.center();
        double radius2 = 0;
        for (int i = node.first; i < node.first + node.count; ++i)
            for (const Vec3& corner : tree_->corners(i))
                radius2 = std::max(radius2, (corner - center).squaredNorm());
        dipoles_.push_back({center, moment, accuracy * accuracy * radius2});
    }
}

double WindingNumber::at(const Vec3& q) const {
    const std::vector<BoxTree::Node>& nodes = tree_->boxes().nodes();
    const int size = static_cast<int>(nodes.size());
    double sum = 0;
    for (int n = 0; n < size;) {
        const BoxTree::Node& node = nodes[n];
        const Dipole& dipole = dipoles_[n];
        const Vec3 to = dipole.center - q;
        const double distance2 = to.squaredNorm();
        if (distance2 > dipole.reach2) {
            sum += to.dot(dipole.moment) / (distance2 * std::sqrt(distance2));
            n = node.skip;
        } else {
            if (node.leaf)
                for (int i = node.first; i < node.first + node.count; ++i) {
                    const auto& [a, b, c] = tree_->corners(i);
                    sum += solid_angle(q, a, b, c);
                }
            ++n;
        }
    }
    return sum / (4 * std::numbers::pi);
}

}  // namespace limpet
