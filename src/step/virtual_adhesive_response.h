#pragma once

/// Virtual adhesives: what collides is held together by zones that move as rigid bodies (contact/zones), and
/// so are attachments, whose zones never let go. A. Carra et al. (2007), Alg. 1–3.
///
///   touches    of the detector's feature pairs
///   join       colliding particles join zones
///   move       the free motion of bodies with particles in zones is taken again, substep by substep, with
///              zones' motion, release and volumes; rigid bodies in zones are led
///   late       what overlaps at the end of the step for all that joins, too, or stays in its zone, and the
///              step is taken again from its start
///   stabilise  after the step: overlap that is left is taken out of positions; what hangs on a rigid body
///   that
///              contacts have moved besides follows it
///
/// All of it is done before contacts are made, since to constraints it is a part of free motion.

#include <optional>
#include <string>
#include <vector>

#include "contact/zones/zone_motion.h"
#include "contact/zones/zone_set.h"
#include "step/response.h"
#include "step/step_context.h"
#include "step/touch_search.h"

namespace limpet {

class VirtualAdhesiveResponse : public Response {
public:
    /// `detector`: of scenes where anything may collide. Throws InputError about attachments that hold
    /// nothing.
    VirtualAdhesiveResponse(const Scene& scene, const StepContext& context,
                            const ProximityDetector* detector);

    void begin_step(double h) override;
    void stabilise(double h) override;
    void describe(StepRecord& record) const override;
    void warn() override;
    std::vector<ZoneMembers> zone_members() const override;

    void append_state(std::vector<double>& values) const override { zones_.append_state(values); }
    [[nodiscard]] bool take_state(std::span<const double>& values) override {
        return zones_.take_state(values);
    }
    void inherit(const CarriedState& before, const BodyRenumbering& bodies) override {
        zones_.inherit(static_cast<const VirtualAdhesiveResponse&>(before).zones_, bodies);
    }

private:
    void attach(const AttachmentDescription& attachment, const std::string& path);
    using MotionOf = VertexShifts (VirtualAdhesiveResponse::*)(int body, double h) const;
    /// Of bodies that zones may hold.
    std::vector<VertexShifts> motions(MotionOf motion_of, double h) const;
    VertexShifts expected_motion(int body, double h) const;
    VertexShifts tried_motion(int body, double h) const;
    void move(double h);
    /// Again and again from the start of the step, until nothing overlaps at its end that did not at its
    /// start.
    void move_until_apart(double h);
    void lead_rigid(double h);
    /// Of a try that started with the zones `joined`. Returns whether another one has more to hold.
    bool hold(std::vector<Touch> late, ZoneSet& joined);
    ZoneStep start_step(double h);
    /// Particles in zones with rigid bodies, where contacts have moved these besides.
    void follow_rigid();
    /// Moves a body's particles in positions alone, and those that no zone holds so that its volume stays.
    void shift(int body, std::vector<Vec3> shift) const;

    const StepContext& context_;
    std::optional<TouchSearch> search_;  ///< where anything may collide
    std::vector<double> rest_areas_;     ///< a third of the triangles about each particle, at the start [m^2]
    ZoneSet zones_;
    ZoneMotion motion_;
    std::vector<Freedom> freedom_;                   ///< of particles, in this step
    std::vector<std::optional<WholeMotion>> rigid_;  ///< of this step, those in zones
    int substeps_ = 1;
};

}  // namespace limpet
