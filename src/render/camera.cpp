/// Framing in closed form. With the view's axes r (right), u (up), f (forward) fixed, a point p is in the
/// picture of a camera at c if, with s = ±tan of the half angle to that side,
///     (p − c)·r ≤ s_right (p − c)·f,   −(p − c)·r ≤ s_left (p − c)·f,   and likewise for u,
/// which is linear in c. With A = max over p of p·r − s_right p·f and B = max of −p·r − s_left p·f:
///     c·f ≤ −(A + B) / (s_right + s_left),    A + s_right c·f ≤ c·r ≤ −B − s_left c·f.
/// The camera goes as near as both directions allow and in the middle of what is left over.

#include "render/camera.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/text.h"
#include "limpet/error.h"

namespace limpet {
namespace {

constexpr double radians = std::numbers::pi / 180;
constexpr double azimuth = 30 * radians;
constexpr double elevation = 25 * radians;
/// The subject fills this part of the picture's half width and height.
constexpr double filled = 0.92;
/// ... and this part if a floor or a wall around it is to be seen, too,
constexpr double filled_before_backdrop = 0.68;
/// ... and leaves this part of the picture's width to the colour bar, if there is one.
constexpr double bar_share = 0.14;

/// How near the camera may come to the subject, in units of its size.
constexpr double least_distance = 0.1;

void set_axes(View& view, const Vec3& forward, const Vec3& camera_up) {
    view.forward = forward;
    Vec3 right = forward.cross(camera_up);
    if (right.norm() < 1e-6) {
        int least = 0;
        forward.cwiseAbs().minCoeff(&least);
        right = forward.cross(Vec3::Unit(least));
    }
    view.right = right.normalized();
    view.up = view.right.cross(forward);
}

void set_angles(View& view, const Camera& camera, int width, int height) {
    if (!(camera.field_of_view >= 0.01 && camera.field_of_view <= 170))
        throw InputError("camera.field_of_view",
                         "must be from 0.01 to 170 degrees, but is " + number_text(camera.field_of_view));
    view.tan_y = std::tan(0.5 * camera.field_of_view * radians);
    view.tan_x = view.tan_y * width / height;
}

/// Seen from 25° above the horizon and 30° beside the axis that faces us: +z, or −y if z is up.
Vec3 default_forward(const Vec3& up) {
    const Vec3 front = std::abs(up.z()) > 0.9 ? Vec3(-Vec3::UnitY()) : Vec3(Vec3::UnitZ());
    const Vec3 ahead = (front - up * up.dot(front)).normalized();
    const Vec3 side = up.cross(ahead);
    const Vec3 towards_camera = std::cos(elevation) * (std::cos(azimuth) * ahead + std::sin(azimuth) * side) +
                                std::sin(elevation) * up;
    return -towards_camera;
}

std::vector<Vec3> corners(const Subject& subject) {
    std::vector<Vec3> points;
    for (const Box3& box : subject.boxes)
        for (int corner = 0; corner < 8; ++corner)
            points.push_back(box.corner(static_cast<Box3::CornerType>(corner)));
    return points;
}

/// The tangents that the subject may fill towards the four sides.
struct Opening {
    double left, right, up, down;
};

/// What one direction of the picture asks of the camera.
struct Fit {
    double farthest_forward;  ///< largest c·f
    double a, b;              ///< of this file's head
};

Fit fit(const std::vector<Vec3>& points, const Vec3& axis, const Vec3& forward, double plus, double minus) {
    Fit out{0, -std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const Vec3& p : points) {
        out.a = std::max(out.a, p.dot(axis) - plus * p.dot(forward));
        out.b = std::max(out.b, -p.dot(axis) - minus * p.dot(forward));
    }
    out.farthest_forward = -(out.a + out.b) / (plus + minus);
    return out;
}

double middle(const Fit& fit, double forward, double plus, double minus) {
    return 0.5 * (fit.a + plus * forward - fit.b - minus * forward);
}

/// Position and target free: the tightest position for the default direction.
void frame_freely(Camera& camera, const View& view, const std::vector<Vec3>& points, const Subject& subject,
                  const Opening& opening) {
    const Vec3 center = subject.center();
    std::vector<Vec3> relative;
    relative.reserve(points.size());
    for (const Vec3& p : points) relative.push_back(p - center);
    const Fit across = fit(relative, view.right, view.forward, opening.right, opening.left);
    const Fit upward = fit(relative, view.up, view.forward, opening.up, opening.down);
    double nearest = 0;
    for (const Vec3& p : relative) nearest = std::min(nearest, p.dot(view.forward));
    const double forward = std::min(
        {across.farthest_forward, upward.farthest_forward, nearest - least_distance * subject.radius()});
    const Vec3 place = center + forward * view.forward +
                       middle(across, forward, opening.right, opening.left) * view.right +
                       middle(upward, forward, opening.up, opening.down) * view.up;
    camera.position = to_array(place);
    camera.target = to_array(place - forward * view.forward);
}

/// Looking at a given target from the default direction, far enough away.
void frame_around_target(Camera& camera, const View& view, const std::vector<Vec3>& points,
                         const Subject& subject, const Opening& opening) {
    const Vec3 target = to_vec3(*camera.target);
    double distance = 0;
    for (const Vec3& p : points) {
        const Vec3 d = p - target;
        distance = std::max(distance, least_distance * subject.radius() - d.dot(view.forward));
        const double x = d.dot(view.right), y = d.dot(view.up);
        distance =
            std::max({distance, std::abs(x) / (x > 0 ? opening.right : opening.left) - d.dot(view.forward),
                      std::abs(y) / (y > 0 ? opening.up : opening.down) - d.dot(view.forward)});
    }
    camera.position = to_array(target - distance * view.forward);
}

Opening opening_of(const View& view, const RenderSettings& settings, const Subject& subject) {
    const double part = subject.has_backdrop ? filled_before_backdrop : filled;
    const double bar = settings.color_by.empty() ? 0 : 2 * bar_share;
    return {part * view.tan_x, (part - bar) * view.tan_x, part * view.tan_y, part * view.tan_y};
}

}  // namespace

std::optional<std::array<double, 2>> View::project(const Vec3& point) const {
    const Vec3 d = point - position;
    const double depth = d.dot(forward);
    if (!(depth > 0)) return std::nullopt;
    return std::array<double, 2>{d.dot(right) / (depth * tan_x), d.dot(up) / (depth * tan_y)};
}

Vec3 camera_up(const Camera& camera) {
    const Vec3 up = to_vec3(camera.up);
    if (!(up.norm() > 0 && std::isfinite(up.norm())))
        throw InputError("camera.up", "must have a length above zero, but is (0, 0, 0) or not finite");
    return up.normalized();
}

View make_view(const Camera& camera, int width, int height) {
    const Vec3 up = camera_up(camera);
    View view;
    view.position = to_vec3(camera.position.value());
    const Vec3 forward = to_vec3(camera.target.value()) - view.position;
    if (!(forward.norm() > 0 && std::isfinite(forward.norm())))
        throw InputError("camera.target", "must be finite and differ from camera.position");
    set_axes(view, forward.normalized(), up);
    set_angles(view, camera, width, height);
    return view;
}

Camera frame_camera(const Subject& subject, const RenderSettings& settings) {
    const Vec3 up = camera_up(settings.camera);
    Camera camera = settings.camera;
    if (camera.position && camera.target) return camera;
    if (camera.position) {
        camera.target = to_array(subject.center());
        if (*camera.target == *camera.position)
            camera.target = to_array(subject.center() + subject.radius() * default_forward(up));
        return camera;
    }
    View view;
    set_axes(view, default_forward(up), up);
    set_angles(view, camera, settings.width, settings.height);
    std::vector<Vec3> points = corners(subject);
    if (points.empty())
        for (const int corner : {0, 7}) points.push_back(Vec3::Constant(corner == 0 ? -1 : 1));
    const Opening opening = opening_of(view, settings, subject);
    if (camera.target)
        frame_around_target(camera, view, points, subject, opening);
    else
        frame_freely(camera, view, points, subject, opening);
    return camera;
}

}  // namespace limpet
