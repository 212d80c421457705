#include "render/canvas.h"

#include <algorithm>

namespace limpet {

void PixelSum::add(const Seen& seen) {
    surface_ = rays_ == 0 || surface_ == seen.surface ? seen.surface : Seen::several;
    ++rays_;
    all_tint_ += seen.tint;
    if (!seen.lit) return;
    ++lit_rays_;
    tinted_ += seen.tint * seen.irradiance;
    tint_ += seen.tint;
    shine_ += seen.shine;
    place_ += seen.place;
    normal_ += seen.normal;
    const float brightness = seen.irradiance.mean();
    brightness_ += brightness;
    squared_brightness_ += brightness * brightness;
}

bool PixelSum::open() const {
    return surface_ == Seen::nothing ||
           (surface_ == Seen::ground && brightness_ == static_cast<float>(lit_rays_));
}

Pixel PixelSum::mean() const {
    const float share = 1.0f / static_cast<float>(lit_rays_);
    Pixel pixel;
    pixel.tint = several() ? Light(share * tint_) : Light(all_tint_ / static_cast<float>(rays_));
    pixel.irradiance = tinted_ / tint_.max(1e-20f);
    pixel.shine = share * shine_;
    pixel.place = share * place_;
    pixel.normal = normal_.stableNormalized();
    const float mean = share * brightness_;
    const float spread =
        lit_rays_ > 1 ? std::max(0.0f, share * squared_brightness_ - mean * mean) : 0.25f * mean * mean;
    pixel.variance = share * spread;
    pixel.surface = surface_;
    return pixel;
}

}  // namespace limpet
