#pragma once

/// What is done to a running world at random: bodies are added and removed, grabbed, pulled along, released
/// and pushed, live fields change. A script is relative to what is there when its time comes, so that it fits
/// any scene of a series.

#include <cstdint>
#include <string>
#include <vector>

#include "core/box.h"
#include "core/types.h"
#include "limpet/world.h"

namespace limpet::physics_fuzz {

/// Nothing that is done at random is done to this body.
inline const std::string bystander_name = "bystander";

struct Touch {
    enum class Verb {
        Add,         ///< a copy of a body, above all others
        Remove,      ///<
        Grab,        ///< pulled to a place `amount` sizes away
        Release,     ///<
        Push,        ///< at the centre of mass for a step, with `amount` weights
        Friction,    ///< of all, `amount`
        Gravity,     ///< turned towards `direction`, `amount` of what it is
        Damping,     ///< of a material, `amount` steps
        Distance,    ///< of detection: `amount` of what the scene starts with
        Cell,        ///< of volumes: the same
        SolverType,  ///< `auto` or `nsgs`
    };
    long step = 0;
    Verb verb = Verb::Add;
    int which = 0;  ///< of what there is to choose from, counted round
    Vec3 direction = Vec3::UnitY();
    double amount = 1;
    double stiffness = 0;  ///< of a grab: (ω h)², with ω its frequency with the body's mass; 0: the default
    double force_limit = 0;  ///< of a grab, in weights; 0: none
    bool is_damped = true;   ///< of a grab: by the default
};

std::vector<Touch> random_touches(const Scene& scene, std::uint64_t seed, std::uint64_t index);

/// What touches did between two steps.
struct TouchEffect {
    std::vector<BodyDescription> added;
    double brought = 0;  ///< energy that came with bodies and changes of gravity [J]
    bool lost = false;   ///< bodies went, and energy with them that nobody measured
};

/// What pulled at a body in a step, and its work.
struct BodyPull {
    std::string body;
    Vec3 force = Vec3::Zero();  ///< [N]
    double work = 0;            ///< force times the way of the point that it pulls at [J]
    double work_error = 0;      ///< force times what arc and tangent of that way may differ by [J]
};

/// Does a script to a world.
class Toucher {
public:
    Toucher(std::vector<Touch> script, World& world, double tolerance);

    /// What is due before the next step.
    TouchEffect touch();
    /// What pulled at bodies in the step just taken, one entry per force.
    std::vector<BodyPull> pulls() const;

private:
    struct Push {
        std::string body;
        Vec3 force, from;
    };
    void apply(const Touch& touch, TouchEffect& effect);
    void add(const Touch& touch, TouchEffect& effect);
    void grab(const Touch& touch);
    void turn_gravity(const Touch& touch, TouchEffect& effect);
    void set_field(const Touch& touch);
    std::vector<std::string> movable() const;
    double weight_of(const std::string& body) const;

    std::vector<Touch> script_;
    World& world_;
    Scene start_;
    double tolerance_;  ///< of overlap in the scene as it starts [m]
    std::vector<Box3> start_boxes_;
    std::size_t next_ = 0;
    int added_ = 0;
    struct Held {
        GrabState grab;
        Vec3 center;  ///< of mass of its body [m]
    };
    std::vector<Held> held_;    ///< before the step
    std::vector<Push> pushes_;  ///< of the step
};

}  // namespace limpet::physics_fuzz
