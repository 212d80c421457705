#include "bodies/elastic/shape_measures.h"

#include "bodies/elastic/elastic_system.h"

namespace limpet {

void ShapeMeasures::forget() {
    rotation_.reset();
    elastic_energy_.reset();
    elastic_energy_range_.reset();
}

Mat3 ShapeMeasures::rotation(const std::vector<double>& mass, const std::vector<Vec3>& rest,
                             const std::vector<Vec3>& q) const {
    const std::lock_guard lock(*mutex_);
    if (!rotation_) rotation_ = best_rotation(mass, rest, q);
    return *rotation_;
}

/// Energies are summed in parallel: a thread that waited for them with the lock could be given work that
/// needs it.
double ShapeMeasures::elastic_energy(const ElasticElements& elements, const std::vector<Vec3>& q) const {
    {
        const std::lock_guard lock(*mutex_);
        if (elastic_energy_) return *elastic_energy_;
    }
    const double energy = elements.energy(q);
    const std::lock_guard lock(*mutex_);
    elastic_energy_ = energy;
    return energy;
}

EnergyRange ShapeMeasures::elastic_energy_range(const ElasticElements& elements,
                                                const std::vector<Vec3>& q) const {
    {
        const std::lock_guard lock(*mutex_);
        if (elastic_energy_) return {*elastic_energy_, *elastic_energy_};
        if (elastic_energy_range_) return *elastic_energy_range_;
    }
    const EnergyRange range = elements.energy_range(q);
    const std::lock_guard lock(*mutex_);
    elastic_energy_range_ = range;
    return range;
}

}  // namespace limpet
