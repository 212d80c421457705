#include "contact/rigid_pressure.h"

#include <Eigen/Cholesky>
#include <algorithm>

#include "contact/material_point.h"

namespace limpet {
namespace {

/// Normals of one flat patch differ by rounding alone.
constexpr double same_normal = 1 - 1e-10;
/// Of the mean pressure: less is none.
constexpr double no_pressure = 1e-9;

/// p = a + b·x on the contacts of `chosen`, with x across the normal in units of the patch's size; false if
/// the patch is too narrow for it.
bool linear_pressure(const std::vector<double>& area, const std::vector<Vec3>& at,
                     const std::vector<bool>& chosen, const Vec3& wanted, std::vector<double>& pressure) {
    Mat3 moments = Mat3::Zero();
    for (std::size_t i = 0; i < area.size(); ++i)
        if (chosen[i]) moments += area[i] * at[i] * at[i].transpose();
    const Eigen::LDLT<Mat3> factors(moments);
    const Vec3 pivots = factors.vectorD();
    if (!(pivots.minCoeff() > 1e-9 * pivots.maxCoeff())) return false;
    const Vec3 coefficients = factors.solve(wanted);
    for (std::size_t i = 0; i < area.size(); ++i) pressure[i] = chosen[i] ? coefficients.dot(at[i]) : 0;
    return true;
}

/// Contacts that would pull are left out, one round after the other.
bool push_only(const std::vector<double>& area, const std::vector<Vec3>& at, const Vec3& wanted,
               std::vector<double>& pressure) {
    std::vector<bool> chosen(area.size(), true);
    for (;;) {
        if (!linear_pressure(area, at, chosen, wanted, pressure)) return false;
        const double mean = wanted.x() / static_cast<double>(area.size());
        bool any = false;
        for (std::size_t i = 0; i < area.size(); ++i)
            if (chosen[i] && pressure[i] * area[i] < -no_pressure * mean) {
                chosen[i] = false;
                any = true;
            }
        if (!any) return true;
    }
}

void spread(const std::vector<Contact>& contacts, const ContactSolution& solution, double h,
            const std::vector<int>& patch, const Body& first, std::vector<Vec3>& traction) {
    const Mat3& frame = contacts[patch.front()].frame;
    std::vector<double> area;
    std::vector<Vec3> at;
    Vec3 wanted = Vec3::Zero(), tangential = Vec3::Zero();
    const Vec3 origin = contact_point(contacts[patch.front()], first, true);
    double size = 0;
    for (const int i : patch)
        size = std::max(size, (contact_point(contacts[i], first, true) - origin).norm());
    if (size == 0) return;
    std::vector<int> with_area;
    for (const int i : patch) {
        const Vec3 x = frame.transpose() * (contact_point(contacts[i], first, true) - origin) / size;
        const Vec3 basis(1, x.y(), x.z());
        const Vec3 force = contacts[i].frame * solution[i].lambda / h;
        wanted += basis * force.dot(frame.col(0));
        tangential += force - force.dot(frame.col(0)) * frame.col(0);
        if (contacts[i].area <= 0) continue;
        with_area.push_back(i);
        area.push_back(contacts[i].area);
        at.push_back(basis);
    }
    std::vector<double> pressure(area.size());
    if (!(wanted.x() > 0) || !push_only(area, at, wanted, pressure)) return;
    for (std::size_t k = 0; k < area.size(); ++k)
        traction[with_area[k]] = std::max(pressure[k], 0.0) * (frame.col(0) + tangential / wanted.x());
}

}  // namespace

void spread_rigid_pressures(const std::vector<Contact>& contacts, const ContactSolution& solution, double h,
                            double near, const std::vector<std::unique_ptr<Body>>& bodies,
                            std::vector<Vec3>& traction) {
    std::vector<bool> taken(contacts.size(), false);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const ContactKey& key = contacts[i].key;
        if (taken[i] || bodies[key.first_body]->deforms() || bodies[key.second_body]->deforms()) continue;
        std::vector<int> patch;
        for (std::size_t j = i; j < contacts.size() && contacts[j].key.first_body == key.first_body &&
                                contacts[j].key.second_body == key.second_body;
             ++j) {
            if (taken[j] || contacts[j].normal().dot(contacts[i].normal()) < same_normal) continue;
            taken[j] = true;
            const SolvedContact& s = solution[j];
            // Bonds of contacts that touch may pull by rounding.
            if (s.lambda.x() > 0 || h * s.u.x() < near) patch.push_back(static_cast<int>(j));
        }
        if (patch.size() > 3) spread(contacts, solution, h, patch, *bodies[key.first_body], traction);
    }
}

}  // namespace limpet
