#pragma once

/// What there is to read of a body: surface, measures, energies. Probes, frames, warnings and laws ask it.

#include <optional>
#include <string>
#include <utility>

#include "bodies/acceleration_field.h"
#include "core/types.h"
#include "limpet/frame.h"
#include "limpet/scene.h"
#include "shapes/meshes/surface.h"

namespace limpet {

struct Energies {
    double kinetic = 0, elastic = 0, potential = 0;  ///< [J]
};

/// How a body turns; of one that deforms, as a rigid one with its angular momentum does.
struct Spin {
    Vec3 angular_velocity;  ///< [rad/s]
    Vec3 angular_momentum;  ///< about the centre of mass [kg m²/s]
};

class BodyReading {
public:
    BodyReading(std::string name, BodyType type) : name_(std::move(name)), type_(type) {}
    virtual ~BodyReading() = default;

    const std::string& name() const { return name_; }
    BodyType type() const { return type_; }
    /// Its vertices may move against each other.
    bool deforms() const { return type_ != BodyType::Static && type_ != BodyType::Rigid; }
    const Surface& surface() const { return surface_; }

    virtual double mass() const = 0;          ///< [kg]; 0 for a static body
    virtual Vec3 center_of_mass() const = 0;  ///< [m]
    virtual Vec3 mean_velocity() const = 0;   ///< of the centre of mass [m/s]
    virtual Mat3 rotation() const = 0;        ///< from rest; a soft body's best fit
    virtual double volume() const = 0;        ///< [m^3]
    /// Empty: a static body's is not measured.
    virtual std::optional<Spin> spin() const { return {}; }
    /// With which what holds or moves its nodes acts on it at the end of the step; empty: none are held. [N]
    virtual std::optional<Vec3> reaction_force() const { return {}; }
    /// Cauchy's, of the element whose middle is nearest to a place at rest in the body's own frame, or a mean
    /// by volume; empty: it has no tetrahedra. [Pa]
    virtual std::optional<Mat3> stress(const std::optional<Vec3>& /*nearest_at_rest*/) const { return {}; }
    virtual Energies energies(const AccelerationField& field) const = 0;
    virtual int tetrahedra() const { return 0; }
    /// Of these, how many are inside out.
    virtual int inverted_tetrahedra() const { return 0; }

    /// A point of the body that probes follow, picked at rest in the body's own frame.
    virtual int nearest_point(const Vec3& at_rest) const = 0;
    virtual Vec3 point_position(int point) const = 0;
    virtual Vec3 point_velocity(int point) const = 0;

    /// What pictures and frames show beyond the surface.
    virtual void add_to_frame(BodyFrame&) const {}

protected:
    Surface surface_;

private:
    std::string name_;
    BodyType type_;
};

}  // namespace limpet
