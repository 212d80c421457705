#include "render/tracer.h"

#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

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
        std::memcpy(vertices, surface.vertices.data(), surface.vertices.size() * sizeof(Vec3f));
        std::memcpy(triangles, surface.triangles.data(), surface.triangles.size() * sizeof(Triangle));
        rtcCommitGeometry(geometry);
        rtcAttachGeometryByID(scene, geometry, id);
    }
    rtcReleaseGeometry(geometry);
}

}  // namespace

Tracer::Tracer(const std::vector<Surface>& surfaces)
    // One thread builds the tree, so that it is the same in every run; the picture's tiles are our own
    // threads.
    : device_(rtcNewDevice("threads=1,set_affinity=0")), scene_(nullptr) {
    if (device_ == nullptr) throw std::runtime_error("Embree cannot start");
    scene_ = rtcNewScene(device_);
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
    rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_MEDIUM);
    for (std::size_t i = 0; i < surfaces.size(); ++i)
        attach(device_, scene_, surfaces[i], static_cast<unsigned>(i));
    rtcCommitScene(scene_);
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

bool Tracer::blocked(const Ray& ray) const {
    RTCRay query = embree_ray(ray);
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcOccluded1(scene_, &context, &query);
    return query.tfar < 0;
}

}  // namespace limpet
