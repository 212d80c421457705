#include "detect/ldi/probes.h"

#include "core/lanes.h"

namespace limpet::ldi {
namespace {

/// Four corners' coordinates.
struct Corner {
    Lanes u, v, depth;
};

/// Sides that a pixel centre on an edge's line counts for: those of the centre moved by (ε, ε²).
double side_of(double e, double du, double dv) {
    if (e != 0) return e;
    return dv != 0 ? -dv : du;
}

const double* corner(const SurfaceImage& image, const Probe& probe, int k) {
    return (*image.surface.positions)[(*image.surface.triangles)[probe.triangle][k]].data();
}

class ProbeLanes {
public:
    ProbeLanes(const SurfaceImage& image, const Probe* probes) {
        const PixelBox& pixels = image.pixels;
        const int u = (image.axis + 1) % 3, v = (image.axis + 2) % 3;
        // Lanes are filled in one go: a vector read from memory has to wait for what was just written to
        // parts of it.
        for (int k = 0; k < 3; ++k) {
            const std::array<const double*, lanes> points = {
                corner(image, probes[0], k), corner(image, probes[1], k), corner(image, probes[2], k),
                corner(image, probes[3], k)};
            const auto all = [&](int d) {
                return Lanes{points[0][d], points[1][d], points[2][d], points[3][d]};
            };
            corners_[k] = {all(u), all(v), all(image.axis)};
        }
        const auto number = [](std::int16_t x) { return static_cast<double>(x); };
        const Lanes column{number(probes[0].column), number(probes[1].column), number(probes[2].column),
                           number(probes[3].column)};
        const Lanes row{number(probes[0].row), number(probes[1].row), number(probes[2].row),
                        number(probes[3].row)};
        const double scale = pixels.scale;
        const Lanes center_u = pixels.origin[u] + column * steps, center_v = pixels.origin[v] + row * steps;
        for (Corner& c : corners_) {
            c.u = to_nearest(c.u * scale) - center_u;
            c.v = to_nearest(c.v * scale) - center_v;
        }
        for (int k = 0; k < 3; ++k) {
            const Corner &a = corners_[(k + 1) % 3], &b = corners_[(k + 2) % 3];
            e_[k] = a.u * b.v - a.v * b.u;
        }
        depth_ = corners_[0].depth + (e_[1] * (corners_[1].depth - corners_[0].depth) +
                                      e_[2] * (corners_[2].depth - corners_[0].depth)) /
                                         (e_[0] + e_[1] + e_[2]);
        const auto smaller = [](Lanes a, Lanes b) { return a < b ? a : b; };
        least_ = smaller(smaller(e_[0], e_[1]), e_[2]);
        most_ = larger(larger(e_[0], e_[1]), e_[2]);
    }

    /// 1: covered and facing along the ray, −1: against it, 0: not covered.
    int covered(int lane) const {
        if (least_[lane] > 0) return 1;
        if (most_[lane] < 0) return -1;
        if (least_[lane] < 0 && most_[lane] > 0) return 0;
        return covered_on_edge(lane);
    }
    double depth(int lane) const { return depth_[lane]; }

private:
    int covered_on_edge(int lane) const {
        int above = 0, below = 0;
        for (int k = 0; k < 3; ++k) {
            const Corner &a = corners_[(k + 1) % 3], &b = corners_[(k + 2) % 3];
            const double side = side_of(e_[k][lane], b.u[lane] - a.u[lane], b.v[lane] - a.v[lane]);
            above += side > 0;
            below += side < 0;
        }
        return above == 3 ? 1 : below == 3 ? -1 : 0;
    }

    std::array<Corner, 3> corners_;
    std::array<Lanes, 3> e_;
    Lanes depth_, least_, most_;
};

}  // namespace

void probe(const SurfaceImage& image, std::span<const Probe> probes, ImageLists& lists) {
    const std::size_t count = probes.size();
    for (std::size_t i = 0; i < count; i += lanes) {
        std::array<Probe, lanes> padded;
        for (int lane = 0; lane < lanes; ++lane) padded[lane] = probes[std::min(i + lane, count - 1)];
        const ProbeLanes at(image, padded.data());
        for (int lane = 0; lane < lanes && i + lane < count; ++lane) {
            const int facing = at.covered(lane);
            if (facing == 0) continue;
            const std::uint32_t id = static_cast<std::uint32_t>(padded[lane].triangle) | image.flags;
            lists.add(padded[lane].column, padded[lane].row, at.depth(lane),
                      facing < 0 ? id | entry_bit : id);
        }
    }
}

}  // namespace limpet::ldi
