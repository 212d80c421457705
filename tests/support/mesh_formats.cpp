// Tests read all mesh formats, as the command does.

#include "limpet/mesh_formats.h"

#include <gtest/gtest.h>

namespace limpet {
namespace {

class AllMeshFormats : public ::testing::Environment {
public:
    void SetUp() override { register_mesh_formats(); }
};

[[maybe_unused]] const ::testing::Environment* const all_mesh_formats =
    ::testing::AddGlobalTestEnvironment(new AllMeshFormats);

}  // namespace
}  // namespace limpet
