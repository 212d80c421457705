#pragma once

/// The linear part of one contact group's problem: u = W λ + u⁰.
///
///   W = Σ_bodies J A⁻¹ Jᵀ,     u⁰ = Σ_bodies (J v_free − J A⁻¹ p) + max(gap, 0)/h on the normal row
///
/// Only the positive part of a gap is folded in, so that h uₙ is the gap at the end of the step; overlap is
/// left to position stabilisation. p are impulses that free motion carried (bodies/body.h).

#include <memory>
#include <vector>

#include "bodies/body.h"
#include "contact/contact.h"

namespace limpet {

/// A body's share of a group.
struct BodyRows {
    Body* body;
    ContactRows rows;  ///< contacts numbered as in the group
};

struct GroupProblem {
    std::vector<int> contacts;     ///< indices in the list of all contacts, ascending
    std::vector<BodyRows> bodies;  ///< every body that the group touches, in the bodies' order
    BlockMatrix W;
    VecX u0;
};

/// Rows of the given contacts on the bodies that they touch.
std::vector<BodyRows> rows_on_bodies(const std::vector<Contact>& contacts, const std::vector<int>& chosen,
                                     const std::vector<std::unique_ptr<Body>>& bodies,
                                     bool normals_only = false);

/// J v of the given rows, for `count` contacts.
VecX row_velocities(const std::vector<BodyRows>& bodies, int count);
/// The same of contacts that need their rows for nothing else, in parallel.
VecX row_velocities(const std::vector<Contact>& contacts, const std::vector<int>& chosen,
                    const std::vector<std::unique_ptr<Body>>& bodies);

/// All but W: its u⁰ is J v of bodies as they move now, and gaps.
GroupProblem build_rows(const std::vector<Contact>& contacts, std::vector<int> group,
                        const std::vector<std::unique_ptr<Body>>& bodies, double h);

GroupProblem build_group(const std::vector<Contact>& contacts, std::vector<int> group,
                         const std::vector<std::unique_ptr<Body>>& bodies, double h);

/// Rows and W of normals alone, all else zero: what it takes to move bodies apart.
GroupProblem build_normals(const std::vector<Contact>& contacts, std::vector<int> group,
                           const std::vector<std::unique_ptr<Body>>& bodies);

}  // namespace limpet
