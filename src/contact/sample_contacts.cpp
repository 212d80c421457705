#include "contact/sample_contacts.h"

#include "contact/contact_frame.h"

namespace limpet {
namespace {

bool is_first(FeaturePair side) {
    return side == FeaturePair::VertexFace;
}

Contact sample_contact(ContactKey key, const SampleProximity& near, const Body& round, const Body& other) {
    const SurfaceSample& sample = round.samples()[near.sample];
    key.feature = round.complex().vertex_count() + near.sample;
    const SurfacePoint at{{0, -1, -1}, {1, 0, 0}};
    const Vec3 from_core = round.rotation() * sample.offset,
               from_other = other.complex().radius() * near.normal;
    const bool first = is_first(key.features);
    Contact c;
    c.key = key;
    c.first = first ? at : near.other;
    c.second = first ? near.other : at;
    c.first_offset = first ? from_core : from_other;
    c.second_offset = first ? from_other : from_core;
    c.frame = frame_about(first ? near.normal : Vec3(-near.normal));
    c.gap = near.gap;
    c.area = sample.area;
    c.facing = 1;
    c.sample = true;
    return c;
}

}  // namespace

std::optional<FeaturePair> sample_owner(int first_body, int second_body,
                                        const std::vector<std::unique_ptr<Body>>& bodies,
                                        const AdhesionLaw& law) {
    const Body &first = *bodies[first_body], &second = *bodies[second_body];
    if (first_body == second_body || first.deforms() || second.deforms() ||
        !law.between(first_body, second_body))
        return std::nullopt;
    const bool of_first = !first.samples().empty(), of_second = !second.samples().empty();
    if (!of_first && !of_second) return std::nullopt;
    const bool first_owns = of_first && (!of_second || first.complex().radius() <= second.complex().radius());
    return first_owns ? FeaturePair::VertexFace : FeaturePair::FaceVertex;
}

std::vector<PlacedSample> placed_samples(const Body& body) {
    const Vec3 origin = body.collision_positions().front();
    const Mat3 rotation = body.rotation();
    std::vector<PlacedSample> placed;
    placed.reserve(body.samples().size());
    for (const SurfaceSample& s : body.samples())
        placed.push_back({origin + rotation * s.offset, rotation * s.normal});
    return placed;
}

bool is_sample(const ContactKey& key, const std::vector<std::unique_ptr<Body>>& bodies) {
    if (key.features != FeaturePair::VertexFace && key.features != FeaturePair::FaceVertex) return false;
    const Body& body = *bodies[is_first(key.features) ? key.first_body : key.second_body];
    return !body.samples().empty() && key.feature >= body.complex().vertex_count();
}

std::vector<Contact> with_samples(std::vector<Contact> exact, const std::vector<SampleProximity>& samples,
                                  const ContactKey& owner, const std::vector<std::unique_ptr<Body>>& bodies,
                                  const DetectionSurface& other) {
    const bool first = is_first(owner.features);
    const FeaturePair vertices_of_other = first ? FeaturePair::FaceVertex : FeaturePair::VertexFace;
    std::erase_if(exact, [&](const Contact& c) {
        // Points of rims have numbers of their own, and touch what they are over.
        return c.key.features == vertices_of_other && !other.complex().round_solid() &&
               is_flat_at(other, c.key.feature);
    });
    for (Contact& c : exact) c.area = 0;
    const Body &a = *bodies[owner.first_body], &b = *bodies[owner.second_body];
    for (const SampleProximity& near : samples)
        exact.push_back(sample_contact(owner, near, first ? a : b, first ? b : a));
    return exact;
}

}  // namespace limpet
