#include "core/text.h"
#include "scene/check_scene.h"
#include "scene/json_value.h"

namespace limpet {
namespace {

using json::in_quotes;
using json::item_path;

void check_load_times(const std::vector<LoadFactor>& keyframes, const std::string& path,
                      Complaints& complaints) {
    for (std::size_t i = 1; i < keyframes.size(); ++i) {
        const double before = keyframes[i - 1].time, time = keyframes[i].time;
        if (time <= before)
            complaints.add_if_sound(item_path(path, i) + "[0]",
                                    found_allowed("a time of " + number_text(time) + " s after one of " +
                                                      number_text(before) + " s",
                                                  "times that grow from one to the next"));
    }
}

void check_loaded_part(const LoadDescription& load, BodyType type, const std::string& path,
                       Complaints& complaints) {
    if (type == BodyType::Static)
        complaints.add_if_sound(
            path + ".body", found_allowed(in_quotes(load.body) + ", which is static", "bodies that move"));
    if (load.nodes && type == BodyType::Rigid)
        complaints.add_if_sound(path + ".nodes",
                                found_allowed("nodes of " + in_quotes(load.body) + ", which is rigid",
                                              "`surface`, or neither for the whole body"));
    if (load.nodes && load.surface)
        complaints.add_if_sound(path + ".surface",
                                found_allowed("`surface` beside `nodes`", "one of them, or neither"));
    if (load.nodes && load.pressure)
        complaints.add_if_sound(path + ".nodes",
                                found_allowed("`nodes` of a pressure", "`surface`, or neither"));
}

}  // namespace

void check_load(const LoadDescription& load, const std::string& path, const BodyTypes& bodies,
                Complaints& complaints) {
    check_body_name(load.body, path + ".body", bodies, complaints);
    if (!load.force && !load.pressure && !complaints.is_given(path + ".force") &&
        !complaints.is_given(path + ".pressure"))
        complaints.add_if_sound(path + ".force", "missing; a load needs `force` or `pressure`");
    if (load.force && load.pressure)
        complaints.add_if_sound(path + ".pressure", found_allowed("`pressure` beside `force`",
                                                                  "one of them; two loads for both"));
    if (const auto found = bodies.find(load.body); found != bodies.end())
        check_loaded_part(load, found->second, path, complaints);
    for (const auto& [selection, field] : {std::pair{&load.nodes, ".nodes"}, {&load.surface, ".surface"}})
        if (*selection) check_selection(**selection, path + field, complaints);
    check_load_times(load.keyframes, path + ".keyframes", complaints);
}

}  // namespace limpet
