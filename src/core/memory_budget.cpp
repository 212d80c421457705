#include "core/memory_budget.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <atomic>

namespace limpet {
namespace {

constexpr double default_share = 0.5;  // of the machine's memory: others run on it, too
constexpr std::uint64_t unknown_machine = std::uint64_t{4} << 30;

std::uint64_t default_budget() {
    const long pages = ::sysconf(_SC_PHYS_PAGES), size = ::sysconf(_SC_PAGESIZE);
    if (pages <= 0 || size <= 0) return unknown_machine;
    return static_cast<std::uint64_t>(default_share * static_cast<double>(pages) * static_cast<double>(size));
}

std::atomic<std::uint64_t> chosen{0};

}  // namespace

std::uint64_t memory_budget() noexcept {
    static const std::uint64_t usual = default_budget();
    const std::uint64_t bytes = chosen.load(std::memory_order_relaxed);
    return bytes ? bytes : usual;
}

void set_memory_budget(std::uint64_t bytes) noexcept {
    chosen.store(bytes, std::memory_order_relaxed);
}

std::string bytes_text(double bytes) {
    constexpr std::array<const char*, 7> units = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
    std::size_t unit = 0;
    while (bytes >= 999.5 && unit + 1 < units.size()) {
        bytes /= 1000;
        ++unit;
    }
    return bytes < 99.5 ? fmt::format("{:.2g} {}", bytes, units[unit])
                        : fmt::format("{:.0f} {}", bytes, units[unit]);
}

}  // namespace limpet
