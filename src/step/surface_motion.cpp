#include "step/surface_motion.h"

#include <algorithm>
#include <cmath>

namespace limpet {
namespace {

/// Triangles of a part. Meshes list neighbours near each other, so that parts are small.
constexpr std::size_t triangles_each = 64;

}  // namespace

void SurfaceMotion::update(const std::vector<Vec3>& positions) {
    parts_.clear();
    // While bodies are parted, most stay where they are.
    if (!positions.empty() && positions == positions_) {
        least_ = most_ = 0;
        return;
    }
    box_.setEmpty();
    for (const Vec3& x : positions) box_.extend(x);
    if (positions_.size() != positions.size()) {
        least_ = most_ = std::numeric_limits<double>::infinity();
        positions_ = positions;
        squared_.assign(positions.size(), most_);
        return;
    }
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        squared_[i] = (positions[i] - positions_[i]).squaredNorm();
        least = std::min(least, squared_[i]);
        most = std::max(most, squared_[i]);
        positions_[i] = positions[i];
    }
    least_ = std::sqrt(least);
    most_ = std::sqrt(most);
}

void SurfaceMotion::divide(const std::vector<Triangle>& triangles) {
    parts_.clear();
    for (std::size_t begin = 0; begin < triangles.size(); begin += triangles_each) {
        Part part;
        for (std::size_t t = begin; t < std::min(begin + triangles_each, triangles.size()); ++t)
            for (const int vertex : triangles[t]) {
                part.box.extend(positions_[vertex]);
                part.moved = std::max(part.moved, squared_[vertex]);
            }
        part.moved = std::sqrt(part.moved);
        parts_.push_back(part);
    }
}

double SurfaceMotion::within(const Box3& box) const {
    double moved = 0;
    for (const Part& part : parts_)
        if (part.moved > moved && part.box.intersects(box)) moved = part.moved;
    return moved;
}

}  // namespace limpet
