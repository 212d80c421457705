#pragma once

/// Who is told of a world's warnings and commands.

#include <exception>
#include <functional>
#include <vector>

#include "limpet/command.h"
#include "limpet/warning.h"

namespace limpet {

class Listeners {
public:
    using OnWarning = std::function<void(const Warning&)>;
    using OnCommand = std::function<void(long step, const Command&)>;

    /// Told at once of what was issued before.
    void add(OnWarning listener, const std::vector<Warning>& issued) {
        tell(issued);
        for (const Warning& warning : issued) listener(warning);
        warnings_.push_back(std::move(listener));
    }
    void add(OnCommand listener) { commands_.push_back(std::move(listener)); }

    /// Tells those of `issued` that were not told yet.
    void tell(const std::vector<Warning>& issued) {
        while (told_ < issued.size()) {
            const Warning& warning = issued[told_++];
            for (const OnWarning& listener : warnings_) listener(warning);
        }
    }
    void tell(long step, const Command& command) const {
        for (const OnCommand& listener : commands_) listener(step, command);
    }

private:
    std::vector<OnWarning> warnings_;
    std::vector<OnCommand> commands_;
    std::size_t told_ = 0;
};

/// Tells of a step's warnings when it ends, also if it breaks down.
class Telling {
public:
    Telling(Listeners& listeners, const std::vector<Warning>& issued)
        : listeners_(listeners), issued_(issued) {}
    Telling(const Telling&) = delete;
    Telling& operator=(const Telling&) = delete;
    ~Telling() noexcept(false) {
        const bool is_unwinding = std::uncaught_exceptions() > 0;
        try {
            listeners_.tell(issued_);
        } catch (...) {
            // The step's own exception goes before a listener's.
            if (!is_unwinding) throw;
        }
    }

private:
    Listeners& listeners_;
    const std::vector<Warning>& issued_;
};

}  // namespace limpet
