#pragma once

#include <memory>
#include <span>
#include <vector>

#include "bodies/body.h"
#include "contact/contact.h"
#include "core/carried_state.h"
#include "limpet/frame.h"

namespace limpet {

/// On the first bodies, λ/h in the world's axes [N].
std::vector<Vec3> contact_forces(const std::vector<Contact>& contacts, const ContactSolution& solution,
                                 double h);

/// Contacts as frames and probes see them, with bodies where they are at the end of the step.
std::vector<ContactFrame> contact_frames(const std::vector<Contact>& contacts,
                                         const ContactSolution& solution, const std::vector<Vec3>& forces,
                                         const std::vector<Vec3>& traction,
                                         const std::vector<std::unique_ptr<Body>>& bodies);

/// Those of the last step.
class ShownContacts : public CarriedState {
public:
    const std::vector<ContactFrame>& frames() const { return frames_; }
    void show(std::vector<ContactFrame> frames) { frames_ = std::move(frames); }

    /// No later step depends on them: they are a part of their own of a world's state.
    void append_shown(std::vector<double>& values) const;
    [[nodiscard]] bool take_shown(std::span<const double> values, std::size_t bodies);

    void inherit(const CarriedState& before, const BodyRenumbering& bodies) override;
    void forget_step() override { frames_.clear(); }

private:
    std::vector<ContactFrame> frames_;
};

}  // namespace limpet
