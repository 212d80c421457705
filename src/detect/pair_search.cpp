#include "detect/pair_search.h"

#include "core/parallel.h"

namespace limpet {

void PairSearch::begin_step(const std::vector<DetectionSurface>& surfaces,
                            const std::vector<BodyPair>& near) {
    std::vector<char> needed(surfaces.size(), false);
    std::map<BodyPair, KeptPairs> kept;
    std::vector<std::pair<BodyPair, KeptPairs*>> followed;
    for (const BodyPair& pair : near) {
        needed[pair.first] = needed[pair.second] = true;
        const auto known = kept_.find(pair);
        KeptPairs& now = kept[pair] = known != kept_.end() ? std::move(known->second) : KeptPairs();
        if (known != kept_.end()) followed.emplace_back(pair, &now);
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
        const auto& [pair, list] = followed[k];
        if (!trajectories[pair.first].empty() && !trajectories[pair.second].empty())
            list->follow(trajectories[pair.first], trajectories[pair.second]);
    });
}

void PairSearch::surface_changed(int body) {
    std::erase_if(kept_,
                  [body](const auto& kept) { return kept.first.first == body || kept.first.second == body; });
    if (body < static_cast<int>(last_.size())) last_[body].clear();
}

}  // namespace limpet
