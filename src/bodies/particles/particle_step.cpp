#include "bodies/particles/particle_step.h"

namespace limpet {

void ParticleStep::end_free_motion(const std::vector<Vec3>& start_x) {
    free_x = sub.x;
    free_v = sub.v;
    lag.resize(start_x.size());
    for (std::size_t i = 0; i < start_x.size(); ++i)
        lag[i] = (free_x[i] - (start_x[i] + input.h * free_v[i])) / input.h;
    applied = carried;
}

std::vector<Vec3> ParticleStep::end(const ParticleState& now) const {
    if (!is_running()) return now.x;
    std::vector<Vec3> end = free_x;
    for (std::size_t i = 0; i < end.size(); ++i) end[i] += input.h * (now.v[i] - free_v[i]);
    return end;
}

std::vector<Vec3> ParticleStep::velocities(const ParticleState& now) const {
    std::vector<Vec3> w = now.v;
    for (std::size_t i = 0; i < lag.size(); ++i) w[i] += lag[i];
    return w;
}

std::vector<Vec3> ParticleStep::base(const ParticleState& now) const {
    std::vector<Vec3> base = now.x;
    for (std::size_t i = 0; i < free_x.size(); ++i) base[i] = free_x[i] - input.h * free_v[i];
    return base;
}

void ParticleStep::forget() {
    applied.clear();
    free_x.clear();
    free_v.clear();
}

}  // namespace limpet
