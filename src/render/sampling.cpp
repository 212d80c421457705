#include "render/sampling.h"

namespace limpet {
namespace {

std::uint32_t reversed(std::uint32_t x) {
    x = ((x >> 1) & 0x55555555u) | ((x & 0x55555555u) << 1);
    x = ((x >> 2) & 0x33333333u) | ((x & 0x33333333u) << 2);
    x = ((x >> 4) & 0x0f0f0f0fu) | ((x & 0x0f0f0f0fu) << 4);
    x = ((x >> 8) & 0x00ff00ffu) | ((x & 0x00ff00ffu) << 8);
    return (x >> 16) | (x << 16);
}

/// Direction numbers of Sobol's second dimension: the rows of Pascal's triangle modulo 2.
std::uint32_t second_dimension(std::uint32_t index) {
    std::uint32_t out = 0;
    for (std::uint32_t direction = 1u << 31; index != 0; index >>= 1, direction ^= direction >> 1)
        if ((index & 1) != 0) out ^= direction;
    return out;
}

float unit_interval(std::uint32_t x) {
    return static_cast<float>(x >> 8) * 0x1p-24f;
}

}  // namespace

SquareSampler::SquareSampler(int samples) {
    const std::uint32_t count = std::bit_ceil(static_cast<std::uint32_t>(samples));
    for (std::uint32_t i = 0; i < count; ++i) sobol_.push_back({reversed(i), second_dimension(i)});
}

SquarePoint SquareSampler::point(std::uint32_t key, int index) const {
    const std::uint32_t mixed = hash_bits(key);
    const std::uint32_t mask = static_cast<std::uint32_t>(sobol_.size()) - 1;
    const auto& [x, y] = sobol_[(static_cast<std::uint32_t>(index) ^ (mixed >> 7)) & mask];
    return {unit_interval(x ^ mixed), unit_interval(y ^ hash_bits(mixed + 0x9e3779b9u))};
}

}  // namespace limpet
