#include "core/parallel.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <memory>
#include <mutex>

#include "limpet/threads.h"

namespace limpet {

void set_threads(int threads) {
    static std::mutex mutex;
    static std::unique_ptr<tbb::global_control> limit;
    const std::lock_guard lock(mutex);
    limit.reset();
    if (threads > 0)
        limit = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, threads);
}

void parallel_blocks(int count, int block, const std::function<void(int, int)>& body) {
    const int blocks = (count + block - 1) / block;
    if (blocks <= 1) {
        if (count > 0) body(0, count);
        return;
    }
    tbb::parallel_for(0, blocks, [&](int b) { body(b * block, std::min(count, (b + 1) * block)); });
}

double ordered_sum(int count, int block, const std::function<double(int, int)>& part) {
    const int blocks = (count + block - 1) / block;
    std::vector<double> parts(blocks, 0.0);
    parallel_blocks(count, block, [&](int begin, int end) { parts[begin / block] = part(begin, end); });
    double sum = 0;
    for (const double p : parts) sum += p;
    return sum;
}

}  // namespace limpet
