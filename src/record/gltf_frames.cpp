/// glTF frames: one animated .glb of the whole run. A frame that it cannot hold (other triangles, or more
/// than `largest` bytes), and all after it, become .glb files of their own.

#include <algorithm>
#include <stdexcept>

#include "record/escape.h"
#include "record/files.h"
#include "record/frame_files.h"
#include "record/gltf_animation.h"

namespace limpet {

namespace fs = std::filesystem;

namespace {

/// The animation is in memory while the run goes on [bytes]; the format's own limit is 4 GiB.
constexpr std::size_t largest = std::size_t{512} << 20;

class GltfFrames : public FrameWriter {
public:
    GltfFrames(fs::path folder, const std::string& scene_name, const std::optional<ResumePoint>& resume)
        : folder_(std::move(folder)), scene_name_(scene_name), stem_(file_stem(scene_name)) {
        if (!resume) return;
        if (fs::exists(whole_run())) run_ = GltfAnimation::read(whole_run(), resume->time);
        const long latest_single = latest_step(folder_, stem_, ".glb");
        single_ = latest_single >= 0;
        last_step_ = std::max(run_.last_step(), latest_single);
        write_at_ = 2 * run_.frames();
        if (run_.frames() > 0) write_run();
    }

    void write(const Frame& frame) override {
        if (!single_ && (run_.bytes() > largest || !run_.add(frame))) {
            write_run();
            single_ = true;
        }
        if (single_) {
            GltfAnimation one;
            if (!one.add(frame))
                throw std::runtime_error("a frame with non-finite positions cannot be written as glTF");
            write_file_aside(folder_ / (stem_ + step_suffix(frame.step) + ".glb"), one.glb(scene_name_));
        } else if (run_.frames() >= write_at_) {
            // Each time there are twice as many frames: a killed run leaves half of them at least, and all
            // the writing together is no more than twice the file.
            write_run();
            write_at_ = 2 * run_.frames();
        }
        last_step_ = frame.step;
    }

    void finish() override {
        if (!single_) write_run();
    }

private:
    fs::path whole_run() const { return folder_ / (stem_ + ".glb"); }
    void write_run() const {
        if (run_.frames() > 0) write_file_aside(whole_run(), run_.glb(scene_name_));
    }

    fs::path folder_;
    std::string scene_name_, stem_;
    GltfAnimation run_;
    std::size_t write_at_ = 1;  ///< frames at which the file is written next
    bool single_ = false;       ///< from now on a file a frame
};

}  // namespace

std::unique_ptr<FrameWriter> make_gltf_writer(const fs::path& folder, const std::string& scene_name,
                                              const std::optional<ResumePoint>& resume) {
    return std::make_unique<GltfFrames>(folder, scene_name, resume);
}

}  // namespace limpet
