/// The reference page of scene files: a walk over the schema's nodes, a section for each object.

#include <set>

#include "core/text.h"
#include "limpet/mesh.h"
#include "scene/scene_schema.h"

namespace limpet {
namespace {

using namespace schema;

std::string link_to(const Node& node) {
    std::string anchor = node.title;
    for (char& c : anchor)
        c = c == ' ' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return "[" + node.title + "](#" + anchor + ")";
}

/// Cells of a table must not have bars of their own.
std::string cell(const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
    return out.empty() ? "–" : out;
}

std::string type_words(const Node& node) {
    std::string noun(
        node.quantity.noun.substr(std::min(node.quantity.noun.find(' ') + 1, node.quantity.noun.size())));
    switch (node.kind) {
        case Kind::Number:
            return noun;
        case Kind::Integer:
        case Kind::Id:
            return "whole number";
        case Kind::Boolean:
            return "`true` or `false`";
        case Kind::Text:
            return node.role == TextRole::Name   ? "name"
                   : node.role == TextRole::File ? "file"
                   : node.role == TextRole::Zoo  ? "name of a [shape of the zoo](#the-zoo)"
                                                 : "text";
        case Kind::Choice: {
            std::vector<std::string> names;
            for (const std::string& choice : node.choices) names.push_back('`' + choice + '`');
            return comma_separated(names);
        }
        case Kind::Vector:
            return noun + " [x, y, z]";
        case Kind::Tuple:
        case Kind::Object:
        case Kind::Alternatives:
            return (node.number ? type_words(*node.number) + " or " : "") +
                   (node.text ? type_words(*node.text) + " or " : "") + link_to(node);
        case Kind::List:
            return (node.single_allowed ? "one or a list of " : "list of ") + type_words(*node.item);
        case Kind::Map:
            return "object: name → " + type_words(*node.item);
    }
    return "";
}

std::string unit_words(const Node& node) {
    return node.quantity.unit == "-" ? "" : std::string(node.quantity.unit);
}

std::string range_words(const Node& node) {
    if (node.not_zero) return "not zero";
    if (node.kind == Kind::List && node.least_items > 0)
        return node.least_items == 1 ? "at least one" : "at least " + std::to_string(node.least_items);
    if (node.number) return range_words(*node.number);
    return range_text(node.range);
}

class PageWriter {
public:
    std::string write(const Node& root) {
        page_ =
            "# Scene files: reference\n\n"
            "This page is made from the schema in `src/scene` by `make docs`; `scene.schema.json` beside it "
            "gives "
            "completion in editors.\n\n"
            "A scene file is JSON with comments and trailing commas. Numbers are in the unit of their row; a "
            "text with "
            "a unit, such as `\"12 kPa\"`, `\"5 mm\"`, `\"20 deg\"` or `\"1.5 g/cm^3\"`, is converted, and "
            "its dimension "
            "is checked. Vectors may mix both: `[\"5 mm\", 0, 0]`. Unknown fields and repeated keys are "
            "errors. Paths "
            "are relative to the scene file.\n\n"
            "`--set PATH=VALUE` overrides any field: `--set time.step=\"2 ms\"`, `--set "
            "bodies[0].model=stvk`, `--set "
            "bodies.brick.density=500`, `--set materials.rubber.young=\"50 kPa\"`.\n\n"
            "Fields marked *Live*, and all within them, can change while a world runs: `World::set(PATH, "
            "VALUE)` "
            "([cpp-api.md](cpp-api.md)).\n";
        want(root);
        while (!waiting_.empty()) {
            const Node* node = waiting_.front();
            waiting_.erase(waiting_.begin());
            write_section(*node);
        }
        write_zoo();
        write_units();
        return page_;
    }

private:
    /// Queues the sections that a node's table will link to.
    void want(const Node& node) {
        if (node.item) want(*node.item);
        const bool has_section =
            node.kind == Kind::Object || node.kind == Kind::Tuple || node.kind == Kind::Alternatives;
        if (has_section && seen_.insert(node.title).second) waiting_.push_back(&node);
    }

    void write_section(const Node& node) {
        page_ += "\n## " + node.title + "\n\n";
        if (node.kind == Kind::Alternatives) {
            page_ +=
                "An object with one of the first fields below, which tells what it is, and those named "
                "beside "
                "it.\n\n";
            write_head("With");
            for (const auto& alternative : node.alternatives) {
                const std::vector<Field>& fields = alternative.object->fields;
                for (const Field& field : fields) {
                    const bool tells_apart = &field == &fields[0];
                    write_row(field, tells_apart ? "–" : '`' + fields[0].name + '`',
                              tells_apart ? "–" : default_words(*alternative.object, field));
                }
            }
            return;
        }
        if (node.kind == Kind::Tuple) page_ += "A list of these, in this order.\n\n";
        const bool has_types = !node.discriminator.empty();
        write_head(has_types ? "For" : "");
        for (const Field& field : node.fields) {
            const std::string types = field.only_for.empty() ? "all" : comma_separated(field.only_for);
            write_row(field, has_types ? types : "", default_words(node, field));
        }
    }

    static std::string default_words(const Node& object, const Field& field) {
        if (field.is_required) return "**required**";
        return field.default_words.empty() ? '`' + default_text(object, field) + '`' : field.default_words;
    }

    /// The last but one column is there if it has a name.
    void write_head(const std::string& extra) {
        const bool has_extra = !extra.empty();
        page_ +=
            "| Field | Type | Unit | Range | Default | " + (has_extra ? extra + " | " : "") + "Meaning |\n";
        page_ += "| --- | --- | --- | --- | --- | --- |" + std::string(has_extra ? " --- |\n" : "\n");
    }

    void write_row(const Field& field, const std::string& extra, const std::string& left_out) {
        want(*field.node);
        page_ += "| `" + field.name + "` | " + cell(type_words(*field.node)) + " | " +
                 cell(unit_words(*field.node)) + " | " + cell(range_words(*field.node)) + " | " +
                 cell(left_out) + " | " + (extra.empty() ? "" : cell(extra) + " | ") + cell(field.doc) +
                 (field.is_live ? " *Live.*" : "") + " |\n";
    }

    void write_zoo() {
        page_ += "\n## The zoo\n\n| Name | Shape |\n| --- | --- |\n";
        for (const ZooEntry& entry : zoo_entries())
            page_ += "| `" + entry.name + "` | " + cell(entry.description) + " |\n";
    }

    void write_units() {
        page_ +=
            "\n## Units\n\nA text with a unit is a number and a product or quotient of units: `*`, `·`, `/` "
            "or a space "
            "between them, whole powers as `^2`, `^-1`, `²`, `⁻¹`.\n\n"
            "Units: " +
            comma_separated(unit_names()) +
            ". Metric ones take the prefixes n, µ (or u), m, c, d, k, M, G and T. Angles are kept apart from "
            "ratios: "
            "`\"20 deg\"` is no ratio, and fields in degrees take `\"0.35 rad\"` too.\n";
    }

    std::string page_;
    std::vector<const Node*> waiting_;
    std::set<std::string> seen_;
};

}  // namespace

std::string scene_reference_markdown() {
    return PageWriter().write(schema::scene());
}

}  // namespace limpet
