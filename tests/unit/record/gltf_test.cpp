#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/Importer.hpp>
#include <cmath>
#include <cstring>

#include "record/files.h"
#include "record/frame_files.h"
#include "record/gltf_animation.h"
#include "sample_run.h"

namespace limpet {
namespace {

namespace fs = std::filesystem;

GltfAnimation animation_of(long frames) {
    GltfAnimation run;
    for (long k = 0; k < frames; ++k) EXPECT_TRUE(run.add(sample::frame_at(10 * k)));
    return run;
}

Vector3 turned(const float* q, const Vector3& p) {
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const Vector3 t = {2 * (y * p[2] - z * p[1]), 2 * (z * p[0] - x * p[2]), 2 * (x * p[1] - y * p[0])};
    return {p[0] + w * t[0] + y * t[2] - z * t[1], p[1] + w * t[1] + z * t[0] - x * t[2],
            p[2] + w * t[2] + x * t[1] - y * t[0]};
}

TEST(GltfAnimation, PutsEveryVertexWhereItWas) {
    const long frames = 8;
    const GltfAnimation run = animation_of(frames);
    for (long k = 0; k < frames; ++k) {
        const Frame frame = sample::frame_at(10 * k);
        for (std::size_t b = 0; b < frame.bodies.size(); ++b) {
            const GltfTrack& track = run.tracks()[b];
            for (std::size_t i = 0; i < frame.bodies[b].vertices.size(); ++i) {
                Vector3 p = {track.positions[3 * i], track.positions[3 * i + 1], track.positions[3 * i + 2]};
                if (track.deforms()) {
                    for (std::size_t c = 0; k > 0 && c < 3; ++c)
                        p[c] += track.moves[static_cast<std::size_t>(k - 1)][3 * i + c];
                } else {
                    p = turned(&track.rotations[static_cast<std::size_t>(4 * k)], p);
                    for (std::size_t c = 0; c < 3; ++c)
                        p[c] += track.translations[static_cast<std::size_t>(3 * k) + c];
                }
                for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(p[c], frame.bodies[b].vertices[i][c], 1e-6);
            }
        }
    }
}

/// Bending is not a turn and a shift of a whole body.
TEST(GltfAnimation, ClothDeforms) {
    GltfAnimation run;
    for (const double bend : {0.0, 0.1, 0.3}) {
        Frame frame;
        frame.time = bend;
        BodyFrame cloth;
        cloth.name = "cloth";
        cloth.type = BodyType::Cloth;
        cloth.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, bend, 1}};
        cloth.triangles = {{0, 2, 1}, {1, 2, 3}};
        frame.bodies = {cloth};
        ASSERT_TRUE(run.add(frame)) << bend;
    }
    ASSERT_EQ(run.tracks()[0].moves.size(), 2u);
    EXPECT_NEAR(run.tracks()[0].moves[1][10], 0.3, 1e-6);
    const std::string bytes = run.glb("scene");
    EXPECT_EQ(GltfAnimation::parse(bytes, "cloth.glb", 1e9).glb("scene"), bytes);
}

TEST(GltfAnimation, RefusesOtherBodiesTrianglesAndShapes) {
    GltfAnimation run = animation_of(2);
    Frame frame = sample::frame_at(20);
    frame.bodies.pop_back();
    EXPECT_FALSE(run.add(frame));
    frame = sample::frame_at(20);
    frame.bodies[2].triangles.pop_back();
    EXPECT_FALSE(run.add(frame));
    frame = sample::frame_at(20);
    frame.bodies[1].vertices[0][0] += 0.01;
    EXPECT_FALSE(run.add(frame));
    frame = sample::frame_at(20);
    frame.bodies[2].vertices[0][0] = std::nan("");
    EXPECT_FALSE(run.add(frame));
    EXPECT_EQ(run.frames(), 2u);
    EXPECT_TRUE(run.add(sample::frame_at(20)));
}

TEST(GltfAnimation, ReadsBackToTheSameBytes) {
    const sample::Folder folder;
    for (const long frames : {1, 2, 9}) {
        const std::string bytes = animation_of(frames).glb("scene");
        write_file(folder / "a.glb", bytes);
        EXPECT_EQ(GltfAnimation::read(folder / "a.glb", 1e9).glb("scene"), bytes);
    }
    EXPECT_EQ(GltfAnimation::read(folder / "a.glb", sample::time_at(40)).glb("scene"),
              animation_of(5).glb("scene"));
    EXPECT_EQ(GltfAnimation::read(folder / "a.glb", -1).frames(), 0u);
}

TEST(GltfAnimation, BrokenFilesAreRefusedOrReadButNeverCrash) {
    const std::string bytes = animation_of(3).glb("scene");
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        EXPECT_THROW(GltfAnimation::parse(bytes.substr(0, i), "cut", 1e9), InputError) << i;
        std::string changed = bytes;
        changed[i] = static_cast<char>(changed[i] ^ 0x15);
        try {
            GltfAnimation::parse(changed, "changed", 1e9);
        } catch (const InputError&) {
        }
    }
}

/// The rules of the specification that loaders trip over.
TEST(GltfFile, KeepsToTheSpecification) {
    const GltfAnimation run = animation_of(6);
    const std::string bytes = run.glb("scene");
    std::uint32_t words[5];
    std::memcpy(words, bytes.data(), sizeof words);
    EXPECT_EQ(words[0], 0x46546C67u);
    EXPECT_EQ(words[1], 2u);
    EXPECT_EQ(words[2], bytes.size());
    EXPECT_EQ(words[3] % 4, 0u);
    EXPECT_EQ(bytes.size() % 4, 0u);
    rapidjson::Document json;
    json.Parse<rapidjson::kParseFullPrecisionFlag>(bytes.data() + 20, words[3]);
    ASSERT_FALSE(json.HasParseError());
    const char* data = bytes.data() + 28 + words[3];
    EXPECT_LE(json["buffers"][0]["byteLength"].GetUint(), bytes.size() - 28 - words[3]);
    int bounded = 0;
    for (const auto& accessor : json["accessors"].GetArray()) {
        const auto& view = json["bufferViews"][accessor["bufferView"].GetUint()];
        const std::size_t offset = view["byteOffset"].GetUint();
        EXPECT_EQ(offset % 4, 0u);
        EXPECT_LE(offset + view["byteLength"].GetUint(), json["buffers"][0]["byteLength"].GetUint());
        if (!accessor.HasMember("min")) continue;
        ++bounded;
        const unsigned components = accessor["min"].Size();
        std::vector<float> values(accessor["count"].GetUint() * components);
        ASSERT_EQ(values.size() * 4, view["byteLength"].GetUint());
        std::memcpy(values.data(), data + offset, values.size() * 4);
        for (unsigned c = 0; c < components; ++c) {
            double low = INFINITY, high = -INFINITY;
            for (std::size_t i = c; i < values.size(); i += components) {
                low = std::min<double>(low, values[i]);
                high = std::max<double>(high, values[i]);
            }
            EXPECT_EQ(accessor["min"][c].GetDouble(), low);
            EXPECT_EQ(accessor["max"][c].GetDouble(), high);
        }
    }
    EXPECT_EQ(bounded, 3 + 5 + 1);  // meshes, morph targets, times
    for (const GltfTrack& track : run.tracks())
        for (std::size_t i = 0; i < track.normals.size(); i += 3)
            EXPECT_NEAR(std::hypot(track.normals[i], track.normals[i + 1], track.normals[i + 2]), 1, 1e-6);
}

TEST(GltfFile, AssimpReadsIt) {
    const sample::Folder folder;
    write_file(folder / "a.glb", animation_of(6).glb("scene"));
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFile(folder / "a.glb", 0);
    ASSERT_NE(scene, nullptr) << importer.GetErrorString();
    ASSERT_EQ(scene->mNumMeshes, 3u);
    EXPECT_STREQ(scene->mMeshes[1]->mName.C_Str(), "ball <1>");
    EXPECT_EQ(scene->mMeshes[2]->mNumFaces, 6u);
    EXPECT_EQ(scene->mMeshes[2]->mNumAnimMeshes, 5u);
    ASSERT_EQ(scene->mNumAnimations, 1u);
    EXPECT_EQ(scene->mAnimations[0]->mNumChannels, 1u);           // the ball
    EXPECT_EQ(scene->mAnimations[0]->mNumMorphMeshChannels, 1u);  // the block
    const aiAnimMesh* last = scene->mMeshes[2]->mAnimMeshes[4];
    const Frame frame = sample::frame_at(50);
    for (unsigned i = 0; i < last->mNumVertices; ++i)
        for (unsigned c = 0; c < 3; ++c)
            EXPECT_NEAR(last->mVertices[i][c], frame.bodies[2].vertices[i][c], 1e-6);
}

TEST(GltfFrames, ATopologyThatChangesGetsFilesOfItsOwn) {
    const sample::Folder folder;
    const auto writer = make_gltf_writer(folder.path(), "s", {});
    for (const long step : {0, 10, 20}) writer->write(sample::frame_at(step));
    Frame torn = sample::frame_at(30);
    torn.bodies[2].triangles.pop_back();
    writer->write(torn);
    writer->write(sample::frame_at(40));
    writer->finish();
    EXPECT_EQ(read_whole_file(folder / "s.glb"), animation_of(3).glb("s"));
    EXPECT_TRUE(fs::exists(folder / "s_000030.glb"));
    GltfAnimation one;
    ASSERT_TRUE(one.add(sample::frame_at(40)));
    EXPECT_EQ(read_whole_file(folder / "s_000040.glb"), one.glb("s"));
}

TEST(GltfFrames, ThereIsAFileWhileTheRunGoesOn) {
    const sample::Folder folder;
    const auto writer = make_gltf_writer(folder.path(), "s", {});
    for (long k = 0; k < 7; ++k) writer->write(sample::frame_at(k));
    EXPECT_GE(GltfAnimation::read(folder / "s.glb", 1e9).frames(), 4u);
}

TEST(GltfColors, HexadecimalOrOneOfItsOwn) {
    EXPECT_EQ(linear_color("#ff0000", 3), (std::array<double, 3>{1, 0, 0}));
    EXPECT_NEAR(linear_color("#808080", 0)[1], 0.2158605, 1e-6);
    EXPECT_NE(linear_color("", 0), linear_color("", 1));
    EXPECT_EQ(linear_color("#zzzzzz", 0), linear_color("", 0));
}

}  // namespace
}  // namespace limpet
