#include "bodies/load.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>

#include "bodies/body.h"
#include "bodies/make_body.h"
#include "bodies/node_selection.h"
#include "limpet/error.h"

namespace limpet {
namespace {

double factor_at(const std::vector<LoadFactor>& keyframes, double time) {
    if (keyframes.empty()) return 1;
    const auto after =
        std::find_if(keyframes.begin(), keyframes.end(), [&](const LoadFactor& k) { return k.time > time; });
    if (after == keyframes.begin()) return keyframes.front().factor;
    if (after == keyframes.end()) return keyframes.back().factor;
    const LoadFactor &from = *(after - 1), &to = *after;
    return from.factor + (time - from.time) / (to.time - from.time) * (to.factor - from.factor);
}

bool is_loaded(const std::optional<NodeSelection>& selection, const std::vector<Vec3>& own,
               const Triangle& triangle) {
    return !selection || std::all_of(triangle.begin(), triangle.end(),
                                     [&](int vertex) { return holds(*selection, own[vertex]); });
}

void add_surface_load(const Load& load, const std::vector<Vec3>& own, const std::vector<Vec3>& now,
                      const std::vector<Triangle>& triangles, std::vector<Vec3>& force) {
    const auto visit_loaded = [&](const auto& visit) {
        for (const Triangle& t : triangles)
            if (is_loaded(load.surface, own, t))
                visit(t, Vec3((now[t[1]] - now[t[0]]).cross(now[t[2]] - now[t[0]]) / 2));
    };
    double area = 0;
    visit_loaded([&](const Triangle&, const Vec3& a) { area += a.norm(); });
    if (area == 0) return;
    visit_loaded([&](const Triangle& t, const Vec3& a) {
        const Vec3 given = (a.norm() / area * load.force - load.pressure * a) / 3;
        for (const int vertex : t) force[vertex] += given;
    });
}

/// Empty if it acts on something.
std::string complaint_about(const LoadDescription& load, const Body& body) {
    if (load.nodes) {
        const std::vector<Vec3> own = body.own_points(LoadedPoints::Nodes);
        return selected(*load.nodes, own).empty() ? holds_none("node", "nodes", own) : "";
    }
    if (!load.surface) return "";
    const std::vector<Vec3> own = body.own_points(LoadedPoints::SurfaceVertices);
    const std::vector<Triangle>& triangles = body.surface().triangles;
    if (std::any_of(triangles.begin(), triangles.end(),
                    [&](const Triangle& t) { return is_loaded(load.surface, own, t); }))
        return "";
    return selected(*load.surface, own).empty()
               ? holds_none("vertex of the surface", "vertices", own)
               : "no triangle of the surface is in it with all three vertices";
}

}  // namespace

std::vector<Load> loads_on(const Scene& scene, const std::string& body, double time) {
    std::vector<Load> loads;
    for (const LoadDescription& given : scene.loads) {
        if (given.body != body) continue;
        const double factor = factor_at(given.keyframes, time);
        if (factor == 0) continue;
        loads.push_back({given.nodes, given.surface, factor * to_vec3(given.force.value_or(Vector3{})),
                         factor * given.pressure.value_or(0)});
    }
    return loads;
}

void add_node_loads(std::span<const Load> loads, const std::vector<Vec3>& own,
                    const std::vector<double>& mass, std::vector<Vec3>& force) {
    for (const Load& load : loads) {
        if (load.is_on_surface()) continue;
        const auto is_loaded = [&](std::size_t i) { return !load.nodes || holds(*load.nodes, own[i]); };
        double sum = 0;
        for (std::size_t i = 0; i < own.size(); ++i)
            if (is_loaded(i)) sum += mass[i];
        for (std::size_t i = 0; i < own.size(); ++i)
            if (is_loaded(i)) force[i] += mass[i] / sum * load.force;
    }
}

bool any_on_surface(std::span<const Load> loads) {
    return std::any_of(loads.begin(), loads.end(), [](const Load& load) { return load.is_on_surface(); });
}

void add_surface_loads(std::span<const Load> loads, const std::vector<Vec3>& own,
                       const std::vector<Vec3>& now, const std::vector<Triangle>& triangles,
                       std::vector<Vec3>& force) {
    for (const Load& load : loads)
        if (load.is_on_surface()) add_surface_load(load, own, now, triangles, force);
}

void check_loaded_parts(const Scene& scene, const std::vector<std::unique_ptr<Body>>& bodies) {
    std::vector<Complaint> complaints;
    for (std::size_t i = 0; i < scene.loads.size(); ++i) {
        const LoadDescription& load = scene.loads[i];
        for (const auto& body : bodies) {
            if (body->name() != load.body) continue;
            const std::string complaint = complaint_about(load, *body);
            if (complaint.empty()) continue;
            const std::string field = fmt::format("loads[{}].{}", i, load.nodes ? "nodes" : "surface");
            complaints.push_back(in_scene_file({"", 0, field, complaint}, scene));
        }
    }
    if (!complaints.empty()) throw InputError(std::move(complaints));
}

}  // namespace limpet
