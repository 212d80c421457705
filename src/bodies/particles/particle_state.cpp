#include "bodies/particles/particle_state.h"

#include <algorithm>

#include "core/state_part.h"

namespace limpet {
namespace {

void append_optional_list(const std::vector<Vec3>& list, std::vector<double>& values) {
    values.push_back(!list.empty());
    append_vectors(list, values);
}

bool take_list(std::span<const double>& values, std::size_t count, std::vector<Vec3>& list) {
    if (values.size() < 3 * count) return false;
    list.resize(count);
    for (std::size_t i = 0; i < count; ++i) list[i] = Eigen::Map<const Vec3>(values.data() + 3 * i);
    values = values.subspan(3 * count);
    return true;
}

bool take_optional_list(std::span<const double>& values, std::size_t count, std::vector<Vec3>& list) {
    list.clear();
    if (values.empty()) return false;
    const bool any = values.front() != 0;
    values = values.subspan(1);
    return !any || take_list(values, count, list);
}

}  // namespace

void ParticleState::append(std::vector<double>& values) const {
    append_vectors(x, values);
    append_vectors(v, values);
    values.push_back(time);
    append_optional_list(given, values);
    append_optional_list(earlier, values);
}

bool ParticleState::take(std::span<const double>& values) {
    const std::size_t count = x.size();
    if (!take_list(values, count, x) || !take_list(values, count, v) || values.empty()) return false;
    time = values.front();
    values = values.subspan(1);
    return take_optional_list(values, count, given) && take_optional_list(values, count, earlier);
}

std::vector<Vec3> ParticleState::lasting() const {
    if (given.empty() || earlier.empty()) return {};
    std::vector<Vec3> both(given.size(), Vec3::Zero());
    bool any = false;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const double square = given[i].squaredNorm();
        if (!(square > 0)) continue;
        both[i] = std::clamp(given[i].dot(earlier[i]) / square, 0.0, 1.0) * given[i];
        any = any || both[i].squaredNorm() > 0;
    }
    return any ? both : std::vector<Vec3>();
}

double ParticleState::kinetic_energy(const std::vector<double>& mass) const {
    double sum = 0;
    for (std::size_t i = 0; i < v.size(); ++i) sum += 0.5 * mass[i] * v[i].squaredNorm();
    return sum;
}

}  // namespace limpet
