#include "limpet/error.h"

#include <utility>

namespace limpet {

std::string Complaint::text() const {
    std::string out;
    if (!file.empty()) {
        out += file;
        if (line > 0) out += ':' + std::to_string(line);
        out += ": ";
    }
    if (!field.empty()) out += field + ": ";
    return out + message;
}

namespace {

std::string joined(const std::vector<Complaint>& complaints) {
    std::string out;
    for (const Complaint& c : complaints) {
        if (!out.empty()) out += '\n';
        out += c.text();
    }
    return out;
}

}  // namespace

InputError::InputError(std::vector<Complaint> complaints)
    : std::runtime_error(joined(complaints)), complaints_(std::move(complaints)) {}

InputError::InputError(std::string field, std::string message)
    : InputError(std::vector<Complaint>{{"", 0, std::move(field), std::move(message)}}) {}

}  // namespace limpet
