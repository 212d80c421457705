#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <memory>

#include "commands.h"
#include "limpet/limpet.h"

namespace limpet::command {

namespace {

struct MeshOptions {
    std::string input, output;
    std::string size, scale, element, surface;
    std::vector<double> towards;
    double ratio = 4, radius = 0, ring = 0, growth = 0.25;
    bool text = false;
};

/// Shapes and lengths are read by the scene's own reader, so that `--element "5 mm"` and every shape of a
/// scene file work here, with the same complaints.
BodyDescription described(const MeshOptions& options) {
    const auto in_quotes = [](const std::string& text) {
        std::string out = "\"";
        for (const char c : text) {
            if (c == '"' || c == '\\') out += '\\';
            out += c;
        }
        return out + '"';
    };
    const auto is_number = [](const std::string& text) {
        double value = 0;
        return CLI::detail::lexical_cast(text, value) && std::isfinite(value);
    };
    const auto length = [&](const std::string& text) { return is_number(text) ? text : in_quotes(text); };
    std::string shape;
    const bool is_json = !options.input.empty() && options.input.front() == '{';
    const bool is_file = !is_json && (std::filesystem::is_regular_file(options.input) ||
                                      options.input.find('.') != std::string::npos);
    if (!options.scale.empty() && !is_file)
        throw InputError("--scale", "is a factor on a file's coordinates; this is no file");
    if (!options.size.empty() && is_json) throw InputError("--size", "the shape says its size itself");
    if (is_json) {
        shape = options.input;
    } else if (is_file) {
        shape = "{\"file\": " + in_quotes(options.input);
        if (!options.scale.empty()) shape += ", \"scale\": " + length(options.scale);
        if (!options.size.empty()) shape += ", \"size\": " + length(options.size);
        shape += "}";
    } else {
        shape = fmt::format("{{\"zoo\": {}, \"size\": {}}}", in_quotes(options.input),
                            options.size.empty() ? "1" : length(options.size));
    }
    // Without tetrahedra to make, any surface will do, a plane as well.
    std::string body = "{\"name\": \"mesh\", \"type\": " +
                       std::string(options.element.empty() ? "\"static\"" : "\"soft\", \"material\": \"m\"") +
                       ", \"shape\": " + shape;
    if (!options.element.empty()) body += ", \"element\": " + length(options.element);
    if (!options.surface.empty()) body += ", \"surface\": " + length(options.surface);
    const std::string scene =
        "{\"materials\": {\"m\": {\"density\": 1, \"young\": 1, \"poisson\": 0}}, \"bodies\": [" + body +
        "}]}";
    try {
        return parse_scene(scene).bodies.front();
    } catch (const InputError& error) {
        std::vector<Complaint> complaints = error.complaints();
        for (Complaint& complaint : complaints) {
            complaint.file.clear();
            constexpr std::string_view prefix = "bodies[0].";
            if (complaint.field.starts_with(prefix)) complaint.field.erase(0, prefix.size());
        }
        throw InputError(std::move(complaints));
    }
}

void print(const MeshReport& report, const MeshOptions& options) {
    fmt::print("{} vertices, {} triangles, {} tetrahedra\n", report.vertices, report.triangles,
               report.tetrahedra);
    fmt::print("surface: {:.6g} m^2, {}", report.area, report.closed ? "closed" : "open");
    if (report.boundary_edges > 0) fmt::print(", {} boundary edges", report.boundary_edges);
    if (report.non_manifold_edges > 0)
        fmt::print(", {} edges of more than two triangles", report.non_manifold_edges);
    if (report.closed || report.tetrahedra > 0)
        fmt::print("\nvolume: {:.6g} m^3", report.volume);
    else
        fmt::print("\nvolume: none, it is open");
    if (report.tetrahedra > 0 && report.surface_volume > 0)
        fmt::print(" ({:+.3g} % of the surface's)", 100 * (report.volume / report.surface_volume - 1));
    fmt::print("\n");
    if (report.tetrahedra > 0)
        fmt::print("dihedral angles: {:.1f} to {:.1f} degrees\n", report.min_dihedral, report.max_dihedral);
    for (const std::string& note : report.notes) fmt::print("note: {}\n", note);
    if (!options.output.empty()) fmt::print("written to {}\n", options.output);
}

int mesh(const MeshOptions& options) {
    const BodyDescription body = described(options);
    MeshRequest request;
    request.shape = body.shape;
    request.output = options.output;
    request.element = body.element;
    request.surface = body.surface;
    if (!options.towards.empty())
        request.refine_towards = Vector3{options.towards[0], options.towards[1], options.towards[2]};
    request.refine_ratio = options.ratio;
    request.refine_radius = options.radius;
    request.refine_ring = options.ring;
    request.refine_growth = options.growth;
    request.binary = !options.text;
    print(make_mesh(request), options);
    return done;
}

}  // namespace

Action add_mesh(CLI::App& app) {
    auto options = std::make_shared<MeshOptions>();
    app.add_option("SHAPE", options->input,
                   "Mesh file, name of a zoo shape, or a shape as in a scene: '{\"sphere\": 0.1}'")
        ->required();
    app.add_option("-o,--output", options->output,
                   "File to write; its ending is the format. Without it, only the numbers are printed");
    app.add_option("--element", options->element, "Make tetrahedra of this edge length [m]");
    app.add_option("--surface", options->surface, "Make triangles of this edge length [m]");
    auto* size =
        app.add_option("--size", options->size, "Longest side; centres a file's mesh [zoo shapes: 1 m]");
    app.add_option("--scale", options->scale, "Factor on a file's coordinates")->excludes(size);
    app.add_option("--refine-towards", options->towards,
                   "Boxes and spheres: X Y Z, a point towards which elements get smaller [m]")
        ->expected(3);
    app.add_option("--refine-ratio", options->ratio, "... by this factor [4]")->check(CLI::Range(1.0, 1e4));
    app.add_option("--refine-radius", options->radius,
                   "... and equally small within this distance of it [0 m]")
        ->check(CLI::Range(0.0, 1e9));
    app.add_option("--refine-ring", options->ring,
                   "... towards a circle of this radius about it, in a plane of equal y [0 m: the point]")
        ->check(CLI::Range(0.0, 1e9));
    app.add_option("--refine-growth", options->growth, "... growing so fast with the distance [0.25]")
        ->check(CLI::Range(0.02, 1.0));
    app.add_flag("--text", options->text, "Text instead of binary, where the format has both");
    return [options] { return mesh(*options); };
}

}  // namespace limpet::command
