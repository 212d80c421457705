#include "detect/ldi/ldi_check.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "detect/detection_constants.h"

namespace limpet {
namespace {

/// Of the three images of a box.
struct ImageSizes {
    double longest_side = 0, all = 0, bytes = 0;

    bool too_large() const { return bytes > max_image_bytes || longest_side > max_pixels_per_side; }
};

ImageSizes image_sizes(const Vec3& sides, double pixel, bool self) {
    ImageSizes sizes;
    const Vec3 counts = sides / pixel;
    sizes.longest_side = counts.maxCoeff();
    for (int w = 0; w < 3; ++w) {
        sizes.all += std::max(1.0, counts[(w + 1) % 3]) * std::max(1.0, counts[(w + 2) % 3]);
    }
    sizes.bytes = sizes.all * (self ? bytes_per_pixel_of_self : bytes_per_pixel);
    return sizes;
}

struct LargestImages {
    ImageSizes sizes;
    Vec3 sides = Vec3::Zero();
    bool self = false;
    std::string whose;
};

/// Of the pairs that may meet: their common box is no larger than either's.
LargestImages largest_images(const LdiSettings& settings, std::span<const LdiBody> bodies,
                             const LdiFilter& is_tested) {
    LargestImages out;
    const auto look_at = [&](const Vec3& sides, bool self, const std::string& whose) {
        const ImageSizes sizes = image_sizes(sides, settings.pixel, self);
        if (sizes.bytes > out.sizes.bytes) out = {sizes, sides, self, whose};
    };
    const auto may_meet = [&](int i, int j) {
        return (i != j || settings.self) && (!is_tested || is_tested(i, j));
    };
    const int count = static_cast<int>(bodies.size());
    for (int i = 0; i < count; ++i) {
        if (may_meet(i, i)) look_at(bodies[i].box.sizes(), true, '"' + bodies[i].name + '"');
        for (int j = i + 1; j < count; ++j)
            if (may_meet(i, j))
                look_at(bodies[i].box.sizes().cwiseMin(bodies[j].box.sizes()), false,
                        '"' + bodies[i].name + "\" with \"" + bodies[j].name + '"');
    }
    return out;
}

}  // namespace

Vec3 own_sides(const std::vector<Vec3>& points) {
    Vec3 mean = Vec3::Zero();
    for (const Vec3& x : points) mean += x / static_cast<double>(points.size());
    Mat3 moments = Mat3::Zero();
    for (const Vec3& x : points) moments += (x - mean) * (x - mean).transpose();
    const Mat3 axes = Eigen::SelfAdjointEigenSolver<Mat3>(moments).eigenvectors();
    Box3 box;
    for (const Vec3& x : points) box.extend(Vec3(axes.transpose() * (x - mean)));
    return box.isEmpty() ? Vec3(Vec3::Zero()) : Vec3(box.sizes());
}

std::string too_many_pixels(const Vec3& sides, double pixel, bool self) {
    const ImageSizes sizes = image_sizes(sides, pixel, self);
    if (!sizes.too_large()) return "";
    return fmt::format(
        "{:.3g} m asks for {:.3g} pixels in the three images of a box of {:.3g} × {:.3g} × {:.3g} m ({:.3g} "
        "along its longest side), about {:.3g} GB; at most {:.3g} GB and {} along a side are allowed",
        pixel, sizes.all, sides.x(), sides.y(), sides.z(), sizes.longest_side, sizes.bytes / 1e9,
        max_image_bytes / 1e9, max_pixels_per_side);
}

std::vector<Complaint> ldi_complaints(const LdiSettings& settings, std::span<const LdiBody> bodies,
                                      const LdiFilter& is_tested, const std::string& path) {
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
        Vec3 sides = body.box.sizes();
        if (body.own_sides && body.own_sides->minCoeff() < sides.minCoeff()) sides = *body.own_sides;
        if (pixel > sides.minCoeff())
            complain("pixel", fmt::format("{} m is larger than \"{}\", whose box measures {:.3g} × {:.3g} × "
                                          "{:.3g} m: rays would miss it",
                                          pixel, body.name, sides.x(), sides.y(), sides.z()));
    }
    const LargestImages largest = largest_images(settings, bodies, is_tested);
    if (const std::string text = too_many_pixels(largest.sides, pixel, largest.self); !text.empty())
        complain("pixel", text + " (" + largest.whose + ")");
    return complaints;
}

void check_ldi(const LdiSettings& settings, std::span<const LdiBody> bodies, const LdiFilter& is_tested) {
    std::vector<Complaint> complaints = ldi_complaints(settings, bodies, is_tested);
    if (!complaints.empty()) throw InputError(std::move(complaints));
}

}  // namespace limpet
