#include "render/subject.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "limpet/error.h"

namespace limpet {
namespace {

/// A static body this many times larger than all that moves is a floor or a wall, not a subject.
constexpr double backdrop_ratio = 1.6;
/// The floor lies this part of the subject's size below the lowest point, so that nothing is cut by it.
constexpr double ground_gap = 0.002;
/// Beyond this [m], squares of lengths would leave the range of numbers.
constexpr double largest_coordinate = 1e100;

Box3 box_of(const BodyFrame& body) {
    Box3 box;
    for (const Vector3& p : body.vertices) box.extend(to_vec3(p));
    return box;
}

bool much_larger(const Box3& box, const Box3& than) {
    return box.diagonal().norm() > backdrop_ratio * than.diagonal().norm();
}

Box3 focus_box(const std::array<Vector3, 2>& focus) {
    const Box3 box(to_vec3(focus[0]), to_vec3(focus[1]));
    if (box.isEmpty() || !(box.diagonal().norm() < largest_coordinate))
        throw InputError("focus", "its second corner must not be below its first, and both must be finite");
    return box;
}

double lowest(const BodyFrame& body, const Vec3& up) {
    double height = std::numeric_limits<double>::infinity();
    for (const Vector3& p : body.vertices) height = std::min(height, up.dot(to_vec3(p)));
    return height;
}

double lowest_corner(const Box3& box, const Vec3& up) {
    return up.dot(box.center()) - 0.5 * up.cwiseAbs().dot(box.diagonal());
}

}  // namespace

Vec3 Subject::center() const {
    return bounds.isEmpty() ? Vec3::Zero() : Vec3(bounds.center());
}

double Subject::radius() const {
    if (bounds.isEmpty()) return 1;
    const double radius = 0.5 * bounds.diagonal().norm();
    const double resolved = 1e-9 * bounds.center().cwiseAbs().maxCoeff();
    return std::max({radius, resolved, 1e-90});
}

void check_frame(const Frame& frame) {
    for (const BodyFrame& body : frame.bodies) {
        for (std::size_t i = 0; i < body.vertices.size(); ++i)
            for (const double x : body.vertices[i])
                if (!(std::abs(x) <= largest_coordinate))
                    throw InputError(
                        body.name,
                        fmt::format("vertex {} at ({}, {}, {}) cannot be drawn: coordinates must be "
                                    "finite and at most {} m",
                                    i, body.vertices[i][0], body.vertices[i][1], body.vertices[i][2],
                                    largest_coordinate));
        const int count = static_cast<int>(body.vertices.size());
        for (std::size_t t = 0; t < body.triangles.size(); ++t)
            for (const int v : body.triangles[t])
                if (v < 0 || v >= count)
                    throw InputError(
                        body.name, fmt::format("triangle {} has vertex {}, but there are only {} vertices", t,
                                               v, count));
    }
}

Subject find_subject(const std::vector<const Frame*>& frames, const RenderSettings& settings) {
    Subject subject;
    Box3 everything;
    for (const Frame* frame : frames)
        for (const BodyFrame& body : frame->bodies) {
            const Box3 box = box_of(body);
            everything.extend(box);
            if (body.type != BodyType::Static) subject.moving.extend(box);
        }
    if (subject.moving.isEmpty()) subject.moving = everything;
    if (settings.focus) subject.moving = focus_box(*settings.focus);
    if (settings.focus) subject.boxes.push_back(subject.moving);
    subject.bounds = subject.moving;
    for (const Frame* frame : frames)
        for (const BodyFrame& body : frame->bodies) {
            const Box3 box = box_of(body);
            const bool backdrop = body.type == BodyType::Static && much_larger(box, subject.moving);
            if (backdrop) subject.has_backdrop = true;
            if (backdrop || settings.focus || box.isEmpty()) continue;
            subject.boxes.push_back(box);
            subject.bounds.extend(box);
        }
    return subject;
}

bool is_backdrop(const BodyFrame& body, const Subject& subject) {
    return body.type == BodyType::Static && subject.has_backdrop && much_larger(box_of(body), subject.moving);
}

std::optional<double> find_ground(const std::vector<const Frame*>& frames, const Subject& subject,
                                  const Vec3& up) {
    if (subject.bounds.isEmpty()) return std::nullopt;
    double height = std::numeric_limits<double>::infinity();
    for (const Frame* frame : frames)
        for (const BodyFrame& body : frame->bodies) {
            const double low = lowest(body, up);
            if (is_backdrop(body, subject) &&
                low <= lowest_corner(subject.bounds, up) + 0.1 * subject.radius())
                return std::nullopt;
            height = std::min(height, low);
        }
    return height - ground_gap * subject.radius();
}

}  // namespace limpet
