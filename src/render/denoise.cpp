/// A cross-bilateral filter over growing steps ("à trous"):
///     E'_p = Σ_q w_pq E_q / Σ_q w_pq,
///     w_pq = b_pq (n_p·n_q)^32 [same surface] / ((1 + (n_p·(x_q − x_p) / s)²) (1 + (E_p − E_q)² / (v_p +
///     v_q))²),
/// E irradiance, v the mean variance around p, n normals, x places, s a pixel's size there, b a B3 spline's
/// weights.
///
/// Source: C. Schied et al., Spatiotemporal variance-guided filtering, HPG 2017, section 4.4, without its
/// part over time. We deviate: rational weights instead of exponentials, and two passes instead of five, as
/// sixteen rays need.

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/parallel.h"
#include "render/canvas.h"

namespace limpet {
namespace {

constexpr int passes = 2;
constexpr std::array<float, 3> spline = {3.0f / 8, 1.0f / 4, 1.0f / 16};
constexpr float smallest_variance = 1e-7f;

bool filtered(const Pixel& pixel) {
    return pixel.surface != Seen::nothing && pixel.surface != Seen::several;
}

/// `variance` is that of the surroundings: a single pixel's own is a bad guess.
float weight(const Pixel& p, const Pixel& q, float variance, float pixel_size) {
    float along = std::max(0.0f, p.normal.dot(q.normal));
    for (int i = 0; i < 5; ++i) along *= along;
    const float off_plane = p.normal.dot(q.place - p.place) / pixel_size;
    const float difference = (p.irradiance - q.irradiance).mean();
    const float unlike = 1 + difference * difference / (2 * variance + smallest_variance);
    return along / ((1 + off_plane * off_plane) * unlike * unlike);
}

float mean_variance(const Canvas& canvas, int column, int row, int step) {
    const int surface = canvas.at(column, row).surface;
    float sum = 0, count = 0;
    for (int r = std::max(0, row - 2 * step); r <= std::min(canvas.height - 1, row + 2 * step); r += step)
        for (int c = std::max(0, column - 2 * step); c <= std::min(canvas.width - 1, column + 2 * step);
             c += step) {
            if (canvas.at(c, r).surface != surface) continue;
            sum += canvas.at(c, r).variance;
            count += 1;
        }
    return count > 0 ? sum / count : 0;
}

Pixel smoothed(const Canvas& canvas, int column, int row, int step, const Vec3f& eye, float pixel_angle) {
    const Pixel& center = canvas.at(column, row);
    Pixel out = center;
    if (!filtered(center)) return out;
    const float pixel_size = pixel_angle * (center.place - eye).norm();
    const float around = mean_variance(canvas, column, row, step);
    Light sum = Light::Zero();
    float total = 0, variance = 0;
    for (int down = -2; down <= 2; ++down)
        for (int right = -2; right <= 2; ++right) {
            const int c = column + step * right, r = row + step * down;
            if (c < 0 || r < 0 || c >= canvas.width || r >= canvas.height) continue;
            const Pixel& other = canvas.at(c, r);
            if (other.surface != center.surface) continue;
            const float w = spline[std::abs(down)] * spline[std::abs(right)] *
                            (down == 0 && right == 0 ? 1 : weight(center, other, around, pixel_size));
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
        Canvas next{canvas.width, canvas.height, std::vector<Pixel>(canvas.pixels.size())};
        parallel_blocks(canvas.height, 8, [&](int begin, int end) {
            for (int row = begin; row < end; ++row)
                for (int column = 0; column < canvas.width; ++column)
                    next.pixels[static_cast<std::size_t>(row) * canvas.width + column] =
                        smoothed(canvas, column, row, 1 << pass, eye, pixel_angle);
        });
        canvas = std::move(next);
    }
}

}  // namespace limpet
