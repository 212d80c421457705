#include "contact/make_contacts.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "contact/contact_frame.h"

namespace limpet {

namespace {

/// Area of the facing triangles around touching vertices that have a corner which does not touch: how frayed
/// a patch is.
double cut_area(const DetectionSurface& surface, const std::vector<Proximity>& proximities,
                FeaturePair side) {
    std::vector<bool> touches(surface.complex().vertex_count(), false);
    const auto vertex_of = [side](const Proximity& p) {
        return side == FeaturePair::VertexFace ? p.first_feature : p.second_feature;
    };
    for (const Proximity& p : proximities)
        if (p.features == side) touches[vertex_of(p)] = true;
    double cut = 0;
    for (const Proximity& p : proximities) {
        if (p.features != side) continue;
        const Vec3 towards = side == FeaturePair::VertexFace ? Vec3(-p.normal) : p.normal;
        const int vertex = vertex_of(p);
        for (const int* t = surface.complex().triangles_begin(vertex);
             t != surface.complex().triangles_end(vertex); ++t) {
            const auto& [a, b, c] = surface.complex().simplices()[*t].vertices;
            if (touches[a] && touches[b] && touches[c]) continue;
            const std::vector<Vec3>& x = surface.positions();
            const double facing = (x[b] - x[a]).cross(x[c] - x[a]).dot(towards);
            cut += (surface.complex().is_sheet() ? std::abs(facing) : std::max(0.0, facing)) / 6;
        }
    }
    return cut;
}

/// Which side's vertices carry the area.
FeaturePair owner(const DetectionSurface& first, const DetectionSurface& second,
                  const std::vector<Proximity>& proximities) {
    double first_area = 0, second_area = 0;
    for (const Proximity& p : proximities) {
        if (p.features == FeaturePair::VertexFace) first_area += p.area;
        if (p.features == FeaturePair::FaceVertex) second_area += p.area;
    }
    if (second_area == 0) return FeaturePair::VertexFace;
    if (first_area == 0) return FeaturePair::FaceVertex;
    const double first_cut = cut_area(first, proximities, FeaturePair::VertexFace) / first_area;
    const double second_cut = cut_area(second, proximities, FeaturePair::FaceVertex) / second_area;
    return first_cut <= second_cut ? FeaturePair::VertexFace : FeaturePair::FaceVertex;
}

/// Keys count the contacts of one vertex.
std::vector<Contact> with_keys(int first_body, int second_body, double first_radius, double second_radius,
                               const std::vector<Proximity>& proximities) {
    std::vector<Contact> contacts;
    contacts.reserve(proximities.size());
    for (const Proximity& p : proximities) {
        const bool edges = has_edge(p.features);
        ContactKey key{first_body, second_body, p.features, key_feature(p), edges ? p.second_feature : 0};
        if (!contacts.empty() && !edges) {
            const ContactKey& last = contacts.back().key;
            if (last.features == key.features && last.feature == key.feature) key.ordinal = last.ordinal + 1;
        }
        contacts.push_back(make_contact(key, p, first_radius, second_radius));
    }
    return contacts;
}

}  // namespace

int key_feature(const Proximity& p) {
    return p.features == FeaturePair::FaceVertex ? p.second_feature : p.first_feature;
}

Contact make_contact(const ContactKey& key, const Proximity& p, double first_radius, double second_radius) {
    Contact c;
    c.key = key;
    c.first = p.first;
    c.second = p.second;
    c.first_offset = p.first_offset - first_radius * p.normal;
    c.second_offset = p.second_offset + second_radius * p.normal;
    c.frame = frame_about(p.normal);
    c.gap = p.gap;
    c.chord = p.chord;
    c.area = p.area;
    c.facing = p.facing;
    return c;
}

std::vector<Contact> make_contacts(int first_body, int second_body, const DetectionSurface& first,
                                   const DetectionSurface& second, const std::vector<Proximity>& proximities,
                                   std::optional<FeaturePair> kept_owner) {
    std::vector<Contact> contacts =
        with_keys(first_body, second_body, first.complex().radius(), second.complex().radius(), proximities);
    const FeaturePair area_owner = kept_owner ? *kept_owner : owner(first, second, proximities);
    for (Contact& c : contacts)
        if (c.key.features != area_owner) c.area = 0;
    // Of contacts that say the same, Gauss–Seidel gives the force to the first: to one that has an area.
    std::stable_partition(contacts.begin(), contacts.end(),
                          [&](const Contact& c) { return c.key.features == area_owner; });
    return contacts;
}

std::vector<Contact> make_self_contacts(int body, const DetectionSurface& surface,
                                        const std::vector<Proximity>& proximities) {
    const double radius = surface.complex().radius();
    std::vector<Contact> contacts = with_keys(body, body, radius, radius, proximities);
    for (Contact& c : contacts) c.area /= 2;
    return contacts;
}

}  // namespace limpet
