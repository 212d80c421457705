#pragma once

/// Checks for our own mistakes; bad input is an InputError instead.
///
/// A condition that does not hold is printed with its place, and the program aborts. Builds with
/// LIMPET_ASSERTIONS (the default, optimised ones too) check; others do not evaluate the condition.

namespace limpet {

struct FailedAssertion {
    const char* condition;
    const char* file;
    int line;
};

using AssertionHandler = void (*)(const FailedAssertion&);

/// Whom to call before aborting; a handler that throws keeps the program alive, as tests want it. Null: print
/// to stderr. Returns the handler until now. Safe from any thread.
AssertionHandler set_assertion_handler(AssertionHandler handler);

/// Calls the handler, and aborts if it returns.
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);

}  // namespace limpet

#ifdef LIMPET_ASSERTIONS
#define LIMPET_ASSERT(condition) \
    (static_cast<bool>(condition) ? void() : ::limpet::assertion_failed(#condition, __FILE__, __LINE__))
#else
#define LIMPET_ASSERT(condition) static_cast<void>(sizeof(static_cast<bool>(condition)))
#endif
