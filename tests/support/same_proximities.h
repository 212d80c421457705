#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "detect/proximity.h"

namespace limpet {

/// The same features in the same order, with the same gaps and normals to the last bit.
inline void expect_same(const std::vector<Proximity>& a, const std::vector<Proximity>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].features, b[i].features);
        EXPECT_EQ(a[i].first_feature, b[i].first_feature);
        EXPECT_EQ(a[i].second_feature, b[i].second_feature);
        EXPECT_EQ(a[i].gap, b[i].gap);
        EXPECT_EQ(a[i].normal, b[i].normal);
    }
}

}  // namespace limpet
