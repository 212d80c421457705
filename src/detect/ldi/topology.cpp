#include "detect/ldi/topology.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <tuple>

#include "core/parallel.h"
#include "detect/ldi/closed_surface.h"
#include "detect/ldi/kernel_constants.h"

namespace limpet::ldi {
namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
    return std::rotl(hash ^ word, 29) * 0x9e3779b97f4a7c15u;
}

/// Chains of 32 bits, several of them since a step of one has to wait for the step before.
std::uint64_t hash_of_part(const Triangle* triangles, int count) {
    using Words = std::uint32_t __attribute__((vector_size(32)));
    constexpr std::size_t chains = 4, stride = chains * sizeof(Words);
    static_assert(sizeof(Triangle) == 12);
    const char* bytes = reinterpret_cast<const char*>(triangles);
    const std::size_t size = count * sizeof(Triangle);
    std::array<Words, chains> hash{};
    const auto take = [&](const char* from) {
        for (std::size_t k = 0; k < chains; ++k) {
            Words words;
            std::memcpy(&words, from + k * sizeof words, sizeof words);
            hash[k] = (hash[k] ^ words) * 0x9e3779b1u;
            hash[k] ^= hash[k] >> 15;
        }
    };
    std::size_t at = 0;
    for (; at + stride <= size; at += stride) take(bytes + at);
    std::array<char, stride> rest{};
    std::memcpy(rest.data(), bytes + at, size - at);
    take(rest.data());
    std::uint64_t all = size;
    for (const Words& words : hash)
        for (int k = 0; k < 8; ++k) all = mixed(all, words[k]);
    return all;
}

}  // namespace

std::uint64_t hash_of(const std::vector<Triangle>& triangles) {
    const int count = static_cast<int>(triangles.size());
    std::vector<std::uint64_t> parts((count + hashed_per_task - 1) / hashed_per_task);
    parallel_blocks(count, hashed_per_task, [&](int begin, int end) {
        parts[begin / hashed_per_task] = hash_of_part(triangles.data() + begin, end - begin);
    });
    std::uint64_t all = triangles.size();
    for (const std::uint64_t part : parts) all = mixed(all, part);
    return all;
}

bool Topology::update(const std::vector<Triangle>& triangles, std::uint64_t version) {
    if (version > 0 && version == version_ && triangles.size() == count_) return false;
    version_ = version;
    const std::uint64_t hash = hash_of(triangles);
    if (hash == hash_ && triangles.size() == count_) return false;
    hash_ = hash;
    count_ = triangles.size();
    closed_ = is_closed(triangles);
    has_edges_ = false;
    return true;
}

const std::vector<SharedEdge>& Topology::edges(const std::vector<Triangle>& triangles) {
    if (has_edges_) return edges_;
    has_edges_ = true;
    struct Side {
        int low, high, triangle;
        bool runs_up;
    };
    std::vector<Side> sides;
    for (std::size_t t = 0; t < triangles.size(); ++t)
        for (int k = 0; k < 3; ++k) {
            const int a = triangles[t][k], b = triangles[t][(k + 1) % 3];
            if (a != b) sides.push_back({std::min(a, b), std::max(a, b), static_cast<int>(t), a < b});
        }
    const auto key = [](const Side& side) { return std::tie(side.low, side.high, side.triangle); };
    std::sort(sides.begin(), sides.end(), [&](const Side& a, const Side& b) { return key(a) < key(b); });
    edges_.clear();
    std::vector<int> up, down;
    for (std::size_t begin = 0, end; begin < sides.size(); begin = end) {
        up.clear();
        down.clear();
        const auto& [low, high, triangle, runs_up] = sides[begin];
        for (end = begin; end < sides.size() && sides[end].low == low && sides[end].high == high; ++end)
            (sides[end].runs_up ? up : down).push_back(sides[end].triangle);
        for (std::size_t k = 0; k < std::min(up.size(), down.size()); ++k)
            edges_.push_back({low, high, up[k], down[k]});
    }
    return edges_;
}

}  // namespace limpet::ldi
