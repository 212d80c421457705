#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <set>
#include <sstream>

#include "limpet/scene.h"
#include "scene/json_reader.h"
#include "scene/scene_schema.h"
#include "support/paths.h"

namespace limpet {
namespace {

using namespace schema;

void visit_fields(const Node& node, std::set<const Node*>& seen,
                  const std::function<void(const Node&, const Field&)>& visit) {
    if (!seen.insert(&node).second) return;
    for (const Field& field : node.fields) {
        visit(node, field);
        visit_fields(*field.node, seen, visit);
    }
    for (const auto& alternative : node.alternatives) visit_fields(*alternative.object, seen, visit);
    if (node.item) visit_fields(*node.item, seen, visit);
}

TEST(Schema, EveryFieldSaysWhatItIs) {
    std::set<const Node*> seen;
    int fields = 0;
    visit_fields(schema::scene(), seen, [&](const Node& object, const Field& field) {
        SCOPED_TRACE(object.title + "." + field.name);
        ++fields;
        EXPECT_FALSE(field.doc.empty());
        EXPECT_TRUE(field.doc.ends_with('.')) << field.doc;
        EXPECT_FALSE(object.title.empty());
        EXPECT_TRUE(field.is_required || !default_text(object, field).empty())
            << "neither required nor a default";
        const bool is_number = field.node->kind == Kind::Number || field.node->kind == Kind::Vector ||
                               field.node->kind == Kind::Integer;
        EXPECT_TRUE(!is_number || !range_text(field.node->range).empty());
        if (is_number && field.node->kind != Kind::Integer) {
            EXPECT_FALSE(field.node->quantity.unit.empty());
            EXPECT_FALSE(field.node->quantity.noun.empty());
            EXPECT_FALSE(field.node->quantity.example.empty());
        }
        EXPECT_EQ(field.only_for.empty(), field.why_not.empty());
    });
    EXPECT_GT(fields, 50);
}

TEST(Schema, DefaultsAreWithinTheirRanges) {
    std::set<const Node*> seen;
    visit_fields(schema::scene(), seen, [](const Node& object, const Field& field) {
        if (field.node->kind != Kind::Number || field.is_required || !field.default_words.empty()) return;
        const auto* value = static_cast<const double*>(field.look(object.defaults.get()));
        ASSERT_TRUE(value);
        EXPECT_TRUE(field.node->range.contains(*value)) << object.title << "." << field.name;
    });
}

TEST(Schema, TitlesAreOfOneThingEach) {
    std::map<std::string, std::vector<std::string>> fields_of;
    std::set<const Node*> seen;
    visit_fields(schema::scene(), seen, [&](const Node& object, const Field&) {
        const auto [found, is_new] = fields_of.emplace(object.title, field_names(object));
        EXPECT_EQ(found->second, field_names(object)) << object.title;
    });
}

TEST(Schema, RangesInWords) {
    EXPECT_EQ(range_text({0, 1e9}), "0 to 1e9");
    EXPECT_EQ(range_text({1e-9, 1e15}), "1e-9 to 1e15");
    EXPECT_EQ(range_text({-1, 0.5, true, true}), "> -1 and < 0.5");
    Range positive;
    positive.min = 0;
    positive.min_excluded = true;
    EXPECT_EQ(range_text(positive), "> 0");
    EXPECT_EQ(range_text({}), "");
}

std::string text_of(const std::string& file) {
    std::ifstream stream(LIMPET_ROOT "/docs/" + file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

TEST(Schema, TheCommittedDocumentsAreThoseOfTheSchema) {
    EXPECT_TRUE(text_of("scene.schema.json") == scene_json_schema())
        << "docs/scene.schema.json: run `make docs`";
    EXPECT_TRUE(text_of("scene-reference.md") == scene_reference_markdown())
        << "docs/scene-reference.md: run `make docs`";
}

TEST(Schema, TheJsonSchemaIsJsonWithoutLooseEnds) {
    const std::string text = scene_json_schema();
    const json::Value root = json::read(text, "");
    const json::Value* definitions = root.find("definitions");
    ASSERT_TRUE(definitions);
    const std::string head = "\"$ref\": \"#/definitions/";
    int references = 0;
    for (std::size_t at = 0; (at = text.find(head, at)) != std::string::npos; ++references) {
        at += head.size();
        EXPECT_TRUE(definitions->find(text.substr(at, text.find('"', at) - at)));
    }
    EXPECT_GT(references, 20);
}

}  // namespace
}  // namespace limpet
