#pragma once

/// What commands may say: a finite number, a point, a name. Each throws InputError with what was found and
/// what is allowed.

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "limpet/error.h"
#include "limpet/scene.h"
#include "step/step_constants.h"

namespace limpet {

inline void require_finite(const std::string& field, const Vector3& value) {
    for (const double x : value)
        if (!std::isfinite(x))
            throw InputError(field, fmt::format("[{}, {}, {}]; allowed: three finite numbers", value[0],
                                                value[1], value[2]));
}

/// A place, as near as places of scene files are.
inline void require_place(const std::string& field, const Vector3& value) {
    require_finite(field, value);
    for (const double x : value)
        if (std::abs(x) > max_coordinate_of_commands)
            throw InputError(
                field, fmt::format("[{}, {}, {}]; allowed: coordinates from -{} to {} m", value[0], value[1],
                                   value[2], max_coordinate_of_commands, max_coordinate_of_commands));
}

inline void require_finite(const std::string& field, double value) {
    if (!std::isfinite(value)) throw InputError(field, fmt::format("{}; allowed: a finite number", value));
}

/// Finite and not negative.
inline void require_amount(const std::string& field, double value) {
    if (!(std::isfinite(value) && value >= 0))
        throw InputError(field, fmt::format("{}; allowed: a finite number, 0 or more", value));
}

}  // namespace limpet
