#pragma once

/// Bodies to take pictures of.

#include <cmath>
#include <numbers>
#include <string>

#include "limpet/frame.h"

namespace limpet::test {

inline BodyFrame sphere(const std::string& name, const Vector3& center, double radius, int rings = 48) {
    BodyFrame body;
    body.name = name;
    const int sides = 2 * rings;
    for (int i = 0; i <= rings; ++i)
        for (int j = 0; j < sides; ++j) {
            const double polar = std::numbers::pi * i / rings, around = 2 * std::numbers::pi * j / sides;
            body.vertices.push_back({center[0] + radius * std::sin(polar) * std::sin(around),
                                     center[1] + radius * std::cos(polar),
                                     center[2] + radius * std::sin(polar) * std::cos(around)});
        }
    for (int i = 0; i < rings; ++i)
        for (int j = 0; j < sides; ++j) {
            const int a = i * sides + j, b = i * sides + (j + 1) % sides, c = a + sides, d = b + sides;
            if (i > 0) body.triangles.push_back({a, c, b});
            if (i < rings - 1) body.triangles.push_back({b, c, d});
        }
    return body;
}

inline BodyFrame box(const std::string& name, const Vector3& center, const Vector3& half) {
    BodyFrame body;
    body.name = name;
    for (int i = 0; i < 8; ++i)
        body.vertices.push_back({center[0] + ((i & 1) != 0 ? half[0] : -half[0]),
                                 center[1] + ((i & 2) != 0 ? half[1] : -half[1]),
                                 center[2] + ((i & 4) != 0 ? half[2] : -half[2])});
    body.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return body;
}

/// A static square in the plane of this height.
inline BodyFrame floor(double height, double half) {
    BodyFrame body;
    body.name = "floor";
    body.type = BodyType::Static;
    body.vertices = {
        {-half, height, -half}, {half, height, -half}, {half, height, half}, {-half, height, half}};
    body.triangles = {{0, 2, 1}, {0, 3, 2}};
    return body;
}

}  // namespace limpet::test
