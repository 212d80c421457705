#pragma once

/// Random numbers that are the same on every machine: SplitMix64 (G. Steele, D. Lea, C. Flood 2014, Fast
/// splittable pseudorandom number generators), and choices made from it by whole numbers, without the
/// standard library's distributions or a logarithm.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace limpet::physics_fuzz {

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    /// The generator of scene `index` of a series: neighbours have nothing in common.
    Random(std::uint64_t seed, std::uint64_t index) : state_(seed) {
        state_ = next() ^ (index * 0xd1342543de82ef95ULL);
        next();
    }

    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    /// 0 … count − 1.
    int below(int count) { return static_cast<int>((next() >> 11) % static_cast<std::uint64_t>(count)); }
    int between(int least, int most) { return least + below(most - least + 1); }
    bool chance(double probability) { return below(1000) < 1000 * probability; }
    /// In thousandths of the range, so that scenes have short numbers.
    double uniform(double least, double most) { return least + (most - least) * below(1001) / 1000; }

    template <class T>
    T pick(std::initializer_list<T> choices) {
        return choices.begin()[below(static_cast<int>(choices.size()))];
    }
    template <class T>
    const T& pick(const std::vector<T>& choices) {
        return choices[below(static_cast<int>(choices.size()))];
    }

private:
    std::uint64_t state_;
};

}  // namespace limpet::physics_fuzz
