#pragma once

/// How report.html looks and what its plots do: a style sheet and a script, both part of the page.

namespace limpet {

extern const char* const report_style;
/// Draws every `<figure data-chart="N">` from the JSON in `#charts`; a pointer over a plot reads its values.
extern const char* const report_script;

}  // namespace limpet
