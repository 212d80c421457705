#pragma once

#include <numeric>
#include <vector>

namespace limpet {

/// Things 0 … count − 1 in sets that only ever join: R. E. Tarjan, Efficiency of a good but not linear set
/// union algorithm (1975), with paths halved.
class DisjointSets {
public:
    explicit DisjointSets(std::size_t count) : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), 0);
    }

    /// The thing that stands for the set.
    int root(int i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    /// The set of `a` joins that of `b`, whose root stays.
    void join(int a, int b) { parent_[root(a)] = root(b); }

private:
    std::vector<int> parent_;
};

}  // namespace limpet
