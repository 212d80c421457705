#pragma once

#include <map>
#include <memory>

#include "bodies/body.h"
#include "contact/zone_members.h"
#include "limpet/world.h"

namespace limpet {

/// A quantity of one body that is read every step.
class Probe {
public:
    using Bodies = std::vector<std::unique_ptr<Body>>;
    /// Throws InputError if a body that it names is not there.
    Probe(const ProbeDescription& description, const Bodies& bodies);
    /// There are other bodies now: it goes by names. Without its body it reads NaN.
    void follow(const Bodies& bodies);

    /// By pairs of bodies, since time 0.
    using ByPair = std::map<std::pair<int, int>, double>;
    /// What there is to read besides bodies, of the last step.
    struct Step {
        const std::vector<ContactFrame>& contacts;
        const ByPair& dissipated;                 ///< [J]
        const ByPair& slid;                       ///< [m]
        const std::vector<ZoneMembers>& members;  ///< one per body
    };
    ProbeReading read(const Step& step) const;

private:
    /// Empty: it is not a quantity of the body alone, or the body has none.
    std::vector<double> read_body() const;
    ProbeReading reading(const Vec3& v) const { return {description_.name, {v.x(), v.y(), v.z()}}; }
    ProbeReading read_parts(const std::vector<ContactFrame>& contacts) const;
    ProbeReading read_contacts(const std::vector<ContactFrame>& contacts) const;
    ProbeReading read_slip(const std::vector<ContactFrame>& contacts) const;
    ProbeReading read_bonds(const std::vector<ContactFrame>& contacts) const;
    ProbeReading read_zones(const ZoneMembers& members) const;
    ProbeReading read_dissipation(const ByPair& dissipated) const;
    ProbeReading read_path(const ByPair& slid) const;
    bool counts(int first_body, int second_body) const;
    bool counts(const ContactFrame& c) const { return counts(c.first_body, c.second_body); }

    ProbeReading missing() const;
    double side(const ContactFrame& c) const { return c.first_body == index_ ? 1 : -1; }

    ProbeDescription description_;
    const Body* body_ = nullptr;  ///< null: it is not there
    int index_ = -1;              ///< of the body
    std::optional<int> with_;     ///< of the other body; −1: it is not there
    int point_ = -1;              ///< the followed point; -1: the centre of mass
};

/// Does any probe read how far contacts have slipped? Nobody follows it otherwise.
bool asks_for_slip(const Scene& scene);

}  // namespace limpet
