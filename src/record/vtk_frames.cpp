/// VTK frames: a .vtp per body and frame, a .vtu per soft body and frame, a .vtp of the contacts per frame if
/// the scene has contact, and one .pvd that lists them all.
/// The .pvd is valid at any time: a frame's entries are written over its closing tags, together with new
/// ones.

#include <algorithm>
#include <charconv>
#include <limits>
#include <pugixml.hpp>
#include <vector>

#include "core/text.h"
#include "record/escape.h"
#include "record/files.h"
#include "record/frame_files.h"
#include "record/vtk_data.h"

namespace limpet {

namespace fs = std::filesystem;

namespace {

const std::string pvd_tail = "</Collection>\n</VTKFile>\n";

std::string pvd_head() {
    return "<?xml version=\"1.0\"?>\n<!-- " + limpet_mark() +
           " -->\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n<Collection>\n";
}

struct PvdEntry {
    std::string timestep;  ///< as it is written
    int part = 0;
    std::string name;
    std::string file;  ///< relative to the .pvd
};

std::string entry_line(const PvdEntry& entry) {
    return "<DataSet timestep=\"" + xml_text(entry.timestep) + "\" group=\"\" part=\"" +
           std::to_string(entry.part) + "\" name=\"" + xml_text(entry.name) + "\" file=\"" +
           xml_text(entry.file) + "\"/>\n";
}

std::vector<PvdEntry> read_pvd(const fs::path& file) {
    const std::string text = read_whole_file(file);
    pugi::xml_document xml;
    const pugi::xml_parse_result result = xml.load_buffer(text.data(), text.size());
    if (!result)
        throw file_error(file, std::string("is not valid XML: ") + result.description() + " at byte " +
                                   std::to_string(result.offset));
    const pugi::xml_node collection = xml.child("VTKFile").child("Collection");
    if (!collection) throw file_error(file, "is not a ParaView collection");
    std::vector<PvdEntry> entries;
    for (const pugi::xml_node set : collection.children("DataSet"))
        entries.push_back({set.attribute("timestep").value(), set.attribute("part").as_int(),
                           set.attribute("name").value(), set.attribute("file").value()});
    return entries;
}

class VtkFrames : public FrameWriter {
public:
    VtkFrames(fs::path folder, const std::string& scene_name, const std::optional<ResumePoint>& resume)
        : folder_(std::move(folder)), pvd_path_(folder_ / (file_stem(scene_name) + ".pvd")) {
        std::string head = pvd_head();
        if (resume && fs::exists(pvd_path_)) {
            for (const PvdEntry& entry : read_pvd(pvd_path_)) {
                const std::optional<long> step = step_of_file(entry.file);
                if (!step || *step > resume->step) continue;
                head += entry_line(entry);
                last_step_ = std::max(last_step_, *step);
            }
        }
        write_file_aside(pvd_path_, head + pvd_tail);
        pvd_ = std::make_unique<OutputFile>(pvd_path_, OutputFile::Mode::Continue);
        pvd_end_ = head.size();
    }

    void write(const Frame& frame) override {
        std::vector<std::string> names;
        for (const BodyFrame& body : frame.bodies) names.push_back(body.name);
        names.emplace_back("contacts");
        const std::vector<std::string> stems = file_stems(names);
        const std::string suffix = step_suffix(frame.step);
        std::string lines;
        int part = 0;
        const auto add = [&](const std::string& name, const std::string& file, const std::string& bytes) {
            write_file(folder_ / file, bytes);
            lines += entry_line({number_text(frame.time), part++, name, file});
        };
        for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
            const BodyFrame& body = frame.bodies[i];
            const int id = static_cast<int>(i);
            add(body.name, stems[i] + suffix + ".vtp", surface_vtp(body, id, frame.step, frame.time));
            if (!body.tetrahedra.empty())
                add(body.name + " volume", stems[i] + ".volume" + suffix + ".vtu",
                    volume_vtu(body, id, frame.step, frame.time));
        }
        if (frame.has_contacts) add("contacts", stems.back() + suffix + ".vtp", contacts_vtp(frame));
        pvd_->seek(pvd_end_);
        pvd_->write(lines + pvd_tail);
        pvd_->flush();
        pvd_end_ += lines.size();
        last_step_ = frame.step;
    }

private:
    fs::path folder_, pvd_path_;
    std::unique_ptr<OutputFile> pvd_;
    std::size_t pvd_end_ = 0;  ///< where the closing tags begin
};

/// The .pvd of a run's folder; the folder may be the run's or its frames'.
fs::path find_pvd(const fs::path& folder) {
    std::error_code error;
    if (!fs::is_directory(folder, error)) throw file_error(folder, "is not a run's folder");
    for (const fs::path& place : {folder / "frames", folder}) {
        std::vector<fs::path> found;
        for (const fs::directory_entry& entry : fs::directory_iterator(place, error))
            if (entry.path().extension() == ".pvd") found.push_back(entry.path());
        std::sort(found.begin(), found.end());
        if (found.size() > 1) throw file_error(place, "has several .pvd files; leave one");
        if (!found.empty()) return found.front();
    }
    throw file_error(folder, "has no VTK frames (no frames/*.pvd); run with --frames vtk");
}

}  // namespace

std::unique_ptr<FrameWriter> make_vtk_writer(const fs::path& folder, const std::string& scene_name,
                                             const std::optional<ResumePoint>& resume) {
    return std::make_unique<VtkFrames>(folder, scene_name, resume);
}

std::vector<std::string> list_frames(const std::string& folder) {
    const fs::path pvd = find_pvd(folder);
    std::vector<std::string> frames;
    std::string timestep;
    for (const PvdEntry& entry : read_pvd(pvd)) {
        if (!frames.empty() && entry.timestep == timestep) continue;
        frames.push_back(pvd.string() + '#' + std::to_string(frames.size()));
        timestep = entry.timestep;
    }
    if (frames.empty()) throw file_error(pvd, "lists no frames");
    return frames;
}

Frame read_frame(const std::string& frame) {
    const std::size_t mark = frame.rfind('#');
    std::size_t wanted = 0;
    const char* const end = frame.data() + frame.size();
    if (mark == std::string::npos || std::from_chars(frame.data() + mark + 1, end, wanted).ptr != end ||
        mark + 1 == frame.size())
        throw file_error(frame, "is not a frame as list_frames() names them: FILE.pvd#NUMBER");
    const fs::path pvd = frame.substr(0, mark);
    Frame out;
    std::size_t index = std::numeric_limits<std::size_t>::max();
    std::string timestep;
    for (const PvdEntry& entry : read_pvd(pvd)) {
        if (index == std::numeric_limits<std::size_t>::max() || entry.timestep != timestep) ++index;
        timestep = entry.timestep;
        if (index != wanted) continue;
        VtkDataset read = read_vtk_dataset(pvd.parent_path() / entry.file);
        out.step = read.step;
        out.time = read.time;
        if (read.contacts) {
            out.has_contacts = true;
            out.contacts = std::move(*read.contacts);
        } else if (read.body.tetrahedra.empty() || out.bodies.empty() ||
                   out.bodies.back().name != read.body.name) {
            out.bodies.push_back(std::move(read.body));
        } else {
            BodyFrame& body = out.bodies.back();
            body.nodes = std::move(read.body.nodes);
            body.displacements = std::move(read.body.displacements);
            body.node_velocities = std::move(read.body.node_velocities);
            body.tetrahedra = std::move(read.body.tetrahedra);
            body.von_mises = std::move(read.body.von_mises);
        }
    }
    if (out.bodies.empty()) throw file_error(pvd, "has no frame " + std::to_string(wanted));
    for (const ContactFrame& contact : out.contacts)
        if (static_cast<std::size_t>(std::max(contact.first_body, contact.second_body)) >= out.bodies.size())
            throw file_error(pvd, "lists contacts of more bodies than it lists bodies");
    return out;
}

}  // namespace limpet
