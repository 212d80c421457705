/// What contacts knew of a body whose surface has changed, because a blade has cut it.

#include <fmt/format.h>

#include "step/contact_pipeline.h"

namespace limpet {

void ContactPipeline::surface_changed(int body) {
    surfaces_[body] = DetectionSurface(bodies_[body]->complex(), bodies_[body]->deforms());
    search_.surface_changed(body);
    if (continuous_) continuous_->surface_changed(body);
    if (volumes_) volumes_->surface_changed(body);
    memory_.forget_edges(body);
    if (const int dropped = bonds_.drop_cut(body); dropped > 0)
        warnings_.about_body("cut-bonds", body,
                             fmt::format("lost {} bonds whose triangles were cut", dropped));
}

}  // namespace limpet
