#include "bodies/elastic/inverse_blocks.h"

#include <cmath>

namespace limpet {
namespace {

/// Blocks of nodes that are no longer in contact are dropped when they are more than the others and this
/// many.
constexpr int spare_slots = 64;
/// Of the blocks that are there when there is no room for others.
constexpr double slot_growth_ratio = 1.5;

}  // namespace

void InverseBlocks::ensure(const std::vector<int>& nodes, const SparseCholesky& factor) {
    if (slots() > 2 * static_cast<int>(nodes.size()) + spare_slots) clear();
    std::vector<int> missing;
    for (const int node : nodes)
        if (slot_of_[node] < 0) missing.push_back(node);
    if (!missing.empty()) add_batch(missing, factor);
}

void InverseBlocks::clear() {
    for (const int node : nodes_)
        if (node < static_cast<int>(slot_of_.size())) slot_of_[node] = -1;
    nodes_.clear();
    batch_sizes_.clear();
}

void InverseBlocks::remake(int rows, const SparseCholesky& factor) {
    slot_of_.assign(rows, -1);
    const std::vector<int> nodes = std::move(nodes_), sizes = std::move(batch_sizes_);
    clear();
    auto begin = nodes.begin();
    for (const int size : sizes) {
        add_batch({begin, begin + size}, factor);
        begin += size;
    }
}

void InverseBlocks::add_batch(const std::vector<int>& nodes, const SparseCholesky& factor) {
    const Eigen::Index before = 3 * static_cast<Eigen::Index>(nodes_.size());
    for (const int node : nodes) {
        slot_of_[node] = slots();
        nodes_.push_back(node);
    }
    batch_sizes_.push_back(static_cast<int>(nodes.size()));
    MatX columns;
    factor.inverse_columns(nodes, nodes_, columns);
    const Eigen::Index size = columns.rows();
    if (inverse_.rows() < size) {
        const auto room = static_cast<Eigen::Index>(slot_growth_ratio * static_cast<double>(size));
        MatX larger(room, room);
        larger.topLeftCorner(before, before) = inverse_.topLeftCorner(before, before);
        inverse_ = std::move(larger);
    }
    inverse_.block(0, before, size, columns.cols()) = columns;
    inverse_.block(before, 0, columns.cols(), before) = columns.topRows(before).transpose();
}

void InverseBlocks::append_state(std::vector<double>& values) const {
    values.push_back(static_cast<double>(batch_sizes_.size()));
    values.insert(values.end(), batch_sizes_.begin(), batch_sizes_.end());
    values.insert(values.end(), nodes_.begin(), nodes_.end());
}

bool InverseBlocks::take_state(std::span<const double>& values, int free_nodes) {
    /// Takes a whole number from the front; −1 if there is none between 0 and `most`.
    const auto next_count = [&](double most) {
        if (values.empty()) return -1;
        const double value = values.front();
        if (!(value >= 0 && value <= most && value == std::floor(value))) return -1;
        values = values.subspan(1);
        return static_cast<int>(value);
    };
    clear();
    const int batches = values.empty() ? -1 : next_count(static_cast<double>(values.size() - 1));
    if (batches < 0) return false;
    int total = 0;
    for (int i = 0; i < batches; ++i) {
        const int size = next_count(free_nodes - total);
        if (size < 0) return false;
        batch_sizes_.push_back(size);
        total += size;
    }
    for (int i = 0; i < total; ++i) {
        const int node = next_count(free_nodes - 1);
        if (node < 0) return false;
        nodes_.push_back(node);
    }
    return true;
}

}  // namespace limpet
