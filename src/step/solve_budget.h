#pragma once

namespace limpet {

/// What a solve takes.
struct SolveCost {
    double blocks = 0;      ///< 3×3 ones in the W of all problems
    double iterations = 0;  ///< of the longest
};

/// How often one step may solve its contact problem again, for all of its refinements (refinement.h). Each of
/// these has an end of its own, but one is inside the other: together they may solve hundreds of times. Spent
/// by count alone, so that results do not depend on the machine.
class SolveBudget {
public:
    void begin_step() { *this = {}; }

    /// May the problem be solved again? A no is remembered.
    bool allows() { return allows(max_block_products); }
    /// So, too, where the answer so far gives bodies energy.
    bool allows_against_gain() { return allows((1 + reserve_against_gain) * max_block_products); }
    void spend(const SolveCost& cost) {
        products_ += cost.blocks * (products_per_assembly + cost.iterations);
        ++solves_;
    }

    /// Some solve was not allowed: the step's answer is the best one so far (best_answer.cpp).
    bool refused() const { return refused_; }
    int solves() const { return solves_; }

private:
    bool allows(double max_products) {
        const bool spent =
            solves_ >= max_solves || (solves_ >= always_allowed_solves && products_ >= max_products);
        refused_ = refused_ || spent;
        return !spent;
    }

    /// Steps of the scenes that ship take up to 15; a bullet in a cloth takes 30.
    static constexpr int max_solves = 40;
    /// However large the problem: with fewer, contacts that close are missed in ordinary steps.
    static constexpr int always_allowed_solves = 4;
    /// Products of a 3×3 block and a vector: some four seconds of one processor.
    static constexpr double max_block_products = 2e9;
    /// Of these, on top: contacts that are missed for a step are pushed apart in the next one, but energy
    /// stays.
    static constexpr double reserve_against_gain = 1;
    /// What a block costs to make, in the same unit.
    static constexpr double products_per_assembly = 100;

    int solves_ = 0;
    double products_ = 0;
    bool refused_ = false;
};

}  // namespace limpet
