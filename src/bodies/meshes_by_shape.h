#pragma once

/// Meshes of a scene's bodies: those of equal shape and fineness are made once. Making the mesh of a shape of
/// hundreds of parts takes as long as many steps, and scenes have dozens of bodies of one shape.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "limpet/scene.h"
#include "shapes/shape_surface.h"

namespace limpet {

/// What `Mesh` there is for which shapes; for as long as bodies are made.
template <class Mesh>
class MeshesByShape {
public:
    /// A copy of the body's mesh, whose surface has triangles of this edge length [m]. `make(notes)` is
    /// called for the first body of its shape; the others get the same notes. Given triangles and files are
    /// read for each body: they may be large, and take little time.
    template <class Make>
    Mesh get(const BodyDescription& body, std::optional<double> edge, std::vector<std::string>* notes,
             Make&& make) {
        if (body.tetrahedra || has_given_triangles(body.shape)) return make(notes);
        BodyDescription geometry = geometry_of(body);
        geometry.surface = edge;
        for (const Made& made : made_)
            if (made.geometry == geometry) return noted(made, notes);
        std::vector<std::string> own;
        Mesh mesh = make(&own);
        made_.push_back({std::move(geometry), std::move(mesh), std::move(own)});
        return noted(made_.back(), notes);
    }

private:
    struct Made {
        BodyDescription geometry;
        Mesh mesh;
        std::vector<std::string> notes;
    };

    /// All else that a mesh depends on.
    static BodyDescription geometry_of(const BodyDescription& body) {
        BodyDescription geometry;
        geometry.shape = body.shape;
        geometry.element = body.element;
        geometry.refine_towards = body.refine_towards;
        geometry.refine_ratio = body.refine_ratio;
        geometry.refine_radius = body.refine_radius;
        geometry.refine_ring = body.refine_ring;
        geometry.refine_growth = body.refine_growth;
        return geometry;
    }
    static const Mesh& noted(const Made& made, std::vector<std::string>* notes) {
        if (notes) notes->insert(notes->end(), made.notes.begin(), made.notes.end());
        return made.mesh;
    }

    std::vector<Made> made_;
};

}  // namespace limpet
