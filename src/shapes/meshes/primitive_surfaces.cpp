#include "shapes/meshes/primitive_surfaces.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>

#include "limpet/error.h"

namespace limpet {

namespace {

using std::numbers::pi;
constexpr double most_triangles = 1e7;

void refuse_many(double triangles, double edge) {
    if (triangles <= most_triangles) return;
    throw InputError(
        "",
        fmt::format("an edge length of {:.3g} m would make about {:.2g} triangles; at most {:.0g} are "
                    "made: ask for an edge length of {:.2g} m or more",
                    edge, triangles, most_triangles, 1.05 * edge * std::sqrt(triangles / most_triangles)));
}

/// Into how many pieces a length is divided.
int pieces(double length, double edge, int least = 1) {
    if (!(edge > 0) || !(length > 0) || !std::isfinite(edge) || !std::isfinite(length))
        throw InputError(
            "", fmt::format("a length of {} m cannot be divided into pieces of {} m: both must be positive",
                            length, edge));
    const double count = std::round(length / edge);
    refuse_many(count, edge);
    return std::max(least, static_cast<int>(count));
}

/// The two triangles of a quadrilateral that is counter-clockwise seen from outside.
void add_quad(TriMesh& mesh, int a, int b, int c, int d, bool diagonal_ac) {
    if (diagonal_ac) {
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
    } else {
        mesh.triangles.push_back({a, b, d});
        mesh.triangles.push_back({b, c, d});
    }
}

/// Rings of vertices around the y axis, from a top pole down to a bottom one. A ring has as many vertices as
/// the one above it, or `sectors` more or less.
class Rings {
public:
    explicit Rings(int sectors) : sectors_(sectors) {}

    /// A ring of `count` vertices, or a pole if it is 0, below those so far.
    void add(double y, double radius, int count) {
        const int first = static_cast<int>(mesh.vertices.size());
        for (int i = 0; i < std::max(count, 1); ++i) {
            const double angle = 2 * pi * i / std::max(count, 1);
            mesh.vertices.emplace_back(count ? radius * std::cos(angle) : 0, y,
                                       count ? -radius * std::sin(angle) : 0);
        }
        if (last_ >= 0) join(last_, last_count_, first, count);
        last_ = first;
        last_count_ = count;
    }

    TriMesh mesh;

private:
    void join(int upper, int upper_count, int lower, int lower_count) {
        const auto up = [&](int i) { return upper + (upper_count ? i % upper_count : 0); };
        const auto low = [&](int i) { return lower + (lower_count ? i % lower_count : 0); };
        if (upper_count == lower_count) {
            for (int i = 0; i < upper_count; ++i)
                add_quad(mesh, low(i), low(i + 1), up(i + 1), up(i), (i + parity_) % 2 == 0);
            parity_ ^= 1;
            return;
        }
        const int n = upper_count / sectors_, m = lower_count / sectors_;  // one of them is the other plus 1
        for (int s = 0; s < sectors_; ++s) {
            for (int i = 0; i < m; ++i)
                mesh.triangles.push_back(
                    {low(s * m + i), low(s * m + i + 1), up(s * n + (m > n ? i : i + 1))});
            for (int i = 0; i < n; ++i)
                mesh.triangles.push_back(
                    {up(s * n + i + 1), up(s * n + i), low(s * m + (n > m ? i : i + 1))});
        }
    }

    int sectors_;
    int last_ = -1, last_count_ = 0;
    int parity_ = 0;
};

/// Rows × columns of vertices whose rows and columns close on themselves or not; point(row, column).
TriMesh grid_surface(int rows, int columns, bool closed, const std::function<Vec3(int, int)>& point) {
    TriMesh mesh;
    const int vertex_rows = closed ? rows : rows + 1, vertex_columns = closed ? columns : columns + 1;
    for (int r = 0; r < vertex_rows; ++r)
        for (int c = 0; c < vertex_columns; ++c) mesh.vertices.push_back(point(r, c));
    const auto at = [&](int r, int c) { return r % vertex_rows * vertex_columns + c % vertex_columns; };
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
            add_quad(mesh, at(r, c), at(r, c + 1), at(r + 1, c + 1), at(r + 1, c), (r + c) % 2 == 0);
    return mesh;
}

std::vector<Vec3> icosahedron_corners() {
    const double polar = std::atan(2.0);
    std::vector<Vec3> corners{{0, 1, 0}};
    for (const double turn : {0.0, 0.5})
        for (int i = 0; i < 5; ++i) {
            const double angle = 2 * pi * (i + turn) / 5;
            const double y = turn == 0 ? std::cos(polar) : -std::cos(polar);
            corners.emplace_back(std::sin(polar) * std::cos(angle), y, -std::sin(polar) * std::sin(angle));
        }
    corners.emplace_back(0, -1, 0);
    return corners;
}

std::vector<Triangle> icosahedron_faces() {
    std::vector<Triangle> faces;
    for (int i = 0; i < 5; ++i) {
        const int a = 1 + i, b = 1 + (i + 1) % 5, c = 6 + i, d = 6 + (i + 1) % 5;
        faces.push_back({0, a, b});
        faces.push_back({a, c, b});
        faces.push_back({b, c, d});
        faces.push_back({11, d, c});
    }
    return faces;
}

int even(int count) {
    return count + count % 2;
}

}  // namespace

TriMesh box_surface(const Vec3& size, double edge) {
    std::array<int, 3> n{};
    for (int axis = 0; axis < 3; ++axis) n[axis] = pieces(size[axis], edge);
    refuse_many(4.0 * n[0] * n[1] + 4.0 * n[1] * n[2] + 4.0 * n[2] * n[0], edge);
    TriMesh mesh;
    std::map<std::array<int, 3>, int> number;
    const auto vertex = [&](const std::array<int, 3>& i) {
        const auto [place, fresh] = number.try_emplace(i, static_cast<int>(mesh.vertices.size()));
        if (fresh)
            mesh.vertices.emplace_back(size[0] * (static_cast<double>(i[0]) / n[0] - 0.5),
                                       size[1] * (static_cast<double>(i[1]) / n[1] - 0.5),
                                       size[2] * (static_cast<double>(i[2]) / n[2] - 0.5));
        return place->second;
    };
    for (int axis = 0; axis < 3; ++axis)
        for (const bool far : {false, true}) {
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            for (int a = 0; a < n[u]; ++a)
                for (int b = 0; b < n[v]; ++b) {
                    const auto corner = [&](int da, int db) {
                        std::array<int, 3> i{};
                        i[axis] = far ? n[axis] : 0;
                        i[u] = a + da;
                        i[v] = b + db;
                        return vertex(i);
                    };
                    const bool diagonal = (a + b) % 2 == 0;
                    if (far)
                        add_quad(mesh, corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1), diagonal);
                    else
                        add_quad(mesh, corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0), diagonal);
                }
        }
    return mesh;
}

TriMesh sphere_surface(double radius, double edge) {
    // An icosahedron's edge spans atan 2; divided evenly, the pieces are a little longer in the middle of its
    // faces.
    const int frequency = pieces(1.04 * std::atan(2.0) * radius, edge);
    refuse_many(20.0 * frequency * frequency, edge);
    const std::vector<Vec3> corner = icosahedron_corners();
    TriMesh mesh;
    // A vertex is known by the corners it lies between and its weights there.
    std::map<std::array<std::pair<int, int>, 3>, int> number;
    for (const Triangle& face : icosahedron_faces()) {
        const auto vertex = [&](int i, int j) {
            const std::array<int, 3> weight{frequency - i - j, i, j};
            std::array<std::pair<int, int>, 3> key{};
            for (int k = 0; k < 3; ++k)
                if (weight[k] > 0) key[k] = {face[k], weight[k]};
            std::sort(key.begin(), key.end());
            Vec3 p = Vec3::Zero();
            for (const auto& [c, w] : key) p += w * corner[c];
            const auto [place, fresh] = number.try_emplace(key, static_cast<int>(mesh.vertices.size()));
            if (fresh) mesh.vertices.push_back(radius * p.normalized());
            return place->second;
        };
        for (int i = 0; i < frequency; ++i)
            for (int j = 0; i + j < frequency; ++j) {
                mesh.triangles.push_back({vertex(i, j), vertex(i + 1, j), vertex(i, j + 1)});
                if (i + j + 1 < frequency)
                    mesh.triangles.push_back({vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)});
            }
    }
    return mesh;
}

TriMesh cylinder_surface(double radius, double height, double edge) {
    constexpr int sectors = 6;
    const int rings_on_lid = pieces(radius, edge), rows = pieces(height, edge);
    refuse_many(12.0 * rings_on_lid * (rings_on_lid + rows), edge);
    Rings rings(sectors);
    for (int k = 0; k <= rings_on_lid; ++k) rings.add(height / 2, radius * k / rings_on_lid, sectors * k);
    for (int k = 1; k <= rows; ++k)
        rings.add(height * (0.5 - static_cast<double>(k) / rows), radius, sectors * rings_on_lid);
    for (int k = rings_on_lid - 1; k >= 0; --k)
        rings.add(-height / 2, radius * k / rings_on_lid, sectors * k);
    return std::move(rings.mesh);
}

TriMesh cone_surface(double radius, double height, double edge) {
    constexpr int sectors = 6;
    const int rings_on_base = pieces(radius, edge),
              rows = std::max(rings_on_base, pieces(std::hypot(radius, height), edge));
    refuse_many(12.0 * rings_on_base * (rings_on_base + rows), edge);
    Rings rings(sectors);
    for (int k = 0; k <= rows; ++k) {
        const int pieces_of_sector = k == 0 ? 0 : std::max(1, rings_on_base * k / rows);
        rings.add(height * (0.5 - static_cast<double>(k) / rows), radius * k / rows,
                  sectors * pieces_of_sector);
    }
    for (int k = rings_on_base - 1; k >= 0; --k)
        rings.add(-height / 2, radius * k / rings_on_base, sectors * k);
    return std::move(rings.mesh);
}

TriMesh capsule_surface(double radius, double height, double edge) {
    constexpr int sectors = 4;
    const int steps = pieces(pi / 2 * radius, edge), rows = pieces(height, edge);
    refuse_many(8.0 * steps * (steps + rows), edge);
    Rings rings(sectors);
    const auto polar = [&](int k) { return pi / 2 * k / steps; };
    for (int k = 0; k <= steps; ++k)
        rings.add(height / 2 + radius * std::cos(polar(k)), radius * std::sin(polar(k)), sectors * k);
    for (int k = 1; k <= rows; ++k)
        rings.add(height * (0.5 - static_cast<double>(k) / rows), radius, sectors * steps);
    for (int k = steps - 1; k >= 0; --k)
        rings.add(-height / 2 - radius * std::cos(polar(k)), radius * std::sin(polar(k)), sectors * k);
    return std::move(rings.mesh);
}

TriMesh torus_surface(double radius, double tube, double edge) {
    const int around = even(pieces(2 * pi * radius, edge, 4)), across = even(pieces(2 * pi * tube, edge, 4));
    refuse_many(2.0 * around * across, edge);
    return grid_surface(around, across, true, [&](int r, int c) -> Vec3 {
        const double u = 2 * pi * r / around, v = 2 * pi * c / across;
        const double out = radius + tube * std::cos(v);
        return {out * std::cos(u), tube * std::sin(v), out * std::sin(u)};
    });
}

TriMesh plane_surface(double x, double z, double edge) {
    const int rows = pieces(x, edge), columns = pieces(z, edge);
    refuse_many(2.0 * rows * columns, edge);
    return grid_surface(rows, columns, false, [&](int r, int c) -> Vec3 {
        return {x * (static_cast<double>(r) / rows - 0.5), 0, z * (static_cast<double>(c) / columns - 0.5)};
    });
}

}  // namespace limpet
