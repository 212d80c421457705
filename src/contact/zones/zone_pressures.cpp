#include "contact/zones/zone_pressures.h"

#include <cmath>

namespace limpet {
namespace {

/// Of S_bb over that of the body with all its particles free: less is rounding.
constexpr double rigid_row_ratio = 1e-10;
/// More than S has different eigenvalues, but for rounding: zones change six each.
constexpr int max_iterations_per_body = 4;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

}  // namespace

std::vector<double> PressureSystem::times(const std::vector<double>& s) const {
    std::vector<double> rate(s.size());
    for (std::size_t b = 0; b < s.size(); ++b) rate[b] = diagonal[b] * s[b];
    for (std::size_t k = 0; k < parts.size();) {
        const int zone = parts[k].zone;
        Vec6 impulse = Vec6::Zero();
        std::size_t end = k;
        for (; end < parts.size() && parts[end].zone == zone; ++end)
            impulse += s[parts[end].body] * parts[end].gradient;
        const Vec6 u = compliance[zone] * impulse;
        for (; k < end; ++k) rate[parts[k].body] += parts[k].gradient.dot(u);
    }
    return rate;
}

std::vector<double> PressureSystem::own_diagonal() const {
    std::vector<double> own = diagonal;
    for (const Part& part : parts) own[part.body] += part.gradient.dot(compliance[part.zone] * part.gradient);
    for (std::size_t b = 0; b < own.size(); ++b)
        if (own[b] <= rigid_row_ratio * scale[b]) own[b] = 0;
    return own;
}

std::vector<double> PressureSystem::solve(const std::vector<double>& rate, double tolerance) const {
    const std::size_t n = rate.size();
    const std::vector<double> own = own_diagonal();
    const auto precondition = [&](const std::vector<double>& r) {
        std::vector<double> z(n);
        for (std::size_t b = 0; b < n; ++b) z[b] = own[b] > 0 ? r[b] / own[b] : 0.0;
        return z;
    };
    std::vector<double> s(n, 0.0), r = rate;
    for (std::size_t b = 0; b < n; ++b)
        if (own[b] == 0) r[b] = 0;
    std::vector<double> z = precondition(r), direction = z;
    double rz = dot(r, z);
    const double enough = tolerance * tolerance * rz;
    const int most = max_iterations_per_body * static_cast<int>(n) + max_iterations_per_body;
    for (int i = 0; i < most && rz > enough && rz > 0; ++i) {
        std::vector<double> change = times(direction);
        for (std::size_t b = 0; b < n; ++b)
            if (own[b] == 0) change[b] = 0;
        const double curvature = dot(direction, change);
        if (!(curvature > 0)) break;
        const double step = rz / curvature;
        for (std::size_t b = 0; b < n; ++b) {
            s[b] += step * direction[b];
            r[b] -= step * change[b];
        }
        z = precondition(r);
        const double next = dot(r, z);
        for (std::size_t b = 0; b < n; ++b) direction[b] = z[b] + next / rz * direction[b];
        rz = next;
    }
    return s;
}

}  // namespace limpet
