#pragma once

#include <map>

#include "bodies/body_reading.h"
#include "limpet/world.h"

namespace limpet {

/// A quantity of one body that is read every step.
class Probe {
public:
    /// `with`: the body whose contacts alone count, by its index.
    Probe(const ProbeDescription& description, const BodyReading& body, int index, std::optional<int> with);

    /// By pairs of bodies, since time 0 [J].
    using Dissipation = std::map<std::pair<int, int>, double>;
    /// `contacts` are those of the last step.
    ProbeReading read(const std::vector<ContactFrame>& contacts, const Dissipation& dissipated) const;

private:
    ProbeReading read_contacts(const std::vector<ContactFrame>& contacts) const;
    ProbeReading read_slip(const std::vector<ContactFrame>& contacts) const;
    ProbeReading read_bonds(const std::vector<ContactFrame>& contacts) const;
    ProbeReading read_dissipation(const Dissipation& dissipated) const;
    bool counts(int first_body, int second_body) const;
    bool counts(const ContactFrame& c) const { return counts(c.first_body, c.second_body); }
    double side(const ContactFrame& c) const { return c.first_body == index_ ? 1 : -1; }

    std::string name_;
    ProbeQuantity what_;
    const BodyReading* body_;
    int index_;                ///< of the body
    std::optional<int> with_;  ///< of the other body
    int point_ = -1;           ///< the followed point; -1: the centre of mass
};

}  // namespace limpet
