#pragma once

#include "limpet/scene.h"
#include "scene/complaints.h"

namespace limpet {

/// What the fields of a scene mean together: names and references, what belongs to which type of body,
/// keyframes in order, numbers of steps and elements that can be had. Fields that were found wrong already
/// are skipped.
void check_scene(const Scene& scene, Complaints& complaints);

/// The bodies of a scene by name.
using BodyTypes = std::map<std::string, BodyType>;

/// Parts of it.
/// That a body has the name that stands at `path`, if one does.
void check_body_name(const std::string& name, const std::string& path, const BodyTypes& bodies,
                     Complaints& complaints);
void check_contact(const ContactSettings& contact, const BodyTypes& bodies, Complaints& complaints);
/// Virtual adhesives: laws of release, and bodies that can have them.
void check_adhesives(const Scene& scene, const BodyTypes& bodies, Complaints& complaints);
void check_attachment(const AttachmentDescription& attachment, const std::string& path,
                      const BodyTypes& bodies, Complaints& complaints);
void check_selection(const NodeSelection& selection, const std::string& path, Complaints& complaints);
/// Whether the solver can do what the bodies' friction asks of it.
void check_solver(const Scene& scene, Complaints& complaints);
/// Detection by layered depth images: fields that belong to it, bodies without a volume.
void check_layered_depth(const Scene& scene, Complaints& complaints);
void check_contact_probe(const ProbeDescription& probe, const std::string& path, bool has_contact,
                         const BodyTypes& bodies, Complaints& complaints);
void check_body(const BodyDescription& body, const std::string& path, const Scene& scene,
                Complaints& complaints);
/// That times grow from keyframe to keyframe.
void check_keyframes(const std::vector<Keyframe>& keyframes, const std::string& path, Complaints& complaints);
void check_attractor(const AttractorDescription& attractor, const std::string& path, const BodyTypes& bodies,
                     Complaints& complaints);
void check_load(const LoadDescription& load, const std::string& path, const BodyTypes& bodies,
                Complaints& complaints);
void check_blade(const BladeDescription& blade, const std::string& path, const Scene& scene,
                 const BodyTypes& bodies, Complaints& complaints);
/// Tools of devices: bodies that can be moved, limits that fit together.
void check_haptics(const Scene& scene, const BodyTypes& bodies, Complaints& complaints);
/// Of a mesh in memory: indices, sizes, and what belongs to which type of body.
void check_mesh(const BodyDescription& body, const MeshShape& mesh, const std::string& path,
                Complaints& complaints);
void check_element_count(const BodyDescription& body, const std::string& path, Complaints& complaints);
/// Of a body, before it is made; 0 where that cannot be told.
struct ElementCounts {
    double tetrahedra = 0, triangles = 0;
};
ElementCounts element_counts(const BodyDescription& body);
/// All bodies together against the memory budget.
void check_memory(const Scene& scene, Complaints& complaints);

}  // namespace limpet
