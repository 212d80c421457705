#pragma once

/// What random scenes are made of: a scale, a time step that fits it, settings of contact, and solids.

#include <string>

#include "core/types.h"
#include "limpet/scene.h"
#include "physics_fuzz/random.h"

namespace limpet::physics_fuzz {

/// A shape with what is needed to place it.
struct Solid {
    Shape shape;
    Vec3 half = Vec3::Zero();  ///< of its box [m]
    std::optional<double> surface, element;
    double radius() const { return half.norm(); }  ///< of a ball that holds it [m]
};

enum class Medium { Rigid, Soft };

class SceneKit {
public:
    SceneKit(Random& random, const std::string& name);

    Random& random() { return random_; }
    Scene& scene() { return scene_; }
    double size() const { return size_; }  ///< of an ordinary body of the scene [m]
    double speed() const;                  ///< √(g size): of a fall by half its size [m/s]
    double step() const { return scene_.time.step; }
    bool layered() const;  ///< whether detection is `ldi`

    Solid box(const Vec3& sides) const;
    Solid mesh_box(const Vec3& sides) const;  ///< a cube as a file of triangles, if the sides are equal
    Solid round_solid();
    Solid any_solid(Medium medium);

    BodyDescription& add(const std::string& name, BodyType type, const Solid& solid, const Vec3& position);
    BodyDescription& add(const std::string& name, Medium medium, const Solid& solid, const Vec3& position);
    BodyDescription& add_cloth(double x, double z, const Vec3& position);
    /// Top at y = 0, far larger than all else.
    BodyDescription& add_floor();
    void turn_any_way(BodyDescription& body);
    void set_steps(int count);
    void no_gravity() { scene_.gravity = {0, 0, 0}; }
    void with_detection(DetectionType type);
    Medium any_medium(double soft_share) { return random_.chance(soft_share) ? Medium::Soft : Medium::Rigid; }

private:
    void choose_scale();
    void choose_contact();

    Random& random_;
    Scene scene_;
    double size_ = 0.1;
    double scale_ = 1;
};

/// A number with few digits, so that scenes are easy to read.
double short_number(double value);

/// Meshes that scenes name as files, written to a folder.
void write_mesh_files(const std::string& folder);

}  // namespace limpet::physics_fuzz
