#include "contact/volume/bond_cover.h"

#include <algorithm>
#include <cmath>

namespace limpet {
namespace {

/// Of a contact's area: less without a bond is the rim of those that it has.
constexpr double new_share = 0.5;
/// Of the bonds about: areas of a patch differ by pixels at its rim, from image to image.
constexpr double inaccuracy = 0.1;

struct Near {
    bool is_open;
    double distance;
    int contact, bond;
    double overlap;  ///< of squares beside each other [m²]
    auto operator<=>(const Near&) const = default;
};

std::vector<Near> near_each_other(const std::vector<BondPatch>& bonds,
                                  const std::vector<BondPatch>& contacts) {
    std::vector<Near> near;
    for (int i = 0; i < static_cast<int>(contacts.size()); ++i)
        for (int k = 0; k < static_cast<int>(bonds.size()); ++k) {
            const double a = std::sqrt(bonds[k].area), b = std::sqrt(contacts[i].area),
                         least = std::min(a, b);
            const double distance = (contacts[i].center - bonds[k].center).norm();
            // Patches may be long and thin.
            if (distance >= a + b) continue;
            const double common = std::clamp((a + b) / 2 - distance, 0.0, least);
            near.push_back({bonds[k].is_open, distance, i, k, common * least});
        }
    std::sort(near.begin(), near.end());
    return near;
}

}  // namespace

std::vector<CoveredContact> cover(const std::vector<BondPatch>& bonds,
                                  const std::vector<BondPatch>& contacts) {
    std::vector<CoveredContact> covered(contacts.size());
    std::vector<double> left, about(contacts.size(), 0.0);
    for (const BondPatch& bond : bonds) left.push_back(bond.area);
    for (std::size_t i = 0; i < contacts.size(); ++i) covered[i].free = contacts[i].area;
    std::vector<Near> near = near_each_other(bonds, contacts);
    const auto deal = [&](const Near& to, double most) {
        const double area = std::min({covered[to.contact].free, left[to.bond], most});
        if (!(area > 0)) return;
        covered[to.contact].free -= area;
        left[to.bond] -= area;
        covered[to.contact].bonds.push_back({to.bond, area});
    };
    for (const Near& to : near) {
        deal(to, to.overlap);
        about[to.contact] += bonds[to.bond].area;
    }
    std::stable_sort(near.begin(), near.end(), [&](const Near& a, const Near& b) {
        return contacts[a.contact].area < contacts[b.contact].area;
    });
    for (const Near& to : near) deal(to, contacts[to.contact].area);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        if (covered[i].free <= inaccuracy * about[i]) covered[i].free = 0;
        covered[i].is_new = covered[i].free > new_share * contacts[i].area;
    }
    return covered;
}

}  // namespace limpet
