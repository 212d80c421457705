#include "contact/sample_pressure.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <map>

#include "contact/contact_constants.h"
#include "contact/material_point.h"

namespace limpet {
namespace {

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

/// p ≥ 0: what would pull is left out, one round after the other. `at`: (1, x), `wanted`: (F, M).
bool linear_push(const std::vector<double>& area, const std::vector<Vec3>& at, const Vec3& wanted,
                 std::vector<double>& pressure) {
    std::vector<bool> chosen(area.size(), true);
    for (;;) {
        if (!linear_pressure(area, at, chosen, wanted, pressure)) return false;
        const double mean = wanted.x() / static_cast<double>(area.size());
        bool any = false;
        for (std::size_t i = 0; i < area.size(); ++i)
            if (chosen[i] && pressure[i] * area[i] < -min_sample_pull_ratio * mean) {
                chosen[i] = false;
                any = true;
            }
        if (!any) return true;
    }
}

struct PairContacts {
    std::vector<int> samples, pushing;
};

/// The samples that the force of some exact contacts is spread over.
class Film {
public:
    Film(const std::vector<Contact>& contacts, const ContactSolution& solution, double h, const Body& first,
         const std::vector<int>& pushing)
        : contacts_(contacts),
          solution_(solution),
          h_(h),
          first_(first),
          pushing_(pushing),
          frame_(contacts[pushing.front()].frame),
          origin_(contact_point(contacts[pushing.front()], first, true)) {}

    void take(const std::vector<int>& samples) {
        for (const int k : samples) {
            const Contact& c = contacts_[k];
            const double gap = std::max(h_ * solution_[k].u.x(), 0.0);
            if (c.normal().dot(frame_.col(0)) < same_push_cosine || !(gap < c.adhesion->reference_gap))
                continue;
            samples_.push_back(k);
            share_.push_back(1 - gap / c.adhesion->reference_gap);
            weight_.push_back(share_.back() * c.area);
            size_ = std::max(size_, (contact_point(c, first_, true) - origin_).norm());
        }
    }

    void press(std::vector<Vec3>& traction) const {
        if (!(size_ > 0)) return;
        const Vec3 n = frame_.col(0);
        Vec3 wanted = Vec3::Zero(), force = Vec3::Zero();
        for (const int i : pushing_) {
            const Vec3 f = contacts_[i].frame * solution_[i].lambda / h_;
            wanted += f.dot(n) * place(i);
            force += f;
        }
        std::vector<Vec3> at;
        double sum = 0;
        for (std::size_t k = 0; k < samples_.size(); ++k) {
            at.push_back(place(samples_[k]));
            sum += weight_[k];
        }
        std::vector<double> pressure(samples_.size());
        if (!linear_push(weight_, at, wanted, pressure))
            std::fill(pressure.begin(), pressure.end(), wanted.x() / sum);
        for (std::size_t k = 0; k < samples_.size(); ++k)
            traction[samples_[k]] += share_[k] * std::max(pressure[k], 0.0) / wanted.x() * force;
    }

private:
    /// (1, x), x across the normal in units of the film's size.
    Vec3 place(int contact) const {
        const Vec3 x =
            frame_.transpose() * (contact_point(contacts_[contact], first_, true) - origin_) / size_;
        return {1, x.y(), x.z()};
    }

    const std::vector<Contact>& contacts_;
    const ContactSolution& solution_;
    double h_;
    const Body& first_;
    const std::vector<int>& pushing_;
    const Mat3& frame_;
    Vec3 origin_;
    double size_ = 0;
    std::vector<int> samples_;
    std::vector<double> share_, weight_;  ///< s, and s A [m²]
};

}  // namespace

void add_sample_pressures(const std::vector<Contact>& contacts, const ContactSolution& solution, double h,
                          const std::vector<std::unique_ptr<Body>>& bodies, std::vector<Vec3>& traction) {
    std::map<std::pair<int, int>, PairContacts> pairs;
    for (int i = 0; i < static_cast<int>(contacts.size()); ++i)
        if (contacts[i].sample && !contacts[i].volume)
            pairs[{contacts[i].key.first_body, contacts[i].key.second_body}].samples.push_back(i);
    if (pairs.empty()) return;
    for (int i = 0; i < static_cast<int>(contacts.size()); ++i) {
        const auto found = pairs.find({contacts[i].key.first_body, contacts[i].key.second_body});
        if (found != pairs.end() && solution[i].lambda.x() > 0) found->second.pushing.push_back(i);
    }
    for (auto& [pair, all] : pairs)
        while (!all.pushing.empty()) {
            const Vec3 way = contacts[all.pushing.front()].normal();
            const auto others = std::stable_partition(all.pushing.begin(), all.pushing.end(), [&](int i) {
                return contacts[i].normal().dot(way) >= same_push_cosine;
            });
            const std::vector<int> together(all.pushing.begin(), others);
            Film film(contacts, solution, h, *bodies[pair.first], together);
            film.take(all.samples);
            film.press(traction);
            all.pushing.erase(all.pushing.begin(), others);
        }
}

}  // namespace limpet
