#pragma once

#include <string>

#include "limpet/verify.h"

namespace limpet::verification {

/// A plot as SVG for the page: theory as lines, what was measured as points, colours from the report's style.
std::string plot_svg(const VerifyPlot& plot);

}  // namespace limpet::verification
