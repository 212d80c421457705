#include "solve/residual.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solve/sweeps/adhesive_contact.h"

namespace limpet {
namespace {

/// How many rows of a contact its law is about.
int rows_of(const Problem& problem, int contact) {
    return problem.is_smooth(contact) ? 1 : 3;
}

double mean_diagonal(const Problem& problem) {
    double trace = 0;
    int rows = 0;
    for (int i = 0; i < problem.contacts(); ++i) {
        const double* own = problem.diagonal(i);
        const int used = rows_of(problem, i);
        trace += used == 1 ? own[0] : own[0] + own[4] + own[8];
        rows += used;
    }
    return rows > 0 ? trace / rows : 0;
}

/// Of ‖u⁰‖∞: a stretch with whose energy nothing is compared.
constexpr double rounding_stretch_ratio = 1e-9;

/// hypot() guards against overflow of numbers that no contact has, at many times the cost.
double length(double x, double y) {
    return std::sqrt(x * x + y * y);
}

}  // namespace

Vec3 project_on_cone(const Vec3& r, double friction) {
    if (friction == 0) return {std::max(r.x(), 0.0), 0, 0};
    const double tangential = length(r.y(), r.z());
    if (tangential <= friction * r.x()) return r;
    if (friction * tangential <= -r.x()) return Vec3::Zero();
    const double along = (r.x() + friction * tangential) / (1 + friction * friction);
    const double scale = friction * along / tangential;
    return {along, scale * r.y(), scale * r.z()};
}

BoxFrame box_frame(Cone cone, double u0_t, double u0_b, double friction) {
    BoxFrame frame;
    frame.width = friction;
    if (const double speed = std::hypot(u0_t, u0_b); speed > 0) {
        frame.cosine = u0_t / speed;
        frame.sine = u0_b / speed;
    }
    if (cone == Cone::Pyramid) {
        const double half = std::sqrt(0.5), c = frame.cosine, s = frame.sine;
        frame.cosine = half * (c - s);
        frame.sine = half * (c + s);
        frame.width *= half;
    }
    return frame;
}

Residual::Residual(const Problem& problem, Cone cone)
    : problem_(problem), cone_(cone), s_(mean_diagonal(problem)), u_(problem.u0.size()) {
    double sum = 0;
    for (int i = 0; i < problem.contacts(); ++i)
        sum += problem.u0.segment(3 * i, rows_of(problem, i)).squaredNorm();
    norm_u0_ = std::sqrt(sum);
    if (problem.has_bonds()) rounding_ = rounding_stretch_ratio * problem.u0.lpNorm<Eigen::Infinity>();
}

Vec3 Residual::natural_map(int i, const Vec3& l, const Vec3& u) const {
    const double mu = problem_.friction[i];
    if (cone_ == Cone::Exact || mu == 0) {
        Vec3 shifted = u;
        if (mu > 0) shifted.x() += mu * length(u.y(), u.z());
        return s_ * l - project_on_cone(s_ * l - shifted, mu);
    }
    const BoxFrame frame = box_frame(cone_, problem_.u0[3 * i + 1], problem_.u0[3 * i + 2], mu);
    const double bound = frame.width * s_ * std::max(l.x(), 0.0);
    const auto tangential = [&](double lt, double ut) {
        return s_ * lt - std::clamp(s_ * lt - ut, -bound, bound);
    };
    const double c = frame.cosine, s = frame.sine;
    return {s_ * l.x() - std::max(0.0, s_ * l.x() - u.x()),
            tangential(c * l.y() + s * l.z(), c * u.y() + s * u.z()),
            tangential(c * l.z() - s * l.y(), c * u.z() - s * u.y())};
}

Vec3 Residual::bonded_map(int i, const Vec3& l, const Vec3& u) const {
    const Bond bond = problem_.bond(i);
    const Eigen::Vector2d lt = l.tail<2>(), ut = u.tail<2>(), drag(bond.drag_t, bond.drag_b);
    const double least = -s_ * bond.k * std::max(u.x() - bond.slack, 0.0);
    const double normal = s_ * l.x() - (bond.pulls_only ? least : std::max(least, s_ * l.x() - u.x()));
    const double mu = problem_.friction[i], held = s_ / (1 + s_ * bond.k);
    const Eigen::Vector2d pull = -bond.k * (ut + drag), f = lt - pull;
    if (cone_ == Cone::Exact) {
        const double bound = held * friction_beside(mu, l.x(), length(pull.x(), pull.y()));
        Eigen::Vector2d r = held * f - ut;
        if (const double size = length(r.x(), r.y()); size > bound) r *= bound / size;
        return {normal, held * f.x() - r.x(), held * f.y() - r.y()};
    }
    const BoxFrame frame = box_frame(cone_, problem_.u0[3 * i + 1], problem_.u0[3 * i + 2], mu);
    Eigen::Matrix2d turn;
    turn << frame.cosine, frame.sine, -frame.sine, frame.cosine;
    const Eigen::Vector2d f_box = turn * f, u_box = turn * ut, pull_box = turn * pull;
    Eigen::Vector2d F;
    for (int k = 0; k < 2; ++k) {
        const double bound = held * friction_beside(frame.width, l.x(), std::abs(pull_box[k]));
        F[k] = held * f_box[k] - std::clamp(held * f_box[k] - u_box[k], -bound, bound);
    }
    return {normal, F.x(), F.y()};
}

void Residual::add_work(int i, const Vec3& l, const Vec3& u, const Vec3& F) {
    const Bond bond = problem_.bond(i);
    const double k = bond.k, stretch = std::max(u.x() - bond.slack, 0.0), least = -s_ * k * stretch;
    const Eigen::Vector2d pull = -k * (u.tail<2>() + Eigen::Vector2d(bond.drag_t, bond.drag_b));
    if (bond.pulls_only || least >= s_ * l.x() - u.x())
        missed_work_ += (l.x() + k * stretch) * (l.x() + k * stretch) / (2 * k);
    else
        missed_work_ += F.x() * F.x() / (2 * s_);
    if (friction_beside(problem_.friction[i], l.x(), length(pull.x(), pull.y())) > 0)
        missed_work_ += F.tail<2>().squaredNorm() * (1 + s_ * k) / (2 * s_);
    else
        missed_work_ += (l.tail<2>() - pull).squaredNorm() / (2 * k);
    stored_work_ += (k * (stretch * stretch + rounding_ * rounding_) + pull.squaredNorm() / k) / 2;
}

double Residual::work_error() const {
    return stored_work_ > 0 ? std::sqrt(missed_work_ / stored_work_) : 0;
}

double Residual::error(const VecX& lambda) {
    const int n = problem_.contacts();
    missed_work_ = stored_work_ = 0;
    if (n == 0) return 0;
    problem_.W.multiply_rows(0, n, lambda.data(), u_.data());
    double norm_F = 0, norm_u = 0, norm_lambda = 0, largest_F = -1;
    for (int i = 0; i < n; ++i) {
        const Vec3 l = lambda.segment<3>(3 * i), u = u_.segment<3>(3 * i) + problem_.u0.segment<3>(3 * i);
        const bool bonded = problem_.bond(i).k > 0;
        const Vec3 F = bonded ? bonded_map(i, l, u) : natural_map(i, l, u);
        // Of four-sided cones with friction no bound of the work is known.
        if (bonded && (cone_ == Cone::Exact || problem_.friction[i] == 0)) add_work(i, l, u, F);
        const bool smooth = problem_.is_smooth(i);
        const double own_F = smooth ? F.x() * F.x() : F.squaredNorm();
        norm_F += own_F;
        if (!(own_F <= largest_F)) {
            largest_F = own_F;
            worst_contact_ = i;
        }
        if (smooth) {
            norm_u += u.x() * u.x();
            norm_lambda += l.x() * l.x();
        } else {
            norm_u += u.squaredNorm();
            norm_lambda += l.squaredNorm();
        }
    }
    map_ = std::sqrt(norm_F);
    norm_u_ = std::sqrt(norm_u);
    const double scale = std::max({norm_u0_, s_ * std::sqrt(norm_lambda), norm_u_});
    // Overflow must not pass for a small error; max() passes over what is not a number.
    if (!std::isfinite(scale) || !std::isfinite(norm_lambda + norm_u))
        return std::numeric_limits<double>::quiet_NaN();
    map_error_ = scale == 0 ? 0 : map_ / scale;
    if (stored_work_ > 0) stored_work_ += s_ * norm_lambda / 2;
    return problem_.judges_work ? std::max(map_error_, work_error()) : map_error_;
}

double Residual::velocity_error() const {
    const double scale = std::max(norm_u0_, norm_u_);
    return scale == 0 ? 0 : map_ / scale;
}

double natural_map_error(const Problem& problem, const VecX& lambda) {
    return Residual(problem).error(lambda);
}

}  // namespace limpet
