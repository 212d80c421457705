/// How a reference shape follows its body: which rotation it finds, when it says that shapes are the same or
/// have settled, and that states have all of it.

#include "bodies/elastic/reference_shape.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "bodies/soft/elements.h"
#include "support/grid_tets.h"

namespace limpet {
namespace {

class ReferenceShapeTest : public testing::Test {
protected:
    ReferenceShapeTest() : mesh_(grid_tets({0.2, 0.05, 0.05}, {4, 1, 1}, 0.2)), shape_(mesh_.vertices) {
        system_.elements = std::make_unique<Elements>(mesh_.vertices, mesh_.tetrahedra,
                                                      LameParameters{1e4, 4e4}, ElasticModel::Corotational);
        system_.mass.assign(mesh_.vertices.size(), 0.1);
    }
    /// Stretched along x, then turned.
    std::vector<Vec3> moved(double stretch, const Mat3& turn = Mat3::Identity()) const {
        std::vector<Vec3> q;
        for (const Vec3& x : mesh_.vertices)
            q.emplace_back(turn * Vec3((1 + stretch) * x.x(), x.y(), x.z()) + Vec3(1, 2, 3));
        return q;
    }

    TetMesh mesh_;
    ElasticSystem system_;
    ReferenceShape shape_;
};

TEST_F(ReferenceShapeTest, TurnsWithItsBodyOncePerStep) {
    const Mat3 turn = Eigen::AngleAxisd(0.8, Vec3(1, -1, 2).normalized()).toRotationMatrix();
    shape_.turn(system_, moved(0, turn));
    EXPECT_TRUE(shape_.warp() == Mat3::Identity()) << "in the step in which it was the body's shape";
    shape_.age();
    shape_.turn(system_, moved(0, turn));
    EXPECT_LT((shape_.warp() - turn).norm(), 1e-14);
    shape_.turn(system_, moved(0));
    EXPECT_LT((shape_.warp() - turn).norm(), 1e-14) << "it did so in this step";
    EXPECT_EQ(shape_.steps(), 1);
}

TEST_F(ReferenceShapeTest, IsTheSameUpToASmallStretchHoweverItTurns) {
    const Mat3 turn = Eigen::AngleAxisd(2, Vec3::UnitZ()).toRotationMatrix();
    shape_.follow(system_, moved(0.015, turn));
    EXPECT_TRUE(shape_.is_same());
    shape_.follow(system_, moved(0.03, turn));
    EXPECT_FALSE(shape_.is_same());
    EXPECT_NEAR(shape_.mean_change(system_, moved(0.03, turn)), 0.03, 0.01);
}

TEST_F(ReferenceShapeTest, HasSettledElsewhereAfterSomeSteadySteps) {
    int steps = 0;
    for (; steps < 100 && !shape_.has_settled_elsewhere(); ++steps) {
        shape_.age();
        shape_.follow(system_, moved(0.1));
    }
    EXPECT_EQ(steps, 9) << "the first is the change itself";
    ReferenceShape same(mesh_.vertices);
    for (int i = 0; i < 20; ++i) same.follow(system_, moved(0.01));
    EXPECT_FALSE(same.has_settled_elsewhere());
}

TEST_F(ReferenceShapeTest, StatesHaveAllOfIt) {
    for (int i = 0; i < 3; ++i) {
        shape_.age();
        shape_.follow(system_, moved(0.1));
    }
    std::vector<double> values, again;
    shape_.append_state(values);
    const int nodes = static_cast<int>(mesh_.vertices.size());
    std::span<const double> left = values;
    std::optional<ReferenceShape> taken = ReferenceShape::from_state(left, nodes);
    ASSERT_TRUE(taken);
    EXPECT_TRUE(left.empty());
    taken->append_state(again);
    EXPECT_EQ(values, again);
    shape_.age();
    for (ReferenceShape* shape : {&shape_, &*taken}) shape->turn(system_, moved(0.2));
    EXPECT_TRUE(taken->warp() == shape_.warp());

    left = std::span(values).first(values.size() - 1);
    EXPECT_FALSE(ReferenceShape::from_state(left, nodes)) << "too short";
    for (const std::size_t count : {0, 2}) {
        std::vector<double> wrong = values;
        wrong[count] = -0.5;
        left = wrong;
        EXPECT_FALSE(ReferenceShape::from_state(left, nodes));
    }
}

}  // namespace
}  // namespace limpet
