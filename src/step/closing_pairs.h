#pragma once

/// Bodies that contact forces bring together, under proximity.
///
/// Detection looks as far as free motion can bring two bodies together. Of two boxes that fall one above the
/// other free motion moves neither nearer to the other; the floor that stops the lower one does. After the
/// solve, pairs that now move faster against each other than free motion had it are looked at again, with the
/// velocities of the solve. So are contacts that were found, but that free motion does not close: a hit turns
/// bodies. What would close in this step is added, and all are solved again. A column of n boxes takes n
/// rounds. Pairs that are left when rounds run out are searched deeper in the next step. Continuous detection
/// has rounds of its own (tunnelling.h), and so have volumes (closing_volumes.h).

#include <set>

#include "step/constraint_response.h"
#include "step/contact_set.h"
#include "step/proximity_contacts.h"
#include "step/refinement.h"

namespace limpet {

class ClosingPairs : public Refinement {
public:
    ClosingPairs(StepContext& context, ProximityDetector& detector, ProximityContacts& source,
                 const ContactSet& contacts, ConstraintResponse& response)
        : context_(context), detector_(detector), source_(source), set_(contacts), response_(response) {}

    void begin() override;
    std::optional<std::vector<Contact>> look(double h) override;
    void end(double h) override;
    Stage stage() const override { return Stage::Detect; }
    OverlapDepths::ByPair unsearched() const override { return unsearched_; }

private:
    std::vector<NearPair> closing_pairs(const std::vector<char>& chosen, double h);
    std::vector<Contact> closing_contacts(std::vector<NearPair>& pairs, const std::vector<char>& chosen,
                                          double h) const;
    std::vector<Contact> closing_of_pair(NearPair& pair, const std::set<ContactKey>& known, double h) const;
    std::vector<Contact> closing_among(std::vector<Contact> found, const std::set<ContactKey>& known,
                                       double h) const;
    std::vector<Contact> far_contacts_within_reach(const std::vector<char>& chosen, double h) const;

    StepContext& context_;
    ProximityDetector& detector_;
    ProximityContacts& source_;
    const ContactSet& set_;
    ConstraintResponse& response_;
    int rounds_ = 0;
    bool settled_ = false;  ///< nothing was found in the last look
    OverlapDepths::ByPair unsearched_;
};

}  // namespace limpet
