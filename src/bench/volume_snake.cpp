/// Fig. 7 of J. Allard et al. 2010: a snake pulled sideways. How far it ends from where contacts of points
/// (proximity) put it, as fractions of its length, for cells of different sizes.

#include <algorithm>
#include <cmath>

#include "bench/volume.h"
#include "limpet/world.h"

namespace limpet {
namespace {

struct SnakeRun {
    std::vector<double> positions;
    double contacts = 0;  ///< mean of the steps that have some
    int most = 0;
};

SnakeRun run_snake(const Scene& scene, int steps) {
    World world(scene);
    SnakeRun result;
    int touching = 0;
    for (int i = 0; i < steps; ++i) {
        world.step();
        const int contacts = world.last_step().contacts;
        touching += contacts > 0;
        result.contacts += contacts;
        result.most = std::max(result.most, contacts);
    }
    result.contacts /= std::max(touching, 1);
    const auto positions = world.body("snake").positions();
    result.positions.assign(positions.begin(), positions.end());
    return result;
}

}  // namespace

void bench_volume_snake(BenchSheet& sheet) {
    Scene points = snake({});
    const double length = std::get<ZooShape>(points.bodies[1].shape).size;
    const int steps =
        sheet.quick() ? 5 : static_cast<int>(std::lround(points.time.duration / points.time.step));
    DetectionSettings by_distance;
    by_distance.distance = 0.001;
    by_distance.self = points.contact->detection.self;
    points.contact->detection = by_distance;
    const auto measured = [&](Scene scene) {
        return run_snake(sheet.quick() ? coarse(std::move(scene)) : std::move(scene), steps);
    };
    const SnakeRun reference = measured(points);

    BenchTable table;
    table.title = "A snake pulled sideways: volumes against points";
    table.note =
        "Differences of the surface's vertices at the end, as fractions of the snake's length, to the same "
        "scene with contacts of points (proximity, first row). J. Allard et al. 2010, Fig. 7.";
    table.columns = {"cell, mm", "n contacts", "most", "mean difference", "largest difference"};
    table.rows.push_back(
        {std::string("points"), reference.contacts, static_cast<double>(reference.most), 0.0, 0.0});
    for (const double cell : snake_cells) {
        const SnakeRun volumes = measured(snake(cell > 0 ? std::optional(cell) : std::nullopt));
        double sum = 0, largest = 0;
        const std::size_t vertices = reference.positions.size() / 3;
        for (std::size_t v = 0; v < vertices; ++v) {
            double square = 0;
            for (std::size_t k = 3 * v; k < 3 * v + 3; ++k)
                square += std::pow(volumes.positions[k] - reference.positions[k], 2);
            sum += std::sqrt(square);
            largest = std::max(largest, std::sqrt(square));
        }
        table.rows.push_back({1e3 * cell, volumes.contacts, static_cast<double>(volumes.most),
                              sum / (static_cast<double>(vertices) * length), largest / length});
        if (cell == 0) table.rows.back()[0] = std::string("none");
    }
    sheet.add(std::move(table));
}

}  // namespace limpet
