#pragma once

/// Closed-form benchmarks, run on the user's machine: what `limpet verify` does. docs/verification.md tells
/// what each one is and what was measured.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "limpet/export.h"

namespace LIMPET_API limpet {

/// A benchmark.
struct VerifyRow {
    std::string id;         ///< "C1"
    std::string title;      ///< the set-up in a few words
    std::string reference;  ///< what theory says
    std::string gate;       ///< what a pass is
    std::string scene;      ///< the scene that ships with it; empty: it runs none
};

/// A number that was measured, beside what theory says.
struct VerifyNumber {
    std::string what;  ///< and for which mesh, load or pair of bodies
    double measured = 0, reference = 0;
    std::string unit;            ///< of both, SI; empty for a pure number
    double error = 0;            ///< of the reference, or absolute where the reference is 0
    std::optional<double> gate;  ///< the largest error that passes; none: the number is for information

    bool passed() const { return !gate || error <= *gate; }
};

struct VerifyLine {
    std::string name;
    std::vector<double> x, y;
    bool theory = false;  ///< drawn as a line; what was measured is drawn as points
};

struct VerifyPlot {
    std::string title, x_label, y_label;
    std::vector<VerifyLine> lines;
    bool logarithmic_y = false;
};

struct VerifyResult {
    VerifyRow row;
    std::vector<VerifyNumber> numbers;
    std::vector<VerifyPlot> plots;
    std::vector<std::string> notes;  ///< how it was measured, and what else there is to know
    std::string breakdown;           ///< why the simulation broke down; empty: it did not
    std::string skipped;             ///< why nothing was run; empty: it was
    double seconds = 0;              ///< wall time

    bool passed() const;
    /// The gated number with the largest error against its gate; null if there is none.
    const VerifyNumber* worst() const;
};

struct VerifySettings {
    bool quick = false;         ///< coarse meshes and short runs alone: seconds instead of minutes
    std::string problems = {};  ///< folder of .fc3d files, for F12; empty: it is skipped
    std::function<void(const std::string& what)> progress = {};  ///< called before each simulation
};

/// All benchmarks, in the order they are run.
std::vector<VerifyRow> verify_rows();

/// The benchmark of this id; upper and lower case are the same. Throws InputError, with the nearest right
/// name, if there is none.
VerifyRow verify_row(const std::string& id);

/// Runs one benchmark; throws as verify_row() does.
VerifyResult verify(const std::string& id, const VerifySettings& settings = {});

/// Writes verify.html into a folder: a verdict, the numbers and plots against theory for each result,
/// readable without a network.
void write_verify_page(const std::vector<VerifyResult>& results, const std::string& folder);

}  // namespace limpet
