#pragma once

/// A picture in the making: what the rays of each pixel brought, kept apart so that noise can be taken out of
/// the light without touching what it falls on.

#include <vector>

#include "render/surface.h"

namespace limpet {

/// What one ray sees: light towards the eye = tint × irradiance + shine.
struct Seen {
    Light tint = Light::Zero();
    Light irradiance = Light::Zero();  ///< by few random directions: noisy
    Light shine = Light::Zero();
    Vec3f place = Vec3f::Zero(), normal = Vec3f::Zero();
    int surface = nothing;
    bool lit = true;  ///< false: only the tint was looked at

    static constexpr int nothing = -1, several = -2, ground = -3;
};

/// Means over a pixel's rays.
struct Pixel {
    Light tint = Light::Zero(), irradiance = Light::Zero(), shine = Light::Zero();
    Vec3f place = Vec3f::Zero(), normal = Vec3f::Zero();
    float variance = 0;  ///< of the mean irradiance
    int surface = Seen::nothing;

    Light light() const { return tint * irradiance + shine; }
};

/// Adds up what the rays of a pixel saw.
class PixelSum {
public:
    void add(const Seen& seen);
    Pixel mean() const;

    int rays() const { return rays_; }
    /// True if all rays saw the same floor or background, and all of its light.
    bool open() const;
    /// True if an outline crosses the pixel.
    bool several() const { return surface_ == Seen::several; }

private:
    Light tinted_ = Light::Zero(), tint_ = Light::Zero(), all_tint_ = Light::Zero(), shine_ = Light::Zero();
    Vec3f place_ = Vec3f::Zero(), normal_ = Vec3f::Zero();
    float brightness_ = 0, squared_brightness_ = 0;
    int rays_ = 0, lit_rays_ = 0, surface_ = Seen::nothing;
};

struct Canvas {
    int width = 0, height = 0;
    std::vector<Pixel> pixels;  ///< rows from the top

    std::size_t index(int column, int row) const { return static_cast<std::size_t>(row) * width + column; }
    const Pixel& at(int column, int row) const { return pixels[index(column, row)]; }
};

/// Evens out the irradiance among neighbouring pixels of the same smooth piece of surface.
/// `pixel_angle` is the angle that a pixel spans [rad], `eye` where rays start.
void smooth_irradiance(Canvas& canvas, const Vec3f& eye, float pixel_angle);

}  // namespace limpet
