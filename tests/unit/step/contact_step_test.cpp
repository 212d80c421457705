/// The driver of a contact step on its own: it takes the steps of a world, and one that is made anew goes on
/// as the old one.

#include "step/contact_step.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>

#include "bodies/make_body.h"
#include "limpet/world.h"

namespace limpet {
namespace {

/// A soft ball and a box that fall on a floor and stick; `first` and `last` are further bodies.
Scene driven_scene(const std::string& detection, const std::string& first, const std::string& last) {
    return parse_scene(fmt::format(
        R"({{"name": "driven", "time": {{"step": 0.005, "duration": 1}},
        "materials": {{"rubber": {{"density": 1000, "young": 5e4, "poisson": 0.35}}}},
        "contact": {{"detection": {}, "law": {{"friction": 0.4, "adhesion": {{"stiffness": 1e5, "energy": 0.02,
            "viscosity": 0.05, "bonding_rate": 0.05, "saturation": 200, "reference_gap": 0.0004}}}}}},
        "solver": {{"type": "nsgs"}},
        "bodies": [{}
        {{"name": "floor", "type": "static", "shape": {{"box": [1, 0.1, 1]}}, "position": [0, -0.05, 0], "surface": 0.1}},
        {{"name": "ball", "type": "soft", "material": "rubber", "element": 0.02, "shape": {{"sphere": 0.04}}, "position": [0, 0.0405, 0], "velocity": [0.1, -0.3, 0]}},
        {{"name": "box", "type": "rigid", "density": 1000, "shape": {{"box": [0.03, 0.03, 0.03]}}, "surface": 0.01, "position": [0.01, 0.098, 0], "velocity": [0, -0.4, 0]}}{}]}})",
        detection, first, last));
}

constexpr const char* far_away =
    R"({"name": "far", "type": "rigid", "density": 1000, "shape": {"box": [0.5, 0.5, 0.5]}, "position": [0, 50, 0], "surface": 0.25})";
constexpr double driven_smallest = 0.03;

/// World::step(), by the driver alone.
class Driven {
public:
    explicit Driven(Scene scene)
        : scene_(std::move(scene)), bodies_(make_bodies(scene_, nullptr)), contact_(made()) {}

    void step() {
        const double h = scene_.time.step;
        StepRecord record;
        StageClock clock(record);
        contact_->separate_at_start(h);
        for (auto& body : bodies_)
            body->free_motion({static_cast<double>(steps_) * h, h, to_vec3(scene_.gravity)});
        contact_->detect(h);
        contact_->contacts(h);
        contact_->compliance(h);
        contact_->solve();
        contact_->correct();
        contact_->refine(h, clock);
        for (std::size_t i = 0; i < bodies_.size(); ++i) bodies_[i]->advance(h * contact_->advance_share(i));
        contact_->stabilise(h);
        contact_->evolve(h, record);
        ++steps_;
    }

    /// The contact step is made anew, after a body was taken out of the list.
    void remake(std::optional<int> removed) {
        std::vector<int> now_at(bodies_.size());
        std::iota(now_at.begin(), now_at.end(), 0);
        const std::unique_ptr<ContactStep> before = std::move(contact_);
        std::unique_ptr<Body> gone;
        if (removed) {
            now_at[*removed] = -1;
            for (std::size_t i = *removed + 1; i < now_at.size(); ++i) --now_at[i];
            gone = std::move(bodies_[*removed]);
            bodies_.erase(bodies_.begin() + *removed);
            scene_.bodies.erase(scene_.bodies.begin() + *removed);
        }
        contact_ = made();
        contact_->inherit(*before, BodyRenumbering(now_at));
    }

    std::vector<std::vector<double>> state() const {
        std::vector<std::vector<double>> all;
        for (const auto& body : bodies_) all.push_back(body->state());
        contact_->append_state(all.emplace_back());
        return all;
    }
    const std::vector<Warning>& warnings() const { return warnings_; }

private:
    std::unique_ptr<ContactStep> made() {
        return std::make_unique<ContactStep>(scene_, bodies_, warnings_, driven_smallest);
    }

    Scene scene_;
    std::vector<std::unique_ptr<Body>> bodies_;
    std::vector<Warning> warnings_;
    std::unique_ptr<ContactStep> contact_;
    long steps_ = 0;
};

std::vector<std::vector<double>> state_of(const World& world) {
    std::vector<std::vector<double>> all;
    const WorldState state = world.state();
    for (const WorldState::BodyState& body : state.bodies) all.push_back(body.values);
    all.push_back(state.contacts);
    return all;
}

class ContactStepOf : public testing::TestWithParam<const char*> {};

TEST_P(ContactStepOf, TakesTheStepsOfAWorld) {
    const Scene scene = driven_scene(GetParam(), "", "");
    World world(scene);
    Driven driven(scene);
    const WorldState start = world.state();
    for (int i = 0; i < 20; ++i) {
        world.step();
        driven.step();
    }
    EXPECT_GT(world.last_step().bonds, 0) << "or bonds are not compared";
    EXPECT_EQ(driven.state(), state_of(world));
    EXPECT_EQ(world.state(start), world.state()) << "in the memory of an older one";
}

TEST_P(ContactStepOf, GoesOnWhenItIsMadeAnew) {
    const Scene scene = driven_scene(GetParam(), "", "");
    Driven one(scene), other(scene);
    for (int i = 0; i < 20; ++i) {
        one.step();
        other.step();
        other.remake({});
        ASSERT_EQ(other.state(), one.state()) << i;
    }
    EXPECT_EQ(other.warnings().size(), one.warnings().size());
}

TEST_P(ContactStepOf, FollowsTheNumbersOfBodies) {
    Driven alone(driven_scene(GetParam(), "", ""));
    Driven first(driven_scene(GetParam(), std::string(far_away) + ",", ""));
    Driven last(driven_scene(GetParam(), "", std::string(",") + far_away));
    for (int i = 0; i < 20; ++i)
        for (Driven* driven : {&alone, &first, &last}) {
            if (i == 10 && driven != &alone) driven->remake(driven == &first ? 0 : 3);
            driven->step();
        }
    EXPECT_EQ(first.state(), alone.state());
    EXPECT_EQ(last.state(), alone.state());
}

INSTANTIATE_TEST_SUITE_P(Detections, ContactStepOf,
                         testing::Values(R"({"type": "proximity", "distance": 0.001})",
                                         R"({"type": "continuous", "distance": 0.001})",
                                         R"({"type": "ldi", "pixel": 0.001, "cell": 0.02})"),
                         [](const auto& p) {
                             const std::string text = p.param;
                             return text.substr(10, text.find('"', 10) - 10);
                         });

}  // namespace
}  // namespace limpet
