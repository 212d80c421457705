/// OBJ frames: one file a frame, one object (`o NAME`) a body. Corners are counted from 1 through the whole
/// file.

#include "core/text.h"
#include "record/escape.h"
#include "record/files.h"
#include "record/frame_files.h"

namespace limpet {

namespace fs = std::filesystem;

namespace {

std::string frame_obj(const Frame& frame) {
    std::string out = "# " + limpet_mark() + "\n# time " + number_text(frame.time) + " s\n";
    std::size_t first = 1;
    for (const BodyFrame& body : frame.bodies) {
        out += "o " + clean_text(body.name) + '\n';
        for (const Vector3& v : body.vertices)
            out += "v " + number_text(v[0]) + ' ' + number_text(v[1]) + ' ' + number_text(v[2]) + '\n';
        for (const std::array<int, 3>& t : body.triangles) {
            out += 'f';
            for (const int corner : t) out += ' ' + std::to_string(first + static_cast<std::size_t>(corner));
            out += '\n';
        }
        first += body.vertices.size();
    }
    return out;
}

class ObjFrames : public FrameWriter {
public:
    ObjFrames(fs::path folder, const std::string& scene_name, const std::optional<ResumePoint>& resume)
        : folder_(std::move(folder)), stem_(file_stem(scene_name)) {
        if (resume) last_step_ = latest_step(folder_, stem_, ".obj");
    }

    void write(const Frame& frame) override {
        write_file(folder_ / (stem_ + step_suffix(frame.step) + ".obj"), frame_obj(frame));
        last_step_ = frame.step;
    }

private:
    fs::path folder_;
    std::string stem_;
};

}  // namespace

std::unique_ptr<FrameWriter> make_obj_writer(const fs::path& folder, const std::string& scene_name,
                                             const std::optional<ResumePoint>& resume) {
    return std::make_unique<ObjFrames>(folder, scene_name, resume);
}

}  // namespace limpet
