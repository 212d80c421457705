#pragma once

/// VTK's XML files of one body at one moment: its surface (.vtp) and, of a soft body, its tetrahedra (.vtu).
/// Format: VTK User's Guide, "VTK File Formats", XML with raw appended data: after "_", each array is its
/// length in bytes (u64) and its bytes. What VTK has no place for (the body's name, type, colour, step) is
/// field data.

#include <filesystem>
#include <string>

#include "limpet/frame.h"

namespace limpet {

std::string surface_vtp(const BodyFrame& body, int body_id, long step, double time);
std::string volume_vtu(const BodyFrame& body, int body_id, long step, double time);

/// What one such file says; `body` has the surface or the tetrahedra.
struct VtkBody {
    BodyFrame body;
    long step = 0;
    double time = 0;  ///< [s]
};

/// Reads a file that surface_vtp() or volume_vtu() made. Throws InputError with the file and the reason.
VtkBody read_vtk_body(const std::filesystem::path& file);
/// The same from the file's bytes; `file` is for messages.
VtkBody parse_vtk_body(std::string bytes, const std::filesystem::path& file);

}  // namespace limpet
