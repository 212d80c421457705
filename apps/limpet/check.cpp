#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "commands.h"
#include "limpet/limpet.h"

namespace limpet::command {

namespace {

void print_bonds(const ContactSettings& contact) {
    const auto print = [&](const std::string& whose, const std::optional<Adhesion>& law) {
        if (!law || !law->can_bond()) return;
        fmt::print("  {}: take {:.3g} J/m^2 of {:.3g} J/m^2 when opened slowly, break at {:.3g} m\n", whose,
                   energy_spent(*law), law->energy, 2 * law->reference_gap);
    };
    print("bonds", adhesion_of_all(contact));
    for (const ContactPair& pair : contact.pairs)
        if (pair.law.adhesion)
            print(fmt::format("bonds of \"{}\" and \"{}\"", pair.bodies[0], pair.bodies[1]),
                  adhesion_of(contact, pair));
}

/// Everything up to the first step, so that a scene that passes will run.
int check_scene_file(const std::string& path, const std::vector<std::string>& overrides) {
    const World world(load_scene(path, overrides));
    const Scene& scene = world.scene();
    for (const Warning& warning : world.warnings())
        fmt::print(stderr, "limpet: warning: {}\n", warning_text(warning));
    fmt::print("{}: good\n", scene.name);
    for (std::size_t i = 0; i < world.body_count(); ++i) {
        const BodyView body = world.body(i);
        fmt::print("  {}: {} triangles", body.name(), body.triangles().size() / 3);
        if (body.tetrahedra() > 0) fmt::print(", {} tetrahedra", body.tetrahedra());
        if (body.mass() > 0) fmt::print(", {:.4g} kg", body.mass());
        fmt::print("\n");
    }
    if (scene.contact) print_bonds(*scene.contact);
    return done;
}

}  // namespace

Action add_check(CLI::App& app) {
    auto scene = std::make_shared<std::string>();
    auto overrides = std::make_shared<std::vector<std::string>>();
    app.add_option("SCENE", *scene, "Scene file, or the name of a scene that ships")->required();
    app.add_option("--set", *overrides, "PATH=VALUE: override a field of the scene")
        ->allow_extra_args(false)
        ->take_all();
    return [scene, overrides] { return check_scene_file(*scene, *overrides); };
}

}  // namespace limpet::command
