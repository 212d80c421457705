#include "bodies/elastic/assembly.h"

#include <algorithm>
#include <span>

#include "core/parallel.h"

namespace limpet {
namespace {

std::span<const int> nodes_of(const ElasticElements& elements, int element) {
    return {elements.nodes(element), static_cast<std::size_t>(elements.corners())};
}

constexpr int nodes_per_task = 256, targets_per_task = 512;

/// Of 3×3 blocks, eight of whose nine numbers are added at once.
struct BlockSum {
    Eigen::Matrix<double, 8, 1> most = Eigen::Matrix<double, 8, 1>::Zero();
    double last = 0;

    void add(const double* block) {
        most += Eigen::Map<const Eigen::Matrix<double, 8, 1>>(block);
        last += block[8];
    }
    Mat3 matrix() const {
        Mat3 m;
        Eigen::Map<Eigen::Matrix<double, 8, 1>>(m.data()) = most;
        m(2, 2) = last;
        return m;
    }
};

/// Free nodes from one end of the body to the other, neighbours near each other (Cuthill & McKee 1969):
/// memory is read in order, and ranges of rows that conjugate gradients sweep in parallel are slabs with few
/// links between. `corners` of node i are corners · element + corner, [start[i], start[i+1]) of them.
std::vector<int> from_end_to_end(const ElasticElements& elements, const std::vector<char>& held,
                                 const std::vector<int>& start, const std::vector<int>& corners) {
    const int nodes = static_cast<int>(held.size());
    // The last sweep that came to a node: sweeps of one part of the body never meet another part.
    std::vector<int> sweep_of(held.size(), 0);
    int sweep = 0;
    std::vector<int> found;
    const auto spread = [&](int first, std::vector<int>& order) {
        ++sweep;
        std::size_t next = order.size();
        order.push_back(first);
        sweep_of[first] = sweep;
        for (; next < order.size(); ++next) {
            found.clear();
            for (int k = start[order[next]]; k < start[order[next] + 1]; ++k)
                for (const int other : nodes_of(elements, corners[k] / elements.corners()))
                    if (!held[other] && sweep_of[other] != sweep) {
                        sweep_of[other] = sweep;
                        found.push_back(other);
                    }
            std::sort(found.begin(), found.end());
            order.insert(order.end(), found.begin(), found.end());
        }
    };
    std::vector<int> order, part;
    for (int node = 0; node < nodes; ++node) {
        if (held[node] || sweep_of[node] > 0) continue;
        // The last node that a first sweep reaches is at an end of this part of the body.
        part.clear();
        spread(node, part);
        spread(part.back(), order);
    }
    return order;
}

}  // namespace

Assembly::Assembly(const ElasticElements& elements, int nodes, const std::vector<char>& held)
    : index_(nodes), is_held_(held) {
    corner_start_.assign(nodes + 1, 0);
    const int corners = elements.corners();
    for (int e = 0; e < elements.count(); ++e)
        for (const int node : nodes_of(elements, e)) ++corner_start_[node + 1];
    for (int node = 0; node < nodes; ++node) corner_start_[node + 1] += corner_start_[node];
    corners_.resize(corner_start_.back());
    std::vector<int> next(corner_start_.begin(), corner_start_.end() - 1);
    for (int e = 0; e < elements.count(); ++e)
        for (int a = 0; a < corners; ++a) corners_[next[elements.nodes(e)[a]]++] = corners * e + a;
    free_nodes_ = from_end_to_end(elements, held, corner_start_, corners_);
    for (int node = 0; node < nodes; ++node)
        if (held[node]) held_nodes_.push_back(node);
    for (const std::vector<int>* list : {&free_nodes_, &held_nodes_})
        for (std::size_t i = 0; i < list->size(); ++i) index_[(*list)[i]] = static_cast<int>(i);
    list_neighbours(elements);
    list_contributions(elements);
}

void Assembly::list_neighbours(const ElasticElements& elements) {
    free_pattern_.rows = held_pattern_.rows = static_cast<int>(free_nodes_.size());
    free_pattern_.columns = static_cast<int>(free_nodes_.size());
    held_pattern_.columns = static_cast<int>(held_nodes_.size());
    free_pattern_.row_start.push_back(0);
    held_pattern_.row_start.push_back(0);
    std::vector<int> neighbours;
    for (const int node : free_nodes_) {
        // A node that no element has still needs its mass in the matrix.
        neighbours.assign(1, node);
        for (int k = corner_start_[node]; k < corner_start_[node + 1]; ++k)
            for (const int other : nodes_of(elements, corners_[k] / elements.corners()))
                neighbours.push_back(other);
        std::sort(neighbours.begin(), neighbours.end(), [&](int a, int b) {
            return std::pair(is_held_[a], index_[a]) < std::pair(is_held_[b], index_[b]);
        });
        neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
        for (const int other : neighbours)
            (is_held_[other] ? held_pattern_ : free_pattern_).column.push_back(index_[other]);
        free_pattern_.row_start.push_back(free_pattern_.blocks());
        held_pattern_.row_start.push_back(held_pattern_.blocks());
    }
}

void Assembly::list_contributions(const ElasticElements& elements) {
    const int corners = elements.corners();
    const auto add_row = [&](int node, bool to_held) {
        const int row = index_[node];
        const BlockPattern& pattern = to_held ? held_pattern_ : free_pattern_;
        const std::vector<int>& nodes = to_held ? held_nodes_ : free_nodes_;
        for (int k = pattern.row_start[row]; k < pattern.row_start[row + 1]; ++k) {
            const int other = nodes[pattern.column[k]];
            if (!to_held && index_[other] <= row) continue;
            const int mirror = to_held ? -1 : free_pattern_.find(index_[other], row);
            const int first = static_cast<int>(contributions_.size());
            std::vector<Contribution> turned;
            for (int i = corner_start_[node]; i < corner_start_[node + 1]; ++i) {
                const int element = corners_[i] / corners, a = corners_[i] % corners;
                for (int b = 0; b < corners; ++b)
                    if (elements.nodes(element)[b] == other)
                        (a > b ? turned : contributions_).push_back({element, elements.pair_of(a, b)});
            }
            targets_.push_back({k, mirror, first, static_cast<int>(contributions_.size()), to_held});
            contributions_.insert(contributions_.end(), turned.begin(), turned.end());
        }
    };
    for (const int node : free_nodes_) {
        add_row(node, false);
        add_row(node, true);
    }
    const int all = static_cast<int>(contributions_.size());
    targets_.push_back({-1, -1, all, all, false});
    for (int row = 0; row < free_pattern_.rows; ++row) diagonal_.push_back(free_pattern_.find(row, row));
}

bool Assembly::are_coupled(int first, int second) const {
    if (is_held_[first] && is_held_[second]) return true;
    if (is_held_[first]) return held_pattern_.find(index_[second], index_[first]) >= 0;
    return (is_held_[second] ? held_pattern_ : free_pattern_).find(index_[first], index_[second]) >= 0;
}

void Assembly::gather_forces(const ElasticElements& elements, std::vector<Vec3>& forces) const {
    const int nodes = static_cast<int>(index_.size()), corners = elements.corners();
    forces.resize(nodes);
    parallel_blocks(nodes, nodes_per_task, [&](int begin, int end) {
        for (int node = begin; node < end; ++node) {
            Vec3 sum = Vec3::Zero();
            for (int k = corner_start_[node]; k < corner_start_[node + 1]; ++k)
                sum += Eigen::Map<const Vec3>(elements.force(corners_[k] / corners, corners_[k] % corners));
            forces[node] = sum;
        }
    });
}

void Assembly::assemble(const ElasticElements& elements, const std::vector<double>& mass, double mass_factor,
                        double stiffness_factor, BlockMatrix& free, BlockMatrix& held, bool add) const {
    const BlockMatrix free_before = add ? free : BlockMatrix(), held_before = add ? held : BlockMatrix();
    const int targets = static_cast<int>(targets_.size()) - 1;
    parallel_blocks(targets, targets_per_task, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const Target& t = targets_[i];
            const auto sum_of = [&](int first, int last) {
                BlockSum part;
                for (int k = first; k < last; ++k)
                    part.add(elements.block(contributions_[k].element, contributions_[k].pair));
                return part.matrix();
            };
            const Mat3 sum = stiffness_factor * (sum_of(t.first, t.turned) +
                                                 sum_of(t.turned, targets_[i + 1].first).transpose());
            Eigen::Map<Mat3>((t.held ? held : free).block(t.target)) = sum;
            if (t.mirror >= 0) Eigen::Map<Mat3>(free.block(t.mirror)) = sum.transpose();
        }
    });
    parallel_blocks(free.rows(), nodes_per_task, [&](int begin, int end) {
        for (int row = begin; row < end; ++row) {
            Mat3 sum = Mat3::Zero();
            sum.diagonal().setConstant(mass_factor * mass[free_nodes_[row]]);
            for (const BlockMatrix* part : {&free, &held})
                for (int k = part->pattern().row_start[row]; k < part->pattern().row_start[row + 1]; ++k)
                    if (part != &free || k != diagonal_[row]) sum -= Eigen::Map<const Mat3>(part->block(k));
            Eigen::Map<Mat3>(free.block(diagonal_[row])) = sum;
        }
    });
    if (!add) return;
    free.add(free_before);
    held.add(held_before);
}

}  // namespace limpet
