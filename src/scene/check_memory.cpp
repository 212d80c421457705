/// What bodies will take, estimated before anything is made, against the memory budget.
///
///   bytes ≈ a N + b N^{4/3} + c T          N tetrahedra, T triangles of a body's surface
///
/// N^{4/3} is the growth of a factorised matrix on a mesh in three dimensions with nested dissection
/// (A. George 1973); bodies that contacts may touch have one.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/memory_budget.h"
#include "core/two_digits.h"
#include "scene/check_scene.h"
#include "scene/json_value.h"

namespace limpet {
namespace {

/// Measured with boxes of 40 000 to 320 000 tetrahedra. [bytes]
constexpr double per_tetrahedron = 1500, per_factorised_tetrahedron = 320;
/// Measured with 20 000 rigid boxes of 4800 triangles each. [bytes]
constexpr double per_triangle = 52;

double bytes_of(const BodyDescription& body, bool has_contact) {
    const ElementCounts counts = element_counts(body);
    const bool factorised = has_contact && body.type == BodyType::Soft;
    return per_tetrahedron * counts.tetrahedra + per_triangle * counts.triangles +
           (factorised ? per_factorised_tetrahedron * std::pow(counts.tetrahedra, 4.0 / 3) : 0);
}

}  // namespace

void check_memory(const Scene& scene, Complaints& complaints) {
    if (!complaints.is_sound("bodies")) return;
    const bool has_contact = scene.contact.has_value();
    const auto budget = static_cast<double>(memory_budget());
    double all = 0, largest = 0;
    std::size_t at = 0;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const double bytes = bytes_of(scene.bodies[i], has_contact);
        all += bytes;
        if (bytes > largest) largest = bytes, at = i;
    }
    if (all <= budget) return;
    const std::string budgeted = "what takes up to " + bytes_text(budget) + ", the memory budget (--memory)";
    const std::string path = json::item_path("bodies", at);
    if (largest <= 0.5 * all)
        return complaints.add("bodies",
                              found_allowed(fmt::format("{} bodies that would take about {} of memory",
                                                        scene.bodies.size(), bytes_text(all)),
                                            budgeted + ": take larger elements, or fewer bodies"));
    const std::string found = fmt::format("a body that would take about {} of memory", bytes_text(largest));
    const double left = budget - (all - largest);
    const std::optional<double> element = scene.bodies[at].element;
    if (!element || left <= 0)
        return complaints.add(path,
                              found_allowed(found, budgeted + ": take larger elements, or fewer bodies"));
    // As many elements fewer as there are bytes too many; matrices shrink faster.
    complaints.add(
        path + ".element",
        found_allowed(found, budgeted + fmt::format(", that is an edge of {:.2g} m or more",
                                                    rounded_up(*element * std::cbrt(largest / left)))));
}

}  // namespace limpet
