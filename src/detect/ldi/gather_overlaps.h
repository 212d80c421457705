#pragma once

/// Volumes and gradients of a pair's overlaps from the intervals of its three images (eq. 11–14).

#include <memory>
#include <mutex>
#include <vector>

#include "detect/ldi/cell_split.h"
#include "detect/ldi/overlap_volumes.h"

namespace limpet::ldi {

/// Sums by vertex, all zero whenever nobody uses it.
struct VertexSums {
    /// ∂V/∂p along the image's axis, and by the triangles' normals; the vertex' part of the patch.
    struct Sum {
        double along = 0;
        Vec3 area = Vec3::Zero();
        double patch = 0;
    };
    std::vector<Sum> sums;
    std::vector<char> is_touched;
    std::vector<int> touched;
};

/// Lends sums to whoever needs some; which one gets which does not matter.
class VertexSumsPool {
public:
    std::unique_ptr<VertexSums> take(std::size_t vertices);
    void give_back(std::unique_ptr<VertexSums> sums);

private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<VertexSums>> free_;
};

/// Two surfaces, or one twice, in their common pixels.
struct PairImages {
    int first, second;
    std::array<const LdiSurface*, 2> surfaces;
    PixelBox pixels;
    std::array<std::vector<BandResult>, 3> bands;  ///< by axis
    std::array<int, 3> bands_used{};

    bool self() const { return first == second; }
    int sides() const { return self() ? 1 : 2; }
};

/// Keeps its memory from call to call.
class OverlapGatherer {
public:
    OverlapGatherer();
    ~OverlapGatherer();

    /// `cell` 0: one cell for all. Appends to `out`, by cell.
    void gather(const PairImages& images, double cell, VertexSumsPool& pool, std::vector<OverlapVolume>& out);

private:
    struct Memory;
    std::unique_ptr<Memory> memory_;
};

}  // namespace limpet::ldi
