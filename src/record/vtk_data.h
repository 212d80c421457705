#pragma once

/// VTK's XML files of one moment: a body's surface (.vtp), a soft body's tetrahedra (.vtu), and all contacts
/// (.vtp), a point each.
/// Format: VTK User's Guide, "VTK File Formats", XML with raw appended data: after "_", each array is its
/// length in bytes (u64) and its bytes. What VTK has no place for (the body's name, type, colour, step) is
/// field data.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "limpet/frame.h"

namespace limpet {

std::string surface_vtp(const BodyFrame& body, int body_id, long step, double time);
std::string volume_vtu(const BodyFrame& body, int body_id, long step, double time);
/// A point a contact, midway between its two points, which are arrays beside all else that it has.
std::string contacts_vtp(const Frame& frame);

/// What one such file says: `body` has the surface or the tetrahedra, unless it is the file of `contacts`.
struct VtkDataset {
    BodyFrame body;
    std::optional<std::vector<ContactFrame>> contacts;
    long step = 0;
    double time = 0;  ///< [s]
};

/// Reads a file that one of these made. Throws InputError with the file and the reason.
VtkDataset read_vtk_dataset(const std::filesystem::path& file);
/// The same from the file's bytes; `file` is for messages.
VtkDataset parse_vtk_dataset(std::string bytes, const std::filesystem::path& file);

}  // namespace limpet
