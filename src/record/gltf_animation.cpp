/// Which turn and shift took a rigid body's vertices b_i to v_i: the one with the least sum of squares,
///     H = sum (b_i - b)(v_i - v)^T = U S V^T,   R = V diag(1, 1, det V U^T) U^T,   t = v - R b
/// with the means b and v (Kabsch, Acta Cryst. A32, 1976; A34, 1978).

#include "record/gltf_animation.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "core/color.h"
#include "core/types.h"
#include "record/escape.h"

namespace limpet {

namespace {

std::vector<Vec3> vertices_of(const BodyFrame& body) {
    std::vector<Vec3> out(body.vertices.size());
    std::transform(body.vertices.begin(), body.vertices.end(), out.begin(), to_vec3);
    return out;
}

Vec3 mean(const std::vector<Vec3>& points) {
    Vec3 sum = Vec3::Zero();
    for (const Vec3& p : points) sum += p;
    return points.empty() ? sum : Vec3(sum / static_cast<double>(points.size()));
}

Vec3 vertex(const std::vector<float>& flat, std::size_t i) {
    return {flat[3 * i], flat[3 * i + 1], flat[3 * i + 2]};
}

void append_floats(std::vector<float>& out, const Vec3& v) {
    for (const double x : v) out.push_back(static_cast<float>(x));
}

/// Area-weighted normals of unit length, flat.
std::vector<float> vertex_normals(const std::vector<Vec3>& points,
                                  const std::vector<std::array<int, 3>>& triangles) {
    std::vector<Vec3> sums(points.size(), Vec3::Zero());
    for (const auto& [a, b, c] : triangles) {
        const Vec3 area = (points[b] - points[a]).cross(points[c] - points[a]);
        for (const int corner : {a, b, c}) sums[corner] += area;
    }
    std::vector<float> out;
    out.reserve(3 * points.size());
    for (const Vec3& sum : sums) {
        const double length = sum.norm();
        append_floats(out, length > 0 && std::isfinite(length) ? Vec3(sum / length) : Vec3(0, 1, 0));
    }
    return out;
}

struct Place {
    Mat3 rotation;
    Vec3 translation;
};

Place fit_place(const std::vector<float>& base, const std::vector<Vec3>& points) {
    std::vector<Vec3> from(points.size());
    for (std::size_t i = 0; i < from.size(); ++i) from[i] = vertex(base, i);
    const Vec3 from_mean = mean(from), to_mean = mean(points);
    Mat3 h = Mat3::Zero();
    for (std::size_t i = 0; i < from.size(); ++i)
        h += (from[i] - from_mean) * (points[i] - to_mean).transpose();
    const Eigen::JacobiSVD<Mat3> svd(h, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const double sign = (svd.matrixV() * svd.matrixU().transpose()).determinant() < 0 ? -1 : 1;
    const Mat3 rotation = svd.matrixV() * Vec3(1, 1, sign).asDiagonal() * svd.matrixU().transpose();
    return {rotation, to_mean - rotation * from_mean};
}

/// Single precision of the file at the body's place and size, with a margin.
bool fits(const Place& place, const std::vector<float>& base, const std::vector<Vec3>& points) {
    double size = 0, error = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        size = std::max({size, vertex(base, i).norm(), points[i].norm()});
        error = std::max(error, (place.rotation * vertex(base, i) + place.translation - points[i]).norm());
    }
    return error <= 1e-5 * size;
}

bool finite(const Frame& frame) {
    for (const BodyFrame& body : frame.bodies)
        for (const Vector3& v : body.vertices)
            for (const double x : v)
                if (!std::isfinite(x)) return false;
    return true;
}

void add_rigid(GltfTrack& track, const Place& place) {
    append_floats(track.translations, place.translation);
    Eigen::Quaterniond q(place.rotation);
    q.normalize();
    // q and -q are the same turn; viewers interpolate the numbers, so keep to the nearer one.
    const std::size_t last = track.rotations.size();
    if (last >= 4 && q.x() * track.rotations[last - 4] + q.y() * track.rotations[last - 3] +
                             q.z() * track.rotations[last - 2] + q.w() * track.rotations[last - 1] <
                         0)
        q.coeffs() *= -1;
    for (const double x : {q.x(), q.y(), q.z(), q.w()}) track.rotations.push_back(static_cast<float>(x));
}

void add_deforming(GltfTrack& track, const std::vector<Vec3>& points) {
    const std::vector<float> normals = vertex_normals(points, track.triangles);
    std::vector<float> moves, turns;
    moves.reserve(normals.size());
    turns.reserve(normals.size());
    for (std::size_t i = 0; i < points.size(); ++i)
        append_floats(moves, points[i] - vertex(track.positions, i));
    for (std::size_t i = 0; i < normals.size(); ++i) turns.push_back(normals[i] - track.normals[i]);
    track.moves.push_back(std::move(moves));
    track.turns.push_back(std::move(turns));
}

GltfTrack begin_track(const BodyFrame& body) {
    GltfTrack track;
    track.name = clean_text(body.name);
    track.type = body.type;
    track.color = clean_text(body.color);
    track.triangles = body.triangles;
    std::vector<Vec3> points = vertices_of(body);
    const Vec3 center = track.deforms() ? Vec3(Vec3::Zero()) : mean(points);
    for (Vec3& p : points) append_floats(track.positions, p - center);
    track.normals = vertex_normals(points, body.triangles);
    return track;
}

}  // namespace

bool GltfAnimation::add(const Frame& frame) {
    if (!finite(frame)) return false;
    const bool first = times_.empty();
    std::vector<GltfTrack> begun;
    if (first)
        for (const BodyFrame& body : frame.bodies) begun.push_back(begin_track(body));
    std::vector<GltfTrack>& tracks = first ? begun : tracks_;
    if (tracks.size() != frame.bodies.size()) return false;
    std::vector<Place> places(tracks.size());
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        const BodyFrame& body = frame.bodies[i];
        if (clean_text(body.name) != tracks[i].name || body.type != tracks[i].type ||
            body.triangles != tracks[i].triangles || 3 * body.vertices.size() != tracks[i].positions.size())
            return false;
        if (tracks[i].deforms()) continue;
        const std::vector<Vec3> points = vertices_of(body);
        places[i] = fit_place(tracks[i].positions, points);
        if (!fits(places[i], tracks[i].positions, points)) return false;
    }
    if (first) tracks_ = std::move(begun);
    for (std::size_t i = 0; i < tracks_.size(); ++i) {
        if (!tracks_[i].deforms()) {
            add_rigid(tracks_[i], places[i]);
        } else if (!first) {
            add_deforming(tracks_[i], vertices_of(frame.bodies[i]));
        }
    }
    times_.push_back(frame.time);
    steps_.push_back(frame.step);
    return true;
}

std::size_t GltfAnimation::bytes() const {
    std::size_t floats = 0;
    for (const GltfTrack& t : tracks_) {
        floats +=
            2 * t.positions.size() + t.translations.size() + t.rotations.size() + 3 * t.triangles.size();
        if (t.deforms()) floats += 2 * t.moves.size() * t.positions.size() + times_.size() * t.moves.size();
    }
    return floats * sizeof(float);
}

std::array<double, 3> linear_color(const std::string& color, std::size_t index) {
    // Okabe and Ito's colours, which the colour-blind tell apart.
    constexpr std::array<unsigned, 7> palette = {0x56B4E9, 0xE69F00, 0x009E73, 0xCC79A7,
                                                 0xF0E442, 0x0072B2, 0xD55E00};
    std::array<double, 3> rgb;
    if (!parse_color(color, rgb))
        for (int i = 0; i < 3; ++i)
            rgb[i] = ((palette[index % palette.size()] >> (16 - 8 * i)) & 255) / 255.0;
    for (double& s : rgb) s = s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
    return rgb;
}

}  // namespace limpet
