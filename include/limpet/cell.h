#pragma once

#include <string>

#include "limpet/export.h"
#include "limpet/scene.h"

namespace LIMPET_API limpet {

/// What there is to read of a body of particles, a cell: a row of cells.csv.
struct CellReading {
    std::string body;
    double volume = 0;        ///< that the surface encloses [m^3]; of an open one NaN
    double area = 0;          ///< of the surface [m^2]
    double contact_area = 0;  ///< of vertices that collide, each with a third of its triangles [m^2]
    int neighbours = 0;       ///< other bodies that share a zone, or a contact that presses or bonds, with it
    int zones = 0;            ///< that hold it
    Vector3 center{};         ///< of mass [m]
    bool operator==(const CellReading&) const = default;
};

}  // namespace limpet
