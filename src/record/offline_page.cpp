#include "record/offline_page.h"

#include "record/escape.h"
#include "record/report_page.h"

namespace limpet {

std::string offline_page(const std::string& title, const std::string& own_style, const std::string& main,
                         const std::string& footer, const std::string& after) {
    return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
           xml_text(title) + "</title>\n<style>" + report_style + own_style +
           "</style>\n</head>\n<body>\n<main>\n" + main + "<footer>" + footer + "</footer>\n</main>\n" +
           after + "</body>\n</html>\n";
}

}  // namespace limpet
