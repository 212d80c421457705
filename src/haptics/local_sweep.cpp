#include "haptics/local_sweep.h"

#include "solve/sweeps/nsgs.h"

namespace limpet::haptics {

void LocalSweep::resize(int contacts) {
    const auto size = 3 * static_cast<Eigen::Index>(contacts);
    W_.resize(size, size);
    own_.resize(contacts);
    laws_.resize(contacts);
    bonded_.assign(contacts, std::nullopt);
}

void LocalSweep::set_contact(int contact, double friction, const Bond& bond) {
    const auto at = 3 * static_cast<Eigen::Index>(contact);
    own_[contact] = W_.block<3, 3>(at, at);
    laws_[contact] = OneContact(own_[contact].data(), friction);
    if (bond.k > 0) bonded_[contact].emplace(own_[contact].data(), friction, bond, Cone::Exact, 0, 0);
}

void LocalSweep::begin(const VecX& u0, const VecX& lambda, VecX& u) const {
    const Eigen::Index size = W_.rows();
    u.head(size) = u0.head(size);
    for (Eigen::Index at = 0; at < size; at += 3) {
        const Vec3 l = lambda.segment<3>(at);
        if (l != Vec3::Zero()) u.head(size).noalias() += W_.middleCols<3>(at) * l;
    }
}

void LocalSweep::operator()(VecX& lambda, VecX& u) {
    const Eigen::Index size = W_.rows();
    for (int i = 0; i < contacts(); ++i) {
        const auto at = 3 * static_cast<Eigen::Index>(i);
        const Vec3 before = lambda.segment<3>(at);
        const Vec3 free = u.segment<3>(at) - own_[i] * before;
        double* now = lambda.data() + at;
        if (bonded_[i])
            bonded_[i]->update(free.x(), free.y(), free.z(), now, passes_at_a_bond);
        else
            laws_[i].solve(free.x(), free.y(), free.z(), now);
        const Vec3 change = lambda.segment<3>(at) - before;
        if (change != Vec3::Zero()) u.head(size).noalias() += W_.middleCols<3>(at) * change;
    }
}

}  // namespace limpet::haptics
