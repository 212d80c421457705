#pragma once

#include <string>

#include "limpet/scene.h"

namespace limpet {

/// A scene's camera as it stands in summary.json, where read_camera() (limpet/record.h) finds it again.
std::string camera_json(const Camera& camera);

}  // namespace limpet
