#pragma once

#include <string>

namespace limpet {

/// A page that needs nothing but itself, in the report's style: `main` and a footer in HTML, then what
/// follows them in the body.
std::string offline_page(const std::string& title, const std::string& own_style, const std::string& main,
                         const std::string& footer, const std::string& after = {});

}  // namespace limpet
