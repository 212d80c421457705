#pragma once

/// A scene as plain data, in SI units: what a scene file says, and what a World is built from.
/// Units, ranges and meanings of the fields are in docs/scene-reference.md, which is made from the schema.

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "limpet/export.h"
#include "limpet/probe_quantity.h"

namespace LIMPET_API limpet {

using Vector3 = std::array<double, 3>;

/// A rotation by an angle about an axis through the origin.
struct Rotation {
    Vector3 axis{0, 1, 0};  ///< need not be of unit length
    double degrees = 0;     ///< [deg]
    bool operator==(const Rotation&) const = default;
};

struct BoxShape {
    Vector3 size{};  ///< full side lengths [m]
    bool operator==(const BoxShape&) const = default;
};
struct SphereShape {
    double radius = 0;  ///< [m]
    bool operator==(const SphereShape&) const = default;
};
/// Axis y.
struct CylinderShape {
    double radius = 0;  ///< [m]
    double height = 0;  ///< [m]
    bool operator==(const CylinderShape&) const = default;
};
/// About y, centred: its base at −height/2, its apex at height/2.
struct ConeShape {
    double radius = 0;  ///< of the base [m]
    double height = 0;  ///< [m]
    bool operator==(const ConeShape&) const = default;
};
/// Axis y; `height` is the distance of the centres of its two half spheres.
struct CapsuleShape {
    double radius = 0;  ///< [m]
    double height = 0;  ///< [m]
    bool operator==(const CapsuleShape&) const = default;
};
/// Axis y.
struct TorusShape {
    double radius = 0;  ///< of the centre line [m]
    double tube = 0;    ///< radius of the tube [m]
    bool operator==(const TorusShape&) const = default;
};
/// A rectangle in the xz plane, facing +y.
struct PlaneShape {
    double x = 0;  ///< side length [m]
    double z = 0;  ///< side length [m]
    bool operator==(const PlaneShape&) const = default;
};
/// A mesh from a file: `scale` keeps the file's coordinates, `size` centres it and sets its longest side.
struct FileShape {
    std::string file;
    std::optional<double> scale;  ///< [-]
    std::optional<double> size;   ///< [m]
    bool operator==(const FileShape&) const = default;
};
/// A shape of the zoo, centred, its longest side being `size`.
struct ZooShape {
    std::string name;
    double size = 0;  ///< [m]
    bool operator==(const ZooShape&) const = default;
};
/// A mesh in memory, in the body's own frame: triangles, counter-clockwise seen from outside, or the
/// tetrahedra of a soft body, whose boundary is the surface.
struct MeshShape {
    std::vector<Vector3> vertices;               ///< [m]
    std::vector<std::array<int, 3>> triangles;   ///< three vertices each, counted from 0
    std::vector<std::array<int, 4>> tetrahedra;  ///< four vertices each; soft bodies only
    bool operator==(const MeshShape&) const = default;
};
/// A box without sizes stands for none.
using Shape = std::variant<BoxShape, SphereShape, CylinderShape, ConeShape, CapsuleShape, TorusShape,
                           PlaneShape, FileShape, ZooShape, MeshShape>;

struct Damping {
    double mass = 0;       ///< Rayleigh, on the mass [1/s]
    double stiffness = 0;  ///< Rayleigh, on the stiffness [s]
    bool operator==(const Damping&) const = default;
};

struct Material {
    double density = 1000;  ///< [kg/m^3]
    double young = 1e5;     ///< [Pa]
    double poisson = 0.3;   ///< [-]
    Damping damping;
    bool operator==(const Material&) const = default;
};

enum class BodyType { Static, Rigid, Soft, Cloth, Particles };
enum class ElasticModel { Linear, Corotational, StVenantKirchhoff, NeoHookean };
enum class Dynamics { Implicit, Quasistatic };
enum class Integrator { Midpoint, ImplicitEuler };
enum class LinearSolver { Auto, ConjugateGradient, Cholesky };

/// Nodes chosen in the body's own frame at rest: those inside a box or a sphere.
struct BoxSelection {
    Vector3 min{}, max{};  ///< [m]
    bool operator==(const BoxSelection&) const = default;
};
struct SphereSelection {
    Vector3 center{};   ///< [m]
    double radius = 0;  ///< [m]
    bool operator==(const SphereSelection&) const = default;
};
using NodeSelection = std::variant<BoxSelection, SphereSelection>;

/// Displacement (world axes) and rotation (about the body's own origin) from its place; linear in between.
struct Keyframe {
    double time = 0;         ///< [s]
    Vector3 displacement{};  ///< [m]
    Rotation rotation{};
    bool operator==(const Keyframe&) const = default;
};

/// Keyframes of a whole static body (no `nodes`), or of some nodes of a soft one.
struct Motion {
    std::optional<NodeSelection> nodes;
    std::vector<Keyframe> keyframes;
    std::string name = {};  ///< that World::move_to() knows its nodes by; empty: none
    bool operator==(const Motion&) const = default;
};

/// By which share of its length a muscle is shorter at a time; linear in between.
struct Contraction {
    double time = 0;   ///< [s]
    double share = 0;  ///< [-]
    bool operator==(const Contraction&) const = default;
};

/// What makes a body's rest shape shorter along an axis of its own frame.
struct MuscleDescription {
    Vector3 axis{1, 0, 0};  ///< need not be of unit length
    std::vector<Contraction> contraction;
    bool operator==(const MuscleDescription&) const = default;
};

/// Coulomb's coefficients [-]: of contacts that stick, and of those that slid in the step before.
struct Friction {
    double at_rest, sliding;

    /// One coefficient for both.
    Friction(double coefficient = 0.5) : at_rest(coefficient), sliding(coefficient) {}
    Friction(double resting, double moving) : at_rest(resting), sliding(moving) {}
    bool operator==(const Friction&) const = default;
};

struct BodyDescription {
    std::string name;
    BodyType type = BodyType::Rigid;
    Shape shape;
    Vector3 position{};  ///< [m]
    Rotation rotation;
    Vector3 velocity{};             ///< [m/s]
    Vector3 angular_velocity{};     ///< about the centre of mass [rad/s]
    std::optional<double> surface;  ///< edge length of the surface's triangles [m]
    std::vector<Motion> motion;
    std::optional<Friction> friction;   ///< mixed with the other body's, √(μ μ')
    std::optional<double> restitution;  ///< of rigid and static bodies, mixed as √(e e') [-]
    std::optional<std::string> color;   ///< "#rrggbb" or a colour's name, for pictures

    std::optional<double> density;        ///< of a rigid or particles body [kg/m^3]
    std::optional<std::string> material;  ///< name in Scene::materials

    ElasticModel model = ElasticModel::Corotational;
    Dynamics dynamics = Dynamics::Implicit;
    std::optional<double> element;  ///< edge length of the tetrahedra [m]
    std::optional<std::string>
        tetrahedra;  ///< a file instead of `element`; without a shape, its boundary is the surface
    std::optional<Vector3> refine_towards;  ///< boxes, spheres: elements get smaller towards this point [m]
    double refine_ratio = 4;                ///< ... by this factor
    double refine_radius = 0;               ///< ... and are that small within this distance [m]
    double refine_ring = 0;                 ///< ... of a circle of this radius about the point, if > 0 [m]
    double refine_growth = 0.25;            ///< of their size with the distance from it
    int newton_iterations = 1;              ///< of implicit Euler, a step
    LinearSolver linear_solver = LinearSolver::Auto;
    std::vector<NodeSelection> fixed;

    std::optional<double> thickness;  ///< of cloth, and of sheets of particles [m]
    std::optional<double> stretch;    ///< of cloth, along its edges [N/m]
    std::optional<double> shear;      ///< of cloth, across pairs of triangles [N/m]
    std::optional<double> bend;       ///< of cloth, about its inner edges [N m]

    std::optional<double> mass;               ///< of a particles body, in the place of `density` [kg]
    std::optional<double> shape_memory;       ///< of a particles body [N/m]
    double strain_memory = 0;                 ///< of a particles body [N/m]
    std::optional<bool> volume_preservation;  ///< of a particles body; none: where its surface is closed
    std::optional<double> interior;           ///< spacing of particles inside a particles body [m]
    double damping = 0;                       ///< of a particles body's deformation [1/s]
    int substeps = 1;                         ///< of a particles body, per step
    Vector3 stretch_at_start{1, 1, 1};        ///< of a particles body along its own axes [-]
    std::optional<MuscleDescription> muscle;  ///< of a particles body

    /// Without a shape, the surface is the boundary of `tetrahedra`.
    bool has_shape() const { return shape != Shape{}; }
    bool operator==(const BodyDescription&) const = default;
};

enum class DetectionType { Proximity, Continuous, LayeredDepth };
/// What to do with surfaces that are not closed, where volumes are asked for.
enum class OpenSurfaces { Skip, Refuse };

/// How surfaces that come near each other are found.
struct DetectionSettings {
    DetectionType type = DetectionType::Proximity;
    std::optional<double> distance;  ///< nearer than this there are contacts [m]
    bool self = false;               ///< also within one surface

    std::optional<double> pixel;                      ///< of layered depth images [m]
    std::optional<double> cell;                       ///< a contact a cell of this size; none: one a pair [m]
    bool at_center = false;                           ///< volume contacts push and rub at their centres
    OpenSurfaces open_surfaces = OpenSurfaces::Skip;  ///< pixels whose entries and exits do not match
    bool operator==(const DetectionSettings&) const = default;
};

/// Bonds between surfaces that touch: J. Gascón, J. S. Zurdo, M. A. Otaduy (2010). What holds between two
/// bodies, with nothing left out, is in limpet/adhesion.h.
struct AdhesionDescription {
    double stiffness = 1e6;                    ///< C: traction per gap of a full bond; 0: no adhesion [N/m^3]
    double energy = 1;                         ///< W: what it takes to break a full bond, per area [J/m^2]
    double viscosity = 0.1;                    ///< η of debonding; 0: at once [J s/m^2]
    double bonding_rate = 1;                   ///< r [1/(Pa s)]
    double saturation = 1000;                  ///< p0: compression at which bonds get full [Pa]
    double initial = 0;                        ///< β of what touches at the start [-]
    std::optional<double> reference_gap = {};  ///< a bond breaks for good at twice it; none: from C and W [m]
    bool operator==(const AdhesionDescription&) const = default;
};

/// What of it is different for one pair of bodies.
struct AdhesionOfPair {
    std::optional<double> stiffness, energy, viscosity, bonding_rate, saturation, initial, reference_gap;
    bool operator==(const AdhesionOfPair&) const = default;
};

struct ContactLaw {
    Friction friction;
    double viscosity = 0;                 ///< tangential traction per slip velocity, beside friction [Pa s/m]
    double restitution = 0;               ///< of bodies that keep their shape and have none of their own [-]
    double restitution_threshold = 0.01;  ///< what meets more slowly does not bounce [m/s]
    std::optional<AdhesionDescription> adhesion;
    bool operator==(const ContactLaw&) const = default;
};

/// What keeps bodies apart: constraints that a solver enforces, or virtual adhesives that hold together what
/// collides (docs/virtual-adhesive.md).
enum class ContactResponse { Constraints, VirtualAdhesive };

/// What is different for one pair of bodies; what is left out is as for all.
struct ContactPair {
    std::array<std::string, 2> bodies;
    std::optional<ContactResponse> response = {};
    std::optional<double> kappa = {};     ///< of a virtual adhesive between these two [m]
    std::optional<double> strength = {};  ///< [Pa]
    struct Law {
        std::optional<Friction> friction;
        std::optional<double> viscosity;
        std::optional<double> restitution;
        std::optional<AdhesionOfPair> adhesion;
        bool operator==(const Law&) const = default;
    } law;
    bool operator==(const ContactPair&) const = default;
};

struct ContactSettings {
    DetectionSettings detection;
    ContactResponse response = ContactResponse::Constraints;
    std::optional<double> kappa;     ///< of virtual adhesives: a particle further from its own way leaves [m]
    std::optional<double> strength;  ///< in its place: traction at which a particle leaves [Pa]
    bool paper = false;              ///< `kappa` with the directions' test as it is printed
    ContactLaw law;
    std::vector<ContactPair> pairs;
    bool operator==(const ContactSettings&) const = default;
};

/// Particles of an elastic body that are on a rigid or static one for good.
struct AttachmentDescription {
    std::array<std::string, 2> bodies;  ///< the elastic one, and the other
    BoxSelection box;                   ///< in the elastic body's own frame at rest [m]
    bool operator==(const AttachmentDescription&) const = default;
};

enum class SolverType {
    Auto,
    Pgs,
    BlockPgs,
    Nsgs,
    UzawaLocal,
    UzawaGlobal,
    Lemke,
    InteriorPoint,
    Anticipation,
    Newton
};
/// In the enumeration's order.
inline constexpr std::array<std::string_view, 10> solver_names = {
    "auto",         "pgs",   "block-pgs",      "nsgs",         "uzawa-local",
    "uzawa-global", "lemke", "interior-point", "anticipation", "newton"};
/// Coulomb's cone, or four planes in its place, where the solver has the choice.
enum class ConeType { Exact, Pyramid, Box };

struct SolverSettings {
    SolverType type = SolverType::Auto;
    ConeType cone = ConeType::Exact;
    int iterations = 200;     ///< sweeps a step, at most
    double tolerance = 1e-6;  ///< of the natural-map error [-]
    bool operator==(const SolverSettings&) const = default;
};

struct ProbeDescription {
    std::string name;
    std::string body;
    ProbeQuantity what = ProbeQuantity::Position;
    std::optional<Vector3> nearest;   ///< the node nearest to this point, in the body's frame at rest [m]
    std::optional<std::string> with;  ///< contact quantities: of the contacts with this body alone
    bool operator==(const ProbeDescription&) const = default;
};

/// A plane without end.
struct BladePlane {
    Vector3 point{};          ///< [m]
    Vector3 normal{0, 1, 0};  ///< need not be of unit length
    bool operator==(const BladePlane&) const = default;
};

/// What cuts soft bodies while they move: a plane, all at once, or what a moving edge sweeps.
struct BladeDescription {
    std::vector<std::string> bodies;  ///< that it cuts; empty: all soft ones
    std::optional<BladePlane> plane;
    double time = 0;                             ///< when the plane cuts [s]
    std::optional<std::array<Vector3, 2>> edge;  ///< its two ends [m]
    std::vector<Keyframe> keyframes;             ///< of the edge; rotations are about its middle
    bool operator==(const BladeDescription&) const = default;
};

/// What a haptic device moves: a rigid or a static body, or of a soft body or cloth the nodes of a motion.
struct HapticTool {
    std::string body;
    std::string group = {};  ///< `name` of one of the body's motions; empty: the whole body
    bool operator==(const HapticTool&) const = default;
};

/// The springs between a device and its tool, at points of the tool's surface.
struct HapticCoupling {
    double stiffness = 500;  ///< of all of them together [N/m]
    double damping = 2;      ///< [N s/m]
    bool operator==(const HapticCoupling&) const = default;
};

/// The simulated hand of the device `operator`.
struct HapticOperator {
    double mass = 0.3;           ///< of hand and handle [kg]
    double stiffness = 500;      ///< of the muscles that follow the path [N/m]
    double damping = 10;         ///< [N s/m]
    std::vector<Keyframe> path;  ///< of the hand; where it wants to be
    bool operator==(const HapticOperator&) const = default;
};

/// A tool that is moved by a device, and what may be sent to the device (docs/haptics.md).
struct HapticsDescription {
    HapticTool tool;
    double scale = 1;               ///< tool's displacement per device's displacement [-]
    std::optional<Vector3> origin;  ///< where the device's first position puts the tool [m]
    HapticCoupling coupling;
    double max_force = 4;          ///< [N]
    double max_force_rate = 2000;  ///< [N/s]
    double max_speed = 5;          ///< of a device; beyond it a position is a fault [m/s]
    double stale_after = 0.05;     ///< age of the last position at which the force is zero [s]
    double ramp = 0.2;             ///< in which the force comes in, at the start and after a fault [s]
    HapticOperator hand;
    bool operator==(const HapticsDescription&) const = default;
};

/// Where pictures are taken from; whatever is left out is chosen so that the scene fills the picture.
struct Camera {
    std::optional<Vector3> position;  ///< [m]
    std::optional<Vector3> target;    ///< [m]
    Vector3 up{0, 1, 0};
    double field_of_view = 35;  ///< vertical [deg]
    bool operator==(const Camera&) const = default;
};

/// How the pull of an attractor gets weaker with the distance.
enum class Falloff { None, Linear, InverseSquare };

/// A place that bodies that move are pulled to: an acceleration, like gravity, but by place.
struct AttractorDescription {
    Vector3 position{};   ///< [m]
    double strength = 0;  ///< the largest; below 0 it pushes away [m/s^2]
    Falloff falloff = Falloff::None;
    std::optional<double> range;      ///< of its falloff [m]
    std::optional<double> core;       ///< where it vanishes towards its centre [m]
    std::vector<std::string> bodies;  ///< that it pulls; empty: all that move
    bool operator==(const AttractorDescription&) const = default;
};

/// What a load is multiplied by at a time [-]; linear in between.
struct LoadFactor {
    double time = 0;  ///< [s]
    double factor = 1;
    bool operator==(const LoadFactor&) const = default;
};

/// A force or a pressure on a body from outside: on the whole body, on some of its nodes, or on a part of its
/// surface.
struct LoadDescription {
    std::string body;
    std::optional<NodeSelection> nodes;
    std::optional<NodeSelection> surface;  ///< triangles with all three vertices in it
    std::optional<Vector3> force;          ///< of all that is loaded together [N]
    std::optional<double> pressure;        ///< against the surface's normals [Pa]
    std::vector<LoadFactor> keyframes;     ///< empty: 1 at all times
    bool operator==(const LoadDescription&) const = default;
};

struct TimeSettings {
    double step = 0.005;                                ///< h [s]
    double duration = 1.0;                              ///< [s]
    Integrator integrator = Integrator::ImplicitEuler;  ///< of soft bodies and cloth
    bool operator==(const TimeSettings&) const = default;
};

struct Scene {
    std::string schema;  ///< the file's "$schema", which is for editors
    std::string name;
    std::string description;
    Vector3 gravity{0, -9.81, 0};  ///< [m/s^2]
    TimeSettings time;
    std::map<std::string, Material> materials;
    std::vector<BodyDescription> bodies;
    std::optional<ContactSettings> contact;  ///< without it nothing collides
    std::vector<AttachmentDescription> attachments;
    SolverSettings solver;
    std::vector<BladeDescription> blades;
    std::vector<AttractorDescription> attractors;
    std::vector<LoadDescription> loads;
    std::vector<ProbeDescription> probes;
    std::vector<HapticsDescription> haptics;  ///< one per device
    Camera camera;

    std::string file;  ///< where it was read from; paths in it are relative to its folder
    std::map<std::string, int>
        lines;  ///< line of each field's path in that file; 0 if it came from an override
    bool operator==(const Scene&) const = default;
};

/// Reads and checks a scene file, or a scene that ships with Limpet when `path_or_name` is one's name.
/// `overrides` are "path=value" as in `limpet run --set`. Throws InputError with all that is wrong.
Scene load_scene(const std::string& path_or_name, const std::vector<std::string>& overrides = {});

/// The same from text; relative paths are looked up from `folder`.
Scene parse_scene(const std::string& text, const std::string& folder = ".",
                  const std::vector<std::string>& overrides = {});

/// Checks a scene that a program made or changed as the loader checks a file, with the same sentences: names,
/// ranges, what belongs together. World(scene) calls it. Throws InputError with all that is wrong; file and
/// line are those of `Scene::lines`, where there are any.
void validate(const Scene& scene);

/// The scene, or a body of one, as a scene file has it; fields that have their defaults are left out. Numbers
/// read back to the same double: parse_scene(scene_to_json(scene), "") is the same scene. Names of files stay
/// as they are.
std::string scene_to_json(const Scene& scene);
std::string body_to_json(const BodyDescription& body);

/// A scene that ships with Limpet.
struct ShippedScene {
    std::string name;
    std::string description;
    std::string file;
};
std::vector<ShippedScene> shipped_scenes();

/// The JSON schema of scene files, for editors, and the reference page in Markdown: both from the one schema.
std::string scene_json_schema();
std::string scene_reference_markdown();

}  // namespace limpet
