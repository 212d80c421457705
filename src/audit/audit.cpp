#include "limpet/audit.h"

#include <algorithm>
#include <limits>

#include "audit/audited_surface.h"
#include "audit/overlap_depth.h"
#include "audit/piercings.h"
#include "audit/shared_volume.h"

namespace limpet {
namespace {

/// The scene fields' defaults, as shares of the longest side of the smallest body.
constexpr double default_distance_ratio = 0.01, default_pixel_ratio = 0.02;
/// In pixels: the mean thickness of an overlap is kept at half of one; a corner is three times as deep as it
/// is thick in the mean, and an image errs by half a pixel at either surface.
constexpr double ldi_tolerance_pixels = 2.5;

int piercings_between(const AuditedSurface& a, const AuditedSurface& b) {
    return static_cast<int>(edges_through(a.mesh(), b.mesh(), false).size() +
                            edges_through(b.mesh(), a.mesh(), false).size());
}

/// How far sheets would have to move where edges of one pierce the other: to the nearer end of such an edge.
/// [m]
double crossing_depth(const AuditedSurface& a, const AuditedSurface& b) {
    double deepest = 0;
    const auto add = [&](const AuditedSurface& first, const AuditedSurface& second) {
        for (const Piercing& p : edges_through(first.mesh(), second.mesh(), false)) {
            const auto ends = {second.distance(first.mesh().vertices[p.edge[0]]),
                               second.distance(first.mesh().vertices[p.edge[1]])};
            deepest = std::max(deepest, std::min(ends));
        }
    };
    add(a, b);
    add(b, a);
    return deepest;
}

Box3 box_of_body(const BodyFrame& body) {
    Box3 box;
    for (const Vector3& v : body.vertices) box.extend(to_vec3(v));
    return box;
}

/// The shortest translation along an axis that parts two boxes, and so what they hold; negative: they are
/// apart. [m]
double parting_distance(const Box3& a, const Box3& b) {
    return std::min((a.max() - b.min()).minCoeff(), (b.max() - a.min()).minCoeff());
}

/// Which bodies may be in another deeper than `tolerance`, by their boxes. Static ones are always looked at,
/// and whatever may be behind a static sheet.
std::vector<std::optional<AuditedSurface>> surfaces_of(const Frame& frame, double tolerance) {
    std::vector<std::optional<AuditedSurface>> surfaces(frame.bodies.size());
    std::vector<Box3> boxes;
    bool has_sheet = false;
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
        boxes.push_back(box_of_body(frame.bodies[i]));
        if (frame.bodies[i].type != BodyType::Static) continue;
        surfaces[i].emplace(frame.bodies[i]);
        has_sheet = has_sheet || !surfaces[i]->closed();
    }
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
        if (surfaces[i]) continue;
        bool needed = has_sheet;
        for (std::size_t j = 0; j < surfaces.size(); ++j)
            needed = needed || (i != j && parting_distance(boxes[i], boxes[j]) > tolerance);
        if (needed) surfaces[i].emplace(frame.bodies[i]);
    }
    return surfaces;
}

}  // namespace

std::vector<Overlap> OverlapAudit::check(const Frame& frame) {
    const std::vector<std::optional<AuditedSurface>> surfaces = surfaces_of(frame, tolerance_);
    std::vector<Overlap> found;
    const auto report = [&](const AuditedSurface& a, const AuditedSurface& b, double depth) {
        if (!(depth > tolerance_)) return;
        Overlap overlap{a.name(), b.name(), depth, 0, 0, frame.time};
        if (a.closed() && b.closed())
            overlap.volume = shared_volume(a.mesh(), b.mesh());
        else
            overlap.piercings = piercings_between(a, b);
        found.push_back(overlap);
    };
    for (std::size_t i = 0; i < surfaces.size(); ++i)
        for (std::size_t j = i + 1; j < surfaces.size(); ++j) {
            if (!surfaces[i] || !surfaces[j]) continue;
            const AuditedSurface &a = *surfaces[i], &b = *surfaces[j];
            if (a.type() == BodyType::Static && b.type() == BodyType::Static) continue;
            const bool near = parting_distance(a.box(), b.box()) > tolerance_;
            if (a.closed() && b.closed()) {
                if (near) report(a, b, overlap_depth(a, b, tolerance_));
            } else if (is_flat_sheet(a) && a.type() == BodyType::Static)
                report(a, b, behind(i, a, j, b));
            else if (is_flat_sheet(b) && b.type() == BodyType::Static)
                report(a, b, behind(j, b, i, a));
            else if (near && (a.closed() || b.closed()))
                report(a, b, a.closed() ? sheet_depth(b, a) : sheet_depth(a, b));
            else if (near)
                report(a, b, crossing_depth(a, b));
        }
    std::stable_sort(found.begin(), found.end(),
                     [](const Overlap& p, const Overlap& q) { return p.depth > q.depth; });
    ++result_.frames;
    if (!found.empty() && (!result_.worst || found.front().depth > result_.worst->depth))
        result_.worst = found.front();
    return found;
}

double OverlapAudit::behind(std::size_t sheet_index, const AuditedSurface& sheet, std::size_t body_index,
                            const AuditedSurface& body) {
    const std::pair pair(sheet_index, body_index);
    if (is_in_front(sheet, body)) {
        in_front_.insert(pair);
        return 0;
    }
    return depth_behind(sheet, body, in_front_.contains(pair));
}

double audit_tolerance(const Scene& scene, const Frame& start) {
    double smallest = std::numeric_limits<double>::infinity();
    for (const BodyFrame& body : start.bodies)
        smallest = std::min(smallest, box_of_body(body).sizes().maxCoeff());
    const DetectionSettings detection = scene.contact ? scene.contact->detection : DetectionSettings{};
    if (detection.type == DetectionType::LayeredDepth)
        return ldi_tolerance_pixels * detection.pixel.value_or(default_pixel_ratio * smallest);
    return detection.distance.value_or(default_distance_ratio * smallest);
}

}  // namespace limpet
