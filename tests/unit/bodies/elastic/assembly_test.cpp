#include "bodies/elastic/assembly.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "bodies/soft/elements.h"
#include "support/block_matrices.h"
#include "support/grid_tets.h"

namespace limpet {
namespace {

/// The mesh beside itself, so many times; every third time with the nodes in reverse order.
TetMesh loose_parts(const TetMesh& one, int count) {
    TetMesh all;
    for (int part = 0; part < count; ++part) {
        const int first = static_cast<int>(all.vertices.size()), size = static_cast<int>(one.vertices.size());
        const auto turned = [&](int node) { return part % 3 == 2 ? size - 1 - node : node; };
        for (int i = 0; i < size; ++i)
            all.vertices.push_back(one.vertices[turned(i)] + Vec3(10.0 * part, 0, 0));
        for (Tetrahedron t : one.tetrahedra) {
            for (int& node : t) node = first + turned(node);
            all.tetrahedra.push_back(t);
        }
    }
    return all;
}

/// Nodes by their distance from `first`, in edges, and then as they were found: by the place of the node that
/// found them, then by number.
std::vector<int> sweep(const TetMesh& mesh, const std::vector<char>& held, int first) {
    std::vector<int> order = {first};
    for (std::size_t next = 0; next < order.size(); ++next) {
        std::vector<int> found;
        for (const Tetrahedron& t : mesh.tetrahedra)
            if (std::find(t.begin(), t.end(), order[next]) != t.end())
                for (const int other : t)
                    if (!held[other] && std::find(order.begin(), order.end(), other) == order.end() &&
                        std::find(found.begin(), found.end(), other) == found.end())
                        found.push_back(other);
        std::sort(found.begin(), found.end());
        order.insert(order.end(), found.begin(), found.end());
    }
    return order;
}

TEST(Assembly, OrdersLoosePartsOneAfterTheOther) {
    const TetMesh mesh = loose_parts(grid_tets({0.3, 0.1, 0.1}, {3, 1, 1}), 7);
    const int nodes = static_cast<int>(mesh.vertices.size());
    std::vector<char> held(nodes, 0);
    for (int node = 0; node < nodes; node += 5) held[node] = 1;
    const Elements elements(mesh.vertices, mesh.tetrahedra, {4e4, 9e4}, ElasticModel::Linear);
    const Assembly assembly(elements, nodes, held);

    std::vector<int> expected;
    for (int node = 0; node < nodes; ++node) {
        if (held[node] || std::find(expected.begin(), expected.end(), node) != expected.end()) continue;
        const std::vector<int> there = sweep(mesh, held, node), back = sweep(mesh, held, there.back());
        expected.insert(expected.end(), back.begin(), back.end());
    }
    EXPECT_EQ(assembly.free_nodes(), expected);
    EXPECT_EQ(assembly.free_nodes().size() + assembly.held_nodes().size(), mesh.vertices.size());
}

TEST(Assembly, GivesTheSumOfAllElementsAndTheMass) {
    const TetMesh mesh = grid_tets({0.3, 0.1, 0.1}, {5, 2, 2}, 0.2);
    const int nodes = static_cast<int>(mesh.vertices.size());
    std::vector<char> held(nodes, 0);
    for (int node = 0; node < nodes; node += 4) held[node] = 1;
    Elements elements(mesh.vertices, mesh.tetrahedra, {4e4, 9e4}, ElasticModel::NeoHookean);
    std::vector<Vec3> q = mesh.vertices;
    for (Vec3& x : q) x += Vec3(0.2 * x.y(), 0.1 * x.x() * x.x(), -0.1 * x.z());
    elements.evaluate(q, Stiffness::Projected);
    const Assembly assembly(elements, nodes, held);
    std::vector<double> mass;
    for (int node = 0; node < nodes; ++node) mass.push_back(1 + 0.1 * node);

    MatX all = MatX::Zero(3 * nodes, 3 * nodes);
    for (int e = 0; e < elements.count(); ++e)
        for (int a = 0; a < 4; ++a)
            for (int b = 0; b < 4; ++b)
                all.block<3, 3>(3 * elements.nodes(e)[a], 3 * elements.nodes(e)[b]) +=
                    0.5 * elements.stiffness(e, a, b);
    for (int node = 0; node < nodes; ++node) all.diagonal().segment<3>(3 * node).array() += 2 * mass[node];
    const auto picked = [&](const std::vector<int>& columns) {
        MatX part(3 * assembly.free_nodes().size(), 3 * columns.size());
        for (std::size_t i = 0; i < assembly.free_nodes().size(); ++i)
            for (std::size_t j = 0; j < columns.size(); ++j)
                part.block<3, 3>(3 * i, 3 * j) =
                    all.block<3, 3>(3 * assembly.free_nodes()[i], 3 * columns[j]);
        return part;
    };
    const MatX expected = picked(assembly.free_nodes()), expected_held = picked(assembly.held_nodes());
    BlockMatrix free = assembly.free_matrix(), other = assembly.held_matrix();
    for (const int times : {1, 2}) {
        assembly.assemble(elements, mass, 2, 0.5, free, other, times > 1);
        EXPECT_LT((dense(free) - times * expected).norm(), 1e-13 * expected.norm());
        EXPECT_LT((dense(other) - times * expected_held).norm(), 1e-13 * expected.norm());
    }
}

}  // namespace
}  // namespace limpet
