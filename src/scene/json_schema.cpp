/// The JSON schema (draft 7) of scene files, for completion and checks in editors: a walk over the schema's
/// nodes. Objects and alternatives become definitions by their titles, so that each is written once.

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <cmath>
#include <set>

#include "core/text.h"
#include "limpet/mesh.h"
#include "scene/scene_schema.h"
#include "scene/text_rules.h"

namespace limpet {
namespace {

using namespace schema;

class SchemaWriter {
public:
    SchemaWriter() : json_(buffer_) { json_.SetIndent(' ', 2); }

    std::string write(const Node& root) {
        json_.StartObject();
        member("$schema", "http://json-schema.org/draft-07/schema#");
        member("title", "Limpet scene");
        // Scene files have comments and trailing commas; editors that know these words then allow them.
        json_.Key("allowTrailingCommas");
        json_.Bool(true);
        write_object_members(root);
        json_.Key("definitions");
        json_.StartObject();
        write_unit_texts();
        while (!waiting_.empty()) {
            const Node* node = waiting_.front();
            waiting_.erase(waiting_.begin());
            json_.Key(definition_name(*node).c_str());
            write_definition(*node);
        }
        json_.EndObject();
        json_.EndObject();
        return std::string(buffer_.GetString(), buffer_.GetSize()) + '\n';
    }

private:
    static std::string definition_name(const Node& node) {
        std::string name = node.title;
        for (char& c : name)
            c = c == ' ' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        return name;
    }

    void member(const char* name, const std::string& text) {
        json_.Key(name);
        json_.String(text.c_str(), static_cast<rapidjson::SizeType>(text.size()));
    }
    void member(const char* name, double number) { raw_member(name, number_text(number)); }
    void raw_member(const char* name, const std::string& value) {
        json_.Key(name);
        json_.RawValue(value.c_str(), value.size(), rapidjson::kObjectType);
    }
    void names_member(const char* name, const std::vector<std::string>& names) {
        json_.Key(name);
        json_.StartArray();
        for (const std::string& n : names) json_.String(n.c_str());
        json_.EndArray();
    }

    void write_unit_texts() {
        json_.Key("number_with_unit");
        json_.StartObject();
        member("type", "string");
        member("pattern", R"(^\s*[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?\s*[^0-9\s.].*$)");
        member("description", "A number with a unit, such as \"12 kPa\", \"5 mm\" or \"1.5 g/cm^3\".");
        json_.EndObject();
    }

    void refer_to(const Node& node) {
        if (seen_.insert(node.title).second) waiting_.push_back(&node);
        member("$ref", "#/definitions/" + definition_name(node));
    }

    void write_range(const Range& range) {
        if (std::isfinite(range.min)) member(range.min_excluded ? "exclusiveMinimum" : "minimum", range.min);
        if (std::isfinite(range.max)) member(range.max_excluded ? "exclusiveMaximum" : "maximum", range.max);
    }

    void write_number(const Node& node) {
        json_.Key("anyOf");
        json_.StartArray();
        json_.StartObject();
        member("type", "number");
        write_range(node.range);
        json_.EndObject();
        json_.StartObject();
        member("$ref", "#/definitions/number_with_unit");
        json_.EndObject();
        json_.EndArray();
    }

    void write_vector(const Node& node) {
        member("type", "array");
        json_.Key("items");
        json_.StartObject();
        write_number(node);
        json_.EndObject();
        member("minItems", 3);
        member("maxItems", 3);
    }

    void write_tuple(const Node& node) {
        std::size_t least = 0;
        member("type", "array");
        json_.Key("items");
        json_.StartArray();
        for (const Field& field : node.fields) {
            least += field.is_required ? 1 : 0;
            write_field_value(node, field);
        }
        json_.EndArray();
        member("minItems", static_cast<double>(least));
        member("maxItems", static_cast<double>(node.fields.size()));
    }

    void write_list(const Node& node) {
        const bool has_short_forms = node.single_allowed;
        if (has_short_forms) {
            json_.Key("anyOf");
            json_.StartArray();
            json_.StartObject();
        }
        member("type", "array");
        json_.Key("items");
        write_schema_of(*node.item);
        if (node.least_items > 0) member("minItems", static_cast<double>(node.least_items));
        if (!has_short_forms) return;
        json_.EndObject();
        write_schema_of(*node.item);
        if (!node.shorthand.empty()) write_schema_of(*find_field(*node.item, node.shorthand)->node);
        json_.EndArray();
    }

    static const Node* short_form(const Node& node) {
        return node.number ? node.number.get() : node.text.get();
    }

    void write_object_or(const Node& short_form, const Node& node) {
        json_.Key("anyOf");
        json_.StartArray();
        write_schema_of(short_form);
        json_.StartObject();
        refer_to(node);
        json_.EndObject();
        json_.EndArray();
    }

    void write_text(const Node& node) {
        member("type", "string");
        if (node.role == TextRole::Name) member("pattern", name_pattern());
        if (node.role != TextRole::Zoo) return;
        std::vector<std::string> names;
        for (const ZooEntry& entry : zoo_entries()) names.push_back(entry.name);
        names_member("enum", names);
    }

    /// Members of the schema of a value, without the braces around it.
    void write_members(const Node& node) {
        switch (node.kind) {
            case Kind::Number:
                return write_number(node);
            case Kind::Integer:
            case Kind::Id:
                member("type", "integer");
                return write_range(node.range);
            case Kind::Boolean:
                return member("type", "boolean");
            case Kind::Text:
                return write_text(node);
            case Kind::Choice:
                return names_member("enum", node.choices);
            case Kind::Vector:
                return write_vector(node);
            case Kind::Tuple:
                return write_tuple(node);
            case Kind::List:
                return write_list(node);
            case Kind::Object:
                return short_form(node) ? write_object_or(*short_form(node), node) : refer_to(node);
            case Kind::Alternatives:
                return refer_to(node);
            case Kind::Map:
                member("type", "object");
                json_.Key("additionalProperties");
                return write_schema_of(*node.item);
        }
    }

    void write_schema_of(const Node& node) {
        json_.StartObject();
        write_members(node);
        json_.EndObject();
    }

    /// A reference stands in "allOf", since draft 7 ignores what stands beside it.
    void write_field_value(const Node& object, const Field& field) {
        json_.StartObject();
        const Quantity& quantity = field.node->quantity;
        const bool has_unit = !quantity.unit.empty() && quantity.unit != "-";
        member("description", field.doc + (has_unit ? " [" + std::string(quantity.unit) + "]" : "") +
                                  (field.is_live ? " Live: can change while a world runs." : ""));
        if (!field.is_required && field.default_words.empty())
            raw_member("default", default_text(object, field));
        const bool is_reference = (field.node->kind == Kind::Object && !short_form(*field.node)) ||
                                  field.node->kind == Kind::Alternatives;
        if (is_reference) {
            json_.Key("allOf");
            json_.StartArray();
            write_schema_of(*field.node);
            json_.EndArray();
        } else {
            write_members(*field.node);
        }
        json_.EndObject();
    }

    void write_object_members(const Node& node) {
        member("type", "object");
        json_.Key("properties");
        json_.StartObject();
        std::vector<std::string> required;
        for (const Field& field : node.fields) {
            json_.Key(field.name.c_str());
            write_field_value(node, field);
            if (field.is_required) required.push_back(field.name);
        }
        json_.EndObject();
        if (!required.empty()) names_member("required", required);
        json_.Key("additionalProperties");
        json_.Bool(false);
        if (!node.discriminator.empty()) write_what_applies(node);
    }

    /// For each value of the discriminator, the fields that it rules out.
    void write_what_applies(const Node& node) {
        json_.Key("allOf");
        json_.StartArray();
        for (const std::string& choice : find_field(node, node.discriminator)->node->choices) {
            std::vector<const Field*> ruled_out;
            for (const Field& field : node.fields)
                if (!field.applies_to(choice)) ruled_out.push_back(&field);
            if (ruled_out.empty()) continue;
            json_.StartObject();
            raw_member("if", "{ \"properties\": { \"" + node.discriminator + "\": { \"const\": \"" + choice +
                                 "\" } }, \"required\": [\"" + node.discriminator + "\"] }");
            json_.Key("then");
            json_.StartObject();
            json_.Key("properties");
            json_.StartObject();
            for (const Field* field : ruled_out) {
                json_.Key(field->name.c_str());
                json_.Bool(false);
            }
            json_.EndObject();
            json_.EndObject();
            json_.EndObject();
        }
        json_.EndArray();
    }

    void write_definition(const Node& node) {
        json_.StartObject();
        if (node.kind == Kind::Object) {
            write_object_members(node);
        } else {
            json_.Key("oneOf");
            json_.StartArray();
            for (const auto& alternative : node.alternatives) write_schema_of(*alternative.object);
            json_.EndArray();
        }
        json_.EndObject();
    }

    rapidjson::StringBuffer buffer_;
    rapidjson::PrettyWriter<rapidjson::StringBuffer> json_;
    std::vector<const Node*> waiting_;
    std::set<std::string> seen_;
};

}  // namespace

std::string scene_json_schema() {
    return SchemaWriter().write(schema::scene());
}

}  // namespace limpet
