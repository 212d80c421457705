#include "scene/quantities.h"
#include "scene/scene_schema.h"

namespace limpet::schema {
namespace {

std::vector<std::string> quantity_names() {
    std::vector<std::string> names;
    for (const ProbeQuantityEntry& entry : probe_quantities) names.emplace_back(entry.name);
    return names;
}

std::string quantity_words() {
    std::string words = "What is measured: ", separator;
    bool told_of_contacts = false;
    for (const ProbeQuantityEntry& entry : probe_quantities) {
        if (entry.is_of_contacts && !told_of_contacts)
            separator = "; of the contacts of the step just taken, ";
        told_of_contacts = entry.is_of_contacts;
        words += separator + '`' + std::string(entry.name) + "` [" + std::string(entry.unit) + "]";
        if (!entry.meaning.empty()) words += ", " + std::string(entry.meaning);
        separator = "; ";
    }
    return words + ".";
}

}  // namespace

Typed<ProbeDescription> probe() {
    return object<ProbeDescription>(
        "Probe",
        {field("name", &ProbeDescription::name, text(TextRole::Name), "Column of `probes.csv`.").required(),
         field("body", &ProbeDescription::body, text(TextRole::Name), "Name of the body that is measured.")
             .required(),
         field("what", &ProbeDescription::what, choice<ProbeQuantity>(quantity_names()), quantity_words()),
         field("nearest", &ProbeDescription::nearest, vector(quantities::length, any_coordinate),
               "Measures position or velocity at the node or vertex nearest to this point, in the body's own "
               "frame at rest.")
             .when_left_out("the centre of mass"),
         field("with", &ProbeDescription::with, text(TextRole::Name),
               "Contact quantities: of the contacts with the body of this name alone.")
             .when_left_out("all bodies")});
}

}  // namespace limpet::schema
