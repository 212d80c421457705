#include "core/parallel.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "limpet/threads.h"

namespace limpet {
namespace {

#ifdef __SANITIZE_THREAD__
/// TBB's library is not built for ThreadSanitizer, which takes every task that it hands over for a race; in
/// that build two plain threads share the blocks.
void run(int blocks, const std::function<void(int)>& body) {
    std::atomic<int> next = 0;
    std::exception_ptr error;
    std::mutex mutex;
    const auto work = [&] {
        for (int b = next++; b < blocks; b = next++) try {
                body(b);
            } catch (...) {
                const std::lock_guard lock(mutex);
                error = std::current_exception();
            }
    };
    std::thread helper(work);
    work();
    helper.join();
    if (error) std::rethrow_exception(error);
}
#else
void run(int blocks, const std::function<void(int)>& body) {
    tbb::parallel_for(0, blocks, body);
}
#endif

}  // namespace

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
    run(blocks, [&](int b) { body(b * block, std::min(count, (b + 1) * block)); });
}

void parallel_each(int count, const std::function<void(int)>& visit) {
    std::vector<std::exception_ptr> errors(static_cast<std::size_t>(std::max(count, 0)));
    parallel_blocks(count, 1, [&](int i, int) {
        try {
            visit(i);
        } catch (...) {
            errors[i] = std::current_exception();
        }
    });
    for (const std::exception_ptr& error : errors)
        if (error) std::rethrow_exception(error);
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
