#include "core/svd3.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/SVD>
#include <random>

namespace limpet {
namespace {

struct Decomposition {
    Mat3 u, v;
    Vec3 s;
};

Decomposition decompose(const Mat3& f) {
    double columns[3][3];
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) columns[c][r] = f(r, c);
    const SignedSvd<double> svd = signed_svd(columns);
    Decomposition d;
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) {
            d.u(r, c) = svd.u[c][r];
            d.v(r, c) = svd.v[c][r];
        }
    d.s = Vec3(svd.s[0], svd.s[1], svd.s[2]);
    return d;
}

Mat3 random_rotation(std::mt19937& random) {
    std::normal_distribution<double> normal;
    return Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random))
        .normalized()
        .toRotationMatrix();
}

void expect_decomposes(const Mat3& f, double tolerance) {
    const Decomposition d = decompose(f);
    const double size = std::max(f.norm(), 1e-300);
    EXPECT_LT((d.u * d.s.asDiagonal() * d.v.transpose() - f).norm() / size, tolerance) << f;
    EXPECT_LT((d.u.transpose() * d.u - Mat3::Identity()).norm(), tolerance) << f;
    EXPECT_LT((d.v.transpose() * d.v - Mat3::Identity()).norm(), tolerance) << f;
    EXPECT_NEAR(d.u.determinant(), 1, tolerance) << f;
    EXPECT_NEAR(d.v.determinant(), 1, tolerance) << f;
    EXPECT_GE(d.s[0] - d.s[1], -tolerance * size);
    EXPECT_GE(d.s[1] - std::abs(d.s[2]), -tolerance * size);
}

TEST(Svd3, TakesRandomMatricesApart) {
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    for (int i = 0; i < 1000; ++i) {
        const Mat3 f = Mat3::NullaryExpr([&] { return normal(random); });
        expect_decomposes(f, 1e-13);
        const Eigen::JacobiSVD<Mat3> reference(f);
        const Vec3 s = decompose(f).s;
        EXPECT_LT((s.cwiseAbs() - reference.singularValues()).norm(), 1e-13 * f.norm());
        EXPECT_EQ(s[2] > 0, f.determinant() > 0);
    }
}

TEST(Svd3, TakesFlatThinEmptyAndMirroredMatricesApart) {
    std::mt19937 random(2);
    for (const Vec3& s :
         {Vec3(1, 1, 1), Vec3(2, 1, 0), Vec3(3, 0, 0), Vec3(0, 0, 0), Vec3(1, 1, -1), Vec3(1, 0.5, -0.25),
          Vec3(1, 1e-9, 1e-12), Vec3(1e-8, 1e-8, -1e-8), Vec3(1e8, 1, 1e-8), Vec3(1, 1, 1e-16)})
        for (int i = 0; i < 50; ++i)
            expect_decomposes(random_rotation(random) * s.asDiagonal() * random_rotation(random).transpose(),
                              1e-12);
}

TEST(Svd3, PolarRotationIsProperAndNearest) {
    std::mt19937 random(3);
    for (const Vec3& s : {Vec3(1.3, 1, 0.7), Vec3(1, 1, 1), Vec3(1, 0.8, 0), Vec3(1.1, 0.9, -0.3)})
        for (int i = 0; i < 50; ++i) {
            const Mat3 r = random_rotation(random), v = random_rotation(random);
            const Mat3 found = polar_rotation(r * (v * s.asDiagonal() * v.transpose()));
            EXPECT_LT((found - r).norm(), 1e-12);
        }
}

// Through flat to slightly inverted, the rotation must not jump.
TEST(Svd3, PolarRotationIsContinuousThroughFlatness) {
    std::mt19937 random(4);
    const Mat3 r = random_rotation(random), v = random_rotation(random);
    for (double s = 0.1; s > -0.5; s -= 0.01)
        EXPECT_LT((polar_rotation(r * v * Vec3(1.2, 0.9, s).asDiagonal() * v.transpose()) - r).norm(), 1e-12);
}

template <class T>
void expect_same_as_one_by_one() {
    constexpr int count = sizeof(T) / sizeof(double);
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    for (int i = 0; i < 100; ++i) {
        Mat3 f[count];
        T columns[3][3];
        for (int l = 0; l < count; ++l) {
            f[l] = Mat3::NullaryExpr([&] { return normal(random); });
            for (int c = 0; c < 3; ++c)
                for (int r = 0; r < 3; ++r) columns[c][r][l] = f[l](r, c);
        }
        const SignedSvd<T> svd = signed_svd(columns);
        for (int l = 0; l < count; ++l) {
            const Decomposition one = decompose(f[l]);
            for (int c = 0; c < 3; ++c) EXPECT_NEAR(svd.s[c][l], one.s[c], 1e-13 * f[l].norm());
        }
    }
}

TEST(Svd3, SeveralAtOnceAreTheSameAsOneByOne) {
    expect_same_as_one_by_one<Lanes>();
    expect_same_as_one_by_one<WideLanes>();
}

}  // namespace
}  // namespace limpet
