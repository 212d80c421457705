#pragma once

/// A run as one glTF 2.0 animation. Bodies that move rigidly are a mesh with an animated place; bodies that
/// deform have one morph target a frame, of which exactly one is fully on at that frame's time.

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "limpet/frame.h"

namespace limpet {

/// One body through all frames, in the precision of the file.
struct GltfTrack {
    std::string name;
    BodyType type = BodyType::Rigid;
    std::string color;
    std::vector<std::array<int, 3>> triangles;
    std::vector<float> positions,
        normals;  ///< of the mesh, flat; of a rigid body about its centre at the first frame
    std::vector<float> translations;  ///< rigid: three a frame [m]
    std::vector<float> rotations;     ///< rigid: a quaternion x, y, z, w a frame
    std::vector<std::vector<float>>
        moves;  ///< deforming: a frame's positions minus the mesh's, flat; from the second on
    std::vector<std::vector<float>> turns;  ///< ... and its normals minus the mesh's

    bool deforms() const { return type != BodyType::Static && type != BodyType::Rigid; }
};

class GltfAnimation {
public:
    /// False, and nothing is added, if the frame has other bodies or triangles than the first one, or a rigid
    /// body is not the first one's turned and shifted: then one animation cannot hold it.
    bool add(const Frame& frame);

    /// The file's bytes.
    std::string glb(const std::string& scene_name) const;

    /// Reads a file that glb() made, frames later than `latest_time` [s] left out. Throws InputError.
    static GltfAnimation read(const std::filesystem::path& file, double latest_time);
    /// The same from the file's bytes; `file` is for messages.
    static GltfAnimation parse(std::string bytes, const std::filesystem::path& file, double latest_time);

    std::size_t frames() const { return times_.size(); }
    long last_step() const { return steps_.empty() ? -1 : steps_.back(); }
    /// About what glb() would have.
    std::size_t bytes() const;
    const std::vector<GltfTrack>& tracks() const { return tracks_; }

private:
    std::vector<GltfTrack> tracks_;
    std::vector<double> times_;  ///< [s]
    std::vector<long> steps_;
};

/// "#rrggbb" as linear red, green, blue in 0 … 1; a colour of its own for each index if the text is none.
std::array<double, 3> linear_color(const std::string& color, std::size_t index);

}  // namespace limpet
