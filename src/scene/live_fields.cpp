#include "limpet/live_fields.h"

#include <algorithm>
#include <charconv>
#include <memory>

#include "core/text.h"
#include "limpet/error.h"
#include "scene/overrides.h"
#include "scene/reader.h"
#include "scene/scene_schema.h"
#include "scene/unknown_field.h"
#include "scene/write_json.h"

namespace limpet {
namespace {

using json::in_quotes;
using json::item_path;
using json::member_path;
using schema::Field;
using schema::Kind;
using schema::Node;

/// A walk down the scene's structs and the schema at once.
class FieldWalk {
public:
    /// `makes`: whether optional fields on the way are made present; the scene is only looked at otherwise.
    FieldWalk(Scene& scene, std::string_view path, bool makes)
        : rest_(path), makes_(makes), node_(&schema::scene()), value_(&scene) {}

    void run() {
        if (rest_.empty()) fail(found_allowed("an empty path", "one such as contact.law.friction"));
        while (!rest_.empty()) {
            if (!value_) return;
            if (node_->kind == Kind::List || node_->kind == Kind::Tuple || node_->kind == Kind::Vector)
                rest_.starts_with('[') ? step_to_index() : step_to_named_item();
            else
                step_to_name();
            if (rest_.starts_with('.')) rest_.remove_prefix(1);
        }
    }

    const Node& node() const { return *node_; }
    /// Null where a field on the way is left out.
    void* value() const { return value_; }
    const std::string& path() const { return path_; }
    bool is_live() const { return is_live_; }

private:
    [[noreturn]] void fail(const std::string& message) const { throw InputError(path_, message); }

    void step_to_index() {
        std::size_t index = 0;
        const char* begin = rest_.data() + 1;
        const auto [end, error] = std::from_chars(begin, rest_.data() + rest_.size(), index);
        const auto length = static_cast<std::size_t>(end - rest_.data());
        if (error != std::errc() || length >= rest_.size() || *end != ']')
            fail(found_allowed(in_quotes(rest_), "[INDEX], counted from 0"));
        rest_.remove_prefix(length + 1);
        const std::size_t size = node_->kind == Kind::List     ? node_->size(value_)
                                 : node_->kind == Kind::Vector ? 3
                                                               : node_->fields.size();
        if (index >= size)
            fail(found_allowed("index " + std::to_string(index) + " in a list of " + std::to_string(size),
                               size == 0 ? "none, as it is empty" : "0 to " + std::to_string(size - 1)));
        path_ = item_path(path_, index);
        if (node_->kind == Kind::Tuple) return go_to(node_->fields[index]);
        if (node_->kind == Kind::Vector) return go_to_component(index);
        value_ = const_cast<void*>(node_->at(value_, index));
        node_ = node_->item.get();
    }

    void go_to_component(std::size_t index) {
        component_ = std::make_unique<Node>();
        component_->kind = Kind::Number;
        component_->quantity = node_->quantity;
        component_->range = node_->range;
        value_ = &(*static_cast<Vector3*>(value_))[index];
        node_ = component_.get();
    }

    void step_to_named_item() {
        const Field* name_field = node_->kind == Kind::List ? find_field(*node_->item, "name") : nullptr;
        if (!name_field)
            fail(found_allowed(in_quotes(rest_), "[INDEX], counted from 0, as nothing here has a name"));
        std::vector<std::string> names;
        for (std::size_t i = 0; i < node_->size(value_); ++i)
            names.push_back(*static_cast<const std::string*>(name_field->look(node_->at(value_, i))));
        const std::string name = take_name(names);
        const auto found = std::find(names.begin(), names.end(), name);
        if (found == names.end())
            fail("no item has the name " + in_quotes(name) + did_you_mean(name, names) +
                 "; allowed: " + allowed_names(names, "none, as there is no item"));
        const auto index = static_cast<std::size_t>(found - names.begin());
        path_ = item_path(path_, index);
        value_ = const_cast<void*>(node_->at(value_, index));
        node_ = node_->item.get();
    }

    void step_to_name() {
        const Node* object = node_;
        void* owner = value_;
        if (node_->kind == Kind::Map) return step_to_key();
        for (const Node::Alternative& alternative : node_->alternatives)
            if (const void* held = alternative.look(value_)) {
                object = alternative.object.get();
                owner = const_cast<void*>(held);
            }
        const std::vector<std::string> names = field_names(*object);
        const std::string name = take_name(names);
        const Field* field = find_field(*object, name);
        if (!field) {
            const std::string here = member_path(path_, name);
            throw InputError(
                here, unknown_field_text("there is no " + in_quotes(name) + " here", here, name, names));
        }
        path_ = member_path(path_, name);
        value_ = owner;
        go_to(*field);
    }

    void step_to_key() {
        std::vector<std::string> names;
        node_->each(value_, [&](const std::string& name, const void*) { names.push_back(name); });
        const std::string name = take_name(names);
        void* found = nullptr;
        node_->each(value_, [&](const std::string& known, const void* item) {
            if (known == name) found = const_cast<void*>(item);
        });
        if (!found)
            throw InputError(member_path(path_, name),
                             "nothing has the name " + in_quotes(name) + did_you_mean(name, names) +
                                 "; allowed: " + allowed_names(names, "none, as there is nothing here"));
        path_ = member_path(path_, name);
        value_ = found;
        node_ = node_->item.get();
    }

    void go_to(const Field& field) {
        is_live_ = is_live_ || field.is_live;
        const void* there = field.look(value_);
        value_ = there ? const_cast<void*>(there) : makes_ ? field.open(value_) : nullptr;
        node_ = field.node.get();
    }

    /// The longest known name that stands here, since names may have dots and brackets in them; else all up
    /// to the next of these.
    std::string take_name(const std::vector<std::string>& known) {
        std::size_t length = 0;
        for (const std::string& name : known)
            if (name.size() > length && rest_.starts_with(name) &&
                (name.size() == rest_.size() || rest_[name.size()] == '.' || rest_[name.size()] == '['))
                length = name.size();
        if (length == 0) length = std::min(rest_.find_first_of(".["), rest_.size());
        std::string name(rest_.substr(0, length));
        rest_.remove_prefix(length);
        return name;
    }

    std::string_view rest_;
    bool makes_;
    const Node* node_;
    void* value_;
    std::string path_;
    bool is_live_ = false;
    std::unique_ptr<Node> component_;
};

void collect_live(const Node& node, const std::string& path, std::vector<std::string>& paths) {
    for (const auto& alternative : node.alternatives) collect_live(*alternative.object, path, paths);
    for (const Field& field : node.fields) {
        const std::string here = member_path(path, field.name);
        if (field.is_live)
            paths.push_back(here);
        else
            collect_live(*field.node, here, paths);
    }
    if (node.item) collect_live(*node.item, path + (node.kind == Kind::Map ? "[NAME]" : "[]"), paths);
}

/// "contact.pairs[0].law" and "contact.pairs[].law" are the same field.
std::string not_live(const std::string& path) {
    std::vector<std::string> live = live_fields();
    const std::string nearest = nearest_name(path, live);
    // Those of the same part of the scene come first.
    const std::string part = path.substr(0, path.find_first_of(".["));
    std::stable_partition(live.begin(), live.end(),
                          [&](const std::string& known) { return known.starts_with(part); });
    return "cannot change while the world runs" +
           (nearest.empty() ? "" : " (did you mean \"" + nearest + "\"?)") + "; allowed: the live fields " +
           comma_separated(live);
}

}  // namespace

std::vector<std::string> live_fields() {
    std::vector<std::string> paths;
    collect_live(schema::scene(), "", paths);
    return paths;
}

std::string field_json(const Scene& scene, const std::string& path) {
    // Nothing is made present, so that the scene stays as it is.
    FieldWalk walk(const_cast<Scene&>(scene), path, false);
    walk.run();
    return walk.value() ? json_text(walk.node(), walk.value()) : "null";
}

Scene with_live_field(const Scene& scene, const std::string& path, const std::string& value) {
    Scene changed = scene;
    FieldWalk walk(changed, path, true);
    walk.run();
    if (!walk.is_live()) throw InputError(walk.path(), not_live(walk.path()));
    Complaints complaints("");
    if (walk.node().reset) walk.node().reset(walk.value());
    const json::Value document = value_of_text(value, &walk.node(), 0);
    read_value(walk.node(), document, walk.path(), "", walk.value(), complaints);
    complaints.throw_if_any();
    validate_change(scene, changed);
    return changed;
}

}  // namespace limpet
