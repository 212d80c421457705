#include "contact/volume/patch_places.h"

#include <array>
#include <cmath>

#include "contact/contact_constants.h"

namespace limpet {
namespace {

double mean_triangle(const Surface& surface) {
    double area = 0;
    for (const Triangle& t : surface.triangles) {
        const std::vector<Vec3>& x = surface.positions;
        area += (x[t[1]] - x[t[0]]).cross(x[t[2]] - x[t[0]]).norm() / 2;
    }
    return surface.triangles.empty() ? 0 : area / static_cast<double>(surface.triangles.size());
}

std::vector<int> first_vertices(const std::vector<Vec3>& positions, double edge) {
    std::map<std::array<double, 3>, int> first;
    std::vector<int> place;
    for (const Vec3& x : positions) {
        const std::array<double, 3> box = {std::floor(x.x() / edge), std::floor(x.y() / edge),
                                           std::floor(x.z() / edge)};
        place.push_back(first.emplace(box, static_cast<int>(place.size())).first->second);
    }
    return place;
}

}  // namespace

PatchPlaces::PatchPlaces(const std::vector<std::unique_ptr<Body>>& bodies, double pixel) {
    for (const auto& body : bodies) {
        triangle_area_.push_back(mean_triangle(body->surface()));
        place_.push_back(first_vertices(body->surface().positions, pixels_per_place * pixel));
    }
}

void PatchPlaces::inherit(const PatchPlaces& before, const BodyRenumbering& bodies) {
    for (int i = 0; i < bodies.bodies_before(); ++i)
        if (const std::optional<int> now = bodies.body(i)) {
            triangle_area_[*now] = before.triangle_area_[i];
            place_[*now] = before.place_[i];
        }
}

bool PatchPlaces::on_first(int first_body, int second_body) const {
    return triangle_area_[first_body] <= triangle_area_[second_body];
}

bool PatchPlaces::on_second(int first_body, int second_body) const {
    return first_body == second_body || !on_first(first_body, second_body);
}

int PatchPlaces::place(int body, int vertex) const {
    return vertex < static_cast<int>(place_[body].size()) ? place_[body][vertex] : vertex;
}

PlaceAreas PatchPlaces::areas(int first_body, int second_body, const VolumeRows& rows, double area) const {
    PlaceAreas areas;
    const auto add = [&](int body, const std::vector<VolumeTerm>& terms, double part) {
        double sum = 0;
        for (const VolumeTerm& t : terms) sum += std::abs(t.share);
        if (!(sum > 0)) return;
        for (const VolumeTerm& t : terms)
            areas[place(body, t.vertex)] += std::abs(t.share) / sum * part * area;
    };
    const double part = first_body == second_body ? 0.5 : 1;
    if (on_first(first_body, second_body)) add(first_body, rows.first, part);
    if (on_second(first_body, second_body)) add(second_body, rows.second, part);
    return areas;
}

}  // namespace limpet
