/// Vertices are moved in turns: towards the mean of their neighbours, x ← x + λ (x̄ − x), then back onto the
/// surface by Newton's method along the gradient, x ← x − f ∇f / |∇f|², which also is right where f
/// underestimates the distance. All vertices move at once from the last turn's places, so that the result
/// does not depend on an order.

#include "shapes/distance/surface_relaxation.h"

#include <algorithm>
#include <cmath>

#include "core/parallel.h"

namespace limpet::iso {

namespace {

constexpr int relaxation_turns = 3;
constexpr double relaxation_step = 0.7;  // λ

/// Neighbours of each vertex along the quadrilaterals' sides, each once.
struct Neighbours {
    std::vector<int> first, list;

    Neighbours(std::size_t vertices, const std::vector<Quad>& quads) : first(vertices + 1, 0) {
        // Of the two quadrilaterals at a side one runs it up and one down: each gives one end its neighbour.
        for (const Quad& quad : quads)
            for (const int v : quad) ++first[v + 1];
        for (std::size_t v = 0; v < vertices; ++v) first[v + 1] += first[v];
        list.resize(first.back());
        std::vector<int> next(first.begin(), first.end() - 1);
        for (const Quad& quad : quads)
            for (int k = 0; k < 4; ++k) list[next[quad[k]]++] = quad[(k + 1) % 4];
    }
};

struct Sample {
    double value;
    Vec3 gradient;
};

/// The gradient by differences, and the value as the mean of those around p that it needs.
Sample sample_around(const SignedDistance& solid, const Vec3& p, double cell) {
    static const std::array<Vec3, 4> directions{Vec3(1, 1, 1), Vec3(1, -1, -1), Vec3(-1, 1, -1),
                                                Vec3(-1, -1, 1)};
    const double reach = 1e-3 * cell;
    Sample sample{0, Vec3::Zero()};
    for (const Vec3& d : directions) {
        const double near = solid.at(p + reach * d);
        sample.value += near / 4;
        sample.gradient += near / (4 * reach) * d;
    }
    return sample;
}

/// A step of Newton's method towards f = 0, at most half a cell long.
Vec3 newton_step(const Vec3& p, const Sample& sample, double cell) {
    const double squared = sample.gradient.squaredNorm();
    if (!(squared > 1e-3)) return p;
    Vec3 move = -sample.value / squared * sample.gradient;
    const double length = move.norm();
    if (length > cell / 2) move *= cell / 2 / length;
    return p + move;
}

/// Newton's method until the surface is met.
Vec3 settle(const SignedDistance& solid, Vec3 p, double cell) {
    for (int i = 0; i < 4; ++i) {
        Sample sample = sample_around(solid, p, cell);
        sample.value = solid.at(p);
        if (std::abs(sample.value) < 1e-4 * cell * sample.gradient.norm()) break;
        p = newton_step(p, sample, cell);
    }
    return p;
}

double smallest_angle_cosine(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 ab = (b - a).normalized(), bc = (c - b).normalized(), ca = (a - c).normalized();
    return std::max({-ab.dot(ca), -ab.dot(bc), -bc.dot(ca)});
}

std::vector<Triangle> split_quads(const std::vector<Vec3>& x, const std::vector<Quad>& quads) {
    std::vector<Triangle> triangles(2 * quads.size());
    parallel_blocks(static_cast<int>(quads.size()), 4096, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const auto& [a, b, c, d] = quads[i];
            const double along_ac =
                std::max(smallest_angle_cosine(x[a], x[b], x[c]), smallest_angle_cosine(x[a], x[c], x[d]));
            const double along_bd =
                std::max(smallest_angle_cosine(x[a], x[b], x[d]), smallest_angle_cosine(x[b], x[c], x[d]));
            const bool ac = along_ac <= along_bd;
            triangles[2 * i] = ac ? Triangle{a, b, c} : Triangle{a, b, d};
            triangles[2 * i + 1] = ac ? Triangle{a, c, d} : Triangle{b, c, d};
        }
    });
    return triangles;
}

/// Triangles that come out without area, where the surface has detail finer than a cell, draw their vertices
/// back to where they started from: inside cells of their own.
void mend(std::vector<Vec3>& vertices, const std::vector<Vec3>& starts, const std::vector<Quad>& quads,
          std::vector<Triangle>& triangles) {
    const double worst = std::cos(1.0 / 60);  // an angle of about 1°
    constexpr int rounds = 12;
    for (int round = 1; round <= rounds; ++round) {
        std::vector<bool> bad(vertices.size(), false);
        bool any = false;
        for (const auto& [a, b, c] : triangles)
            if (!(smallest_angle_cosine(vertices[a], vertices[b], vertices[c]) < worst))
                bad[a] = bad[b] = bad[c] = any = true;
        if (!any) return;
        const double back = round == rounds ? 1 : 0.5;
        for (std::size_t v = 0; v < vertices.size(); ++v)
            if (bad[v]) vertices[v] += back * (starts[v] - vertices[v]);
        triangles = split_quads(vertices, quads);
    }
}

}  // namespace

TriMesh relax_on_surface(const SignedDistance& solid, const std::vector<VertexPatch>& patches,
                         std::vector<Vec3> vertices, const std::vector<Quad>& quads, double cell) {
    const std::vector<Vec3> starts = vertices;
    const Neighbours neighbours(vertices.size(), quads);
    std::vector<Vec3> next(vertices.size());
    const auto turn = [&](double lambda) {
        parallel_blocks(static_cast<int>(patches.size()), 8, [&](int begin, int end) {
            for (int i = begin; i < end; ++i)
                for (int v = patches[i].first_vertex; v < patches[i].end_vertex; ++v) {
                    Vec3 mean = Vec3::Zero();
                    for (int k = neighbours.first[v]; k < neighbours.first[v + 1]; ++k)
                        mean += vertices[neighbours.list[k]];
                    mean /= neighbours.first[v + 1] - neighbours.first[v];
                    const Vec3 p = vertices[v] + lambda * (mean - vertices[v]);
                    const bool near = (p - patches[i].center).norm() + 0.01 * cell < patches[i].radius;
                    const SignedDistance& f = near ? *patches[i].solid : solid;
                    next[v] =
                        lambda > 0 ? newton_step(p, sample_around(f, p, cell), cell) : settle(f, p, cell);
                }
        });
        vertices.swap(next);
    };
    for (int i = 0; i < relaxation_turns; ++i) turn(relaxation_step);
    turn(0);
    std::vector<Triangle> triangles = split_quads(vertices, quads);
    mend(vertices, starts, quads, triangles);
    return {std::move(vertices), std::move(triangles)};
}

}  // namespace limpet::iso
