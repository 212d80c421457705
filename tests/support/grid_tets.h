#pragma once

/// Boxes of tetrahedra for tests and benchmarks: a grid of bricks, six tetrahedra each.

#include <algorithm>
#include <array>
#include <random>

#include "shapes/meshes/meshes.h"

namespace limpet {

/// A box centred on the origin. Kuhn's triangulation: the same diagonals in every brick, so that neighbours
/// match. `jitter` moves inner nodes by up to this part of a brick's side, which makes the mesh irregular.
inline TetMesh grid_tets(const Vec3& size, const std::array<int, 3>& bricks, double jitter = 0) {
    TetMesh mesh;
    const auto [nx, ny, nz] = bricks;
    const Vec3 side = size.cwiseQuotient(Vec3(nx, ny, nz));
    std::mt19937 random(1);
    std::uniform_real_distribution<double> offset(-jitter, jitter);
    for (int k = 0; k <= nz; ++k)
        for (int j = 0; j <= ny; ++j)
            for (int i = 0; i <= nx; ++i) {
                Vec3 x = side.cwiseProduct(Vec3(i, j, k)) - size / 2;
                const bool inner = i > 0 && i < nx && j > 0 && j < ny && k > 0 && k < nz;
                if (inner && jitter > 0)
                    for (int r = 0; r < 3; ++r) x[r] += side[r] * offset(random);
                mesh.vertices.push_back(x);
            }
    const auto node = [&, nx = nx, ny = ny](const std::array<int, 3>& at) {
        return (at[2] * (ny + 1) + at[1]) * (nx + 1) + at[0];
    };
    for (int k = 0; k < nz; ++k)
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i) {
                std::array<int, 3> axes{0, 1, 2};
                do {
                    std::array<int, 3> at{i, j, k};
                    Tetrahedron t{node(at), 0, 0, 0};
                    for (int a = 0; a < 3; ++a) {
                        ++at[axes[a]];
                        t[a + 1] = node(at);
                    }
                    const bool odd = (axes[0] > axes[1]) ^ (axes[0] > axes[2]) ^ (axes[1] > axes[2]);
                    if (odd) std::swap(t[2], t[3]);
                    mesh.tetrahedra.push_back(t);
                } while (std::next_permutation(axes.begin(), axes.end()));
            }
    return mesh;
}

}  // namespace limpet
