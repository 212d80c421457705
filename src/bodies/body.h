#pragma once

/// What the step asks of every body, whatever it is made of.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/types.h"
#include "limpet/frame.h"
#include "limpet/scene.h"
#include "shapes/surface.h"

namespace limpet {

struct Energies {
    double kinetic = 0, elastic = 0, potential = 0;  ///< [J]
};

/// What free motion of a step from `time` to `time + h` is driven by.
struct FreeMotionInput {
    double time = 0;              ///< at the start of the step [s]
    double h = 0;                 ///< [s]
    Vec3 gravity = Vec3::Zero();  ///< [m/s^2]
};

class Body {
public:
    Body(std::string name, BodyType type) : name_(std::move(name)), type_(type) {}
    virtual ~Body() = default;

    const std::string& name() const { return name_; }
    BodyType type() const { return type_; }
    const Surface& surface() const { return surface_; }

    /// Velocities at the end of the step if there were no contacts: v_free.
    virtual void free_motion(const FreeMotionInput& input) = 0;
    /// q += h v, and the surface follows.
    virtual void advance(double h) = 0;

    virtual double mass() const = 0;          ///< [kg]; 0 for a static body
    virtual Vec3 center_of_mass() const = 0;  ///< [m]
    virtual Vec3 mean_velocity() const = 0;   ///< of the centre of mass [m/s]
    virtual Mat3 rotation() const = 0;        ///< from rest; a soft body's best fit
    virtual double volume() const = 0;        ///< [m^3]
    virtual Energies energies(const Vec3& gravity) const = 0;
    virtual int tetrahedra() const { return 0; }

    /// A point of the body that probes follow, picked at rest in the body's own frame.
    virtual int nearest_point(const Vec3& at_rest) const = 0;
    virtual Vec3 point_position(int point) const = 0;
    virtual Vec3 point_velocity(int point) const = 0;

    /// What pictures and frames show beyond the surface.
    virtual void add_to_frame(BodyFrame&) const {}

    /// All that the next step depends on; set_state() takes it back and returns false if it does not fit.
    virtual std::vector<double> state() const = 0;
    [[nodiscard]] virtual bool set_state(std::span<const double> values) = 0;

protected:
    Surface surface_;

private:
    std::string name_;
    BodyType type_;
};

}  // namespace limpet
