/// Combining signed distances. The smooth minimum of a and b over a length k is Quilez's quadratic one,
///     smin(a, b) = min(a, b) − max(k − |a − b|, 0)² / (4 k),
/// whose gradient is a convex combination of those of a and b; so it is Lipschitz ≤ 1 if they are, and
/// exactly min(a, b) where |a − b| >= k. From the centre of a ball of radius r, a − b changes by at most 2 r:
/// where |a − b| >= k + 2 r at the centre, the larger of the two does not matter in the whole ball.

#include "shapes/distance/sdf_combine.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>

namespace limpet {

namespace {

double smooth_minimum(double a, double b, double blend) {
    const double overlap = blend - std::abs(a - b);
    const double least = std::min(a, b);
    return overlap > 0 ? least - overlap * overlap / (4 * blend) : least;
}

/// How far apart two functions must be at a ball's centre for the larger not to matter in the ball. The slack
/// is for functions that are Lipschitz ≤ 1 up to rounding.
double margin(double blend, double radius) {
    return blend + 2 * radius * (1 + 1e-6);
}

/// Whether a part cannot matter to a smooth minimum that is `sum` without it, as its box alone shows.
bool too_far(const SignedDistance& part, const Vec3& p, double sum, double blend) {
    if (!part.bounded_below) return false;
    const double reach = std::max(sum + blend, 0.0);
    const double squared = part.bounds.squaredExteriorDistance(p);
    return squared > 0 && squared > reach * reach * (1 + 1e-9);
}

/// Shared between a union and what is left of it near a point.
using Operand = std::shared_ptr<const SignedDistance>;

/// The parts that matter in the ball.
std::vector<Operand> parts_near(const std::vector<Operand>& parts, double blend, const Vec3& center,
                                double radius) {
    const double apart = margin(blend, radius);
    std::vector<std::pair<double, const Operand*>> kept;
    double sum = std::numeric_limits<double>::infinity();
    for (const Operand& part : parts) {
        if (too_far(*part, center, sum, apart)) continue;
        const double value = part->at(center);
        if (value - sum >= apart) continue;
        if (sum - value >= apart) kept.clear();
        sum = kept.empty() ? value : smooth_minimum(sum, value, blend);
        kept.emplace_back(value, &part);
    }
    // A plain minimum may be taken in any order: the nearest first lets its box rule out more of the others.
    if (blend == 0)
        std::stable_sort(kept.begin(), kept.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Operand> result;
    result.reserve(kept.size());
    for (const auto& [value, part] : kept)
        result.push_back((*part)->near ? std::make_shared<const SignedDistance>((*part)->near(center, radius))
                                       : *part);
    return result;
}

SignedDistance melt(std::vector<Operand> parts, double blend) {
    if (parts.size() == 1) return *parts.front();
    SignedDistance result;
    result.bounded_below =
        std::all_of(parts.begin(), parts.end(), [](const Operand& part) { return part->bounded_below; });
    // A smooth minimum is at most blend / 4 below the least of two values, and less than blend of many.
    for (const Operand& part : parts) result.bounds.extend(part->bounds);
    const double bulge = parts.size() == 2 ? blend / 4 : blend;
    result.bounds = Box3(result.bounds.min().array() - bulge, result.bounds.max().array() + bulge);
    const auto shared = std::make_shared<const std::vector<Operand>>(std::move(parts));
    result.at = [shared, blend](const Vec3& p) {
        double sum = std::numeric_limits<double>::infinity();
        for (const Operand& part : *shared)
            if (!too_far(*part, p, sum, blend)) sum = smooth_minimum(sum, part->at(p), blend);
        return sum;
    };
    result.near = [shared, blend](const Vec3& center, double radius) {
        return melt(parts_near(*shared, blend, center, radius), blend);
    };
    return result;
}

SignedDistance melt(std::vector<SignedDistance> list, double blend) {
    std::vector<Operand> parts;
    for (SignedDistance& solid : list)
        parts.push_back(std::make_shared<const SignedDistance>(std::move(solid)));
    return melt(std::move(parts), blend);
}

/// The larger of a and sign·b, smoothly: an intersection (+1) or a difference (−1), whose bounds are given.
SignedDistance carve(const SignedDistance& a, const SignedDistance& b, double sign, double blend,
                     const Box3& box) {
    SignedDistance result;
    result.bounds = box;
    result.bounded_below = sign < 0 && a.bounded_below;
    result.at = [a, b, sign, blend](const Vec3& p) {
        return -smooth_minimum(-a.at(p), -sign * b.at(p), blend);
    };
    result.near = [a, b, sign, blend, box](const Vec3& center, double radius) {
        const double ahead = a.at(center) - sign * b.at(center);
        if (ahead >= margin(blend, radius)) return near_ball(a, center, radius);
        SignedDistance other = near_ball(b, center, radius);
        if (-ahead >= margin(blend, radius) && sign > 0) return other;
        return carve(near_ball(a, center, radius), other, sign, blend, box);
    };
    return result;
}

Box3 grown(const Box3& box, double by) {
    return {box.min().array() - by, box.max().array() + by};
}

/// f(map(p)) · factor, for a map that scales lengths by at most 1 / factor; `even`: by exactly that.
template <class Map>
SignedDistance mapped(const SignedDistance& solid, const Map& map, double factor, const Box3& box,
                      bool even = true) {
    SignedDistance result;
    result.bounds = box;
    result.bounded_below = even && solid.bounded_below;
    result.at = [at = solid.at, map, factor](const Vec3& p) { return at(map(p)) * factor; };
    if (solid.near)
        result.near = [solid, map, factor, box, even](const Vec3& center, double radius) {
            return mapped(solid.near(map(center), radius / factor), map, factor, box, even);
        };
    return result;
}

/// g(p, f(p)), for points near which f alone has parts to leave out.
template <class Remap>
SignedDistance remapped(const SignedDistance& solid, const Remap& remap, const Box3& box,
                        bool bounded_below) {
    SignedDistance result;
    result.bounds = box;
    result.bounded_below = bounded_below;
    result.at = [at = solid.at, remap](const Vec3& p) { return remap(p, at(p)); };
    if (solid.near)
        result.near = [solid, remap, box, bounded_below](const Vec3& center, double radius) {
            return remapped(solid.near(center, radius), remap, box, bounded_below);
        };
    return result;
}

}  // namespace

SignedDistance unite(std::vector<SignedDistance> parts) {
    return melt(std::move(parts), 0);
}

SignedDistance smooth_union(std::vector<SignedDistance> parts, double blend) {
    return melt(std::move(parts), blend);
}

SignedDistance smooth_union(const SignedDistance& a, const SignedDistance& b, double blend) {
    return melt(std::vector<SignedDistance>{a, b}, blend);
}

SignedDistance intersect(const SignedDistance& a, const SignedDistance& b, double blend) {
    return carve(a, b, 1, blend, a.bounds.intersection(b.bounds));
}

SignedDistance subtract(const SignedDistance& from, const SignedDistance& what, double blend) {
    return carve(from, what, -1, blend, from.bounds);
}

SignedDistance translate(const SignedDistance& solid, const Vec3& by) {
    return mapped(
        solid, [by](const Vec3& p) -> Vec3 { return p - by; }, 1, solid.bounds.translated(by));
}

SignedDistance rotate(const SignedDistance& solid, const Vec3& axis, double degrees) {
    const Mat3 turn =
        Eigen::AngleAxisd(degrees * std::numbers::pi / 180, axis.normalized()).toRotationMatrix();
    Box3 box;
    for (int corner = 0; corner < 8; ++corner)
        box.extend(turn * solid.bounds.corner(static_cast<Box3::CornerType>(corner)));
    const Mat3 back = turn.transpose();
    return mapped(
        solid, [back](const Vec3& p) -> Vec3 { return back * p; }, 1, box);
}

SignedDistance scale(const SignedDistance& solid, double factor) {
    return stretch(solid, Vec3::Constant(factor));
}

SignedDistance stretch(const SignedDistance& solid, const Vec3& factors) {
    const Vec3 inverse = factors.cwiseInverse();
    const Box3 box(solid.bounds.min().cwiseProduct(factors), solid.bounds.max().cwiseProduct(factors));
    return mapped(
        solid, [inverse](const Vec3& p) -> Vec3 { return p.cwiseProduct(inverse); }, factors.minCoeff(), box,
        factors.minCoeff() == factors.maxCoeff());
}

SignedDistance mirror_x(const SignedDistance& solid) {
    Box3 box = solid.bounds;
    box.min().x() = -box.max().x();
    return mapped(
        solid,
        [](const Vec3& p) -> Vec3 {
            return {std::abs(p.x()), p.y(), p.z()};
        },
        1, box);
}

SignedDistance grow(const SignedDistance& solid, double distance) {
    return remapped(
        solid, [distance](const Vec3&, double value) { return value - distance; },
        grown(solid.bounds, std::max(distance, 0.0)), distance >= 0 && solid.bounded_below);
}

SignedDistance shell(const SignedDistance& solid, double thickness) {
    return remapped(
        solid, [half = thickness / 2](const Vec3&, double value) { return std::abs(value) - half; },
        grown(solid.bounds, thickness / 2), solid.bounded_below);
}

SignedDistance displace(const SignedDistance& solid, std::function<double(const Vec3&)> detail,
                        double amplitude, double lipschitz) {
    // Fades out away from the surface, from 2 to 8 amplitudes, so that it costs nothing there.
    const double factor = 1 / (1 + lipschitz + 1.0 / 6);
    const auto moved = [detail = std::move(detail), amplitude, factor](const Vec3& p, double value) {
        const double fade = std::min(1.0, (8 - std::abs(value) / amplitude) / 6);
        return (fade > 0 ? value - fade * detail(p) : value) * factor;
    };
    return remapped(solid, moved, grown(solid.bounds, amplitude), false);
}

}  // namespace limpet
