#include "detect/ldi/ldi_check.h"

#include <fmt/format.h>

#include <cmath>

namespace limpet {
namespace {

/// A surface that a ray meets takes 16 bytes, and a body two of them in each pixel.
constexpr double bytes_a_pixel = 2 * 2 * 16;

/// Of the three images of a box.
struct ImageSizes {
    double longest_side = 0, largest = 0, all = 0;
};

ImageSizes image_sizes(const Vec3& sides, double pixel) {
    ImageSizes sizes;
    const Vec3 counts = sides / pixel;
    sizes.longest_side = counts.maxCoeff();
    for (int w = 0; w < 3; ++w) {
        const double image = std::max(1.0, counts[(w + 1) % 3]) * std::max(1.0, counts[(w + 2) % 3]);
        sizes.largest = std::max(sizes.largest, image);
        sizes.all += image;
    }
    return sizes;
}

struct LargestImages {
    ImageSizes sizes;
    Vec3 sides = Vec3::Zero();
    std::string whose;
};

/// Of the pairs that may meet: their common box is no larger than either's.
LargestImages largest_images(const LdiSettings& settings, std::span<const LdiBody> bodies) {
    LargestImages out;
    const auto look_at = [&](const Vec3& sides, const std::string& whose) {
        const ImageSizes sizes = image_sizes(sides, settings.pixel);
        if (sizes.largest > out.sizes.largest) out = {sizes, sides, whose};
    };
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (settings.self) look_at(bodies[i].box.sizes(), '"' + bodies[i].name + '"');
        for (std::size_t j = i + 1; j < bodies.size(); ++j)
            look_at(bodies[i].box.sizes().cwiseMin(bodies[j].box.sizes()),
                    '"' + bodies[i].name + "\" with \"" + bodies[j].name + '"');
    }
    return out;
}

}  // namespace

std::string too_many_pixels(const Vec3& sides, double pixel) {
    const ImageSizes sizes = image_sizes(sides, pixel);
    return fmt::format(
        "{:.3g} m asks for {:.3g} pixels in the images of a box of {:.3g} × {:.3g} × {:.3g} m ({:.3g} along "
        "its "
        "longest side), about {:.3g} GB; at most {:.3g} in one image and {} along a side are allowed",
        pixel, sizes.all, sides.x(), sides.y(), sides.z(), sizes.longest_side,
        sizes.all * bytes_a_pixel / 1e9, most_pixels, most_pixels_a_side);
}

std::vector<Complaint> ldi_complaints(const LdiSettings& settings, std::span<const LdiBody> bodies,
                                      const std::string& path) {
    std::vector<Complaint> complaints;
    const auto complain = [&](const char* field, std::string message) {
        complaints.push_back({"", 0, path.empty() ? field : path + "." + field, std::move(message)});
    };
    const double pixel = settings.pixel;
    if (!std::isfinite(pixel) || pixel <= 0) {
        complain("pixel", fmt::format("is {} m, but must be a length above 0", pixel));
        return complaints;
    }
    if (settings.cell && !(std::isfinite(*settings.cell) && *settings.cell >= pixel))
        complain("cell", fmt::format("is {} m, but must be at least a pixel, {} m", *settings.cell, pixel));
    for (const LdiBody& body : bodies) {
        const Vec3 sides = body.box.sizes();
        if (pixel > sides.minCoeff())
            complain("pixel", fmt::format("{} m is larger than \"{}\", whose box measures {:.3g} × {:.3g} × "
                                          "{:.3g} m: rays would miss it",
                                          pixel, body.name, sides.x(), sides.y(), sides.z()));
    }
    const LargestImages largest = largest_images(settings, bodies);
    if (largest.sizes.largest > most_pixels || largest.sizes.longest_side > most_pixels_a_side)
        complain("pixel", too_many_pixels(largest.sides, pixel) + " (" + largest.whose + ")");
    return complaints;
}

void check_ldi(const LdiSettings& settings, std::span<const LdiBody> bodies, const std::string& path) {
    std::vector<Complaint> complaints = ldi_complaints(settings, bodies, path);
    if (!complaints.empty()) throw InputError(std::move(complaints));
}

}  // namespace limpet
