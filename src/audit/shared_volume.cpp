#include "audit/shared_volume.h"

#include <array>
#include <cmath>

#include "shapes/distance/box_tree.h"

namespace limpet {
namespace {

using Vec2 = Eigen::Vector2d;

/// What two triangles have in common from above has at most six corners; cutting it once more adds one.
class Polygon {
public:
    void add(const Vec2& p) { points_[size_++] = p; }
    int size() const { return size_; }
    const Vec2& operator[](int i) const { return points_[i]; }

    /// What of it has f ≥ 0, for a linear function f.
    template <class Function>
    Polygon where_positive(const Function& f) const {
        Polygon out;
        for (int i = 0; i < size_; ++i) {
            const Vec2 &p = points_[i], &q = points_[(i + 1) % size_];
            const double fp = f(p), fq = f(q);
            if (fp >= 0) out.add(p);
            if ((fp > 0 && fq < 0) || (fp < 0 && fq > 0)) out.add(p + (q - p) * (fp / (fp - fq)));
        }
        return out;
    }

private:
    std::array<Vec2, 16> points_;
    int size_ = 0;
};

double cross(const Vec2& a, const Vec2& b) {
    return a.x() * b.y() - a.y() * b.x();
}

/// A triangle as a linear height above its shadow, which runs counter-clockwise.
struct Column {
    std::array<Vec2, 3> shadow;
    Vec2 slope;
    double height_at_corner;
    int sign;  ///< 0: seen from its edge, without a shadow

    double height(const Vec2& p) const { return height_at_corner + slope.dot(p - shadow[0]); }
};

Column column_of(const TriMesh& mesh, const Triangle& t, double base) {
    std::array<Vec3, 3> x = {mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]};
    const auto flat_point = [](const Vec3& v) { return Vec2(v.z(), v.x()); };
    Column column;
    const double twice = cross(flat_point(x[1]) - flat_point(x[0]), flat_point(x[2]) - flat_point(x[0]));
    column.sign = (twice > 0) - (twice < 0);
    if (column.sign < 0) std::swap(x[1], x[2]);
    for (int k = 0; k < 3; ++k) column.shadow[k] = flat_point(x[k]);
    column.height_at_corner = x[0].y() - base;
    if (column.sign == 0) return column;
    const Vec2 u = column.shadow[1] - column.shadow[0], v = column.shadow[2] - column.shadow[0];
    const double du = x[1].y() - x[0].y(), dv = x[2].y() - x[0].y(), det = std::abs(twice);
    column.slope = Vec2(du * v.y() - dv * u.y(), dv * u.x() - du * v.x()) / det;
    return column;
}

double integral(const Polygon& polygon, const Column& column) {
    double sum = 0;
    for (int i = 1; i + 1 < polygon.size(); ++i) {
        const double area = cross(polygon[i] - polygon[0], polygon[i + 1] - polygon[0]) / 2;
        sum += area *
               (column.height(polygon[0]) + column.height(polygon[i]) + column.height(polygon[i + 1])) / 3;
    }
    return sum;
}

double volume_below_both(const Column& a, const Column& b) {
    Polygon common;
    for (const Vec2& p : a.shadow) common.add(p);
    for (int k = 0; k < 3 && common.size() > 2; ++k) {
        const Vec2 &from = b.shadow[k], along = b.shadow[(k + 1) % 3] - from;
        common = common.where_positive([&](const Vec2& p) { return cross(along, p - from); });
    }
    if (common.size() < 3) return 0;
    const auto lower_is_a = [&](const Vec2& p) { return b.height(p) - a.height(p); };
    const auto lower_is_b = [&](const Vec2& p) { return a.height(p) - b.height(p); };
    bool all_a = true, all_b = true;
    for (int i = 0; i < common.size(); ++i) {
        all_a = all_a && lower_is_a(common[i]) >= 0;
        all_b = all_b && lower_is_b(common[i]) >= 0;
    }
    if (all_a) return integral(common, a);
    if (all_b) return integral(common, b);
    return integral(common.where_positive(lower_is_a), a) + integral(common.where_positive(lower_is_b), b);
}

/// Of all columns, flat, so that a tree finds shadows that overlap.
std::vector<Box3> shadows(const std::vector<Column>& columns) {
    std::vector<Box3> boxes;
    for (const Column& c : columns) {
        Box3 box;
        for (const Vec2& p : c.shadow) box.extend(Vec3(p.x(), 0, p.y()));
        boxes.push_back(box);
    }
    return boxes;
}

std::vector<Column> columns_of(const TriMesh& mesh, double base, const Box3& near) {
    std::vector<Column> columns;
    for (const Triangle& t : mesh.triangles) {
        const Column c = column_of(mesh, t, base);
        if (c.sign == 0) continue;
        Box3 box;
        for (const int v : t) box.extend(mesh.vertices[v]);
        const bool apart = box.min().x() > near.max().x() || box.max().x() < near.min().x() ||
                           box.min().z() > near.max().z() || box.max().z() < near.min().z();
        if (!apart) columns.push_back(c);
    }
    return columns;
}

}  // namespace

double shared_volume(const TriMesh& a, const TriMesh& b) {
    const Box3 of_a = bounds(a.vertices), of_b = bounds(b.vertices);
    const Box3 common = of_a.intersection(of_b);
    if (common.isEmpty()) return 0;
    const double base = std::min(of_a.min().y(), of_b.min().y());
    const std::vector<Column> columns_a = columns_of(a, base, common),
                              columns_b = columns_of(b, base, common);
    if (columns_a.empty() || columns_b.empty()) return 0;
    const std::vector<Box3> boxes = shadows(columns_a);
    const BoxTree tree(shadows(columns_b));
    double sum = 0;
    for (std::size_t i = 0; i < columns_a.size(); ++i)
        tree.visit_items([&](const Box3& box) { return box.intersects(boxes[i]); },
                         [&](int k) {
                             const Column& other = columns_b[k];
                             sum += columns_a[i].sign * other.sign * volume_below_both(columns_a[i], other);
                         });
    // Rounding may leave a sum that is hardly below nothing.
    return std::max(sum, 0.0);
}

}  // namespace limpet
