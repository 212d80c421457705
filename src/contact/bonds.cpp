#include "contact/bonds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include "contact/contact_constants.h"
#include "contact/contact_frame.h"
#include "contact/sample_contacts.h"
#include "core/disjoint_sets.h"

namespace limpet {
namespace {

/// Ordinals of contacts that bonds make themselves: detection by proximity counts from 0, continuous
/// detection from −1 down, and cells take 30 bits.
constexpr int own_ordinal = 1 << 28;
constexpr int own_of_crossing = 1 << 29;

ContactKey of_vertex(ContactKey key) {
    key.ordinal = 0;
    return key;
}

bool is_own(const ContactKey& key) {
    if (key.features == FeaturePair::Volume) return key.ordinal != of_cell(key.ordinal);
    return !has_edge(key.features) && key.ordinal >= own_ordinal;
}

int own_of(const ContactKey& key) {
    if (key.features == FeaturePair::Volume) return own_of_cell(key.ordinal);
    if (is_own(key)) return key.ordinal;
    return key.ordinal < 0 ? ~key.ordinal | own_of_crossing : key.ordinal | own_ordinal;
}

/// β is explicit: this step's goes with the next step's gap. Fading by the gap that the next step will have,
/// if a bond goes on opening as it does, makes traction against gap right to second order. β never rises by
/// it, so that bonds still give no energy.
double next_gap(double before, double now) {
    return now + std::max(now - before, 0.0);
}

/// A contact that may bond, by the vertex that owns its area.
struct VertexContact {
    ContactKey vertex;
    std::size_t contact;
    bool taken = false;  ///< by a bond

    bool operator<(const VertexContact& other) const {
        return std::tie(vertex, contact) < std::tie(other.vertex, other.contact);
    }
};

bool may_bond(const Contact& contact) {
    return contact.adhesion && contact.area > 0;
}

}  // namespace

Bonds::Bonds(const Scene& scene, const Bodies& bodies, std::optional<double> pixel)
    : law_(scene, bodies), bodies_(bodies) {
    // Even if nothing can bond yet: later, bodies are no longer as they are at time 0.
    if (pixel) places_.emplace(bodies, *pixel);
}

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
    places_ ? find_volume_contacts(contacts) : find_contacts(contacts);
    touching_.clear();
    for (Contact& c : contacts) {
        if (!may_bond(c)) continue;
        auto bond = bonds_.find(c.key);
        if (bond == bonds_.end()) {
            Anchors touching = touching_points(c);
            if (!at_start || !(c.adhesion->initial > 0) || c.gap > c.adhesion->reference_gap) {
                touching_.emplace(c.key, std::move(touching));
                continue;
            }
            bond = bonds_.emplace(c.key, initial_bond(c, touching)).first;
        }
        pull(c, bond->second);
    }
}

/// Each bond takes, of its vertex's contacts, the one nearest to its anchors.
void Bonds::find_contacts(std::vector<Contact>& contacts) {
    std::vector<VertexContact> of_vertices;
    if (!bonds_.empty())
        for (std::size_t i = 0; i < contacts.size(); ++i)
            if (may_bond(contacts[i])) of_vertices.push_back({of_vertex(contacts[i].key), i});
    std::sort(of_vertices.begin(), of_vertices.end());
    ByKey found;
    for (auto& [key, bond] : bonds_) {
        const Vec3 first = bond.anchors.first.position(*bodies_[key.first_body]);
        const Vec3 second = bond.anchors.second.position(*bodies_[key.second_body]);
        const ContactKey vertex = of_vertex(key);
        VertexContact* nearest = nullptr;
        double least = std::numeric_limits<double>::infinity();
        for (auto it = std::lower_bound(of_vertices.begin(), of_vertices.end(), VertexContact{vertex, 0});
             it != of_vertices.end() && it->vertex == vertex; ++it) {
            if (it->taken) continue;
            const Anchors now = touching_points(contacts[it->contact]);
            const double far = (now.first.position(*bodies_[key.first_body]) - first).norm() +
                               (now.second.position(*bodies_[key.second_body]) - second).norm();
            if (far >= least) continue;
            least = far;
            nearest = &*it;
        }
        if (nearest) {
            found.emplace(contacts[nearest->contact].key, bond);
            nearest->taken = true;
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
    const bool apart = gap.dot(bond.normal) > 0 &&
                       length > min_gap_direction_ratio * c.adhesion->reference_gap &&
                       !bond.anchors.volume.turned_normal(first, second);
    const Vec3 n = apart ? Vec3(gap / length) : bond.normal;
    c.frame = frame_about(n);
    c.gap = gap.dot(n);
    for (const Body* body : {&first, &second})
        if (body->complex().is_sheet()) c.gap -= body->complex().radius();
    c.area = bond.area;
    c.facing = bond.facing;
    c.sample = is_sample(key, bodies_);
    if (bond.anchors.volume.rows) c.volume = bond.anchors.volume.rows_along(n);
    return c;
}

/// Without viscosity no more than its gap allows: the law's limit holds at time 0, too.
Bonds::LiveBond Bonds::initial_bond(const Contact& c, const Anchors& touching) const {
    const double gap = std::max(c.gap, 0.0);
    LiveBond bond{touching, c.normal(), c.area,  faded_bond(c.adhesion->initial, gap, *c.adhesion, 0.0),
                  true,     false,      c.facing};
    bond.strain = gap;
    return bond;
}

/// What joins a bond is not strained yet: its force stays, and strain by area is less. A face that slides off
/// a rim takes no bonds with it; only after a cut others own what a bond had.
void Bonds::follow_area(Contact& c, LiveBond& bond) {
    const bool others_face = c.facing != bond.facing && c.facing > 0, cut = bond.facing == 0;
    const bool follows = bond.grew || (bond.pressed && others_face && (cut || c.area > bond.area));
    if (!follows) {
        c.area = bond.area;
        return;
    }
    const double before = bond_energy(*c.adhesion, bond.beta, bond.strain, bond.area);
    if (c.area > bond.area) {
        const double kept = bond.area / c.area;
        const Vec3 gap = gap_vector(c.key, bond.anchors), n = c.normal();
        bond.anchors = drawn_by((1 - kept) * (gap - gap.dot(n) * n), c.key, bond.anchors);
        bond.slack += (1 - kept) * std::max(std::max(c.gap, 0.0) - bond.slack, 0.0);
        bond.strain *= kept;
    }
    bond.area = c.area;
    bond.facing = c.facing;
    dissipate(c.key, bond, before - bond_energy(*c.adhesion, bond.beta, bond.strain, bond.area));
}

void Bonds::pull(Contact& c, LiveBond& bond) {
    follow_area(c, bond);
    bond.normal = c.normal();
    const Vec3 gap = gap_vector(c.key, bond.anchors);
    c.beta = bond.beta;
    c.drag = gap - gap.dot(c.normal()) * c.normal();
    c.slack = bond.slack;
}

void Bonds::dissipate(const ContactKey& key, LiveBond& bond, double heat) {
    bond.dissipated += heat;
    dissipated_[{key.first_body, key.second_body}] += heat;
}

void Bonds::evolve(std::vector<Contact>& contacts, const ContactSolution& solution,
                   const std::vector<Vec3>& traction, double h, StepRecord& record) {
    double area = 0, weighted_beta = 0;
    std::vector<double> compression;
    for (std::size_t i = 0; i < contacts.size(); ++i)
        compression.push_back(traction[i].dot(contacts[i].normal()));
    press_parts(contacts, compression);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        Contact& c = contacts[i];
        if (!may_bond(c)) continue;
        evolve_one(c, solution[i], compression[i], h);
        area += c.area;
        weighted_beta += c.area * c.beta;
        record.adhesive_force += c.pull.norm();
        record.adhesive_energy += c.energy;
        if (!(c.beta > 0)) continue;
        ++record.bonds;
        record.bonded_area += c.area;
    }
    record.mean_beta = area > 0 ? weighted_beta / area : 0;
    record.adhesive_dissipation = 0;
    for (const auto& [pair, heat] : dissipated_) record.adhesive_dissipation += heat;
}

void Bonds::evolve_one(Contact& c, const SolvedContact& solved, double compression, double h) {
    const Adhesion& law = *c.adhesion;
    const auto found = bonds_.find(c.key);
    const Vec3 u(0, solved.u.y(), solved.u.z()), drag = c.drag + h * (c.frame * u);
    const double gap = std::max(c.gap, 0.0), end_gap = std::max(h * solved.u.x(), 0.0);
    const double stretch = std::max(gap - c.slack, 0.0), end_stretch = std::max(end_gap - c.slack, 0.0);
    const double strain = std::hypot(end_stretch, drag.norm());
    const bool pressed = compression > 0 && end_gap <= law.reference_gap;
    double faded = 0, beta = 0;
    if (std::hypot(end_gap, drag.norm()) <= 2 * law.reference_gap) {
        faded = faded_bond(c.beta, next_gap(std::hypot(stretch, c.drag.norm()), strain), law, h);
        beta = pressed ? grown_bond(faded, compression, law, h) : faded;
    }
    const double kept = beta > faded ? faded * faded / (beta * beta) : 1;
    LiveBond bond = found != bonds_.end()
                        ? found->second
                        : LiveBond{touching_.at(c.key), c.normal(), c.area, beta, pressed, true, c.facing};
    const double before = bond_energy(law, c.beta, bond.strain, c.area);
    c.energy = bond_energy(law, beta, kept * strain, c.area);
    c.pull = -law.stiffness * c.beta * c.beta * c.area * (end_stretch * c.normal() + drag);
    if (c.beta > 0) {
        const double work = c.pull.norm() * (strain - bond.strain);
        dissipate(c.key, bond, work - (c.energy - before));
    }
    c.beta = beta;
    c.dissipated = bond.dissipated;
    if (!(beta > 0)) {
        if (found != bonds_.end()) bonds_.erase(found);
        return;
    }
    if (kept < 1) bond.anchors = drawn_by((1 - kept) * drag, c.key, bond.anchors);
    const double slack = pressed ? end_gap - kept * end_stretch : c.slack;
    bond.slack = pressed && slack < min_gap_direction_ratio * law.reference_gap ? 0 : slack;
    bond.normal = c.normal();
    bond.area = c.area;
    bond.beta = beta;
    bond.pressed = pressed;
    bond.grew = beta > faded;
    bond.facing = c.facing;
    bond.strain = kept * strain;
    bonds_.insert_or_assign(c.key, bond);
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
    const auto ends = [&](const ContactKey& key, const Anchors& anchors) {
        const bool on_first = key.first_body == body, on_second = key.second_body == body;
        if (anchors.volume.rows)
            return (on_first && is_torn(anchors.volume.rows->first)) ||
                   (on_second && is_torn(anchors.volume.rows->second));
        return (on_first && is_gone(anchors.first)) || (on_second && is_gone(anchors.second));
    };
    return static_cast<int>(std::erase_if(bonds_, [&](const auto& entry) {
        const auto& [key, bond] = entry;
        if (!ends(key, bond.anchors)) return false;
        const Adhesion& law = *law_.between(key.first_body, key.second_body);
        dissipated_[{key.first_body, key.second_body}] += bond_energy(law, bond.beta, bond.strain, bond.area);
        return true;
    }));
}

}  // namespace limpet
