#include "contact/tractions.h"

#include <algorithm>
#include <tuple>

namespace limpet {
namespace {

/// A vertex of one side of a pair of bodies, and the contact there that has an area.
struct Holder {
    int first_body, second_body;
    FeaturePair side;
    int vertex;
    int contact;

    auto place() const { return std::tie(first_body, second_body, side, vertex); }
    bool operator<(const Holder& other) const { return place() < other.place(); }
};

std::vector<Holder> holders(const std::vector<Contact>& contacts) {
    std::vector<Holder> found;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const ContactKey& key = contacts[i].key;
        if (contacts[i].area > 0)
            found.push_back(
                {key.first_body, key.second_body, key.features, key.feature, static_cast<int>(i)});
    }
    std::stable_sort(found.begin(), found.end());
    return found;
}

struct Share {
    int contact;
    double weight;
};

void add_shares(const Contact& c, const SurfacePoint& point, FeaturePair side,
                const std::vector<Holder>& holders, std::vector<Share>& shares) {
    for (int k = 0; k < 3; ++k) {
        if (point.weights[k] <= 0) continue;
        const Holder wanted{c.key.first_body, c.key.second_body, side, point.vertices[k], 0};
        const auto [begin, end] = std::equal_range(holders.begin(), holders.end(), wanted);
        for (auto h = begin; h != end; ++h)
            shares.push_back({h->contact, point.weights[k] / static_cast<double>(end - begin)});
    }
}

}  // namespace

std::vector<Vec3> tractions(const std::vector<Contact>& contacts, const std::vector<Vec3>& forces) {
    const std::vector<Holder> with_area = holders(contacts);
    std::vector<Vec3> result(contacts.size(), Vec3::Zero());
    std::vector<Share> shares;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const Contact& c = contacts[i];
        shares.clear();
        if (c.area > 0) {
            shares.push_back({static_cast<int>(i), 1});
        } else {
            add_shares(c, c.first, FeaturePair::VertexFace, with_area, shares);
            add_shares(c, c.second, FeaturePair::FaceVertex, with_area, shares);
        }
        double whole = 0;
        for (const Share& s : shares) whole += s.weight;
        for (const Share& s : shares) result[s.contact] += s.weight / whole * forces[i];
    }
    for (std::size_t i = 0; i < contacts.size(); ++i)
        if (contacts[i].area > 0) result[i] /= contacts[i].area;
    return result;
}

}  // namespace limpet
