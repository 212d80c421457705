#pragma once

/// Loops whose results do not depend on the number of threads: the partition is a function of the count and
/// the block size alone, and sums are added up in block order.

#include <algorithm>
#include <functional>
#include <vector>

namespace limpet {

/// Runs body(begin, end) on the blocks [0, block), [block, 2 block), … of [0, count), in any order, in
/// parallel.
void parallel_blocks(int count, int block, const std::function<void(int begin, int end)>& body);

/// Runs visit(0), …, visit(count − 1), in any order, in parallel. All are run; if several throw, the first of
/// them has the word, whichever thread was first.
void parallel_each(int count, const std::function<void(int)>& visit);

/// Sum over blocks of part(begin, end), added in block order.
double ordered_sum(int count, int block, const std::function<double(int begin, int end)>& part);

}  // namespace limpet
