/// scenes/cells_sorting: contacts of cells of one type, as a share of all contacts between cells. Eight and
/// eight cells that are mixed at random have 7/15; the scene starts as a checkerboard, with fewer.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "limpet/threads.h"
#include "limpet/world.h"
#include "support/paths.h"

namespace limpet {
namespace {

constexpr double random_share = 7.0 / 15;
/// Between vertices of two cells of 10 µm: ten detection distances. [m]
constexpr double contact_distance = 2e-6;

bool are_near(const BodyFrame& a, const BodyFrame& b) {
    for (const Vector3& p : a.vertices)
        for (const Vector3& q : b.vertices)
            if (std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) < contact_distance) return true;
    return false;
}

struct Contacts {
    int like = 0, mixed = 0;
    double share() const { return static_cast<double>(like) / (like + mixed); }
};

/// The first letter of a cell's name is its type.
void count(const Frame& frame, Contacts& contacts) {
    for (std::size_t i = 0; i < frame.bodies.size(); ++i)
        for (std::size_t j = i + 1; j < frame.bodies.size(); ++j)
            if (are_near(frame.bodies[i], frame.bodies[j]))
                ++(frame.bodies[i].name[0] == frame.bodies[j].name[0] ? contacts.like : contacts.mixed);
}

/// In ten frames from one step to another.
double like_share(const Scene& scene, int from, int to) {
    set_threads(1);
    World world(scene);
    Contacts contacts;
    for (int i = 1; i <= to; ++i) {
        world.step();
        if (i > from && (i - from) % ((to - from) / 10) == 0) count(world.frame(), contacts);
    }
    set_threads(0);
    return contacts.share();
}

Scene sorting() {
    return load_scene(LIMPET_ROOT "/scenes/cells_sorting.json");
}

TEST(CellsSorting, LikeCellsFindEachOther) {
    EXPECT_GT(like_share(sorting(), 1800, 2200), random_share + 0.15);
}

TEST(CellsSortingLong, LikeCellsStayTogether) {
    EXPECT_GT(like_share(sorting(), 3000, 4000), random_share + 0.2);
}

/// Without the difference they do not, and neither do they where nothing moves them.
TEST(CellsSortingLong, NothingElseSortsThem) {
    Scene alike = sorting();
    for (ContactPair& pair : alike.contact->pairs) pair.strength = 1e3;
    alike.contact->strength = 1e3;
    EXPECT_LT(like_share(alike, 3000, 4000), random_share);
    Scene still = sorting();
    for (BodyDescription& body : still.bodies) body.muscle.reset();
    EXPECT_LT(like_share(still, 3000, 4000), random_share);
}

}  // namespace
}  // namespace limpet
