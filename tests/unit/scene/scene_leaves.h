#pragma once

/// The values that a scene gives, one by one, found through the schema.

#include <functional>
#include <string>
#include <vector>

#include "scene/json_value.h"
#include "scene/scene_schema.h"

namespace limpet::testing_support {

struct Leaf {
    const schema::Node* node;
    std::string path;
    void* value;
};

inline void collect_leaves(const schema::Node& node, const void* target, const std::string& path,
                           std::vector<Leaf>& leaves) {
    using schema::Kind;
    const auto fields = [&](const schema::Node& object, const void* owner) {
        for (std::size_t i = 0; i < object.fields.size(); ++i) {
            const schema::Field& field = object.fields[i];
            if (is_given(object, field, owner))
                collect_leaves(*field.node, field.look(owner),
                               object.kind == Kind::Tuple ? json::item_path(path, i)
                                                          : json::member_path(path, field.name),
                               leaves);
        }
    };
    switch (node.kind) {
        case Kind::Object:
        case Kind::Tuple:
            return fields(node, target);
        case Kind::Alternatives:
            for (const auto& alternative : node.alternatives)
                if (const void* held = alternative.look(target)) fields(*alternative.object, held);
            return;
        case Kind::List:
            for (std::size_t i = 0; i < node.size(target); ++i)
                collect_leaves(*node.item, node.at(target, i), json::item_path(path, i), leaves);
            return;
        case Kind::Map:
            node.each(target, [&](const std::string& name, const void* item) {
                collect_leaves(*node.item, item, json::member_path(path, name), leaves);
            });
            return;
        default:
            // The scenes of these tests are not const.
            leaves.push_back({&node, path, const_cast<void*>(target)});
    }
}

inline std::vector<Leaf> leaves_of(Scene& scene) {
    std::vector<Leaf> leaves;
    collect_leaves(schema::scene(), &scene, "", leaves);
    return leaves;
}

}  // namespace limpet::testing_support
