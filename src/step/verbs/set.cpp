/// Fields of the scene that are changed while it runs.

#include "limpet/error.h"
#include "step/world_parts.h"

namespace limpet {

CommandResult World::Parts::apply(const Set& command) {
    throw InputError(command.path, "no field can be changed in a running world yet");
}

}  // namespace limpet
