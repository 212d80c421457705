#pragma once

#include <exception>

#include "limpet/export.h"

namespace LIMPET_API limpet {

/// Thrown out of World::step() after request_interruption(). The step was given up in the middle: the world
/// is of no more use until World::restore() takes it back to a complete step.
class Interrupted : public std::exception {
public:
    const char* what() const noexcept override { return "interrupted"; }
};

/// Ends the steps of all worlds of this process that are under way, within a fraction of a second, and every
/// later one at its beginning, until clear_interruption(). Safe in a signal handler and from any thread.
void request_interruption() noexcept;
void clear_interruption() noexcept;
bool interruption_requested() noexcept;

}  // namespace limpet
