#include "render/surface.h"

#include <algorithm>
#include <cmath>

#include "core/color.h"
#include "core/text.h"
#include "limpet/error.h"
#include "render/kind_color.h"
#include "render/quantity.h"

namespace limpet {
namespace {

/// Told apart by all common kinds of colour vision; after P. Tol's "bright" scheme (SRON technical note
/// 09-002).
constexpr std::array<const char*, 7> palette = {"#5189bf", "#ea7b5a", "#e3b94b", "#6bb8c9",
                                                "#a55a8a", "#4c9a68", "#c98fa0"};
constexpr const char* prop_grey = "#9a9da2";
constexpr const char* backdrop_grey = "#dddee1";
constexpr const char* unmeasured_grey = "#a9acb0";

/// Nothing in a picture is perfectly black or white: it would lose its shape.
Light tamed(const Light& albedo) {
    return albedo.max(0.012f).min(0.85f);
}

Light color_of(const std::string& text, const std::string& body) {
    std::array<double, 3> rgb{};
    if (!parse_color(text, rgb)) throw InputError(body, unknown_color_message(text));
    return tamed(linear_from_srgb(rgb));
}

Finish finish_of(const BodyFrame& body, bool backdrop, bool by_value, int moving_index) {
    Finish finish;
    const bool is_static = body.type == BodyType::Static;
    const char* automatic = is_static  ? (backdrop ? backdrop_grey : prop_grey)
                            : by_value ? unmeasured_grey
                                       : palette[moving_index % palette.size()];
    finish.albedo = color_of(body.color.empty() ? automatic : body.color, body.name);
    if (body.type == BodyType::Soft) finish = {finish.albedo, 0.42f, 0.04f};
    if (body.type == BodyType::Rigid) finish = {finish.albedo, 0.28f, 0.05f};
    if (is_static) finish = {finish.albedo, 0.6f, backdrop ? 0.0f : 0.025f};
    return finish;
}

float opacity_of(const BodyFrame& body, const RenderSettings& settings) {
    const auto own = settings.body_opacity.find(body.name);
    if (own != settings.body_opacity.end()) return static_cast<float>(own->second);
    return body.type == BodyType::Static ? 1.0f : static_cast<float>(settings.opacity);
}

void check_body_opacity(const Frame& frame, const RenderSettings& settings) {
    std::vector<std::string> names;
    for (const BodyFrame& body : frame.bodies) names.push_back(body.name);
    for (const auto& [name, opacity] : settings.body_opacity) {
        if (std::find(names.begin(), names.end(), name) != names.end()) continue;
        const std::string nearest = nearest_name(name, names);
        throw InputError("opacity", "there is no body \"" + name + "\"" +
                                        (nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?"));
    }
}

}  // namespace

float opacity_along(float opacity, float cosine) {
    constexpr float smallest_cosine = 0.15f;  // of a thin layer; below, it would be a wall
    if (opacity >= 1) return 1;
    return 1 - std::pow(1 - opacity, 1 / std::max(smallest_cosine, std::abs(cosine)));
}

std::vector<Surface> make_surfaces(const Frame& frame, const RenderSettings& settings, const Subject& subject,
                                   const Units& units) {
    const std::array<double, 2> range = settings.color_range.value_or(std::array<double, 2>{0, 1});
    check_body_opacity(frame, settings);
    const bool by_kind = !settings.color_by.empty() && find_quantity(settings.color_by).is_kind;
    std::vector<Surface> surfaces;
    int moving = 0;
    for (const BodyFrame& body : frame.bodies) {
        Surface surface;
        surface.backdrop = is_backdrop(body, subject);
        surface.finish = finish_of(body, surface.backdrop, !settings.color_by.empty(), moving);
        if (body.type != BodyType::Static) ++moving;
        if (body.triangles.empty()) continue;
        surface.triangles = body.triangles;
        std::vector<Vec3> vertices;
        for (const Vector3& p : body.vertices) {
            vertices.push_back((to_vec3(p) - units.origin) / units.length);
            surface.vertices.push_back(vertices.back().cast<float>());
        }
        surface.normals = corner_normals(vertices, surface.triangles);
        surface.opacity = opacity_of(body, settings);
        for (const double value : surface_values(body, settings.color_by)) {
            if (by_kind)
                surface.vertex_colors.push_back(kind_color(settings.color_by, value));
            else
                surface.values.push_back(static_cast<float>((value - range[0]) / (range[1] - range[0])));
        }
        surfaces.push_back(std::move(surface));
    }
    return surfaces;
}

}  // namespace limpet
