#include "scene/overrides.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/text.h"
#include "scene/json_reader.h"
#include "scene/scene_schema.h"
#include "scene/unknown_field.h"

namespace limpet {
namespace {

using json::in_quotes;
using json::Member;
using json::Value;
using schema::Kind;
using schema::Node;

/// Thrown inside this file only, and caught by apply_override(): the rest of the path makes no sense then.
struct BadPath {
    std::string field, message;
};

void set_lines(Value& value, int line) {
    value.line = line;
    if (Value::List* list = value.list())
        for (Value& item : *list) set_lines(item, line);
    if (Value::Object* object = value.object())
        for (Member& member : *object) {
            member.line = line;
            set_lines(member.value, line);
        }
}

/// A walk down the document and the schema at once; the schema's node is null where a value stands for
/// something else than the node says (short forms), or where the document is wrong.
class Walk {
public:
    Walk(Value& document, const std::string& assignment)
        : rest_(assignment), value_(&document), node_(&schema::scene()) {}

    /// Takes steps up to the "=" and returns the text after it.
    std::string_view run() {
        bool is_first = true;
        while (!rest_.starts_with('=') || is_first) {
            if (rest_.empty())
                throw BadPath{path_, found_allowed("no \"=\"", "PATH=VALUE, such as time.step=0.001")};
            if (rest_.starts_with('['))
                step_to_index();
            else
                step_to_name(is_first);
            is_first = false;
        }
        return rest_.substr(1);
    }

    Value& value() { return *value_; }
    const Node* node() const { return node_; }
    const std::string& path() const { return path_; }

private:
    /// "[2]", or "[]" for one more than there are.
    void step_to_index() {
        Value::List* list = value_->list();
        if (rest_.starts_with("[]")) {
            rest_.remove_prefix(2);
            if (!list || !can_grow())
                throw BadPath{path_, found_allowed("[] after " + found_text(*value_),
                                                   "a list of any length, such as probes[]={…}")};
            list->push_back(made_value());
            return step_to_item(*list, list->size() - 1);
        }
        const char* begin = rest_.data() + 1;
        std::size_t index = 0;
        const auto [end, error] = std::from_chars(begin, rest_.data() + rest_.size(), index);
        const auto length = static_cast<std::size_t>(end - rest_.data());
        if (error != std::errc() || length >= rest_.size() || *end != ']')
            throw BadPath{path_,
                          found_allowed(in_quotes(rest_), "[INDEX], counted from 0, or [] for a new item")};
        rest_.remove_prefix(length + 1);
        if (!list)
            throw BadPath{path_, "found " + found_text(*value_) + " where [" + std::to_string(index) +
                                     "] needs a list; allowed: an index into a list that is there"};
        step_to_item(*list, index);
    }

    void step_to_item(Value::List& list, std::size_t index) {
        if (index >= list.size())
            throw BadPath{path_,
                          found_allowed("index " + std::to_string(index) + " in " + found_text(*value_),
                                        allowed_indices(list.size()))};
        go_to(list[index], item_node(index), json::item_path(path_, index));
    }

    std::string allowed_indices(std::size_t size) const {
        const std::string there = size == 0 ? "none, as it is empty" : "0 to " + std::to_string(size - 1);
        return can_grow() ? there + ", or [] for a new item" : there;
    }

    /// Whether it is a list of any length, in its long form.
    bool can_grow() const {
        const Value::List* list = value_->list();
        return node_ && list && node_->kind == Kind::List &&
               (node_->shorthand.empty() || list->empty() || !list->front().list());
    }

    /// What --set makes where nothing is: what the rest of the path goes on into.
    Value made_value() const {
        Value made{Value::overridden, {}};
        if (rest_.starts_with('[')) made.content = Value::List{};
        if (rest_.starts_with('.')) made.content = Value::Object{};
        return made;
    }

    const Node* item_node(std::size_t index) const {
        if (!node_) return nullptr;
        const bool is_short = !node_->shorthand.empty() && value_->list()->front().list();
        if (node_->kind == Kind::List && !is_short) return node_->item.get();
        if (node_->kind == Kind::Tuple && index < node_->fields.size())
            return node_->fields[index].node.get();
        return nullptr;
    }

    void step_to_name(bool is_first) {
        if (!is_first) {
            if (!rest_.starts_with('.'))
                throw BadPath{
                    path_, found_allowed(in_quotes(rest_), "names and [INDEX], such as bodies[0].density=5")};
            rest_.remove_prefix(1);
        }
        if (value_->list()) return step_to_named_item();
        const std::vector<std::string> allowed = known_names();
        const std::string name = take_name(allowed);
        if (!value_->object())
            throw BadPath{path_, "found " + found_text(*value_) + ", which has no field " + in_quotes(name)};
        Value* member = value_->find(name);
        const Node* member_node = node_of(name);
        if (!member) {
            if (!member_node) complain_unknown(name, allowed);
            // What lies between is made too: camera.up=[0, 0, 1] makes the camera, materials.gel.young=1e4
            // gel.
            value_->object()->push_back({name, Value::overridden, made_value()});
            member = &value_->object()->back().value;
        }
        go_to(*member, member_node, json::member_path(path_, name));
    }

    [[noreturn]] void complain_unknown(const std::string& name,
                                       const std::vector<std::string>& allowed) const {
        const std::string here = json::member_path(path_, name);
        throw BadPath{here,
                      unknown_field_text("--set knows no " + in_quotes(name) + " here", here, name, allowed)};
    }

    void step_to_named_item() {
        std::vector<std::string> names;
        Value::List& list = *value_->list();
        for (const Value& item : list)
            if (const Value* name = item.find("name"); name && name->text()) names.push_back(*name->text());
        const std::string name = take_name(names);
        for (std::size_t i = 0; i < list.size(); ++i)
            if (const Value* given = list[i].find("name"); given && given->text() && *given->text() == name)
                return go_to(list[i], item_node(i), json::item_path(path_, i));
        throw BadPath{json::member_path(path_, name),
                      "no item has the name " + in_quotes(name) + did_you_mean(name, names) +
                          "; allowed: " + allowed_names(names, "an index, as no item has a name")};
    }

    /// What may follow here: the schema's fields and what the document has.
    std::vector<std::string> known_names() const {
        std::vector<std::string> names;
        if (node_) {
            names = field_names(*node_);
            for (const auto& alternative : node_->alternatives)
                for (const schema::Field& field : alternative.object->fields) names.push_back(field.name);
        }
        if (value_->object() && (!node_ || node_->kind == Kind::Map))
            for (const Member& member : *value_->object()) names.push_back(member.name);
        return names;
    }

    const Node* node_of(const std::string& name) const {
        if (!node_) return nullptr;
        if (node_->kind == Kind::Map) return node_->item.get();
        if (node_->kind == Kind::List && node_->single_allowed) {
            const schema::Field* of_single = find_field(*node_->item, name);
            return of_single ? of_single->node.get() : nullptr;
        }
        if (const schema::Field* field = find_field(*node_, name)) return field->node.get();
        for (const auto& alternative : node_->alternatives)
            if (const schema::Field* field = find_field(*alternative.object, name)) return field->node.get();
        return nullptr;
    }

    /// The longest known name that stands here, since names may have dots, brackets and "=" in them; else all
    /// up to the next of these.
    std::string take_name(const std::vector<std::string>& known) {
        std::size_t length = 0;
        for (const std::string& name : known)
            if (name.size() > length && rest_.starts_with(name) && name.size() < rest_.size() &&
                std::string_view(".[=").find(rest_[name.size()]) != std::string_view::npos)
                length = name.size();
        if (length == 0) length = std::min(rest_.find_first_of(".[="), rest_.size());
        std::string name(rest_.substr(0, length));
        rest_.remove_prefix(length);
        return name;
    }

    void go_to(Value& value, const Node* node, std::string path) {
        value_ = &value;
        node_ = node;
        path_ = std::move(path);
    }

    std::string_view rest_;
    Value* value_;
    const Node* node_;
    std::string path_;
};

}  // namespace

Value value_of_text(std::string_view text, const Node* node, int line) {
    Value value{line, std::string(text)};
    try {
        value = json::read(text, "");
    } catch (const InputError&) {
        // Not JSON, so it is the text itself: model=stvk, time.step=2 ms.
    }
    const bool wants_text = node && (node->kind == Kind::Text || node->kind == Kind::Choice);
    if (wants_text && !value.text()) value.content = std::string(text);
    set_lines(value, line);
    return value;
}

void complain_unused_materials(const Value& document, Complaints& complaints) {
    const Value* materials = document.find("materials");
    const Value* bodies = document.find("bodies");
    if (!materials || !materials->object()) return;
    std::vector<std::string> names;
    for (const Member& material : *materials->object()) names.push_back(material.name);
    for (const Member& material : *materials->object()) {
        if (material.line != Value::overridden) continue;
        const auto uses = [&](const Value& body) {
            const Value* used = body.find("material");
            return used && used->text() && *used->text() == material.name;
        };
        if (bodies && bodies->list() && std::any_of(bodies->list()->begin(), bodies->list()->end(), uses))
            continue;
        std::vector<std::string> others = names;
        std::erase(others, material.name);
        complaints.add_about_override(
            json::member_path("materials", material.name),
            "makes a material that no body has" + did_you_mean(material.name, others) +
                "; allowed: " + allowed_names(others, "a body's `material` of this name") +
                (others.empty() ? "" : ", or a new one that a body has as its `material`"));
    }
}

void apply_override(Value& document, const std::string& assignment, Complaints& complaints) {
    Walk walk(document, assignment);
    try {
        const std::string_view text = walk.run();
        walk.value() = value_of_text(text, walk.node(), Value::overridden);
    } catch (const BadPath& bad) {
        complaints.add_about_override(bad.field, "in " + in_quotes(assignment) + ": " + bad.message);
    }
}

}  // namespace limpet
