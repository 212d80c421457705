#pragma once

/// `namespace LIMPET_API limpet { … }`: a public header's declarations are visible in shared libraries and
/// programs that Limpet is linked into; all other symbols are hidden.
#define LIMPET_API [[gnu::visibility("default")]]
