#include "shapes/distance/winding_number.h"

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
    clusters_.reserve(nodes.size());
    for (const BoxTree::Node& node : nodes) {
        Cluster cluster{Vec3::Zero(), Vec3::Zero(), Mat3::Zero(), 0};
        double area = 0;
        const auto for_each = [&](auto&& use) {
            for (int i = node.first; i < node.first + node.count; ++i) {
                const auto& [a, b, c] = tree_->corners(i);
                use((a + b + c) / 3, (b - a).cross(c - a) / 2);
            }
        };
        for_each([&](const Vec3& centroid, const Vec3& vector) {
            cluster.moment += vector;
            cluster.center += vector.norm() * centroid;
            area += vector.norm();
        });
        cluster.center = area > 0 ? Vec3(cluster.center / area) : node.box.center();
        for_each([&](const Vec3& centroid, const Vec3& vector) {
            cluster.second += (centroid - cluster.center) * vector.transpose();
        });
        cluster.second = cluster.second.trace() * Mat3::Identity() - 3 * Mat3(cluster.second);
        double radius2 = 0;
        for (int i = node.first; i < node.first + node.count; ++i)
            for (const Vec3& corner : tree_->corners(i))
                radius2 = std::max(radius2, (corner - cluster.center).squaredNorm());
        cluster.reach2 = accuracy * accuracy * radius2;
        clusters_.push_back(cluster);
    }
}

double WindingNumber::at(const Vec3& q) const {
    double sum = 0;
    const auto is_near = [&](int node) {
        const Cluster& cluster = clusters_[node];
        const Vec3 to = cluster.center - q;
        const double distance2 = to.squaredNorm();
        if (!(distance2 > cluster.reach2)) return true;
        const double cube = distance2 * std::sqrt(distance2);
        sum += (to.dot(cluster.moment) + to.dot(cluster.second * to) / distance2) / cube;
        return false;
    };
    tree_->boxes().visit_leaves(is_near, [&](const BoxTree::Node& leaf) {
        for (int i = leaf.first; i < leaf.first + leaf.count; ++i) {
            const auto& [a, b, c] = tree_->corners(i);
            sum += solid_angle(q, a, b, c);
        }
    });
    return sum / (4 * std::numbers::pi);
}

}  // namespace limpet
