#include "step/search_budget.h"

#include "core/parallel.h"
#include "detect/simplex_pairs.h"
#include "step/contact_pipeline.h"

namespace limpet {
namespace {

/// Pairs of simplices that a first, coarse count takes together.
constexpr double coarse_grain = 1024;

double reach_of(const Search& search) {
    return search.least + search.part * (search.reach - search.least);
}

}  // namespace

void limit_searches(std::vector<Search>& searches, double most, double resolution) {
    const int count = static_cast<int>(searches.size());
    std::vector<double> pairs(searches.size());
    double all = 0;
    for (int i = 0; i < count; ++i)
        all += pairs[i] = static_cast<double>(searches[i].first->complex().simplices().size()) *
                          static_cast<double>(searches[i].second->complex().simplices().size());
    if (all <= most) return;
    std::vector<char> changed(searches.size(), true);
    const auto count_all = [&](double grain) {
        parallel_blocks(count, 1, [&](int i, int) {
            if (changed[i])
                pairs[i] = count_near_simplices(*searches[i].first, *searches[i].second,
                                                reach_of(searches[i]), most, grain);
        });
        all = 0;
        for (const double p : pairs) all += p;
    };
    count_all(coarse_grain);
    if (all <= most) return;
    for (;;) {
        count_all(0);
        if (all <= most) return;
        bool any = false;
        for (int i = 0; i < count; ++i) {
            const double widened = searches[i].part * (searches[i].reach - searches[i].least);
            changed[i] = pairs[i] > most / count && widened > resolution;
            if (!changed[i]) continue;
            searches[i].part /= 2;
            any = true;
        }
        if (!any) return;
    }
}

void ContactPipeline::limit_searches(std::vector<Near>& pairs, const std::vector<double>& least, double most,
                                     double h) {
    std::vector<Search> searches;
    std::vector<std::size_t> searched;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        if (pairs[k].first == pairs[k].second) continue;
        searches.push_back(
            {&surfaces_[pairs[k].first], &surfaces_[pairs[k].second],
             proximity_reach(surfaces_[pairs[k].first], surfaces_[pairs[k].second], least[k]),
             proximity_reach(surfaces_[pairs[k].first], surfaces_[pairs[k].second], pairs[k].searched)});
        searched.push_back(k);
    }
    limpet::limit_searches(searches, most, distance_);
    std::size_t worst = 0;
    for (std::size_t i = 0; i < searches.size(); ++i) {
        if (searches[i].part == 1) continue;
        const std::size_t k = searched[i];
        pairs[k].searched = least[k] + searches[i].part * (pairs[k].searched - least[k]);
        if (searches[i].part < searches[worst].part) worst = i;
    }
    if (!searches.empty() && searches[worst].part < 1)
        warn_of_short_search(pairs[searched[worst]], searches[worst].part, h);
}

}  // namespace limpet
