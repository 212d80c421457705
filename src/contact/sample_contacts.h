#pragma once

/// Contacts of samples. Round shapes collide as what they are: at a few points, which have no area.
/// Between them and what keeps its shape, samples of the round surface own the areas and carry the bonds.
/// They neither push nor rub, which the exact contacts do: so a ball with bonds rolls as a round one.

#include <memory>
#include <optional>
#include <vector>

#include "bodies/body.h"
#include "contact/adhesion_law.h"
#include "contact/contact.h"
#include "detect/sample_proximity.h"

namespace limpet {

/// Whose samples own the areas of two bodies: those of the first, VertexFace; of the second, FaceVertex;
/// nobody's where they cannot bond or one deforms. Of two round bodies, the smaller one's.
std::optional<FeaturePair> sample_owner(int first_body, int second_body,
                                        const std::vector<std::unique_ptr<Body>>& bodies,
                                        const AdhesionLaw& law);

/// Where a body's samples are now.
std::vector<PlacedSample> placed_samples(const Body& body);

/// Is it the key of a sample's contact? Samples are numbered after the vertices.
bool is_sample(const ContactKey& key, const std::vector<std::unique_ptr<Body>>& bodies);

/// Contacts of two bodies, `exact` as made of their own features, with those of samples after them. Exact
/// ones lose their areas, and those of vertices within flat faces are left out: linearised, what rolls would
/// bump against them.
std::vector<Contact> with_samples(std::vector<Contact> exact, const std::vector<SampleProximity>& samples,
                                  const ContactKey& owner, const std::vector<std::unique_ptr<Body>>& bodies,
                                  const DetectionSurface& other);

}  // namespace limpet
