#pragma once

#include "bodies/body.h"
#include "limpet/world.h"

namespace limpet {

/// A quantity of one body that is read every step.
class Probe {
public:
    Probe(const ProbeDescription& description, const Body& body);

    ProbeReading read() const;

private:
    std::string name_;
    ProbeQuantity what_;
    const Body* body_;
    int point_ = -1;  ///< the followed point; -1: the centre of mass
};

}  // namespace limpet
