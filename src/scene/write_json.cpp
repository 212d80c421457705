#include "scene/write_json.h"

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include "core/text.h"
#include "limpet/scene.h"
#include "scene/scene_schema.h"

namespace limpet {
namespace {

using namespace schema;

template <class Json>
class StructWriter {
public:
    explicit StructWriter(Json& json) : json_(json) {}

    void write(const Node& node, const void* target) {
        switch (node.kind) {
            case Kind::Number:
                return number(*static_cast<const double*>(target));
            case Kind::Integer:
                json_.Int(*static_cast<const int*>(target));
                return;
            case Kind::Id:
                json_.Int64(node.get_id(target));
                return;
            case Kind::Boolean:
                json_.Bool(*static_cast<const bool*>(target));
                return;
            case Kind::Text:
                return text(*static_cast<const std::string*>(target));
            case Kind::Choice:
                return text(node.choices.at(static_cast<std::size_t>(node.get_choice(target))));
            case Kind::Vector:
                json_.StartArray();
                for (const double component : *static_cast<const Vector3*>(target)) number(component);
                json_.EndArray();
                return;
            case Kind::Tuple:
                return write_tuple(node, target);
            case Kind::Object:
                return write_object(node, target);
            case Kind::Alternatives:
                for (const Node::Alternative& alternative : node.alternatives)
                    if (const void* held = alternative.look(target)) write_object(*alternative.object, held);
                return;
            case Kind::List:
                json_.StartArray();
                for (std::size_t i = 0; i < node.size(target); ++i) write(*node.item, node.at(target, i));
                json_.EndArray();
                return;
            case Kind::Map:
                json_.StartObject();
                node.each(target, [&](const std::string& name, const void* item) {
                    key(name);
                    write(*node.item, item);
                });
                json_.EndObject();
                return;
        }
    }

private:
    void number(double value) {
        const std::string digits = json_number(value);
        json_.RawValue(digits.c_str(), digits.size(), rapidjson::kNumberType);
    }
    void text(const std::string& value) {
        json_.String(value.c_str(), static_cast<rapidjson::SizeType>(value.size()));
    }
    void key(const std::string& name) {
        json_.Key(name.c_str(), static_cast<rapidjson::SizeType>(name.size()));
    }

    /// Places at the end that have their defaults are left out.
    void write_tuple(const Node& node, const void* target) {
        std::size_t size = node.fields.size();
        while (size > 0 && !is_given(node, node.fields[size - 1], target)) --size;
        json_.StartArray();
        for (std::size_t i = 0; i < size; ++i) write(*node.fields[i].node, node.fields[i].look(target));
        json_.EndArray();
    }

    void write_object(const Node& node, const void* target) {
        if (node.number && node.is_number(target)) return number(node.get_number(target));
        if (node.text && node.is_text(target)) return write(*node.text, node.fields.front().look(target));
        json_.StartObject();
        for (const Field& field : node.fields) {
            if (!is_given(node, field, target)) continue;
            key(field.name);
            write(*field.node, field.look(target));
        }
        json_.EndObject();
    }

    Json& json_;
};

}  // namespace

std::string json_text(const Node& node, const void* target, bool indented) {
    rapidjson::StringBuffer buffer;
    if (!indented) {
        rapidjson::Writer<rapidjson::StringBuffer> json(buffer);
        StructWriter(json).write(node, target);
    } else {
        rapidjson::PrettyWriter<rapidjson::StringBuffer> json(buffer);
        json.SetIndent(' ', 2);
        json.SetFormatOptions(rapidjson::kFormatSingleLineArray);
        StructWriter(json).write(node, target);
    }
    return {buffer.GetString(), buffer.GetSize()};
}

std::string scene_to_json(const Scene& scene) {
    return json_text(schema::scene(), &scene, true) + '\n';
}

std::string body_to_json(const BodyDescription& body) {
    return json_text(*find_field(schema::scene(), "bodies")->node->item, &body);
}

}  // namespace limpet
