#pragma once

/// Limpet's whole public API.

#include "limpet/adhesion.h"
#include "limpet/audit.h"
#include "limpet/bench.h"
#include "limpet/command.h"
#include "limpet/error.h"
#include "limpet/frame.h"
#include "limpet/interruption.h"
#include "limpet/live_fields.h"
#include "limpet/mesh.h"
#include "limpet/probe_quantity.h"
#include "limpet/record.h"
#include "limpet/render.h"
#include "limpet/scene.h"
#include "limpet/solve.h"
#include "limpet/stages.h"
#include "limpet/threads.h"
#include "limpet/verify.h"
#include "limpet/version.h"
#include "limpet/warning.h"
#include "limpet/world.h"
