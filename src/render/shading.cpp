/// Light sent back towards the eye, for a surface of albedo ρ with a clear coat:
///     L = (1 − F) ρ (E_key V (n·l) + mean of L_in over cosine-distributed directions) + highlight + F
///     L_mirror, highlight = π E_key V (n·l) D F G / (4 (n·l) (n·v)),
/// D, G: GGX with Smith's shadowing (B. Walter et al., Microfacet models for refraction, EGSR 2007, eqs. 33,
/// 34), F: Schlick's Fresnel term, V: 1 if the key light's point is seen. One point of the key light and one
/// direction of the sky a ray. We deviate: light that reaches a point over another surface counts once, as if
/// that surface were lit evenly, and mirrored sky is darkened by the same ray that measures the sky's
/// occlusion.
///
/// Shadow rays start off the triangle, on the smooth surface that its normals suggest, so that coarse
/// triangles throw no steps of shadow: J. Hanika, Hacking the shadow terminator, Ray Tracing Gems II, 2021,
/// chapter 4.

#include "render/shading.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "render/color_map.h"

namespace limpet {
namespace {

/// Rays start this far off a surface, relative to coordinates, to miss the triangle they come from.
constexpr float start_offset = 4e-5f;
/// What a surface that is hit by a sky ray sends back, as a part of its albedo.
const Light bounce{0.42f, 0.42f, 0.43f};
const Light ground_albedo{0.70f, 0.70f, 0.70f};
constexpr float edge_strength = 0.45f;
constexpr float mirror_strength = 1.8f;
/// Floors and walls that are bodies fade into the background this much farther away than the floor of
/// shadows.
constexpr float backdrop_nearness = 0.45f;

/// Zero stays zero.
Vec3f unit_vector(const Vec3f& v) {
    const float squared = v.squaredNorm();
    return squared > 0 ? Vec3f(v / std::sqrt(squared)) : v;
}

/// Schlick's term, but rough coats do not become mirrors at grazing angles.
float coat_fresnel(float specular, float cosine) {
    constexpr float at_grazing = 0.3f;
    const float x = std::clamp(1 - cosine, 0.0f, 1.0f);
    return specular + (at_grazing - specular) * x * x * x * x * x;
}

float highlight(const Finish& finish, float n_l, float n_v, float n_h, float v_h) {
    const float alpha = finish.roughness * finish.roughness + 0.5f * key_radius, a2 = alpha * alpha;
    const float d = n_h * n_h * (a2 - 1) + 1;
    const float distribution = a2 / (pi_float * d * d);
    const float smith =
        0.5f / (n_l * std::sqrt(n_v * n_v * (1 - a2) + a2) + n_v * std::sqrt(n_l * n_l * (1 - a2) + a2));
    return distribution * smith * coat_fresnel(finish.specular, v_h) * n_l * pi_float;
}

}  // namespace

/// A point that is shaded; normals face the eye.
struct Shader::Point {
    Vec3f place;      ///< on the triangle
    Vec3f start;      ///< where rays leave from
    Vec3f normal;     ///< smooth
    Vec3f geometric;  ///< of the triangle
};

Shader::Shader(const std::vector<Surface>& surfaces, const Tracer& tracer, const Studio& studio)
    : surfaces_(surfaces), tracer_(tracer), studio_(studio) {}

Shader::Point Shader::point_at(const Ray& ray, const Hit& hit) const {
    const Surface& surface = surfaces_[hit.surface];
    const Triangle& t = surface.triangles[hit.triangle];
    const std::array<Vec3f, 3> corner = {surface.vertices[t[0]], surface.vertices[t[1]],
                                         surface.vertices[t[2]]};
    Point point;
    point.geometric = unit_vector((corner[1] - corner[0]).cross(corner[2] - corner[0]));
    const float side = point.geometric.dot(ray.direction) > 0 ? -1.0f : 1.0f;
    point.geometric *= side;
    point.place = hit.weights[0] * corner[0] + hit.weights[1] * corner[1] + hit.weights[2] * corner[2];
    point.normal = Vec3f::Zero();
    Vec3f lift = Vec3f::Zero();
    for (int k = 0; k < 3; ++k) {
        const Vec3f normal = side * surface.normals[3 * hit.triangle + k];
        point.normal += hit.weights[k] * normal;
        lift -= hit.weights[k] * std::min(0.0f, (point.place - corner[k]).dot(normal)) * normal;
    }
    point.normal = unit_vector(point.normal);
    // A smooth normal that looks away from the eye would shade a visible point as if it were hidden.
    const float facing = point.normal.dot(ray.direction);
    if (facing > -0.02f) point.normal = (point.normal - (facing + 0.02f) * ray.direction).normalized();
    const float offset = start_offset * (1 + point.place.cwiseAbs().maxCoeff());
    point.start = point.place + lift + offset * point.geometric;
    return point;
}

std::optional<float> Shader::ground_distance(const Ray& ray) const {
    if (!studio_.ground) return std::nullopt;
    const float slope = ray.direction.dot(studio_.up);
    const float height = ray.origin.dot(studio_.up) - *studio_.ground;
    if (!(slope < -1e-6f) || height <= 0) return std::nullopt;
    return -height / slope;
}

Light Shader::incoming(const Ray& ray) const {
    Light light = Light::Zero();
    float left = 1;
    if (tracer_.has_transparent()) {
        for (const Hit& hit : tracer_.hits_through(ray)) {
            const float share = left * opacity_to(ray, hit);
            light += share * bounce * surfaces_[hit.surface].finish.albedo;
            left -= share;
        }
        if (left <= 0) return light;
    } else if (const std::optional<Hit> hit = tracer_.closest(ray)) {
        return bounce * surfaces_[hit->surface].finish.albedo;
    }
    const std::optional<float> ground = ground_distance(ray);
    if (!ground) return light + left * studio_.sky(ray.direction);
    const Vec3f place = ray.origin + *ground * ray.direction + start_offset * studio_.up;
    const float key = tracer_.light_through({place, studio_.key});
    return light + left * ground_albedo * (0.25f + 0.5f * key);
}

Seen Shader::shade(const Ray& ray, const Point& point, const Finish& finish,
                   const ShadingSamples& samples) const {
    const Vec3f eye = -ray.direction;
    const float n_v = std::max(1e-3f, point.normal.dot(eye));
    const float fresnel = finish.specular > 0 ? coat_fresnel(finish.specular, n_v) : 0;

    Seen seen;
    seen.place = point.place;
    seen.normal = point.normal;
    seen.tint = (1 - fresnel) * finish.albedo;
    seen.lit = samples.lit;
    if (!samples.lit) return seen;
    Vec3f to_sky = cosine_direction(point.normal, samples.sky);
    const float below = to_sky.dot(point.geometric);
    if (below < 0) to_sky = (to_sky - 2 * below * point.geometric).normalized();
    const Light sky = incoming({point.start, to_sky});
    seen.irradiance = sky;
    if (finish.specular > 0) {
        const Vec3f mirror = ray.direction + 2 * n_v * point.normal;
        const float open = std::min(1.0f, sky.sum() / studio_.sky(to_sky).sum());
        seen.shine = mirror_strength * fresnel * open * studio_.ambient(mirror);
    }
    const Vec3f to_key = studio_.key_direction(samples.key);
    const float n_l = point.normal.dot(to_key);
    const float key = n_l > 0 ? key_strength * tracer_.light_through({point.start, to_key}) : 0;
    if (key <= 0) return seen;
    seen.irradiance += key * n_l;
    const float n_k = point.normal.dot(studio_.key);
    if (finish.specular > 0 && n_k > 0) {
        const Vec3f half = (eye + studio_.key).normalized();
        const float n_h = std::max(0.0f, point.normal.dot(half));
        seen.shine += key * highlight(finish, n_k, n_v, n_h, eye.dot(half));
    }
    return seen;
}

Seen Shader::look_at_ground(const Ray& ray, float distance, const ShadingSamples& samples,
                            const Light& behind) const {
    Seen seen;
    seen.place = ray.origin + distance * ray.direction;
    seen.normal = studio_.up;
    const float presence = studio_.ground_presence(seen.place);
    seen.shine = (1 - presence) * behind;
    if (presence <= 0) return seen;
    seen.surface = Seen::ground;
    seen.tint = presence * behind;
    seen.lit = samples.lit;
    if (!samples.lit) return seen;
    const Vec3f start = seen.place + start_offset * (1 + seen.place.cwiseAbs().maxCoeff()) * studio_.up;
    const Vec3f to_key = studio_.key_direction(samples.key);
    const Vec3f to_sky = cosine_direction(studio_.up, samples.sky);
    const float direct = key_strength * to_key.dot(studio_.up);
    const Light sky = studio_.sky(to_sky);
    Light lit = sky + direct;
    lit -= (1 - tracer_.light_through({start, to_key})) * direct;
    if (tracer_.has_transparent())
        lit += incoming({start, to_sky}) - sky;
    else if (const std::optional<Hit> hit = tracer_.closest(Ray{start, to_sky}))
        lit += bounce * surfaces_[hit->surface].finish.albedo - sky;
    seen.irradiance = lit / (sky + direct);
    return seen;
}

float Shader::edge_darkness(const Ray& ray, const Hit& hit, float pixel) const {
    const Surface& surface = surfaces_[hit.surface];
    const Triangle& t = surface.triangles[hit.triangle];
    const Vec3f place = ray.origin + hit.distance * ray.direction;
    const float pixel_size = pixel * hit.distance;
    float nearest = 1e9f, thinnest = 1e9f;
    for (int k = 0; k < 3; ++k) {
        // Seen along the ray, an edge is as far from this point as their components across the ray are.
        const Vec3f a = surface.vertices[t[k]], b = surface.vertices[t[(k + 1) % 3]],
                    c = surface.vertices[t[(k + 2) % 3]];
        const Vec3f across = (b - a).cross(ray.direction).stableNormalized();
        nearest = std::min(nearest, std::abs((place - a).dot(across)) / pixel_size);
        thinnest = std::min(thinnest, std::abs((c - a).dot(across)) / pixel_size);
    }
    const float line = std::clamp(1.1f - nearest, 0.0f, 1.0f);
    return edge_strength * line * std::clamp(thinnest / 8, 0.0f, 1.0f);
}

Light Shader::albedo_at(const Hit& hit) const {
    const Surface& surface = surfaces_[hit.surface];
    const Triangle& corners = surface.triangles[hit.triangle];
    if (!surface.vertex_colors.empty()) {
        int nearest = 0;
        hit.weights.maxCoeff(&nearest);
        return surface.vertex_colors[corners[nearest]];
    }
    if (surface.values.empty()) return surface.finish.albedo;
    float value = 0;
    for (int k = 0; k < 3; ++k) value += hit.weights[k] * surface.values[corners[k]];
    return map_color(value);
}

Seen Shader::look_at_hit(const Ray& ray, const Hit& hit, const ShadingSamples& samples, const Light& behind,
                         float pixel_angle) const {
    const Surface& surface = surfaces_[hit.surface];
    Finish finish = surface.finish;
    finish.albedo = albedo_at(hit);
    Seen seen = shade(ray, point_at(ray, hit), finish, samples);
    seen.surface = hit.surface;
    if (pixel_angle > 0) {
        const float left = 1 - edge_darkness(ray, hit, pixel_angle);
        seen.tint *= left;
        seen.shine *= left;
    }
    if (surface.backdrop) {
        const float presence = studio_.ground_presence(backdrop_nearness * seen.place);
        seen.tint *= presence;
        seen.shine = presence * seen.shine + (1 - presence) * behind;
    }
    return seen;
}

float Shader::opacity_to(const Ray& ray, const Hit& hit) const {
    if (tracer_.opacity(hit) >= 1) return 1;
    const Surface& surface = surfaces_[hit.surface];
    const Triangle& t = surface.triangles[hit.triangle];
    const Vec3f normal = unit_vector((surface.vertices[t[1]] - surface.vertices[t[0]])
                                         .cross(surface.vertices[t[2]] - surface.vertices[t[0]]));
    return opacity_along(tracer_.opacity(hit), normal.dot(ray.direction));
}

/// Layers from front to back: each adds what it sends back, times what those before it let through.
Seen Shader::look_through(const Ray& ray, const ShadingSamples& samples, const Light& behind,
                          float pixel_angle) const {
    constexpr float hidden = 1e-3f;  // what sends back less than this is not looked for
    constexpr int stacks = 1 << 20;  // of layers, told apart by numbers beyond all surfaces'
    Seen seen;
    Light sent = Light::Zero();
    float left = 1;
    std::uint32_t stack = 0;
    const auto add = [&](const Seen& layer, float opacity) {
        const float share = left * opacity;
        if (left == 1) seen = {.place = layer.place, .normal = layer.normal, .lit = layer.lit};
        seen.tint += share * layer.tint;
        seen.shine += share * layer.shine;
        sent += share * layer.tint * layer.irradiance;
        stack = 31 * stack + static_cast<std::uint32_t>(layer.surface + 8);
        left *= 1 - opacity;
    };
    const std::optional<float> ground = ground_distance(ray);
    for (const Hit& hit : tracer_.hits_through(ray)) {
        if (left < hidden || (ground && *ground < hit.distance)) break;
        add(look_at_hit(ray, hit, samples, behind, pixel_angle), opacity_to(ray, hit));
    }
    if (left >= hidden && ground)
        add(look_at_ground(ray, *ground, samples, behind), 1);
    else if (left >= hidden)
        add({.shine = behind, .lit = samples.lit}, 1);
    seen.irradiance = sent / seen.tint.max(1e-20f);
    seen.surface = stacks + static_cast<int>(stack % stacks);
    return seen;
}

Seen Shader::look(const Ray& ray, const std::optional<Hit>& hit, const ShadingSamples& samples,
                  const Light& behind, float pixel_angle) const {
    const std::optional<float> ground = ground_distance(ray);
    if (ground && (!hit || *ground < hit->distance)) return look_at_ground(ray, *ground, samples, behind);
    if (!hit) {
        Seen empty;
        empty.shine = behind;
        return empty;
    }
    if (tracer_.opacity(*hit) < 1) return look_through(ray, samples, behind, pixel_angle);
    return look_at_hit(ray, *hit, samples, behind, pixel_angle);
}

}  // namespace limpet
