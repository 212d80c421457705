#include "contact/bonds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "contact/contact_frame.h"
#include "core/disjoint_sets.h"

namespace limpet {
namespace {

/// Beside its patches, if it has any.
constexpr std::size_t numbers_a_bond = 32;
/// Ordinals of contacts that bonds make themselves: detection by proximity counts from 0, continuous
/// detection from −1 down, and cells take 30 bits.
constexpr int own_ordinal = 1 << 28;
constexpr int own_of_crossing = 1 << 29;
constexpr int own_cell = 1 << 30;
/// Of the reference gap: shorter gap vectors have no direction, and smaller gaps are closed.
constexpr double no_direction = 1e-6;

ContactKey of_vertex(ContactKey key) {
    key.ordinal = 0;
    return key;
}

bool is_own(const ContactKey& key) {
    if (key.features == FeaturePair::Volume) return (key.ordinal & own_cell) != 0;
    return key.features != FeaturePair::EdgeEdge && key.ordinal >= own_ordinal;
}

int own_of(const ContactKey& key) {
    if (key.features == FeaturePair::Volume) return key.ordinal | own_cell;
    if (is_own(key)) return key.ordinal;
    return key.ordinal < 0 ? ~key.ordinal | own_of_crossing : key.ordinal | own_ordinal;
}

/// β is explicit: this step's goes with the next step's gap. Fading by the gap that the next step will have,
/// if a bond goes on opening as it does, makes traction against gap right to second order. β never rises by
/// it, so that bonds still give no energy.
double next_gap(double before, double now) {
    return now + std::max(now - before, 0.0);
}

bool may_bond(const Contact& contact) {
    return contact.adhesion && contact.area > 0;
}

}  // namespace

Bonds::Bonds(const Scene& scene, const Bodies& bodies)
    : law_(scene, bodies),
      bodies_(bodies),
      volumes_(scene.contact->detection.type == DetectionType::LayeredDepth) {}

std::optional<FeaturePair> Bonds::owner(int first_body, int second_body) const {
    const auto found = bonds_.lower_bound({first_body, second_body, FeaturePair::VertexFace, -1, -1});
    if (found == bonds_.end() || found->first.first_body != first_body ||
        found->first.second_body != second_body)
        return {};
    return found->first.features;
}

Bonds::Anchors Bonds::touching_points(const Contact& c) const {
    if (c.volume)
        return {{}, {}, VolumeAnchors::of(c, *bodies_[c.key.first_body], *bodies_[c.key.second_body])};
    return {MaterialPoint::on(*bodies_[c.key.first_body], c.first, c.first_offset),
            MaterialPoint::on(*bodies_[c.key.second_body], c.second, c.second_offset)};
}

Vec3 Bonds::gap_vector(const ContactKey& key, const Anchors& anchors) const {
    const Body &first = *bodies_[key.first_body], &second = *bodies_[key.second_body];
    if (anchors.volume.rows) return anchors.volume.gap(first, second);
    return anchors.first.position(first) - anchors.second.position(second);
}

Bonds::Anchors Bonds::drawn_by(const Vec3& shift, const ContactKey& key, Anchors anchors) const {
    const Vec3 turned = bodies_[key.second_body]->rotation().transpose() * shift;
    (anchors.volume.rows ? anchors.volume.apart : anchors.second.offset) += turned;
    return anchors;
}

void Bonds::attach(std::vector<Contact>& contacts, bool at_start) {
    std::erase_if(contacts, [](const Contact& c) { return is_own(c.key); });
    for (Contact& c : contacts) c.adhesion = law_.between(c.key.first_body, c.key.second_body);
    volumes_ ? find_volume_contacts(contacts) : find_contacts(contacts);
    touching_.resize(contacts.size());
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        Contact& c = contacts[i];
        if (!may_bond(c)) continue;
        touching_[i] = touching_points(c);
        auto bond = bonds_.find(c.key);
        if (bond == bonds_.end() && at_start && c.adhesion->initial > 0 && c.gap <= c.adhesion->reference_gap)
            bond = bonds_
                       .emplace(c.key, LiveBond{touching_[i], c.normal(), c.area, c.adhesion->initial, true,
                                                false, c.facing})
                       .first;
        if (bond == bonds_.end()) continue;
        pull(c, bond->second);
    }
}

/// Each bond takes, of its vertex's contacts, the one nearest to its anchors.
void Bonds::find_contacts(std::vector<Contact>& contacts) {
    std::map<ContactKey, std::vector<std::size_t>> of_vertices;
    for (std::size_t i = 0; i < contacts.size(); ++i)
        if (may_bond(contacts[i])) of_vertices[of_vertex(contacts[i].key)].push_back(i);
    ByKey found;
    for (auto& [key, bond] : bonds_) {
        const Vec3 first = bond.anchors.first.position(*bodies_[key.first_body]);
        const Vec3 second = bond.anchors.second.position(*bodies_[key.second_body]);
        std::vector<std::size_t>& candidates = of_vertices[of_vertex(key)];
        auto nearest = candidates.end();
        double least = std::numeric_limits<double>::infinity();
        for (auto it = candidates.begin(); it != candidates.end(); ++it) {
            const Anchors now = touching_points(contacts[*it]);
            const double far = (now.first.position(*bodies_[key.first_body]) - first).norm() +
                               (now.second.position(*bodies_[key.second_body]) - second).norm();
            if (far >= least) continue;
            least = far;
            nearest = it;
        }
        if (nearest != candidates.end()) {
            found.emplace(contacts[*nearest].key, bond);
            candidates.erase(nearest);
        } else {
            contacts.push_back(own_contact(key, bond));
            found.emplace(contacts.back().key, bond);
        }
    }
    bonds_ = std::move(found);
}

Contact Bonds::own_contact(const ContactKey& key, const LiveBond& bond) const {
    const Body &first = *bodies_[key.first_body], &second = *bodies_[key.second_body];
    Contact c;
    c.key = key;
    c.key.ordinal = own_of(key);
    c.adhesion = law_.between(key.first_body, key.second_body);
    c.first = bond.anchors.first.point;
    c.second = bond.anchors.second.point;
    c.first_offset = bond.anchors.first.turned_offset(first);
    c.second_offset = bond.anchors.second.turned_offset(second);
    const Vec3 gap = gap_vector(key, bond.anchors);
    const double length = gap.norm();
    const bool apart = gap.dot(bond.normal) > 0 && length > no_direction * c.adhesion->reference_gap &&
                       !bond.anchors.volume.turned_normal(first, second);
    const Vec3 n = apart ? Vec3(gap / length) : bond.normal;
    c.frame = frame_about(n);
    c.gap = gap.dot(n);
    for (const Body* body : {&first, &second})
        if (body->complex().is_sheet()) c.gap -= body->complex().radius();
    c.area = bond.area;
    c.facing = bond.facing;
    if (bond.anchors.volume.rows) c.volume = bond.anchors.volume.rows_along(n);
    return c;
}

void Bonds::pull(Contact& c, LiveBond& bond) const {
    const bool others_face = c.facing != bond.facing && c.facing > 0;
    if (bond.grew || (bond.pressed && others_face)) {
        bond.area = c.area;
        bond.facing = c.facing;
    } else {
        c.area = bond.area;
    }
    bond.normal = c.normal();
    const Vec3 gap = gap_vector(c.key, bond.anchors);
    c.beta = bond.beta;
    c.drag = gap - gap.dot(c.normal()) * c.normal();
    c.slack = bond.slack;
}

void Bonds::evolve(std::vector<Contact>& contacts, const ContactSolution& solution,
                   const std::vector<Vec3>& traction, double h, StepRecord& record) {
    double area = 0, weighted_beta = 0;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        Contact& c = contacts[i];
        if (!may_bond(c)) continue;
        evolve_one(c, touching_[i], solution[i], traction[i].dot(c.normal()), h);
        area += c.area;
        weighted_beta += c.area * c.beta;
        record.adhesive_force += std::max(0.0, -solution[i].lambda.x()) / h;
        record.adhesive_energy += c.energy;
        if (!(c.beta > 0)) continue;
        ++record.bonds;
        record.bonded_area += c.area;
    }
    record.mean_beta = area > 0 ? weighted_beta / area : 0;
    record.adhesive_dissipation = dissipated_;
}

void Bonds::evolve_one(Contact& c, const Anchors& touching, const SolvedContact& solved, double compression,
                       double h) {
    const Adhesion& law = *c.adhesion;
    const auto bond = bonds_.find(c.key);
    const Vec3 u(0, solved.u.y(), solved.u.z()), drag = c.drag + h * (c.frame * u);
    const double gap = std::max(c.gap, 0.0), end_gap = std::max(h * solved.u.x(), 0.0);
    const double stretch = std::max(gap - c.slack, 0.0), end_stretch = std::max(end_gap - c.slack, 0.0);
    const auto energy_of = [&](double beta, double along, double across) {
        return law.stiffness * beta * beta * (along * along + across * across) * c.area / 2;
    };
    const bool pressed = compression > 0 && end_gap <= law.reference_gap;
    double faded = 0, beta = 0;
    if (std::hypot(end_gap, drag.norm()) <= 2 * law.reference_gap) {
        const double strain =
            next_gap(std::hypot(stretch, c.drag.norm()), std::hypot(end_stretch, drag.norm()));
        faded = faded_bond(c.beta, strain, law, h);
        beta = pressed ? grown_bond(faded, compression, law, h) : faded;
    }
    const double kept = beta > faded ? faded * faded / (beta * beta) : 1;
    const double energy = energy_of(beta, kept * end_stretch, kept * drag.norm());
    if (c.beta > 0) {
        const double pull = law.stiffness * c.beta * c.beta * c.area;
        const double work = pull * (end_stretch * (end_gap - gap) + drag.dot(drag - c.drag));
        dissipated_ += work - (energy - energy_of(c.beta, stretch, c.drag.norm()));
    }
    c.beta = beta;
    c.energy = energy;
    if (beta > 0) {
        const Anchors& anchors = bond != bonds_.end() ? bond->second.anchors : touching;
        const double slack = pressed ? end_gap - kept * end_stretch : c.slack;
        bonds_.insert_or_assign(
            c.key, LiveBond{kept < 1 ? drawn_by((1 - kept) * drag, c.key, anchors) : anchors, c.normal(),
                            c.area, beta, pressed, beta > faded, c.facing,
                            pressed && slack < no_direction * law.reference_gap ? 0 : slack});
    } else if (bond != bonds_.end()) {
        bonds_.erase(bond);
    }
}

int Bonds::drop_cut(int body) {
    if (bonds_.empty()) return 0;
    std::set<Triangle> there;
    for (Triangle triangle : bodies_[body]->surface().triangles) {
        std::sort(triangle.begin(), triangle.end());
        there.insert(triangle);
    }
    const std::vector<Edge>& edges = bodies_[body]->complex().edges();
    const auto is_gone = [&](const MaterialPoint& anchor) {
        std::vector<int> corners;
        for (int k = 0; k < 3; ++k)
            if (anchor.point.weights[k] != 0) corners.push_back(anchor.point.vertices[k]);
        std::sort(corners.begin(), corners.end());
        if (corners.size() == 2)
            return !std::binary_search(edges.begin(), edges.end(), Edge{corners[0], corners[1]});
        return corners.size() == 3 && !there.contains({corners[0], corners[1], corners[2]});
    };
    // New vertices take their part of the faces that are left.
    for (auto& [key, bond] : bonds_)
        if (key.first_body == body || key.second_body == body) bond.facing = 0;
    DisjointSets parts(bodies_[body]->surface().positions.size());
    for (const Triangle& t : bodies_[body]->surface().triangles)
        for (const int k : {1, 2}) parts.join(t[k], t[0]);
    const auto is_torn = [&](const std::vector<VolumeTerm>& patch) {
        return std::any_of(patch.begin(), patch.end(), [&](const VolumeTerm& t) {
            return parts.root(t.vertex) != parts.root(patch.front().vertex);
        });
    };
    return static_cast<int>(std::erase_if(bonds_, [&](const auto& bond) {
        const Anchors& anchors = bond.second.anchors;
        const bool on_first = bond.first.first_body == body, on_second = bond.first.second_body == body;
        if (anchors.volume.rows)
            return (on_first && is_torn(anchors.volume.rows->first)) ||
                   (on_second && is_torn(anchors.volume.rows->second));
        return (on_first && is_gone(anchors.first)) || (on_second && is_gone(anchors.second));
    }));
}

std::vector<double> Bonds::state() const {
    std::vector<double> values = {dissipated_};
    const auto add = [&](std::initializer_list<double> more) { values.insert(values.end(), more); };
    for (const auto& [key, bond] : bonds_) {
        add({double(key.first_body), double(key.second_body), double(key.features), double(key.feature),
             double(key.ordinal)});
        for (const MaterialPoint& p : {bond.anchors.first, bond.anchors.second}) {
            for (const int vertex : p.point.vertices) add({double(vertex)});
            for (const double weight : p.point.weights) add({weight});
            add({p.offset.x(), p.offset.y(), p.offset.z()});
        }
        add({bond.normal.x(), bond.normal.y(), bond.normal.z(), bond.area, bond.beta, double(bond.pressed),
             double(bond.grew), double(bond.facing), bond.slack});
        if (bond.anchors.volume.rows) bond.anchors.volume.append_state(values);
    }
    return values;
}

bool Bonds::on_bodies(const ContactKey& key, const MaterialPoint& first, const MaterialPoint& second) const {
    const auto fits = [&](int body, const MaterialPoint& p) {
        if (body < 0 || body >= static_cast<int>(bodies_.size())) return false;
        const int vertices = static_cast<int>(bodies_[body]->collision_positions().size());
        return std::all_of(p.point.vertices.begin(), p.point.vertices.end(),
                           [&](int vertex) { return vertex >= -1 && vertex < vertices; });
    };
    return fits(key.first_body, first) && fits(key.second_body, second) &&
           law_.between(key.first_body, key.second_body) != nullptr;
}

bool Bonds::take_bond(std::span<const double>& values) {
    if (values.size() < numbers_a_bond) return false;
    const double* v = values.data();
    for (const int k : {0, 1, 2, 3, 4, 5, 6, 7, 14, 15, 16, 30})
        if (!(std::abs(v[k]) <= std::numeric_limits<int>::max())) return false;
    const auto point = [](const double* p) {
        return MaterialPoint{{{int(p[0]), int(p[1]), int(p[2])}, {p[3], p[4], p[5]}}, Vec3(p[6], p[7], p[8])};
    };
    const ContactKey key{int(v[0]), int(v[1]), static_cast<FeaturePair>(int(v[2])), int(v[3]), int(v[4])};
    LiveBond bond{{point(v + 5), point(v + 14)},
                  Vec3(v[23], v[24], v[25]),
                  v[26],
                  v[27],
                  v[28] != 0,
                  v[29] != 0,
                  int(v[30]),
                  v[31]};
    if (!on_bodies(key, bond.anchors.first, bond.anchors.second)) return false;
    if ((key.features == FeaturePair::Volume) != volumes_) return false;
    values = values.subspan(numbers_a_bond);
    if (key.features == FeaturePair::Volume) {
        const auto vertices = [&](int body) {
            return static_cast<int>(bodies_[body]->collision_positions().size());
        };
        if (!bond.anchors.volume.take_state(values, {vertices(key.first_body), vertices(key.second_body)}))
            return false;
    }
    bonds_[key] = std::move(bond);
    return true;
}

bool Bonds::set_state(std::span<const double> values) {
    bonds_.clear();
    if (values.empty()) return false;
    dissipated_ = values[0];
    for (values = values.subspan(1); !values.empty();)
        if (!take_bond(values)) return false;
    return true;
}

}  // namespace limpet
