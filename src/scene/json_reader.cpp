#include "scene/json_reader.h"

#include <rapidjson/error/error.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "core/decimal.h"
#include "limpet/error.h"

namespace limpet::json {
namespace {

constexpr const char* number_too_large = "a number too large to be finite; allowed: up to 1.8e308";

/// Lines of growing offsets, counted once over the whole text.
class LineCounter {
public:
    explicit LineCounter(std::string_view text) : text_(text) {}

    int line_at(std::size_t offset) {
        offset = std::min(offset, text_.size());
        if (offset > counted_to_) {
            line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_to_),
                                                 text_.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
            counted_to_ = offset;
        }
        return line_;
    }

private:
    std::string_view text_;
    std::size_t counted_to_ = 0;
    int line_ = 1;
};

/// Builds the document from the reader's events. The open lists and objects live on a stack of their own and
/// move into their parents when they close, so that no pointer into a growing list is kept.
class Builder {
public:
    Builder(const rapidjson::MemoryStream& stream, std::string_view text) : stream_(stream), lines_(text) {}

    // NOLINTBEGIN(readability-identifier-naming): these names are RapidJSON's.
    bool Null() { return add({}); }
    bool Bool(bool b) { return add(b); }
    bool Int(int) { return false; }
    bool Uint(unsigned) { return false; }
    bool Int64(std::int64_t) { return false; }
    bool Uint64(std::uint64_t) { return false; }
    bool Double(double) { return false; }
    bool RawNumber(const char* s, rapidjson::SizeType size, bool) {
        double value = 0;
        read_decimal({s, size}, value);
        if (std::isinf(value)) {
            objection_at_ = stream_.Tell() - size;
            return object_to(number_too_large);
        }
        return add(value);
    }
    bool String(const char* s, rapidjson::SizeType size, bool) { return add(std::string(s, size)); }
    bool StartObject() { return open(Value::Object{}); }
    bool StartArray() { return open(Value::List{}); }
    bool EndObject(rapidjson::SizeType) { return close(); }
    bool EndArray(rapidjson::SizeType) { return close(); }
    bool Key(const char* s, rapidjson::SizeType size, bool) {
        open_.back().object()->push_back({std::string(s, size), line(), {}});
        return true;
    }
    // NOLINTEND(readability-identifier-naming)

    Value take() { return std::move(root_); }
    /// Why the builder stopped the reader, and where if that is not where the reader stands.
    const std::string& objection() const { return objection_; }
    const std::optional<std::size_t>& objection_at() const { return objection_at_; }

private:
    int line() { return lines_.line_at(stream_.Tell()); }

    bool add(decltype(Value::content) content) {
        if (++values_ > most_values)
            return object_to("more than " + std::to_string(most_values) + " values; a scene has fewer");
        place({line(), std::move(content)});
        return true;
    }

    bool open(decltype(Value::content) content) {
        if (open_.size() >= static_cast<std::size_t>(deepest_nesting))
            return object_to("brackets nested more than " + std::to_string(deepest_nesting) + " deep");
        if (++values_ > most_values) return object_to("more than " + std::to_string(most_values) + " values");
        open_.push_back({line(), std::move(content)});
        return true;
    }

    bool close() {
        Value done = std::move(open_.back());
        open_.pop_back();
        place(std::move(done));
        return true;
    }

    void place(Value value) {
        if (open_.empty())
            root_ = std::move(value);
        else if (Value::List* list = open_.back().list())
            list->push_back(std::move(value));
        else
            open_.back().object()->back().value = std::move(value);
    }

    bool object_to(std::string what) {
        objection_ = std::move(what);
        return false;
    }

    const rapidjson::MemoryStream& stream_;
    LineCounter lines_;
    std::vector<Value> open_;
    Value root_;
    std::size_t values_ = 0;
    std::string objection_;
    std::optional<std::size_t> objection_at_;
};

/// `found_control`: whether a control character stands where the error is.
std::string sentence(rapidjson::ParseErrorCode code, bool found_control) {
    using namespace rapidjson;
    switch (code) {
        case kParseErrorDocumentEmpty:
            return "the file is empty; allowed: one JSON object { … }";
        case kParseErrorDocumentRootNotSingular:
            return "something follows the end of the JSON object";
        case kParseErrorValueInvalid:
            return "not a JSON value; allowed: a finite number, a text in double quotes, true, false, null, "
                   "a list [ … ] or an object { … }";
        case kParseErrorObjectMissName:
            return "expected a field's name in double quotes, or }";
        case kParseErrorObjectMissColon:
            return "expected a colon after the field's name";
        case kParseErrorObjectMissCommaOrCurlyBracket:
            return "expected a comma or } after a field";
        case kParseErrorArrayMissCommaOrSquareBracket:
            return "expected a comma or ] after an item of a list";
        case kParseErrorStringUnicodeEscapeInvalidHex:
            return "expected four hexadecimal digits after \\u";
        case kParseErrorStringUnicodeSurrogateInvalid:
            return "half a surrogate pair in a \\u escape";
        case kParseErrorStringEscapeInvalid:
            if (!found_control)
                return "unknown escape in a text; allowed: \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX";
            return "a text that never ends, or with a line break or control character in it: expected a "
                   "closing "
                   "double quote";
        case kParseErrorStringMissQuotationMark:
            return "a text that never ends: expected a closing double quote";
        case kParseErrorStringInvalidEncoding:
            return "a text with bytes that are not UTF-8";
        case kParseErrorNumberTooBig:
            return number_too_large;
        case kParseErrorNumberMissFraction:
            return "expected a digit after the decimal point";
        case kParseErrorNumberMissExponent:
            return "expected a digit in the exponent";
        default:
            return "not JSON: a comment that never ends, or a stray character";
    }
}

/// "found …" from the text at an error, or that it ends there.
std::string found_at(std::string_view text, std::size_t offset) {
    if (offset >= text.size()) return "the file ends here";
    if (text[offset] == '\n') return "the line ends here";
    std::size_t end = offset;
    while (end < text.size() && end < offset + 20 && static_cast<unsigned char>(text[end]) > ' ') ++end;
    return "found " + in_quotes(text.substr(offset, std::max<std::size_t>(end - offset, 1)));
}

[[noreturn]] void complain(std::string_view text, std::size_t offset, const std::string& file,
                           const std::string& message) {
    offset = std::min(offset, text.size());
    const std::size_t line_start = text.substr(0, offset).rfind('\n') + 1;  // npos + 1 is 0
    const int line = LineCounter(text).line_at(offset);
    throw InputError(
        {{file, line, "", "column " + std::to_string(offset - line_start + 1) + ": " + message}});
}

void find_repeated_keys(const Value& value, const std::string& path, const std::string& file,
                        std::vector<Complaint>& complaints) {
    if (const Value::List* list = value.list()) {
        for (std::size_t i = 0; i < list->size(); ++i)
            if ((*list)[i].list() || (*list)[i].object())
                find_repeated_keys((*list)[i], item_path(path, i), file, complaints);
        return;
    }
    if (!value.object()) return;
    std::map<std::string_view, int> seen;
    for (const Member& member : *value.object()) {
        const std::string here = member_path(path, member.name);
        const auto [first, is_new] = seen.emplace(member.name, member.line);
        if (!is_new && complaints.size() < 20)
            complaints.push_back({file, member.line, here,
                                  "found " + in_quotes(member.name) + " twice in lines " +
                                      std::to_string(first->second) + " and " + std::to_string(member.line) +
                                      "; allowed: every key once in an object"});
        find_repeated_keys(member.value, here, file, complaints);
    }
}

}  // namespace

Value read(std::string_view text, const std::string& file) {
    if (text.size() > largest_document)
        throw InputError({{file, 0, "",
                           "found " + std::to_string(text.size() >> 20) + " MB; allowed: scenes of up to " +
                               std::to_string(largest_document >> 20) + " MB"}});
    if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
        complain(text, nul, file, "found a zero byte; allowed: JSON as UTF-8 text");

    rapidjson::MemoryStream stream(text.data(), text.size());
    Builder builder(stream, text);
    rapidjson::Reader reader;
    // RapidJSON finds where numbers end, core/decimal.h reads them: its own parser of full precision reads
    // beyond its tables when a number underflows.
    constexpr unsigned flags = rapidjson::kParseCommentsFlag | rapidjson::kParseTrailingCommasFlag |
                               rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag |
                               rapidjson::kParseNumbersAsStringsFlag;
    const rapidjson::ParseResult result = reader.Parse<flags>(stream, builder);
    if (result.IsError()) {
        if (builder.objection_at()) {
            const std::size_t at = *builder.objection_at();
            complain(text, at, file, builder.objection() + "; " + found_at(text, at));
        }
        if (!builder.objection().empty()) complain(text, stream.Tell(), file, builder.objection());
        const std::size_t at = result.Offset();
        const bool found_control = at < text.size() && static_cast<unsigned char>(text[at]) < ' ';
        complain(text, at, file, sentence(result.Code(), found_control) + "; " + found_at(text, at));
    }
    Value root = builder.take();
    std::vector<Complaint> repeated;
    find_repeated_keys(root, "", file, repeated);
    if (!repeated.empty()) throw InputError(std::move(repeated));
    return root;
}

}  // namespace limpet::json
