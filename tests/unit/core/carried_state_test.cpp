#include "core/carried_state.h"

#include <gtest/gtest.h>

namespace limpet {
namespace {

/// Two numbers per body.
class Numbers : public CarriedState {
public:
    explicit Numbers(std::vector<double> values) : values_(std::move(values)) {}
    void append_state(std::vector<double>& values) const override {
        values.insert(values.end(), values_.begin(), values_.end());
    }
    bool take_state(std::span<const double>& values) override {
        if (values.size() < values_.size()) return false;
        values_.assign(values.begin(), values.begin() + static_cast<long>(values_.size()));
        values = values.subspan(values_.size());
        return true;
    }
    void inherit(const CarriedState& before, const BodyRenumbering& bodies) override {
        for (int i = 0; i < bodies.bodies_before(); ++i)
            if (const auto now = bodies.body(i))
                values_[*now] = static_cast<const Numbers&>(before).values_[i];
    }
    void forget_step() override { ++forgotten; }

    int forgotten = 0;

private:
    std::vector<double> values_;
};

class OtherNumbers : public Numbers {
public:
    using Numbers::Numbers;
};

class Nothing : public CarriedState {};

std::vector<double> state_of(const CarriedStates& states) {
    std::vector<double> values;
    states.append_state(values);
    return values;
}

TEST(CarriedStates, SaveAndRestoreInTheOrderOfEntry) {
    Numbers one({1, 2});
    Nothing nothing;
    OtherNumbers two({3});
    CarriedStates all;
    all.add(one);
    all.add(nothing);
    all.add(two);
    EXPECT_EQ(state_of(all), (std::vector<double>{1, 2, 3}));
    const std::vector<double> other = {4, 5, 6}, short_one = {4, 5}, long_one = {4, 5, 6, 7};
    EXPECT_TRUE(all.set_state(other));
    EXPECT_EQ(state_of(all), other);
    EXPECT_EQ(one.forgotten, 1);
    EXPECT_EQ(two.forgotten, 1);
    EXPECT_FALSE(all.set_state(short_one));
    EXPECT_FALSE(all.set_state(long_one));
}

TEST(CarriedStates, InheritFromTheSameClassUnderNewIndices) {
    Numbers old_one({1, 2, 3});
    CarriedStates before, after;
    before.add(old_one);
    Numbers one({0, 0});
    OtherNumbers two({7, 8});
    after.add(two);
    after.add(one);
    after.inherit(before, BodyRenumbering({0, -1, 1}));
    EXPECT_EQ(state_of(after), (std::vector<double>{7, 8, 1, 3}));
}

}  // namespace
}  // namespace limpet
