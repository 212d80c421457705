/// A cross-bilateral filter over growing steps ("à trous"):
///     E'_p = Σ_q w_pq E_q / Σ_q w_pq,
///     w_pq = b_pq (n_p·n_q)^32 [same surface] / ((1 + (n_p·(x_q − x_p) / s)²) (1 + (G_p − G_q)² / (4
///     v_p))²),
/// E irradiance, G its mean over 3 × 3 pixels and v that mean's variance, n normals, x places, s a pixel's
/// size there, b a B3 spline's weights. Comparing means instead of single pixels keeps noise from looking
/// like edges.
///
/// Source: C. Schied et al., Spatiotemporal variance-guided filtering, HPG 2017, section 4.4, without its
/// part over time. We deviate: rational weights instead of exponentials, and three passes instead of five.

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/parallel.h"
#include "render/canvas.h"

namespace limpet {
namespace {

constexpr int passes = 3;
constexpr std::array<float, 3> spline = {3.0f / 8, 1.0f / 4, 1.0f / 16};
/// Differences up to about the root of this many variances are noise.
constexpr float tolerance = 24;
constexpr float smallest_variance = 1e-7f;

bool filtered(const Pixel& pixel) {
    return pixel.surface != Seen::nothing && pixel.surface != Seen::several;
}

/// What pixels are compared by: brightness around them and its variance.
struct Guide {
    float brightness = 0, variance = 0;
};

Guide make_guide(const Canvas& canvas, int column, int row) {
    const int surface = canvas.at(column, row).surface;
    float sum = 0, variance = 0, count = 0;
    for (int r = std::max(0, row - 1); r <= std::min(canvas.height - 1, row + 1); ++r)
        for (int c = std::max(0, column - 1); c <= std::min(canvas.width - 1, column + 1); ++c) {
            const Pixel& pixel = canvas.at(c, r);
            if (pixel.surface != surface) continue;
            sum += pixel.irradiance.mean();
            variance += pixel.variance;
            count += 1;
        }
    return {sum / count, variance / (count * count)};
}

float weight(const Pixel& p, const Pixel& q, const Guide& gp, const Guide& gq, float pixel_size) {
    float along = std::max(0.0f, p.normal.dot(q.normal));
    for (int i = 0; i < 5; ++i) along *= along;
    const float off_plane = p.normal.dot(q.place - p.place) / pixel_size;
    const float difference = gp.brightness - gq.brightness;
    const float unlike = 1 + difference * difference / (tolerance * gp.variance + smallest_variance);
    return along / ((1 + off_plane * off_plane) * unlike * unlike);
}

Pixel smoothed(const Canvas& canvas, const std::vector<Guide>& guides, int column, int row, int step,
               const Vec3f& eye, float pixel_angle) {
    const Pixel& center = canvas.at(column, row);
    Pixel out = center;
    if (!filtered(center)) return out;
    const float pixel_size = pixel_angle * (center.place - eye).norm();
    const Guide& guide = guides[canvas.index(column, row)];
    Light sum = Light::Zero();
    float total = 0, variance = 0;
    for (int down = -2; down <= 2; ++down)
        for (int right = -2; right <= 2; ++right) {
            const int c = column + step * right, r = row + step * down;
            if (c < 0 || r < 0 || c >= canvas.width || r >= canvas.height) continue;
            const Pixel& other = canvas.at(c, r);
            if (other.surface != center.surface) continue;
            const float w = spline[std::abs(down)] * spline[std::abs(right)] *
                            (down == 0 && right == 0
                                 ? 1
                                 : weight(center, other, guide, guides[canvas.index(c, r)], pixel_size));
            sum += w * other.irradiance;
            variance += w * w * other.variance;
            total += w;
        }
    out.irradiance = sum / total;
    out.variance = variance / (total * total);
    return out;
}

}  // namespace

void smooth_irradiance(Canvas& canvas, const Vec3f& eye, float pixel_angle) {
    for (int pass = 0; pass < passes; ++pass) {
        std::vector<Guide> guides(canvas.pixels.size());
        parallel_blocks(canvas.height, 8, [&](int begin, int end) {
            for (int row = begin; row < end; ++row)
                for (int column = 0; column < canvas.width; ++column)
                    if (filtered(canvas.at(column, row)))
                        guides[canvas.index(column, row)] = make_guide(canvas, column, row);
        });
        Canvas next{canvas.width, canvas.height, std::vector<Pixel>(canvas.pixels.size())};
        parallel_blocks(canvas.height, 8, [&](int begin, int end) {
            for (int row = begin; row < end; ++row)
                for (int column = 0; column < canvas.width; ++column)
                    next.pixels[canvas.index(column, row)] =
                        smoothed(canvas, guides, column, row, 1 << pass, eye, pixel_angle);
        });
        canvas = std::move(next);
    }
}

}  // namespace limpet
