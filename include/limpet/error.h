#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "limpet/export.h"

namespace LIMPET_API limpet {

/// One thing that is wrong with an input, in the words a user needs to mend it.
struct Complaint {
    std::string file;     ///< the file it is in; empty if the input was not a file
    int line = 0;         ///< 1-based line in that file; 0 if unknown
    std::string field;    ///< path of the field, e.g. "bodies[1].material"; empty if there is none
    std::string message;  ///< what is wrong, what was found, what is allowed

    /// "file:line: field: message", leaving out what is unknown.
    std::string text() const;
};

/// The input or the call is wrong (exit code 2). Carries every complaint that was found, not just the first.
class InputError : public std::runtime_error {
public:
    explicit InputError(std::vector<Complaint> complaints);
    /// One complaint about a field, without a place; whoever knows the file adds it.
    InputError(std::string field, std::string message);

    const std::vector<Complaint>& complaints() const { return complaints_; }

private:
    std::vector<Complaint> complaints_;
};

/// The simulation broke down, e.g. a state became non-finite (exit code 3).
class BreakdownError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A file could not be written to its end, most often because the disk is full (exit code 3).
class WriteError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace limpet
