/// C4. The volume that layered depth images measure of a sphere's cap behind a plane, and of the lens that
/// two spheres have in common, with its gradient.
///
///   cap   V = π d² (3R − d)/3,           ∂V/∂d = π d (2R − d)
///   lens  V = 2 π h² (3R − h)/3,         ∂V/∂h = 2 π h (2R − h),   h = R − L/2
///
///   V  volume [m³]   R  radius [m]   d  depth of the plane in the sphere [m]   L  distance of the centres
///   [m]
///
/// The rate at which V grows as a sphere moves on by a length is the area of the disc in which the plane, or
/// the middle plane of the lens, cuts it: π d (2R − d), π h (2R − h). It is minus the sum of the gradients of
/// one surface along the direction of approach.
///
/// Spheres are polyhedra whose vertices lie a little outside of the sphere, so that the polyhedron has its
/// volume. Everything is tilted against the pixels and measured in several places of the pixel grid; errors
/// are root mean squares over them. Differences: vertices are put on whole steps of 1/4096 pixel, on which
/// the images round positions, and moved by a quarter of one. So rays meet the same triangles with the same
/// weights, only the image along the motion changes, and its volume is a third of the mean's.

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "detect/ldi/overlap_volumes.h"
#include "detect/ldi/pixel_grid.h"
#include "shapes/meshes/primitive_surfaces.h"
#include "verify/benchmark.h"

namespace limpet::verification {
namespace {

using std::numbers::pi;

constexpr double overlap_radius = 0.05, cap_depth = 0.01, lens_distance = 0.09;
constexpr double overlap_error_gate = 1e-3, overlap_area_gate = 5e-3, difference_gate = 1e-6,
                 least_order = 1.0;

double cap(double d) {
    return pi * d * d * (3 * overlap_radius - d) / 3;
}
double disc(double d) {
    return pi * d * (2 * overlap_radius - d);
}

/// A polyhedron with the sphere's volume.
TriMesh sphere(double edge) {
    TriMesh mesh = sphere_surface(overlap_radius, edge);
    const double larger =
        std::cbrt(4 * pi / 3 * overlap_radius * overlap_radius * overlap_radius / volume(mesh));
    for (Vec3& v : mesh.vertices) v *= larger;
    return mesh;
}

void move(TriMesh& mesh, const Vec3& by) {
    for (Vec3& v : mesh.vertices) v += by;
}

/// Two surfaces that come nearer to each other along y.
struct SetUp {
    std::string name;
    std::array<TriMesh, 2> meshes;
    double volume, area;
};

SetUp cap_set_up(double edge) {
    SetUp set_up{"cap",
                 {sphere(edge), box_surface({4 * overlap_radius, 2 * overlap_radius, 4 * overlap_radius}, 1)},
                 cap(cap_depth),
                 disc(cap_depth)};
    move(set_up.meshes[1], {0, -2 * overlap_radius + cap_depth, 0});
    return set_up;
}

SetUp lens_set_up(double edge) {
    SetUp set_up{"lens",
                 {sphere(edge), sphere(edge)},
                 2 * cap(overlap_radius - lens_distance / 2),
                 disc(overlap_radius - lens_distance / 2)};
    move(set_up.meshes[1], {0, -lens_distance, 0});
    return set_up;
}

const Mat3& tilt() {
    static const Mat3 rotation = Eigen::AngleAxisd(0.7, Vec3(1, 2, -0.5).normalized()).toRotationMatrix();
    return rotation;
}

std::array<TriMesh, 2> placed(const SetUp& set_up, const Vec3& at) {
    std::array<TriMesh, 2> meshes = set_up.meshes;
    for (TriMesh& mesh : meshes)
        for (Vec3& v : mesh.vertices) v = tilt() * v + at;
    return meshes;
}

std::vector<OverlapVolume> overlaps(LayeredDepth& images, const std::array<TriMesh, 2>& meshes,
                                    double pixel) {
    const std::array<LdiSurface, 2> surfaces = {LdiSurface{&meshes[0].vertices, &meshes[0].triangles, 0},
                                                LdiSurface{&meshes[1].vertices, &meshes[1].triangles, 1}};
    return images.overlaps(surfaces, {pixel, std::nullopt, false});
}

double volume_of(const std::vector<OverlapVolume>& found) {
    double sum = 0;
    for (const OverlapVolume& overlap : found) sum += overlap.volume;
    return sum;
}

/// Root mean squares of relative errors.
struct Errors {
    double volume = 0, area = 0;
};

Errors errors_at(const SetUp& set_up, double pixel, int places) {
    LayeredDepth images;
    Errors sum;
    for (int k = 0; k < places; ++k) {
        const auto part = [&](double x) { return pixel * (x * k - std::floor(x * k)); };
        const auto found =
            overlaps(images, placed(set_up, {part(0.618034), part(0.754878), part(0.569840)}), pixel);
        Vec3 push = Vec3::Zero();
        for (const OverlapVolume& overlap : found)
            for (const VertexGradient& g : overlap.on_first) push -= g.gradient;
        const double volume = volume_of(found) / set_up.volume - 1;
        const double area = push.dot(tilt().col(1)) / set_up.area - 1;
        sum.volume += volume * volume / places;
        sum.area += area * area / places;
    }
    return {std::sqrt(sum.volume), std::sqrt(sum.area)};
}

/// Largest difference of a gradient from that of the measured volume, of some vertices, against the largest
/// gradient.
double difference_error(const SetUp& set_up, double pixel) {
    LayeredDepth images;
    std::array<TriMesh, 2> meshes = placed(set_up, Vec3::Zero());
    const double step = pixel / ldi::steps;
    for (TriMesh& mesh : meshes)
        for (Vec3& v : mesh.vertices)
            for (double& x : v) x = std::round(x / step) * step;
    const std::vector<OverlapVolume> found = overlaps(images, meshes, pixel);
    if (found.empty()) return 1;
    const std::array<const std::vector<VertexGradient>*, 2> lists = {&found[0].on_first, &found[0].on_second};
    double largest = 0, worst = 0;
    for (int side = 0; side < 2; ++side) {
        const std::size_t stride = std::max<std::size_t>(1, lists[side]->size() / 12);
        for (std::size_t i = 0; i < lists[side]->size(); i += stride) {
            const auto& [vertex, gradient, area, patch] = (*lists[side])[i];
            for (int d = 0; d < 3; ++d) {
                double& x = meshes[side].vertices[vertex][d];
                const double at = x;
                x = at + step / 4;
                const double above = volume_of(overlaps(images, meshes, pixel));
                x = at - step / 4;
                const double below = volume_of(overlaps(images, meshes, pixel));
                x = at;
                worst = std::max(worst, std::abs(3 * (above - below) / (step / 2) - gradient[d]));
                largest = std::max(largest, std::abs(gradient[d]));
            }
        }
    }
    return worst / largest;
}

/// Exponent of the power of the pixel that fits the errors best.
double order_of(const std::vector<double>& pixels, const std::vector<double>& errors) {
    double x = 0, y = 0, xx = 0, xy = 0;
    const double n = static_cast<double>(pixels.size());
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        const double a = std::log(pixels[i]), b = std::log(errors[i]);
        x += a / n;
        y += b / n;
        xx += a * a / n;
        xy += a * b / n;
    }
    return (xy - x * y) / (xx - x * x);
}

void measure(Findings& findings, const SetUp& set_up, const std::vector<double>& pixels, int places,
             VerifyPlot& plot) {
    VerifyLine line{set_up.name, {}, {}};
    std::vector<double> errors;
    for (const double pixel : pixels) {
        findings.progress(fmt::format("{}, pixel {} mm", set_up.name, 1e3 * pixel));
        const Errors error = errors_at(set_up, pixel, places);
        errors.push_back(error.volume);
        line.x.push_back(1e3 * pixel);
        line.y.push_back(error.volume);
        const bool finest = pixel == pixels.back();
        const std::string at = fmt::format(", {}, pixel {} mm", set_up.name, 1e3 * pixel);
        findings.expect_below("volume's error" + at, error.volume, "",
                              finest ? std::optional(overlap_error_gate) : std::nullopt);
        findings.expect_below("pushed area's error" + at, error.area, "",
                              finest ? std::optional(overlap_area_gate) : std::nullopt);
    }
    const double order = order_of(pixels, errors);
    findings.note(fmt::format("{}: the error falls with the pixel to the power {:.2f}", set_up.name, order));
    findings.expect_below("order of the error below 1, " + set_up.name, std::max(0.0, least_order - order),
                          "", 1e-12);
    findings.expect_below("gradient against differences of the volume, " + set_up.name,
                          difference_error(set_up, pixels.front()), "", difference_gate);
    plot.lines.push_back(std::move(line));
}

void run_overlap(Findings& findings) {
    const std::vector<double> pixels = findings.quick() ? std::vector<double>{2e-3, 1e-3, 5e-4}
                                                        : std::vector<double>{2e-3, 1e-3, 5e-4, 2.5e-4};
    const double edge = findings.quick() ? 1e-3 : 5e-4;
    const int places = findings.quick() ? 4 : 16;
    VerifyPlot plot{"How the measured volume differs from the closed form",
                    "pixel [mm]",
                    "relative error, root mean square over places of the grid",
                    {},
                    true};
    measure(findings, cap_set_up(edge), pixels, places, plot);
    measure(findings, lens_set_up(edge), pixels, places, plot);
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark overlap_volume() {
    return {{"C4", "volume of a sphere's cap and of two spheres' lens, by layered depth images",
             "1.46608e-5 m³; 7.59218e-6 m³",
             "error at least linear in the pixel, 1e-3 at the finest; gradient = differences (1e-6)", ""},
            run_overlap};
}

}  // namespace limpet::verification
