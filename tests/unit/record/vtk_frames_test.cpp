#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "limpet/record.h"
#include "record/files.h"
#include "record/frame_files.h"
#include "record/vtk_data.h"
#include "sample_run.h"

namespace limpet {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string frame_refusal(const fs::path& file) {
    try {
        read_vtk_dataset(file);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(VtkFrames, ReadBackToTheSameNumbers) {
    const sample::Folder folder;
    const auto writer = make_vtk_writer(folder.path(), "a scene", {});
    for (const long step : {0, 10, 20}) writer->write(sample::frame_at(step));
    const std::vector<std::string> frames = list_frames(folder.path().string());
    ASSERT_EQ(frames.size(), 3u);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const Frame expected = sample::frame_at(10 * static_cast<long>(i)), found = read_frame(frames[i]);
        EXPECT_EQ(found.step, expected.step);
        EXPECT_EQ(found.time, expected.time);
        ASSERT_EQ(found.bodies.size(), expected.bodies.size());
        for (std::size_t b = 0; b < found.bodies.size(); ++b)
            sample::expect_same(found.bodies[b], expected.bodies[b]);
        EXPECT_TRUE(found.has_contacts);
        ASSERT_EQ(found.contacts.size(), expected.contacts.size());
        for (std::size_t c = 0; c < found.contacts.size(); ++c)
            sample::expect_same(found.contacts[c], expected.contacts[c]);
    }
    EXPECT_TRUE(fs::exists(folder / "floor_000010.vtp"));
    EXPECT_TRUE(fs::exists(folder / "Block___.volume_000020.vtu"));
    EXPECT_FALSE(fs::exists(folder / "floor.volume_000010.vtu"));
}

TEST(VtkFrames, ContactsAreADatasetOfTheirOwn) {
    const sample::Folder folder;
    make_vtk_writer(folder.path(), "s", {})->write(sample::frame_at(6));
    EXPECT_THAT(read_whole_file(folder / "s.pvd"),
                HasSubstr("<DataSet timestep=\"0.06\" group=\"\" part=\"4\" name=\"contacts\" "
                          "file=\"contacts_000006.vtp\"/>\n"));
    const std::string file = read_whole_file(folder / "contacts_000006.vtp");
    EXPECT_THAT(file, HasSubstr("NumberOfPoints=\"6\" NumberOfVerts=\"6\""));
    for (const char* array :
         {"Int64\" Name=\"id\" NumberOfComponents=\"1\"", "Int32\" Name=\"pair\" NumberOfComponents=\"2\"",
          "Float64\" Name=\"gap\" NumberOfComponents=\"1\"",
          "Float64\" Name=\"area\" NumberOfComponents=\"1\"",
          "Float64\" Name=\"force\" NumberOfComponents=\"3\"",
          "Float64\" Name=\"traction\" NumberOfComponents=\"3\"",
          "Float64\" Name=\"normal\" NumberOfComponents=\"3\"",
          "Float64\" Name=\"slip\" NumberOfComponents=\"3\"",
          "Int32\" Name=\"status\" NumberOfComponents=\"1\"",
          "Float64\" Name=\"beta\" NumberOfComponents=\"1\""})
        EXPECT_THAT(file, HasSubstr(std::string("<DataArray type=\"") + array));
}

/// A point's value in an array of appended data, read as VTK reads it.
template <typename Value>
Value value_in(const std::string& file, const std::string& array, std::size_t index) {
    const std::size_t tag = file.find("Name=\"" + array + "\"");
    const std::size_t offset = file.find("offset=\"", tag) + 8;
    const std::string mark = "<AppendedData encoding=\"raw\">\n_";
    Value value;
    std::memcpy(&value,
                file.data() + file.find(mark) + mark.size() + std::stoul(file.substr(offset)) +
                    sizeof(std::uint64_t) + index * sizeof value,
                sizeof value);
    return value;
}

TEST(VtkFrames, ContactsAreAsTheDocumentsSay) {
    const Frame frame = sample::frame_at(6);
    const std::string file = contacts_vtp(frame);
    for (std::size_t i = 0; i < frame.contacts.size(); ++i) {
        const ContactFrame& c = frame.contacts[i];
        const auto point = value_in<Vector3>(file, "Points", i),
                   traction = value_in<Vector3>(file, "traction", i);
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_EQ(point[k], (c.first_point[k] + c.second_point[k]) / 2);
            EXPECT_EQ(traction[k], c.traction[k]);
        }
        EXPECT_EQ(value_in<Vector3>(file, "force", i), c.force);
        EXPECT_EQ((value_in<std::array<std::int32_t, 2>>(file, "pair", i)),
                  (std::array<std::int32_t, 2>{c.first_body, c.second_body}));
        const int status = c.status == ContactStatus::Open ? 0 : c.status == ContactStatus::Stick ? 1 : 2;
        EXPECT_EQ(value_in<std::int32_t>(file, "status", i), status);
        EXPECT_EQ(value_in<std::int32_t>(file, "connectivity", i), static_cast<int>(i));
    }
    EXPECT_THAT(file,
                HasSubstr("Name=\"bodies\" NumberOfTuples=\"3\" format=\"ascii\">102 108 111 111 114 0 "));
}

TEST(VtkFrames, NoContactIsNotNoContacts) {
    const sample::Folder folder;
    const auto writer = make_vtk_writer(folder.path(), "s", {});
    Frame frame = sample::frame_at(0);
    ASSERT_TRUE(frame.contacts.empty());
    writer->write(frame);
    frame.step = 1, frame.time = 1, frame.has_contacts = false;
    writer->write(frame);
    const std::vector<std::string> frames = list_frames(folder.path().string());
    ASSERT_EQ(frames.size(), 2u);
    EXPECT_TRUE(read_frame(frames[0]).has_contacts);
    EXPECT_TRUE(read_frame(frames[0]).contacts.empty());
    EXPECT_FALSE(read_frame(frames[1]).has_contacts);
    EXPECT_TRUE(fs::exists(folder / "contacts_000000.vtp"));
    EXPECT_FALSE(fs::exists(folder / "contacts_000001.vtp"));
}

TEST(VtkFrames, ABodyMayBeCalledContacts) {
    const sample::Folder folder;
    Frame frame = sample::frame_at(3);
    frame.bodies[1].name = "contacts";
    make_vtk_writer(folder.path(), "s", {})->write(frame);
    const Frame found = read_frame(folder / "s.pvd#0");
    ASSERT_EQ(found.bodies.size(), 3u);
    sample::expect_same(found.bodies[1], frame.bodies[1]);
    EXPECT_EQ(found.contacts.size(), 3u);
}

TEST(VtkFrames, ContactsOfBodiesThatAreNotThereAreRefused) {
    const sample::Folder folder;
    Frame frame = sample::frame_at(3);
    frame.contacts[1].second_body = 3;
    make_vtk_writer(folder.path(), "s", {})->write(frame);
    EXPECT_THAT(frame_refusal(folder / "contacts_000003.vtp"),
                HasSubstr("contacts_000003.vtp: has a contact of body 3 where there are 3"));
    frame = sample::frame_at(3);
    frame.contacts[1].status = static_cast<ContactStatus>(7);
    write_file(folder / "f.vtp", contacts_vtp(frame));
    EXPECT_THAT(frame_refusal(folder / "f.vtp"), HasSubstr("has a contact of status 7"));
    frame = sample::frame_at(3);
    frame.contacts[2].gap = std::numeric_limits<double>::quiet_NaN();
    write_file(folder / "f.vtp", contacts_vtp(frame));
    EXPECT_THAT(frame_refusal(folder / "f.vtp"), HasSubstr("the array gap has a value that is not finite"));
    frame = sample::frame_at(3);
    make_vtk_writer(folder.path(), "s", {})->write(frame);
    std::string pvd = read_whole_file(folder / "s.pvd");
    for (const char* name : {"Block é volume", "Block é"}) {
        const std::size_t at = pvd.find("name=\"" + std::string(name) + "\"");
        const std::size_t begin = pvd.rfind("<DataSet", at);
        pvd.erase(begin, pvd.find('\n', at) + 1 - begin);
    }
    write_file(folder / "s.pvd", pvd);
    EXPECT_THROW(read_frame(folder / "s.pvd#0"), InputError);
}

TEST(VtkFrames, CollectionIsCompleteAfterEachFrame) {
    const sample::Folder folder;
    const auto writer = make_vtk_writer(folder.path(), "s", {});
    EXPECT_THROW(list_frames(folder.path().string()), InputError);
    for (long step = 0; step < 5; ++step) {
        writer->write(sample::frame_at(step));
        EXPECT_EQ(list_frames(folder.path().string()).size(), static_cast<std::size_t>(step + 1));
    }
    EXPECT_THAT(read_whole_file(folder / "s.pvd"),
                HasSubstr("<DataSet timestep=\"0.04\" group=\"\" part=\"1\" name=\"ball &lt;1&gt;\" "
                          "file=\"ball__1__000004.vtp\"/>\n"));
}

TEST(VtkFrames, ResumedIsAsIfNeverStopped) {
    const sample::Folder whole, resumed;
    const auto uninterrupted = make_vtk_writer(whole.path(), "s", {});
    for (long step = 0; step <= 6; ++step) uninterrupted->write(sample::frame_at(step));
    {
        const auto first = make_vtk_writer(resumed.path(), "s", {});
        for (long step = 0; step <= 4; ++step) first->write(sample::frame_at(step));
    }
    remove_frames(resumed.path(), 2);
    EXPECT_FALSE(fs::exists(resumed / "floor_000003.vtp"));
    const auto second = make_vtk_writer(resumed.path(), "s", ResumePoint{2, sample::time_at(2)});
    EXPECT_EQ(second->last_step(), 2);
    for (long step = 3; step <= 6; ++step) second->write(sample::frame_at(step));
    for (const auto& entry : fs::directory_iterator(whole.path()))
        EXPECT_EQ(read_whole_file(entry.path()), read_whole_file(resumed / entry.path().filename().string()));
}

TEST(VtkFrames, NothingOrSeveralIsSaid) {
    const sample::Folder folder;
    EXPECT_THROW(list_frames(folder / "absent"), InputError);
    EXPECT_THROW(list_frames(folder.path().string()), InputError);
    make_vtk_writer(folder.path(), "s", {})->write(sample::frame_at(0));
    EXPECT_THROW(read_frame(folder / "s.pvd#1"), InputError);
    EXPECT_THROW(read_frame(folder / "s.pvd#"), InputError);
    EXPECT_THROW(read_frame(folder / "s.pvd"), InputError);
    EXPECT_THROW(read_frame(folder / "s.pvd#-1"), InputError);
    fs::remove(folder / "floor_000000.vtp");
    EXPECT_THROW(read_frame(folder / "s.pvd#0"), InputError);
    write_file(folder / "s.pvd", "<VTKFile><Collection>");
    EXPECT_THROW(list_frames(folder.path().string()), InputError);
    write_file(folder / "t.pvd", "");
    EXPECT_THROW(list_frames(folder.path().string()), InputError);
}

bool frame_accepted(const std::string& bytes) {
    try {
        parse_vtk_dataset(bytes, "frame");
    } catch (const InputError&) {
        return false;
    }
    return true;
}

TEST(VtkFiles, EveryTruncationIsRefused) {
    for (const std::string& bytes :
         {surface_vtp(sample::soft_body(1), 2, 5, 1), volume_vtu(sample::soft_body(1), 2, 5, 1),
          contacts_vtp(sample::frame_at(4))}) {
        EXPECT_TRUE(frame_accepted(bytes));
        for (std::size_t length = 0; length < bytes.size(); ++length)
            EXPECT_FALSE(frame_accepted(bytes.substr(0, length))) << length;
    }
}

TEST(VtkFiles, ChangedBytesNeverCrash) {
    for (const std::string& bytes :
         {volume_vtu(sample::soft_body(1), 2, 5, 1), contacts_vtp(sample::frame_at(4))}) {
        std::size_t refused = 0;
        for (std::size_t i = 0; i < bytes.size(); ++i)
            for (const int flip : {0x01, 0x15, 0xff}) {
                std::string changed = bytes;
                changed[i] = static_cast<char>(changed[i] ^ flip);
                refused += frame_accepted(changed) ? 0 : 1;
            }
        EXPECT_GT(refused, bytes.size() / 2);
    }
}

TEST(VtkFiles, SayWhatIsWrong) {
    const sample::Folder folder;
    const auto message = [&](std::string bytes, const std::string& from, const std::string& to) {
        bytes.replace(bytes.find(from), from.size(), to);
        write_file(folder / "f.vtp", bytes);
        return frame_refusal(folder / "f.vtp");
    };
    const std::string good = surface_vtp(sample::floor_body(), 0, 0, 0);
    EXPECT_THAT(message(good, "NumberOfPolys=\"2\"", "NumberOfPolys=\"99999999999\""),
                HasSubstr("instead of 99999999999 values"));
    EXPECT_THAT(message(good, "NumberOfPoints=\"4\"", "NumberOfPoints=\"x\""),
                HasSubstr("NumberOfPoints is not a number"));
    EXPECT_THAT(message(good, "<PolyData>", "<PolyDato>"), HasSubstr("not valid XML"));
    EXPECT_THAT(message(good, "encoding=\"raw\"", "encoding=\"base64\""), HasSubstr("raw appended data"));
    BodyFrame bad = sample::floor_body();
    bad.triangles[1][2] = 4;
    write_file(folder / "f.vtp", surface_vtp(bad, 0, 0, 0));
    EXPECT_THAT(frame_refusal(folder / "f.vtp"), HasSubstr("has a corner 4 where there are 4 points"));
    bad = sample::floor_body();
    bad.vertices[0][1] = std::numeric_limits<double>::infinity();
    write_file(folder / "f.vtp", surface_vtp(bad, 0, 0, 0));
    EXPECT_THAT(frame_refusal(folder / "f.vtp"), HasSubstr("not finite"));
}

}  // namespace
}  // namespace limpet
