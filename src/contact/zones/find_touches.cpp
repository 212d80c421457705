#include "contact/zones/find_touches.h"

namespace limpet {
namespace {

Vec3 motion_of(const VertexShifts& motion, const SurfacePoint& point) {
    Vec3 sum = Vec3::Zero();
    if (motion.empty()) return sum;
    for (int k = 0; k < 3; ++k)
        if (point.weights[k] != 0) sum += point.weights[k] * motion[point.vertices[k]];
    return sum;
}

Touch::Side side_of(int body, const SurfacePoint& point, double area, const ParticleNumbers& numbers) {
    Touch::Side side{body};
    if (!numbers.has(body)) return side;
    for (int k = 0; k < 3; ++k)
        if (point.weights[k] > 0) side.particles[k] = numbers.first(body) + point.vertices[k];
    side.area = area;
    return side;
}

double closing_of(const NearPair& pair, const Proximity& p, const std::vector<VertexShifts>& motion) {
    return (motion_of(motion[pair.first], p.first) - motion_of(motion[pair.second], p.second)).dot(p.normal);
}

Touch touch_of(const NearPair& pair, const Proximity& p, double closing, const ParticleNumbers& numbers) {
    const bool is_first = p.features == FeaturePair::VertexFace;
    const bool is_second = p.features == FeaturePair::FaceVertex;
    Touch touch;
    touch.first = side_of(pair.first, p.first, is_first ? p.area : 0, numbers);
    touch.second = side_of(pair.second, p.second, is_second ? p.area : 0, numbers);
    touch.normal = p.normal;
    touch.gap = p.gap;
    touch.parts = closing > 0;
    return touch;
}

}  // namespace

std::vector<Touch> find_touches(const NearPair& pair, const ParticleNumbers& numbers,
                                const std::vector<VertexShifts>& motion, double distance) {
    std::vector<Touch> touches;
    for (const Proximity& p : pair.proximities) {
        const double closing = closing_of(pair, p, motion);
        if (p.gap < distance || p.gap + closing < 0) touches.push_back(touch_of(pair, p, closing, numbers));
    }
    return touches;
}

std::vector<Touch> find_late_touches(const NearPair& pair, const ParticleNumbers& numbers,
                                     const std::vector<VertexShifts>& motion) {
    std::vector<Touch> touches;
    for (const Proximity& p : pair.proximities) {
        const double closing = closing_of(pair, p, motion);
        if (closing < 0 && p.gap + closing < 0) touches.push_back(touch_of(pair, p, closing, numbers));
    }
    return touches;
}

}  // namespace limpet
