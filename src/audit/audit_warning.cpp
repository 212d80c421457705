#include <fmt/format.h>

#include "limpet/audit.h"

namespace limpet {

Warning overlap_warning(const Overlap& overlap, double tolerance) {
    const std::string measure = overlap.volume > 0
                                    ? fmt::format("they share {:.3g} m^3", overlap.volume)
                                    : fmt::format("{} edges pass through the other body", overlap.piercings);
    return Warning{
        "audit",
        {overlap.first, overlap.second},
        fmt::format(
            "bodies \"{}\" and \"{}\" are {:.3g} m in each other at t = {:.4g} s ({}), where {:.3g} m "
            "are allowed; a smaller time.step may help",
            overlap.first, overlap.second, overlap.depth, overlap.time, measure, tolerance)};
}

}  // namespace limpet
