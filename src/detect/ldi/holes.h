#pragma once
#include <string>
#include <vector>
#include "core/types.h"
namespace limpet {
struct Hole {
    double length;
};
std::vector<Hole> find_holes(const std::vector<Triangle>& triangles, const std::vector<Vec3>& positions);
std::string describe(const std::vector<Hole>& holes);
}  // namespace limpet
