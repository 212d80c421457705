/// What bonds cannot do as they are set. Of fronts, bodies with a Young's modulus alone are judged.
///
///   l = E*/C, in a sheet or strip (E t³/(3C))^¼    length over which a front gives way; elements: l/4 at
///   most
///
///   E*  1/E* = Σ (1 − ν²)/E of the two bodies, those that deform [Pa]     C  stiffness [N/m³]     t
///   thickness [m]

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bodies/body_material.h"
#include "bodies/bond_places.h"
#include "core/two_digits.h"
#include "limpet/adhesion.h"
#include "step/scene_warnings/scene_warnings.h"
#include "step/scene_warnings/warning_constants.h"

namespace limpet {
namespace {

/// A length that a tenth of the edges of its elements are shorter than [m].
double finest_element(const Body& body) {
    BodyFrame frame;
    body.add_to_frame(frame);
    std::vector<double> edges;
    const auto add = [&](const auto& corners, const std::vector<Vec3>& positions) {
        for (std::size_t i = 0; i < corners.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                edges.push_back((positions[corners[i]] - positions[corners[j]]).norm());
    };
    if (!frame.tetrahedra.empty()) {
        std::vector<Vec3> nodes;
        for (const Vector3& node : frame.nodes) nodes.push_back(to_vec3(node));
        for (const auto& tetrahedron : frame.tetrahedra) add(tetrahedron, nodes);
    } else {
        for (const Triangle& triangle : body.surface().triangles) add(triangle, body.surface().positions);
    }
    const auto at =
        edges.begin() + static_cast<std::ptrdiff_t>(finest_edges_share * static_cast<double>(edges.size()));
    std::nth_element(edges.begin(), at, edges.end());
    return *at;
}

double thickness_of(const BodyDescription& description, const Body& body) {
    return description.thickness.value_or(box_of(body).sizes().minCoeff());
}

/// A front between two bodies that elements do not resolve.
struct Front {
    int body = -1;         ///< whose elements are too large
    double element = 0;    ///< [m]
    double allowed = 0;    ///< [m]
    double stiffness = 0;  ///< with which they would do; 0: bonds would reach too far [N/m³]
};

class BondChecks {
public:
    BondChecks(const Scene& scene, const SceneBodies& bodies, std::vector<Warning>& warnings)
        : scene_(scene), bodies_(bodies), warnings_(warnings), elements_(bodies.size(), 0.0) {
        for (const auto& body : bodies) sizes_.push_back(box_of(*body).sizes().maxCoeff());
    }

    void run() {
        check_cut(adhesion_of_all(*scene_.contact), "contact.law", {});
        for (const ContactPair& pair : scene_.contact->pairs)
            if (pair.law.adhesion)
                check_cut(adhesion_of(*scene_.contact, pair),
                          fmt::format("the pair \"{}\" and \"{}\"", pair.bodies[0], pair.bodies[1]),
                          {pair.bodies[0], pair.bodies[1]});
        for (int first = 0; first < static_cast<int>(bodies_.size()); ++first)
            for (int second = first + 1; second < static_cast<int>(bodies_.size()); ++second)
                if (const auto law = bond_law(scene_.bodies[first], scene_.bodies[second], scene_)) {
                    check_gap(first, second, *law);
                    check_front(first, second, *law);
                }
        say_worst_gap();
        say_worst_front();
    }

private:
    /// Particles deform without one.
    bool has_modulus(int body) const {
        const BodyType type = bodies_[body]->type();
        return type == BodyType::Soft || type == BodyType::Cloth;
    }

    void check_cut(const std::optional<Adhesion>& law, const std::string& where,
                   std::vector<std::string> names) {
        if (!law || !law->can_bond() || !(law->energy > 0)) return;
        const double gap = law->reference_gap, spent = energy_spent(*law);
        if (spent >= (1 - max_lost_work_share) * law->energy) return;
        // W/(8 C g²) of W is lost.
        const double good = std::sqrt(law->energy / (8 * max_lost_work_share * law->stiffness));
        warnings_.push_back(
            {"bond-cut", std::move(names),
             fmt::format(
                 "bonds of {} have an energy of {:.3g} J/m^2, but break at {:.3g} m, twice the reference "
                 "gap: opened slowly they take {:.3g} J/m^2; a reference_gap of {:.2g} m would do, or a "
                 "stiffness "
                 "of {:.2g} N/m^3",
                 where, law->energy, 2 * gap, spent, rounded_up(good),
                 rounded_up(law->energy / (8 * max_lost_work_share * gap * gap)))});
    }

    void check_gap(int first, int second, const Adhesion& law) {
        const double gap = law.reference_gap;
        const double a = sizes_[first], b = sizes_[second], size = std::min(a, b);
        if (!(2 * gap > std::max(size, worst_gap_ * size))) return;
        worst_gap_ = 2 * gap / size;
        const std::string &one = bodies_[first]->name(), &other = bodies_[second]->name();
        gap_warning_ = Warning{
            "bond-gap",
            {one, other},
            fmt::format(
                "bonds between \"{}\" and \"{}\" reach {:.2g} m, twice the reference gap, and body \"{}\" is "
                "{:.2g} m large; with a stiffness of {:.2g} N/m^3 and no reference_gap they reach a fifth of "
                "its size",
                one, other, 2 * gap, a < b ? one : other, size,
                rounded_up(16 * law.energy / (advised_cut_ratio * size * advised_cut_ratio * size)))};
    }

    void check_front(int first, int second, const Adhesion& law) {
        double compliance = 0;
        for (const int body : {first, second})
            if (has_modulus(body)) {
                const Material& m = material_of(scene_.bodies[body], scene_);
                compliance += (1 - m.poisson * m.poisson) / m.young;
            }
        for (const int body : {first, second}) {
            if (!has_modulus(body)) continue;
            const double t = thickness_of(scene_.bodies[body], *bodies_[body]);
            const double young = material_of(scene_.bodies[body], scene_).young;
            const double thick = 1 / (compliance * law.stiffness);
            const bool slender = sizes_[body] > min_strip_slenderness * t;
            const double thin = slender ? std::pow(young * t * t * t / (3 * law.stiffness), 0.25) : thick;
            const double allowed = max_front_element_ratio * std::min(thick, thin),
                         element = element_of(body);
            if (!(element > allowed) || element / allowed <= worst_front_ratio()) continue;
            const double front = element / max_front_element_ratio;
            Adhesion softer = law;
            softer.stiffness = rounded_down(thick <= thin ? 1 / (compliance * front)
                                                          : young * t * t * t / (3 * std::pow(front, 4)));
            const bool does = 2 * default_reference_gap(softer) < advised_cut_ratio * sizes_[body];
            front_ = {body, element, allowed, does ? softer.stiffness : 0};
        }
    }

    double worst_front_ratio() const { return front_.body < 0 ? 1 : front_.element / front_.allowed; }

    double element_of(int body) {
        if (elements_[body] == 0) elements_[body] = finest_element(*bodies_[body]);
        return elements_[body];
    }

    void say_worst_gap() {
        if (gap_warning_) warnings_.push_back(*gap_warning_);
    }

    void say_worst_front() {
        if (front_.body < 0) return;
        const std::string& name = bodies_[front_.body]->name();
        warnings_.push_back(
            {"bond-front",
             {name},
             fmt::format(
                 "body \"{}\": the front of its bonds needs elements of {:.2g} m where it peels, and the "
                 "finest are {:.2g} m: bonds snap row by row and take more work than their energy; "
                 "take smaller elements there{}",
                 name, front_.allowed, front_.element,
                 front_.stiffness > 0
                     ? fmt::format(", or softer bonds: a stiffness of {:.2g} N/m^3 and no reference_gap",
                                   front_.stiffness)
                     : "")});
    }

    const Scene& scene_;
    const SceneBodies& bodies_;
    std::vector<Warning>& warnings_;
    std::vector<double> sizes_;     ///< longest sides [m]
    std::vector<double> elements_;  ///< of bodies that were asked for [m]
    double worst_gap_ = 1;
    std::optional<Warning> gap_warning_;
    Front front_;
};

}  // namespace

void warn_of_bonds(const Scene& scene, const SceneBodies& bodies, std::vector<Warning>& warnings) {
    if (scene.contact && can_bond(*scene.contact)) BondChecks(scene, bodies, warnings).run();
}

}  // namespace limpet
