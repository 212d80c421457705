#include "detect/pair_search.h"

#include <algorithm>

#include "core/assert.h"
#include "core/parallel.h"

namespace limpet {

void PairSearch::begin_step(const std::vector<DetectionSurface>& surfaces,
                            const std::vector<BodyPair>& near) {
    std::vector<char> needed(surfaces.size(), false);
    std::vector<Kept> kept;
    kept.reserve(near.size());
    std::vector<int> followed;
    auto before = kept_.begin();
    for (const BodyPair& pair : near) {
        needed[pair.first] = needed[pair.second] = true;
        while (before != kept_.end() && before->bodies < pair) ++before;
        if (before != kept_.end() && before->bodies == pair) {
            followed.push_back(static_cast<int>(kept.size()));
            kept.push_back(std::move(*before));
        } else {
            kept.push_back({pair});
        }
    }
    kept_ = std::move(kept);
    last_.resize(surfaces.size());
    std::vector<SurfaceTrajectory> trajectories(surfaces.size());
    parallel_blocks(static_cast<int>(surfaces.size()), 1, [&](int i, int) {
        const bool known = needed[i] && last_[i].size() == surfaces[i].positions().size();
        // From where they are now back to where they were.
        if (known) trajectories[i] = SurfaceTrajectory(surfaces[i], std::move(last_[i]), 0);
        if (needed[i])
            last_[i] = surfaces[i].positions();
        else
            last_[i].clear();
    });
    parallel_blocks(static_cast<int>(followed.size()), 1, [&](int k, int) {
        auto& [pair, list] = kept_[followed[k]];
        if (!trajectories[pair.first].empty() && !trajectories[pair.second].empty())
            list.follow(trajectories[pair.first], trajectories[pair.second]);
    });
}

KeptPairs& PairSearch::list_of(const BodyPair& pair) {
    const auto found = std::lower_bound(kept_.begin(), kept_.end(), pair,
                                        [](const Kept& kept, const BodyPair& p) { return kept.bodies < p; });
    LIMPET_ASSERT(found != kept_.end() && found->bodies == pair);
    return found->pairs;
}

void PairSearch::surface_changed(int body) {
    std::erase_if(
        kept_, [body](const Kept& kept) { return kept.bodies.first == body || kept.bodies.second == body; });
    if (body < static_cast<int>(last_.size())) last_[body].clear();
}

}  // namespace limpet
