#include "contact/volume/bond_cover.h"

#include <algorithm>

namespace limpet {
namespace {

struct Place {
    double bonded = 0, touching = 0;  ///< B, T [m²]
    std::vector<CoveredContact::By> bonds;
};

}  // namespace

std::vector<CoveredContact> cover(const std::vector<PlaceAreas>& bonds,
                                  const std::vector<PlaceAreas>& contacts) {
    std::map<int, Place> places;
    for (const PlaceAreas& contact : contacts)
        for (const auto& [p, area] : contact) places[p].touching += area;
    for (std::size_t k = 0; k < bonds.size(); ++k)
        for (const auto& [p, area] : bonds[k])
            if (const auto place = places.find(p); place != places.end()) {
                place->second.bonded += area;
                place->second.bonds.push_back({static_cast<int>(k), area});
            }
    std::vector<CoveredContact> covered(contacts.size());
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        std::map<int, double> by;
        for (const auto& [p, area] : contacts[i]) {
            const Place& place = places[p];
            const double whole = std::max(place.bonded, place.touching);
            const double free = whole > 0 ? 1 - std::min(place.bonded / whole, 1.0) : 0;
            covered[i].free += area * free;
            covered[i].free_share[p] = free;
            for (const auto& [bond, bonded] : place.bonds) by[bond] += area * bonded / whole;
        }
        for (const auto& [bond, area] : by) covered[i].bonds.push_back({bond, area});
    }
    return covered;
}

}  // namespace limpet
