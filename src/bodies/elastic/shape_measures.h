#pragma once

/// What is measured of an elastic body's present shape, once anything asks: every bond on a thick sheet asks
/// for its rotation, separation of volumes and records ask for its energy. Several threads may ask at a time.

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "bodies/elastic/elastic_elements.h"

namespace limpet {

class ShapeMeasures {
public:
    /// Nodes have moved.
    void forget();
    /// The range of its energy is known already. [J]
    void set_elastic_energy_range(const EnergyRange& range) { elastic_energy_range_ = range; }

    /// Best fit from `rest` to `q`, weighted by mass.
    Mat3 rotation(const std::vector<double>& mass, const std::vector<Vec3>& rest,
                  const std::vector<Vec3>& q) const;
    double elastic_energy(const ElasticElements& elements, const std::vector<Vec3>& q) const;  ///< [J]
    EnergyRange elastic_energy_range(const ElasticElements& elements, const std::vector<Vec3>& q) const;

private:
    mutable std::optional<Mat3> rotation_;
    mutable std::optional<double> elastic_energy_;             ///< [J]
    mutable std::optional<EnergyRange> elastic_energy_range_;  ///< [J]
    mutable std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
};

}  // namespace limpet
