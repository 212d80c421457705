/// What there is to read of a body of particles:
///
///   A = Σ_t A_t,    A_c = Σ_t A_t (c_i + c_j + c_k)/3
///
///   A, A_c  area of the surface, and of its vertices that collide [m²]
///   A_t     area of triangle t = (i, j, k) [m²]
///   c_i     1 if vertex i collides, else 0

#include "step/cell_readings.h"

#include <Eigen/Geometry>
#include <limits>
#include <map>
#include <set>

#include "detect/ldi/closed_surface.h"

namespace limpet {
namespace {

using Bodies = std::vector<std::unique_ptr<Body>>;
using Neighbours = std::vector<std::set<int>>;

void make_neighbours(int a, int b, Neighbours& neighbours) {
    if (a == b) return;
    neighbours[static_cast<std::size_t>(a)].insert(b);
    neighbours[static_cast<std::size_t>(b)].insert(a);
}

/// Of each body, the other bodies that share a zone with it, or a contact that presses or bonds.
Neighbours find_neighbours(const std::vector<ZoneMembers>& members,
                           const std::vector<ContactFrame>& contacts) {
    Neighbours neighbours(members.size());
    std::map<int, std::vector<int>> bodies_of_zone;
    for (std::size_t i = 0; i < members.size(); ++i)
        for (const int zone : members[i].in_zones) bodies_of_zone[zone].push_back(static_cast<int>(i));
    for (const auto& [zone, held] : bodies_of_zone)
        for (const int a : held)
            for (const int b : held) make_neighbours(a, b, neighbours);
    for (const ContactFrame& c : contacts)
        if (c.status != ContactStatus::Open || c.beta > 0)
            make_neighbours(c.first_body, c.second_body, neighbours);
    return neighbours;
}

CellReading read_cell(const Body& body, const ZoneMembers& members, int neighbours) {
    CellReading cell;
    cell.body = body.name();
    const Surface& surface = body.surface();
    cell.volume =
        ldi::is_closed(surface.triangles) ? body.volume() : std::numeric_limits<double>::quiet_NaN();
    for (const Triangle& t : surface.triangles) {
        const auto &a = surface.positions[t[0]], &b = surface.positions[t[1]], &c = surface.positions[t[2]];
        const double area = (b - a).cross(c - a).norm() / 2;
        cell.area += area;
        for (const int vertex : t)
            if (members.colliding[static_cast<std::size_t>(vertex)]) cell.contact_area += area / 3;
    }
    cell.neighbours = neighbours;
    cell.zones = static_cast<int>(members.in_zones.size());
    cell.center = to_array(body.center_of_mass());
    return cell;
}

}  // namespace

std::vector<ZoneMembers> members_of_all(std::vector<ZoneMembers> members, const Bodies& bodies) {
    members.resize(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (bodies[i]->particles() == 0) continue;
        const std::size_t vertices = bodies[i]->surface().positions.size();
        members[i].zones.resize(vertices, -1);
        members[i].colliding.resize(vertices, 0);
    }
    return members;
}

std::vector<CellReading> cell_readings(const Bodies& bodies, const std::vector<ZoneMembers>& members,
                                       const std::vector<ContactFrame>& contacts) {
    std::vector<CellReading> cells;
    const Neighbours neighbours = find_neighbours(members, contacts);
    for (std::size_t i = 0; i < bodies.size(); ++i)
        if (bodies[i]->particles() > 0)
            cells.push_back(read_cell(*bodies[i], members[i], static_cast<int>(neighbours[i].size())));
    return cells;
}

}  // namespace limpet
