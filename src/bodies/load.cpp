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

/// All of them without a selection.
std::vector<Triangle> loaded_triangles(const std::optional<NodeSelection>& selection,
                                       const std::vector<Vec3>& own, const std::vector<Triangle>& triangles) {
    if (!selection) return triangles;
    std::vector<Triangle> in;
    for (const Triangle& t : triangles)
        if (std::all_of(t.begin(), t.end(), [&](int v) { return holds(*selection, own[v]); }))
            in.push_back(t);
    return in;
}

void add_surface_load(const Load& load, const std::vector<Triangle>& triangles, const std::vector<Vec3>& now,
                      std::vector<Vec3>& force) {
    const auto vector_area = [&](const Triangle& t) {
        return Vec3((now[t[1]] - now[t[0]]).cross(now[t[2]] - now[t[0]]) / 2);
    };
    double area = 0;
    for (const Triangle& t : triangles) area += vector_area(t).norm();
    if (area == 0) return;
    for (const Triangle& t : triangles) {
        const Vec3 a = vector_area(t);
        const Vec3 given = (a.norm() / area * load.force - load.pressure * a) / 3;
        for (const int vertex : t) force[vertex] += given;
    }
}

/// Empty if it acts on something.
std::string complaint_about(const LoadDescription& load, const Body& body) {
    if (load.nodes) {
        const std::vector<Vec3> own = body.own_points(LoadedPoints::Nodes);
        return selected(*load.nodes, own).empty() ? holds_none("node", own) : "";
    }
    if (!load.surface) return "";
    const std::vector<Vec3> own = body.own_points(LoadedPoints::SurfaceVertices);
    if (!loaded_triangles(load.surface, own, body.surface().triangles).empty()) return "";
    return selected(*load.surface, own).empty()
               ? holds_none("surface vertex", own)
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

void add_surface_loads(std::span<const Load> loads, const std::vector<Vec3>& own,
                       const std::vector<Vec3>& now, const std::vector<Triangle>& triangles,
                       std::vector<Vec3>& force) {
    for (const Load& load : loads)
        if (load.is_on_surface())
            add_surface_load(load, loaded_triangles(load.surface, own, triangles), now, force);
}

void check_loads(const Scene& scene, const std::vector<std::unique_ptr<Body>>& bodies) {
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
