#include "detect/round/solid_proximity.h"

#include "detect/round/solid_on_solid.h"
#include "detect/round/solid_on_surface.h"

namespace limpet {
namespace {

/// Of the two surfaces in the other order; the numbers of edges and places change sides, too.
void swap_sides(std::vector<Proximity>& found) {
    for (Proximity& p : found) {
        if (p.features != FeaturePair::EdgeEdge)
            p.features =
                p.features == FeaturePair::VertexFace ? FeaturePair::FaceVertex : FeaturePair::VertexFace;
        std::swap(p.first_feature, p.second_feature);
        std::swap(p.first, p.second);
        std::swap(p.first_offset, p.second_offset);
        p.normal = -p.normal;
    }
}

}  // namespace

bool meet_as_solids(const DetectionSurface& first, const DetectionSurface& second) {
    return (first.complex().round_solid() || second.complex().round_solid()) && !first.deforms() &&
           !second.deforms() && &first != &second;
}

std::vector<Proximity> solid_proximities(const DetectionSurface& first, const DetectionSurface& second,
                                         double distance, const AxesAhead& ahead) {
    if (first.complex().round_solid() && second.complex().round_solid())
        return solid_on_solid(first, second, distance, ahead);
    if (first.complex().round_solid()) return solid_on_surface(first, second, distance, ahead.first);
    std::vector<Proximity> found = solid_on_surface(second, first, distance, ahead.second);
    swap_sides(found);
    return found;
}

}  // namespace limpet
