#include "shapes/io/surface_readers.h"

#include <map>
#include <mutex>

namespace limpet::io {
namespace {

/// Made at first use: readers may be added before main().
struct SurfaceReaders {
    std::mutex mutex;
    std::map<std::string, SurfaceReader> by_ending;
};

SurfaceReaders& surface_readers() {
    static SurfaceReaders readers;
    return readers;
}

}  // namespace

void add_surface_reader(const std::string& ending, SurfaceReader reader) {
    SurfaceReaders& readers = surface_readers();
    const std::lock_guard lock(readers.mutex);
    readers.by_ending[ending] = reader;
}

SurfaceReader surface_reader(const std::string& ending) {
    SurfaceReaders& readers = surface_readers();
    const std::lock_guard lock(readers.mutex);
    auto found = readers.by_ending.find(ending);
    if (found == readers.by_ending.end()) found = readers.by_ending.find("");
    return found == readers.by_ending.end() ? nullptr : found->second;
}

}  // namespace limpet::io
