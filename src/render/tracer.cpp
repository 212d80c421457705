#include "render/tracer.h"

#include <tbb/task_arena.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>

namespace limpet {
namespace {

RTCRay embree_ray(const Ray& ray) {
    RTCRay out{};
    out.org_x = ray.origin.x();
    out.org_y = ray.origin.y();
    out.org_z = ray.origin.z();
    out.dir_x = ray.direction.x();
    out.dir_y = ray.direction.y();
    out.dir_z = ray.direction.z();
    out.tfar = std::numeric_limits<float>::infinity();
    out.mask = ~0u;
    return out;
}

void attach(RTCDevice device, RTCScene scene, const Surface& surface, unsigned id) {
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    void* vertices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                             3 * sizeof(float), surface.vertices.size());
    void* triangles = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                              3 * sizeof(unsigned), surface.triangles.size());
    if (vertices != nullptr && triangles != nullptr) {
        std::memcpy(vertices, static_cast<const void*>(surface.vertices.data()),
                    surface.vertices.size() * sizeof(Vec3f));
        std::memcpy(triangles, surface.triangles.data(), surface.triangles.size() * sizeof(Triangle));
        rtcCommitGeometry(geometry);
        rtcAttachGeometryByID(scene, geometry, id);
    }
    rtcReleaseGeometry(geometry);
}

/// Looks at every triangle on a ray's way in the one walk through the tree: going on behind each hit would
/// lose surfaces that lie in each other, as those of bodies that stick together do.
struct EveryHit {
    RTCIntersectContext context;
    const std::vector<float>* opacity;
    std::vector<Hit> transparent;
    float light = 1;  ///< that comes through

    EveryHit(const std::vector<float>& of_surfaces, RTCFilterFunctionN look) : opacity(&of_surfaces) {
        rtcInitIntersectContext(&context);
        context.filter = look;
    }
};
static_assert(std::is_standard_layout_v<EveryHit>);  // its address is that of its first member

/// Single rays only.
EveryHit& every_hit(const RTCFilterFunctionNArguments* arguments) {
    return *reinterpret_cast<EveryHit*>(arguments->context);
}

float opacity_at(const RTCFilterFunctionNArguments* arguments) {
    return (*every_hit(arguments).opacity)[RTCHitN_geomID(arguments->hit, arguments->N, 0)];
}

/// Opaque ones are left to Embree, which finds the nearest.
void collect_transparent(const RTCFilterFunctionNArguments* arguments) {
    if (arguments->valid[0] == 0 || opacity_at(arguments) >= 1) return;
    arguments->valid[0] = 0;
    RTCHitN* const hit = arguments->hit;
    const unsigned n = arguments->N;
    const float u = RTCHitN_u(hit, n, 0), v = RTCHitN_v(hit, n, 0);
    every_hit(arguments).transparent.push_back({static_cast<int>(RTCHitN_geomID(hit, n, 0)),
                                                static_cast<int>(RTCHitN_primID(hit, n, 0)),
                                                RTCRayN_tfar(arguments->ray, n, 0),
                                                {1 - u - v, u, v}});
}

void dim_light(const RTCFilterFunctionNArguments* arguments) {
    const float opacity = opacity_at(arguments);
    if (arguments->valid[0] == 0 || opacity >= 1) return;
    arguments->valid[0] = 0;
    RTCHitN* const hit = arguments->hit;
    RTCRayN* const ray = arguments->ray;
    const unsigned n = arguments->N;
    const Vec3f normal(RTCHitN_Ng_x(hit, n, 0), RTCHitN_Ng_y(hit, n, 0), RTCHitN_Ng_z(hit, n, 0)),
        direction(RTCRayN_dir_x(ray, n, 0), RTCRayN_dir_y(ray, n, 0), RTCRayN_dir_z(ray, n, 0));
    const float length = normal.norm();
    every_hit(arguments).light *= 1 - opacity_along(opacity, length > 0 ? normal.dot(direction) / length : 1);
}

std::vector<float> opacities(const std::vector<Surface>& surfaces) {
    std::vector<float> all;
    for (const Surface& surface : surfaces) all.push_back(surface.opacity);
    return all;
}

}  // namespace

Tracer::Tracer(const std::vector<Surface>& surfaces)
    : device_(rtcNewDevice("set_affinity=0")),
      scene_(nullptr),
      opacity_(opacities(surfaces)),
      has_transparent_(std::any_of(opacity_.begin(), opacity_.end(), [](float o) { return o < 1; })) {
    if (device_ == nullptr) throw std::runtime_error("Embree cannot start");
    scene_ = rtcNewScene(device_);
    const RTCSceneFlags filter =
        has_transparent_ ? RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION : RTC_SCENE_FLAG_NONE;
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST | filter);
    rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_MEDIUM);
    for (std::size_t i = 0; i < surfaces.size(); ++i)
        attach(device_, scene_, surfaces[i], static_cast<unsigned>(i));
    // One thread builds the tree, so that it is the same in every run. Embree's own setting for this would
    // hold for all other threads of the process, too.
    tbb::task_arena(1).execute([this] { rtcCommitScene(scene_); });
    const RTCError error = rtcGetDeviceError(device_);
    if (error == RTC_ERROR_NONE) return;
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
    if (error == RTC_ERROR_OUT_OF_MEMORY) throw std::bad_alloc();
    throw std::runtime_error("Embree failed with error " + std::to_string(error));
}

Tracer::~Tracer() {
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
}

std::optional<Hit> Tracer::closest(const Ray& ray) const {
    RTCRayHit query{};
    query.ray = embree_ray(ray);
    query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcIntersect1(scene_, &context, &query);
    if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID) return std::nullopt;
    const float u = query.hit.u, v = query.hit.v;
    return Hit{static_cast<int>(query.hit.geomID),
               static_cast<int>(query.hit.primID),
               query.ray.tfar,
               {1 - u - v, u, v}};
}

std::array<std::optional<Hit>, 8> Tracer::closest(const Bundle& rays) const {
    alignas(32) RTCRayHit8 query;
    alignas(32) int valid[8];
    for (int i = 0; i < 8; ++i) {
        valid[i] = -1;
        query.ray.org_x[i] = rays[i].origin.x();
        query.ray.org_y[i] = rays[i].origin.y();
        query.ray.org_z[i] = rays[i].origin.z();
        query.ray.dir_x[i] = rays[i].direction.x();
        query.ray.dir_y[i] = rays[i].direction.y();
        query.ray.dir_z[i] = rays[i].direction.z();
        query.ray.tnear[i] = query.ray.time[i] = 0;
        query.ray.tfar[i] = std::numeric_limits<float>::infinity();
        query.ray.mask[i] = ~0u;
        query.ray.id[i] = query.ray.flags[i] = 0;
        query.hit.geomID[i] = query.hit.instID[0][i] = RTC_INVALID_GEOMETRY_ID;
    }
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    rtcIntersect8(valid, scene_, &context, &query);
    std::array<std::optional<Hit>, 8> hits;
    for (int i = 0; i < 8; ++i) {
        if (query.hit.geomID[i] == RTC_INVALID_GEOMETRY_ID) continue;
        const float u = query.hit.u[i], v = query.hit.v[i];
        hits[i] = Hit{static_cast<int>(query.hit.geomID[i]),
                      static_cast<int>(query.hit.primID[i]),
                      query.ray.tfar[i],
                      {1 - u - v, u, v}};
    }
    return hits;
}

bool Tracer::blocked(const Ray& ray) const {
    RTCRay query = embree_ray(ray);
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcOccluded1(scene_, &context, &query);
    return query.tfar < 0;
}

std::vector<Hit> Tracer::hits_through(const Ray& ray) const {
    RTCRayHit query{};
    query.ray = embree_ray(ray);
    query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    EveryHit every(opacity_, collect_transparent);
    rtcIntersect1(scene_, &every.context, &query);
    std::vector<Hit> hits = std::move(every.transparent);
    std::erase_if(hits, [&](const Hit& hit) { return hit.distance > query.ray.tfar; });
    const auto order = [](const Hit& hit) { return std::tuple(hit.distance, hit.surface, hit.triangle); };
    std::sort(hits.begin(), hits.end(), [&](const Hit& a, const Hit& b) { return order(a) < order(b); });
    if (query.hit.geomID != RTC_INVALID_GEOMETRY_ID)
        hits.push_back({static_cast<int>(query.hit.geomID),
                        static_cast<int>(query.hit.primID),
                        query.ray.tfar,
                        {1 - query.hit.u - query.hit.v, query.hit.u, query.hit.v}});
    return hits;
}

float Tracer::light_through(const Ray& ray) const {
    if (!has_transparent_) return blocked(ray) ? 0 : 1;
    RTCRay query = embree_ray(ray);
    EveryHit every(opacity_, dim_light);
    rtcOccluded1(scene_, &every.context, &query);
    return query.tfar < 0 ? 0 : every.light;
}

}  // namespace limpet
