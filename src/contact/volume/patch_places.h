#pragma once

/// Where on a surface volume contacts and bonds lie: as areas of places, so that two patches can be compared
/// whatever has moved since. Places are the vertices of the surface that has the smaller triangles of the
/// two. Images count pixels, of which a vertex of a fine mesh has a few or none: vertices that were within a
/// box of some pixels at the start are one place.

#include <map>
#include <memory>
#include <vector>

#include "bodies/body.h"
#include "core/body_renumbering.h"
#include "detect/ldi/volume_rows.h"

namespace limpet {

using PlaceAreas = std::map<int, double>;  ///< [m²]

class PatchPlaces {
public:
    /// For bodies as they are at time 0: vertices that cuts add are places of their own.
    PatchPlaces(const std::vector<std::unique_ptr<Body>>& bodies, double pixel);
    /// Keeps the places of bodies that were there before, whatever has become of them since.
    void inherit(const PatchPlaces& before, const BodyRenumbering& bodies);

    /// Whether the first body's surface has the places of a pair, and the second's; within one body both do.
    bool on_first(int first_body, int second_body) const;
    bool on_second(int first_body, int second_body) const;
    int place(int body, int vertex) const;
    /// Of a patch of this area; within one body, half of it on each side.
    PlaceAreas areas(int first_body, int second_body, const VolumeRows& rows, double area) const;

private:
    std::vector<double> triangle_area_;    ///< mean of each body [m²]
    std::vector<std::vector<int>> place_;  ///< of each body's vertices: the first vertex there
};

}  // namespace limpet
