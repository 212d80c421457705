#include "detect/ldi/pixel_grid.h"

#include <fmt/format.h>

#include <cmath>

#include "detect/ldi/ldi_check.h"
#include "limpet/error.h"

namespace limpet::ldi {

PixelBox pixel_box(const Box3& box, double pixel, bool self) {
    PixelBox out;
    out.pixel = pixel;
    out.scale = steps / pixel;
    out.box = box;
    if (const std::string text = too_many_pixels(box.sizes(), pixel, self); !text.empty())
        throw InputError("contact.detection.pixel", text);
    for (int d = 0; d < 3; ++d) {
        // The first centre at or behind a snapped position.
        const auto centre_from = [&](double x) {
            return std::ceil((to_nearest(x * out.scale) - steps / 2) / steps);
        };
        if (std::max(std::abs(box.min()[d]), std::abs(box.max()[d])) / pixel > max_pixels_away)
            throw InputError("contact.detection.pixel",
                             fmt::format("{} m is too small for a body at {:.3g} m: positions of more than "
                                         "{:.0e} pixels cannot be told apart",
                                         pixel, box.max()[d], max_pixels_away));
        out.first[d] = centre_from(box.min()[d]);
        out.origin[d] = out.first[d] * steps + steps / 2;
        out.count[d] = static_cast<int>(centre_from(box.max()[d]) - out.first[d]);
    }
    return out;
}

}  // namespace limpet::ldi
