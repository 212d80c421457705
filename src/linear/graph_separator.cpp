#include "linear/graph_separator.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <queue>
#include <tuple>

namespace limpet {
namespace {

constexpr int coarsest_vertices = 80;
constexpr int seeds = 8;
constexpr int passes = 8;
/// The larger side has at most this part of both.
constexpr double largest_share = 0.56;
/// Moves without a better separator before a pass gives up.
constexpr int patience = 150;

constexpr char separator = 2;

/// A separator that is being improved.
class Refinement {
public:
    Refinement(const Graph& graph, std::vector<char>& side);
    void run();
    /// Smaller is better: the weight of the separator, and a lot for sides out of balance.
    double cost() const;

private:
    struct Move {
        int gain, vertex, to;
        bool operator<(const Move& other) const {
            return std::tie(gain, other.vertex, other.to) < std::tie(other.gain, vertex, to);
        }
    };
    bool pass();
    void push(int vertex);
    void set_side(int vertex, char to);
    int gain(int vertex, int to) const { return graph_.weight[vertex] - beside_[vertex][1 - to]; }

    const Graph& graph_;
    std::vector<char>& side_;
    std::array<int, 3> total_{};              ///< weight of the sides and the separator
    std::vector<std::array<int, 3>> beside_;  ///< weight of a vertex' neighbours on each side
    std::vector<std::pair<int, char>> undo_;  ///< vertices and the sides they were on
    std::vector<char> moved_;
    std::priority_queue<Move> moves_;
};

Refinement::Refinement(const Graph& graph, std::vector<char>& side)
    : graph_(graph), side_(side), beside_(graph.vertices()), moved_(graph.vertices()) {
    for (int v = 0; v < graph.vertices(); ++v) {
        total_[side[v]] += graph.weight[v];
        for (int k = graph.start[v]; k < graph.start[v + 1]; ++k)
            beside_[v][side[graph.neighbour[k]]] += graph.weight[graph.neighbour[k]];
    }
}

double Refinement::cost() const {
    const double both = total_[0] + total_[1], larger = std::max(total_[0], total_[1]);
    return total_[separator] * (1 + 0.1 * (2 * larger / std::max(both, 1.0) - 1)) +
           10 * std::max(0.0, larger - largest_share * both);
}

void Refinement::push(int vertex) {
    if (moved_[vertex]) return;
    for (const int to : {0, 1}) moves_.push({gain(vertex, to), vertex, to});
}

void Refinement::set_side(int vertex, char to) {
    const char from = side_[vertex];
    const int weight = graph_.weight[vertex];
    side_[vertex] = to;
    total_[from] -= weight;
    total_[to] += weight;
    for (int k = graph_.start[vertex]; k < graph_.start[vertex + 1]; ++k) {
        beside_[graph_.neighbour[k]][from] -= weight;
        beside_[graph_.neighbour[k]][to] += weight;
    }
}

/// Moves the best vertex of the separator as long as there is hope, then goes back to the best separator
/// seen.
bool Refinement::pass() {
    std::fill(moved_.begin(), moved_.end(), 0);
    moves_ = {};
    undo_.clear();
    for (int v = 0; v < graph_.vertices(); ++v)
        if (side_[v] == separator) push(v);
    const double before = cost();
    double best = before;
    std::size_t kept = 0;
    for (int since = 0; !moves_.empty() && since < patience;) {
        const Move move = moves_.top();
        moves_.pop();
        const int v = move.vertex, other = 1 - move.to;
        if (side_[v] != separator || moved_[v] || move.gain != gain(v, move.to)) continue;
        const double both = total_[0] + total_[1];
        if (total_[move.to] + graph_.weight[v] > largest_share * both && total_[move.to] >= total_[other])
            continue;
        moved_[v] = 1;
        undo_.emplace_back(v, separator);
        set_side(v, static_cast<char>(move.to));
        for (int k = graph_.start[v]; k < graph_.start[v + 1]; ++k) {
            const int u = graph_.neighbour[k];
            if (side_[u] != other) continue;
            undo_.emplace_back(u, side_[u]);
            set_side(u, separator);
            push(u);
            for (int i = graph_.start[u]; i < graph_.start[u + 1]; ++i)
                if (side_[graph_.neighbour[i]] == separator) push(graph_.neighbour[i]);
        }
        for (int k = graph_.start[v]; k < graph_.start[v + 1]; ++k)
            if (side_[graph_.neighbour[k]] == separator) push(graph_.neighbour[k]);
        ++since;
        if (cost() < best) {
            best = cost();
            kept = undo_.size();
            since = 0;
        }
    }
    for (; undo_.size() > kept; undo_.pop_back()) set_side(undo_.back().first, undo_.back().second);
    return best < before;
}

void Refinement::run() {
    for (int i = 0; i < passes && pass(); ++i) {
    }
}

/// Grows side 0 from a seed, nearest vertices first, until it has half of the weight; what of side 1 touches
/// it is the separator.
std::vector<char> grow(const Graph& graph, int seed) {
    const int n = graph.vertices();
    const double half = 0.5 * std::accumulate(graph.weight.begin(), graph.weight.end(), 0.0);
    std::vector<char> side(n, 1), seen(n, 0);
    std::vector<int> queue{seed};
    seen[seed] = 1;
    double grown = 0;
    for (std::size_t next = 0, unseen = 0; grown < half;) {
        if (next == queue.size()) {  // another piece of the graph
            while (seen[unseen]) ++unseen;
            seen[unseen] = 1;
            queue.push_back(static_cast<int>(unseen));
        }
        const int v = queue[next++];
        side[v] = 0;
        grown += graph.weight[v];
        for (int k = graph.start[v]; k < graph.start[v + 1]; ++k)
            if (!seen[graph.neighbour[k]]) {
                seen[graph.neighbour[k]] = 1;
                queue.push_back(graph.neighbour[k]);
            }
    }
    for (int v = 0; v < n; ++v)
        if (side[v] == 0)
            for (int k = graph.start[v]; k < graph.start[v + 1]; ++k)
                if (side[graph.neighbour[k]] == 1) side[graph.neighbour[k]] = separator;
    return side;
}

/// Each vertex' pair in the coarser graph; returns how many there are. Heaviest edges first, those to light
/// neighbours among these.
int match(const Graph& graph, std::vector<int>& pair_of) {
    const int n = graph.vertices();
    std::vector<int> by_degree(n);
    std::iota(by_degree.begin(), by_degree.end(), 0);
    std::stable_sort(by_degree.begin(), by_degree.end(), [&](int a, int b) {
        return graph.start[a + 1] - graph.start[a] < graph.start[b + 1] - graph.start[b];
    });
    pair_of.assign(n, -1);
    int pairs = 0;
    for (const int v : by_degree) {
        if (pair_of[v] >= 0) continue;
        int best = -1, heaviest = 0, lightest = 0;
        for (int k = graph.start[v]; k < graph.start[v + 1]; ++k) {
            const int u = graph.neighbour[k];
            if (pair_of[u] >= 0) continue;
            if (best < 0 || graph.edge[k] > heaviest ||
                (graph.edge[k] == heaviest && graph.weight[u] < lightest)) {
                best = u;
                heaviest = graph.edge[k];
                lightest = graph.weight[u];
            }
        }
        pair_of[v] = pairs;
        if (best >= 0) pair_of[best] = pairs;
        ++pairs;
    }
    return pairs;
}

Graph coarsened(const Graph& graph, const std::vector<int>& pair_of, int pairs) {
    std::vector<std::array<int, 2>> members(pairs, {-1, -1});
    for (int v = 0; v < graph.vertices(); ++v) members[pair_of[v]][members[pair_of[v]][0] >= 0] = v;
    Graph coarse;
    coarse.start.push_back(0);
    std::vector<int> edge_to(pairs, -1);
    for (int p = 0; p < pairs; ++p) {
        const int begin = coarse.start.back();
        int weight = 0;
        for (const int v : members[p]) {
            if (v < 0) continue;
            weight += graph.weight[v];
            for (int k = graph.start[v]; k < graph.start[v + 1]; ++k) {
                const int q = pair_of[graph.neighbour[k]];
                if (q == p) continue;
                if (edge_to[q] < begin) {
                    edge_to[q] = static_cast<int>(coarse.neighbour.size());
                    coarse.neighbour.push_back(q);
                    coarse.edge.push_back(0);
                }
                coarse.edge[edge_to[q]] += graph.edge[k];
            }
        }
        coarse.weight.push_back(weight);
        coarse.start.push_back(static_cast<int>(coarse.neighbour.size()));
    }
    return coarse;
}

std::vector<char> coarsest_separator(const Graph& graph) {
    std::vector<char> best;
    double least = 0;
    for (int i = 0; i < std::min(seeds, graph.vertices()); ++i) {
        std::vector<char> side =
            grow(graph, static_cast<int>(static_cast<long>(i) * graph.vertices() / seeds));
        Refinement refinement(graph, side);
        refinement.run();
        if (best.empty() || refinement.cost() < least) {
            least = refinement.cost();
            best = std::move(side);
        }
    }
    return best;
}

}  // namespace

std::vector<char> find_separator(const Graph& graph) {
    std::vector<Graph> levels{graph};
    std::vector<std::vector<int>> pair_of;
    while (levels.back().vertices() > coarsest_vertices) {
        std::vector<int> pairs_here;
        const int pairs = match(levels.back(), pairs_here);
        if (pairs > 0.95 * levels.back().vertices()) break;
        levels.push_back(coarsened(levels.back(), pairs_here, pairs));
        pair_of.push_back(std::move(pairs_here));
    }
    std::vector<char> side = coarsest_separator(levels.back());
    for (std::size_t level = pair_of.size(); level-- > 0;) {
        std::vector<char> finer(levels[level].vertices());
        for (std::size_t v = 0; v < finer.size(); ++v) finer[v] = side[pair_of[level][v]];
        side = std::move(finer);
        Refinement(levels[level], side).run();
    }
    return side;
}

}  // namespace limpet
