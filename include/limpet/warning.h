#pragma once

/// Warnings: what a user should know about a scene or a run that is not an error. docs/warnings.md lists
/// every code.

#include <string>
#include <vector>

#include "limpet/export.h"

namespace LIMPET_API limpet {

struct Warning {
    std::string code;                 ///< kind of warning, e.g. "overlap"; a key of docs/warnings.md
    std::vector<std::string> bodies;  ///< names of the bodies concerned; empty: the scene as a whole
    std::string sentence;             ///< what was found, and what to do
};

/// "SENTENCE [CODE]", as the command prints it.
inline std::string warning_text(const Warning& warning) {
    return warning.sentence + " [" + warning.code + "]";
}

}  // namespace limpet
