#pragma once

/// Work on data that nobody vouches for, in a child process with limits: what crashes, hangs or grows there
/// ends there, and becomes a sentence.

#include <functional>
#include <string>

namespace limpet::io {

struct Confinement {
    std::string worker;  ///< who works, in sentences: "Assimp"
    double seconds = 0;  ///< of processor and of the clock
    double memory = 0;   ///< [bytes] beyond what this process has already
};

/// What `work` returns, as bytes. An InputError of its own comes through; a crash, too much time or too much
/// memory is an InputError about `file`. The child writes no files and opens few.
std::string run_confined(const std::string& file, const Confinement& limits,
                         const std::function<std::string()>& work);

}  // namespace limpet::io
