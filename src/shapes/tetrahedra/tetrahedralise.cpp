#include "shapes/tetrahedra/tetrahedralise.h"

#include <fmt/format.h>

#include <cmath>

#include "limpet/error.h"
#include "shapes/distance/solid_of_surface.h"
#include "shapes/tetrahedra/ball_tetrahedra.h"
#include "shapes/tetrahedra/bcc_lattice.h"
#include "shapes/tetrahedra/box_tetrahedra.h"
#include "shapes/tetrahedra/isosurface_stuffing.h"

namespace limpet {
namespace {

constexpr std::size_t fewest_tetrahedra = 4;
/// Sizes that a refusal tries in search of one that works hold at most so many, and so many along the solid's
/// longest side: thin ones have little volume, and a lattice as long as any.
constexpr double most_in_trial = 2e5, most_along_in_trial = 2000;

[[noreturn]] void refuse_coarse_element(const SignedDistance& solid, double volume, double element,
                                        std::size_t found) {
    std::string advice = fmt::format("its volume is {:.3g} m³, so it is very thin", volume);
    const double finest = solid.bounds.sizes().maxCoeff() / most_along_in_trial;
    for (double trial = element / 2; trial > finest && estimate_tetrahedra(volume, trial) < most_in_trial;
         trial /= 2) {
        const std::size_t count = stuff(solid, trial).tetrahedra.size();
        if (count < fewest_tetrahedra) continue;
        advice = fmt::format("{:.3g} m makes {}", trial, count);
        break;
    }
    throw InputError(
        "element", fmt::format("{:.4g} m is too coarse for this shape: it leaves {} tetrahedra; {}", element,
                               found, advice));
}

TetMesh checked_stuff(const SignedDistance& solid, double volume, double element,
                      std::vector<std::string>* notes) {
    check_count(estimate_tetrahedra(volume, element), element);
    TetMesh mesh = stuff(solid, element, notes);
    if (mesh.tetrahedra.size() < fewest_tetrahedra)
        refuse_coarse_element(solid, volume, element, mesh.tetrahedra.size());
    return mesh;
}

}  // namespace

void check_element(double element) {
    if (!(element > 0) || !std::isfinite(element))
        throw InputError("element", fmt::format("must be a positive length in metres; found {}", element));
}

void check_count(double count, double element) {
    if (count > max_tetrahedra)
        throw InputError(
            "element",
            fmt::format("{:.4g} m would make about {:.2g} tetrahedra; at most {:.0g} are "
                        "allowed, so choose at least {:.2g} m",
                        element, count, max_tetrahedra, element * std::cbrt(count / max_tetrahedra) * 1.01));
}

double estimate_tetrahedra(double volume, double element) {
    const double side = element * lattice_side_per_element;
    const double uncut = lattice_tetrahedra_per_cube * volume / (side * side * side);
    // Cut tetrahedra fall into up to three; the factor was measured on the shapes of docs/tetrahedra.md.
    return uncut + 2.8 * std::cbrt(uncut * uncut);
}

TetMesh tetrahedralise(const SignedDistance& solid, double element) {
    check_element(element);
    return checked_stuff(solid, estimated_volume(solid), element, nullptr);
}

TetMesh tetrahedralise(const TriMesh& surface, double element, std::vector<std::string>* notes) {
    check_element(element);
    const SignedDistance solid = solid_of_surface(surface, notes);
    const double enclosed = estimated_volume(solid);
    TetMesh mesh = checked_stuff(solid, enclosed, element, notes);
    const double ratio = volume(mesh) / enclosed;
    if (notes && std::abs(ratio - 1) > 0.05)
        notes->push_back(
            fmt::format("the tetrahedra hold {:.1f} % of the surface's volume: details are smaller than "
                        "the element of {:.3g} m",
                        100 * ratio, element));
    return mesh;
}

TetMesh tetrahedralise_ball(double radius, double element, const Grading& grading) {
    check_element(element);
    return graded_ball_tetrahedra(radius, element, grading);
}

TetMesh tetrahedralise_box(const Vec3& size, const TetrahedraRequest& request) {
    return request.grading ? graded_box_tetrahedra(size, request.element, *request.grading)
                           : box_tetrahedra(size, request.element);
}

}  // namespace limpet
