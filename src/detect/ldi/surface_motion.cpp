#include "detect/ldi/surface_motion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/lanes.h"
#include "detect/detector_constants.h"

namespace limpet {
namespace {

/// Summed in this order, whatever the width of vectors.
double squared_length(const Vec3& way) {
    return way.x() * way.x() + way.y() * way.y() + way.z() * way.z();
}

}  // namespace

void SurfaceMotion::update(const std::vector<Vec3>& positions) {
    parts_.clear();
    // While bodies are parted, most stay where they are.
    if (!positions.empty() && positions == positions_) {
        least_ = most_ = 0;
        return;
    }
    if (positions.empty() || positions_.size() != positions.size()) {
        box_.setEmpty();
        for (const Vec3& x : positions) box_.extend(x);
        least_ = most_ = std::numeric_limits<double>::infinity();
        positions_ = positions;
        ways_.assign(positions.size(), Vec3::Constant(most_));
        return;
    }
    take(positions);
}

/// All that is asked of each vertex in one go, x, y and z at once: it takes as long as reading them.
void SurfaceMotion::take(const std::vector<Vec3>& positions) {
    constexpr double far = std::numeric_limits<double>::infinity();
    double least = far, most = 0;
    Lanes low = Lanes{} + far, high = Lanes{} - far;
    const std::size_t count = positions.size();
    const auto look_at = [&](std::size_t i, Lanes x, Lanes before) {
        low = x < low ? x : low;
        high = x > high ? x : high;
        const Lanes way = x - before, squares = way * way;
        const double squared = squares[0] + squares[1] + squares[2];
        least = std::min(least, squared);
        most = std::max(most, squared);
        ways_[i] = Vec3(way[0], way[1], way[2]);
        positions_[i] = positions[i];
    };
    // Four numbers are read: the last vertex has no fourth.
    for (std::size_t i = 0; i + 1 < count; ++i)
        look_at(i, load_lanes(positions[i].data()), load_lanes(positions_[i].data()));
    const Vec3 &x = positions.back(), before = positions_.back();
    look_at(count - 1, Lanes{x.x(), x.y(), x.z(), 0}, Lanes{before.x(), before.y(), before.z(), 0});
    box_ = Box3(Vec3(low[0], low[1], low[2]), Vec3(high[0], high[1], high[2]));
    least_ = std::sqrt(least);
    most_ = std::sqrt(most);
}

void SurfaceMotion::keep_own_boxes(const std::vector<Vec3>& positions, const RigidPlace& place) {
    Box3 all;
    std::vector<Vec3> own;
    own.reserve(positions.size());
    for (const Vec3& x : positions) {
        own.push_back(place.rotation.transpose() * (x - place.center));
        all.extend(own.back());
    }
    const double size_now = all.diagonal().norm();
    const double grain = std::exp2(std::ilogb(own_place_grain * size_now)),
                 step = std::exp2(std::ilogb(part_box_grain * size_now));
    all.setEmpty();
    for (Vec3& x : own) {
        x = (x / grain).array().round() * grain;
        all.extend(x);
    }
    const Vec3 corner = (all.min() / step).array().floor() * step;
    const double size = all.sizes().maxCoeff() + 2 * step;
    std::map<std::array<int, 3>, Box3> cells;
    for (const Vec3& x : own) {
        std::array<int, 3> cell;
        for (int d = 0; d < 3; ++d) cell[d] = static_cast<int>(parts_per_side * (x[d] - corner[d]) / size);
        cells[cell].extend(x);
    }
    for (const auto& [cell, box] : cells)
        own_boxes_.push_back(Box3(Vec3(((box.min() / step).array().floor() - 1) * step),
                                  Vec3(((box.max() / step).array().ceil() + 1) * step)));
}

Box3 SurfaceMotion::box_at(const RigidPlace& place) const {
    const Mat3 spread_out = place.rotation.cwiseAbs();
    Box3 all;
    for (const Box3& box : own_boxes_) {
        const Vec3 center = place.center + place.rotation * box.center(), half = spread_out * box.sizes() / 2;
        all.extend(Vec3(center - half));
        all.extend(Vec3(center + half));
    }
    return all;
}

void SurfaceMotion::update(const std::vector<Vec3>& positions, const RigidPlace& place) {
    const bool is_known = !own_boxes_.empty();
    if (!is_known) keep_own_boxes(positions, place);
    place_before_ = place_;
    place_ = place;
    if (!is_known) {
        box_ = box_at(place);
        least_ = most_ = std::numeric_limits<double>::infinity();
    } else if (place.center == place_before_.center && place.rotation == place_before_.rotation) {
        least_ = most_ = 0;
    } else {
        box_ = box_at(place);
        least_ = 0;
        most_ = way_within(box_);
    }
}

void SurfaceMotion::stay() {
    parts_.clear();
    least_ = most_ = 0;
}

/// The way of a point is an affine function of where it is: it is longest at a corner.
double SurfaceMotion::way_within(const Box3& box) const {
    const Mat3 back = place_before_.rotation * place_.rotation.transpose();
    double squared = 0;
    for (int k = 0; k < 8; ++k) {
        const Vec3 x = box.corner(static_cast<Box3::CornerType>(k));
        squared = std::max(squared, (x - place_before_.center - back * (x - place_.center)).squaredNorm());
    }
    return std::sqrt(squared);
}

void SurfaceMotion::divide(const std::vector<Triangle>& triangles) {
    if (!own_boxes_.empty()) return;
    parts_.clear();
    for (std::size_t begin = 0; begin < triangles.size(); begin += triangles_per_part) {
        Part part;
        for (std::size_t t = begin; t < std::min(begin + triangles_per_part, triangles.size()); ++t)
            for (const int vertex : triangles[t]) {
                part.box.extend(positions_[vertex]);
                part.moved = std::max(part.moved, squared_length(ways_[vertex]));
            }
        part.moved = std::sqrt(part.moved);
        parts_.push_back(part);
    }
}

SurfaceMotion::Whole SurfaceMotion::as_a_whole() const {
    if (most_ == 0) return {};
    if (!std::isfinite(most_) || ways_.empty()) return {Vec3::Zero(), most_};
    Box3 of_ways;
    for (const Vec3& way : ways_) of_ways.extend(way);
    Whole whole;
    whole.shift = of_ways.center();
    double squared = 0;
    for (const Vec3& way : ways_) squared = std::max(squared, squared_length(way - whole.shift));
    whole.beside = std::sqrt(squared);
    return whole;
}

double SurfaceMotion::within(const Box3& box) const {
    if (!own_boxes_.empty()) return most_ > 0 && std::isfinite(most_) ? way_within(box) : most_;
    double moved = 0;
    for (const Part& part : parts_)
        if (part.moved > moved && part.box.intersects(box)) moved = part.moved;
    return moved;
}

}  // namespace limpet
