#include "linear/graph_ordering.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

#include "core/interruption.h"
#include "linear/graph_separator.h"

namespace limpet {
namespace {

constexpr int leaf_nodes = 120;

/// Vertices of a part of the graph, and the places in the order that they will take.
struct Part {
    std::vector<int> nodes;
    int begin;
};

class Dissection {
public:
    explicit Dissection(const BlockPattern& a) : a_(a), local_(a.rows, -1), order_(a.rows) {}

    std::vector<int> run() {
        Part whole{std::vector<int>(a_.rows), 0};
        std::iota(whole.nodes.begin(), whole.nodes.end(), 0);
        std::vector<Part> parts;
        parts.push_back(std::move(whole));
        while (!parts.empty()) {
            stop_if_interrupted();
            const Part part = std::move(parts.back());
            parts.pop_back();
            if (static_cast<int>(part.nodes.size()) <= leaf_nodes || !split(part, parts)) order_leaf(part);
        }
        return std::move(order_);
    }

private:
    bool split(const Part& part, std::vector<Part>& parts);
    void order_leaf(const Part& part);
    Graph graph_of(const std::vector<int>& nodes);

    const BlockPattern& a_;
    std::vector<int> local_;  ///< of the nodes at hand; −1 for others
    std::vector<int> order_;
};

Graph Dissection::graph_of(const std::vector<int>& nodes) {
    for (std::size_t i = 0; i < nodes.size(); ++i) local_[nodes[i]] = static_cast<int>(i);
    Graph graph;
    graph.start.push_back(0);
    graph.weight.assign(nodes.size(), 1);
    for (const int node : nodes) {
        for (int k = a_.row_start[node]; k < a_.row_start[node + 1]; ++k)
            if (a_.column[k] != node && local_[a_.column[k]] >= 0)
                graph.neighbour.push_back(local_[a_.column[k]]);
        graph.start.push_back(static_cast<int>(graph.neighbour.size()));
    }
    graph.edge.assign(graph.neighbour.size(), 1);
    for (const int node : nodes) local_[node] = -1;
    return graph;
}

/// False if there is nothing to gain: one side is empty.
bool Dissection::split(const Part& part, std::vector<Part>& parts) {
    const std::vector<char> side = find_separator(graph_of(part.nodes));
    Part first{{}, part.begin}, second{{}, 0};
    int place = part.begin + static_cast<int>(part.nodes.size());
    for (std::size_t i = part.nodes.size(); i-- > 0;)
        if (side[i] == 2) order_[--place] = part.nodes[i];
    for (std::size_t i = 0; i < part.nodes.size(); ++i)
        if (side[i] < 2) (side[i] == 0 ? first : second).nodes.push_back(part.nodes[i]);
    if (first.nodes.empty() || second.nodes.empty()) return false;
    second.begin = part.begin + static_cast<int>(first.nodes.size());
    parts.push_back(std::move(first));
    parts.push_back(std::move(second));
    return true;
}

/// Minimum degree by eliminating in a matrix of bits, a row of it for each node and each of its neighbours
/// outside.
void Dissection::order_leaf(const Part& part) {
    const int n = static_cast<int>(part.nodes.size());
    std::vector<int> nodes = part.nodes;
    for (int i = 0; i < n; ++i) local_[nodes[i]] = i;
    for (int i = 0; i < n; ++i)
        for (int k = a_.row_start[nodes[i]]; k < a_.row_start[nodes[i] + 1]; ++k)
            if (local_[a_.column[k]] < 0) {
                local_[a_.column[k]] = static_cast<int>(nodes.size());
                nodes.push_back(a_.column[k]);
            }
    const std::size_t words = nodes.size() / 64 + 1;
    std::vector<std::uint64_t> bits(words * nodes.size(), 0);
    const auto set = [&](int i, int j) { bits[i * words + j / 64] |= std::uint64_t(1) << (j % 64); };
    for (int i = 0; i < n; ++i)
        for (int k = a_.row_start[nodes[i]]; k < a_.row_start[nodes[i] + 1]; ++k) {
            set(i, local_[a_.column[k]]);
            set(local_[a_.column[k]], i);
        }
    for (const int node : nodes) local_[node] = -1;
    const auto degree = [&](int i) {
        int sum = 0;
        for (std::size_t w = 0; w < words; ++w) sum += std::popcount(bits[i * words + w]);
        return sum;
    };
    std::vector<int> left(n), degrees(n);
    std::iota(left.begin(), left.end(), 0);
    for (int i = 0; i < n; ++i) degrees[i] = degree(i);
    for (int place = part.begin; !left.empty(); ++place) {
        const auto least =
            std::min_element(left.begin(), left.end(), [&](int i, int j) { return degrees[i] < degrees[j]; });
        const int pivot = *least;
        order_[place] = nodes[pivot];
        left.erase(least);
        for (const int i : left) {
            if (!(bits[pivot * words + i / 64] >> (i % 64) & 1)) continue;
            for (std::size_t w = 0; w < words; ++w) bits[i * words + w] |= bits[pivot * words + w];
            bits[i * words + pivot / 64] &= ~(std::uint64_t(1) << (pivot % 64));
            degrees[i] = degree(i);
        }
    }
}

}  // namespace

std::vector<int> nested_dissection_order(const BlockPattern& a) {
    return Dissection(a).run();
}

std::vector<int> minimum_degree_order(const BlockPattern& a) {
    if (a.rows == 0) return {};
    using Pattern = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
    const std::vector<double> values(a.column.size(), 1.0);
    const Pattern pattern = Eigen::Map<const Pattern>(a.rows, a.rows, a.blocks(), a.row_start.data(),
                                                      a.column.data(), values.data());
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
    Eigen::AMDOrdering<int>()(pattern, order);
    return {order.indices().begin(), order.indices().end()};
}

}  // namespace limpet
