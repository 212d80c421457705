#pragma once

/// Bytes of contact problems, changed at random: for the fuzzer.

#include <string>

#include "fuzz/random_problems.h"

namespace limpet::fuzz {

/// A few changes: bytes, words, lines, cuts; numbers that are none, or too large for what they count.
std::string changed(std::string bytes, Random& random);

/// gzip of it.
std::string packed(const std::string& text);

}  // namespace limpet::fuzz
