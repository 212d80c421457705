#pragma once

/// Checks of a simulation from outside: do bodies overlap? Judged by winding numbers, distances and exact
/// volumes of the surfaces that frames show, without anything of detection.

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "limpet/export.h"
#include "limpet/warning.h"
#include "limpet/world.h"

namespace limpet {
class AuditedSurface;
}  // namespace limpet

namespace LIMPET_API limpet {

/// Two bodies that are in each other.
struct Overlap {
    std::string first, second;
    double depth = 0;   ///< lower bound of the shortest translation that parts them [m]
    double volume = 0;  ///< that both enclose; 0 if one of them encloses nothing [m^3]
    int piercings = 0;  ///< edges of either that pass through triangles of the other; counted for sheets
    double time = 0;    ///< [s]
};

/// What an audit found so far.
struct AuditResult {
    long frames = 0;               ///< that were checked
    std::optional<Overlap> worst;  ///< deepest beyond the tolerance
};

/// Audits the frames of one run, in the order of their time.
class OverlapAudit {
public:
    /// Overlaps up to `tolerance` are not reported. [m]
    explicit OverlapAudit(double tolerance) : tolerance_(tolerance) {}

    /// All overlaps of a frame, deepest first. Two static bodies are not looked at.
    std::vector<Overlap> check(const Frame& frame);
    const AuditResult& result() const { return result_; }
    double tolerance() const { return tolerance_; }

private:
    double behind(std::size_t sheet_index, const AuditedSurface& sheet, std::size_t body_index,
                  const AuditedSurface& body);

    double tolerance_;
    AuditResult result_;
    /// Indices of a flat sheet and of a body that was in front of it in an earlier frame.
    std::set<std::pair<std::size_t, std::size_t>> in_front_;
};

/// How deep bodies may be in each other by design: `contact.detection.distance`, below which an overlap is
/// within the range of contacts; two and a half pixels for `ldi`, which keeps the mean thickness of an
/// overlap at half a pixel: a corner is three times as deep, and an image errs by half a pixel at either
/// surface. Defaults are those of the scene fields. [m]
double audit_tolerance(const Scene& scene, const Frame& start);

/// Code "audit"; names both bodies, their depth and volume.
Warning overlap_warning(const Overlap& overlap, double tolerance);

}  // namespace limpet
