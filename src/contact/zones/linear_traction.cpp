#include "contact/zones/linear_traction.h"

#include <Eigen/Eigenvalues>

namespace limpet {
namespace {

/// Of the largest principal moment of the areas: about an axis with less nothing has a lever.
constexpr double lever_ratio = 1e-10;

}  // namespace

LinearTraction::LinearTraction(const std::vector<Vec3>& places, const std::vector<double>& areas,
                               const std::vector<Vec3>& forces) {
    double area = 0;
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    for (std::size_t i = 0; i < places.size(); ++i) {
        area += areas[i];
        center_ += areas[i] * places[i];
        force += forces[i];
    }
    if (!(area > 0)) return;
    center_ /= area;
    mean_ = force / area;
    Mat3 J = Mat3::Zero();
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Vec3 r = places[i] - center_;
        moment += r.cross(forces[i]);
        J += areas[i] * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
    }
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(J);
    for (int i = 0; i < 3; ++i) {
        const Vec3 axis = solver.eigenvectors().col(i);
        if (solver.eigenvalues()[i] > lever_ratio * solver.eigenvalues().maxCoeff())
            slope_ += axis * (axis.dot(moment) / solver.eigenvalues()[i]);
    }
}

}  // namespace limpet
