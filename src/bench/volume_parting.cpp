/// Fig. 6 of J. Allard et al. 2010: how much of an overlap one linear solve of the stabilisation leaves. A
/// mono-volume's gradient promises more than it keeps, since the area gets smaller as the bodies part; with
/// cells, the outer ones let go and the deepest decides.

#include "bench/volume.h"
#include "bodies/make_body.h"
#include "contact/volume/make_volume_contacts.h"
#include "detect/ldi/volume_detector.h"
#include "step/separate_overlaps.h"

namespace limpet {
namespace {

constexpr double sphere_radius = 0.05, sphere_overlap = 0.01;  ///< [m]
constexpr double parting_step = 0.005;                         ///< [s]

Scene two_spheres() {
    Scene scene;
    scene.contact.emplace().detection.type = DetectionType::LayeredDepth;
    for (int i = 0; i < 2; ++i) {
        BodyDescription sphere;
        sphere.name = i == 0 ? "left" : "right";
        sphere.shape = SphereShape{sphere_radius};
        sphere.density = 1000;
        sphere.surface = 0.004;
        sphere.position = {(i == 0 ? -1 : 1) * (sphere_radius - sphere_overlap / 2), 0, 0};
        scene.bodies.push_back(sphere);
    }
    return scene;
}

double total(const VolumeDetector::Pairs& pairs) {
    double sum = 0;
    for (const auto& [bodies, pair] : pairs) sum += pair.volume;
    return sum;
}

}  // namespace

void bench_volume_parting(BenchSheet& sheet) {
    BenchTable table;
    table.title = "What one stabilisation solve leaves of an overlap";
    table.note =
        "Two rigid spheres of 10 cm, 1 cm deep in each other, pixels of 1 mm; nothing is to be left. Depth: "
        "how far they still overlap. J. Allard et al. 2010, Fig. 6.";
    table.columns = {"cell, mm", "n contacts", "volume left, %", "depth left, mm"};
    BenchPlot plot{table.title, "contacts", "volume left, %", {{"volume left", {}, {}}}};
    const std::vector<double> cells =
        sheet.quick() ? std::vector{0.0, 0.02}
                      : std::vector{0.0, 0.04, 0.02, 0.014, 0.01, 0.007, 0.005, 0.0035, 0.0025};
    Scene scene = two_spheres();
    for (const double cell : cells) {
        const std::vector<std::unique_ptr<Body>> bodies = make_bodies(scene);
        if (cell > 0) scene.contact->detection.cell = cell;
        const std::vector<bool> moves = {true, true};
        VolumeDetector images({bodies[0].get(), bodies[1].get()},
                              {sheet.quick() ? 0.002 : 0.001, scene.contact->detection.cell, false}, false);
        const double before = total(images.pairs());
        const std::vector<Contact> contacts = volume_contacts(images.cells());
        separate_overlaps(contacts, bodies, moves, {0, 0}, parting_step, {2000, 1e-10});
        images.forget();
        const double left = 100 * total(images.pairs()) / before;
        const double gap = bodies[1]->center_of_mass().x() - bodies[0]->center_of_mass().x();
        table.rows.push_back(
            {1e3 * cell, static_cast<double>(contacts.size()), left, 1e3 * (2 * sphere_radius - gap)});
        if (cell == 0) table.rows.back()[0] = std::string("none");
        plot.lines[0].x.push_back(static_cast<double>(contacts.size()));
        plot.lines[0].y.push_back(left);
    }
    sheet.add(std::move(table));
    sheet.add(std::move(plot));
}

}  // namespace limpet
