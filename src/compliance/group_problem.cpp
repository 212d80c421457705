#include "compliance/group_problem.h"

#include <algorithm>

#include "core/cross_matrix.h"
#include "core/parallel.h"

namespace limpet {
namespace {

constexpr int contacts_per_task = 96;

/// Rows of one side: its point's velocity in the contact's frame, with a sign.
void add_side(ContactRows& rows, int contact, const SurfacePoint& point, const Vec3& offset,
              const Mat3& frame, double sign) {
    rows.begin(contact);
    Mat3 weight = sign * frame.transpose();
    if (rows.normals_only()) weight.bottomRows<2>().setZero();
    for (int k = 0; k < 3; ++k)
        if (point.weights[k] != 0) rows.add_term(point.vertices[k], point.weights[k] * weight);
    if (offset.squaredNorm() > 0) rows.add_spin(-weight * cross_matrix(offset));
}

/// Rows of one side of a volume contact; signs are in its terms.
void add_volume_side(ContactRows& rows, int contact, const std::vector<VolumeTerm>& terms,
                     const std::vector<Vec3>& offsets, const Mat3& frame) {
    rows.begin(contact);
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const VolumeTerm& t = terms[i];
        Mat3 weight = Mat3::Zero();
        weight.row(0) = t.normal.transpose();
        if (!rows.normals_only())
            weight.bottomRows<2>() = frame.rightCols<2>().transpose() * (t.share * Mat3::Identity() + t.turn);
        rows.add_term(t.vertex, weight);
        if (!offsets.empty()) rows.add_spin(-weight * cross_matrix(offsets[i]));
    }
}

/// Contacts couple where they share a body that moves.
BlockPattern coupling_pattern(const std::vector<BodyRows>& bodies, int count) {
    std::vector<std::vector<const ContactRows*>> of_contact(count);
    for (const BodyRows& part : bodies)
        if (part.body->can_move())
            for (int i = 0; i < part.rows.size(); ++i) of_contact[part.rows.contact(i)].push_back(&part.rows);
    BlockPattern pattern;
    pattern.rows = pattern.columns = count;
    pattern.row_start = {0};
    std::vector<int> columns;
    for (int i = 0; i < count; ++i) {
        // Contacts of the same bodies, which mostly follow each other, couple to the same contacts.
        const bool as_before = i > 0 && !of_contact[i].empty() && of_contact[i] == of_contact[i - 1];
        if (!as_before) {
            columns = {i};
            for (const ContactRows* rows : of_contact[i])
                for (int j = 0; j < rows->size(); ++j) columns.push_back(rows->contact(j));
            std::sort(columns.begin(), columns.end());
            columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
        }
        pattern.column.insert(pattern.column.end(), columns.begin(), columns.end());
        pattern.row_start.push_back(static_cast<int>(pattern.column.size()));
    }
    return pattern;
}

}  // namespace

std::vector<BodyRows> rows_on_bodies(const std::vector<Contact>& contacts, const std::vector<int>& chosen,
                                     const std::vector<std::unique_ptr<Body>>& bodies, bool normals_only) {
    std::vector<int> involved;
    for (const int i : chosen) {
        involved.push_back(contacts[i].key.first_body);
        involved.push_back(contacts[i].key.second_body);
    }
    std::sort(involved.begin(), involved.end());
    involved.erase(std::unique(involved.begin(), involved.end()), involved.end());
    std::vector<BodyRows> parts;
    parts.reserve(involved.size());
    for (const int body : involved) parts.push_back({bodies[body].get(), ContactRows(normals_only)});
    const auto rows_of = [&](int body) -> ContactRows& {
        return parts[std::lower_bound(involved.begin(), involved.end(), body) - involved.begin()].rows;
    };
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const Contact& c = contacts[chosen[i]];
        const int row = static_cast<int>(i);
        if (c.volume) {
            add_volume_side(rows_of(c.key.first_body), row, c.volume->first, c.volume->first_offsets,
                            c.frame);
            add_volume_side(rows_of(c.key.second_body), row, c.volume->second, c.volume->second_offsets,
                            c.frame);
            continue;
        }
        add_side(rows_of(c.key.first_body), row, c.first, c.first_offset, c.frame, 1);
        add_side(rows_of(c.key.second_body), row, c.second, c.second_offset, c.frame, -1);
    }
    return parts;
}

VecX row_velocities(const std::vector<BodyRows>& bodies, int count) {
    VecX u = VecX::Zero(3 * static_cast<Eigen::Index>(count));
    for (const BodyRows& part : bodies) part.body->add_row_velocities(part.rows, u);
    return u;
}

VecX row_velocities(const std::vector<Contact>& contacts, const std::vector<int>& chosen,
                    const std::vector<std::unique_ptr<Body>>& bodies) {
    const int count = static_cast<int>(chosen.size());
    VecX u(3 * static_cast<Eigen::Index>(count));
    parallel_blocks(count, contacts_per_task, [&](int begin, int end) {
        const std::vector<int> some(chosen.begin() + begin, chosen.begin() + end);
        u.segment(3 * begin, 3 * (end - begin)) =
            row_velocities(rows_on_bodies(contacts, some, bodies), end - begin);
    });
    return u;
}

GroupProblem build_rows(const std::vector<Contact>& contacts, std::vector<int> group,
                        const std::vector<std::unique_ptr<Body>>& bodies, double h) {
    GroupProblem problem;
    problem.contacts = std::move(group);
    const int count = static_cast<int>(problem.contacts.size());
    problem.bodies = rows_on_bodies(contacts, problem.contacts, bodies);
    problem.u0 = row_velocities(problem.bodies, count);
    for (int i = 0; i < count; ++i) problem.u0[3 * i] += std::max(contacts[problem.contacts[i]].gap, 0.0) / h;
    return problem;
}

namespace {

/// W, and what bodies carry taken from u⁰, of a problem with rows.
void add_compliances(GroupProblem& problem) {
    problem.W = BlockMatrix(coupling_pattern(problem.bodies, static_cast<int>(problem.contacts.size())));
    parallel_each(static_cast<int>(problem.bodies.size()), [&](int i) {
        const BodyRows& part = problem.bodies[i];
        if (part.body->can_move()) part.body->prepare_compliance(part.rows);
    });
    for (const BodyRows& part : problem.bodies)
        if (part.body->can_move()) part.body->add_compliance(part.rows, problem.W, problem.u0);
}

}  // namespace

GroupProblem build_group(const std::vector<Contact>& contacts, std::vector<int> group,
                         const std::vector<std::unique_ptr<Body>>& bodies, double h) {
    GroupProblem problem = build_rows(contacts, std::move(group), bodies, h);
    add_compliances(problem);
    return problem;
}

GroupProblem build_normals(const std::vector<Contact>& contacts, std::vector<int> group,
                           const std::vector<std::unique_ptr<Body>>& bodies) {
    GroupProblem problem;
    problem.contacts = std::move(group);
    problem.bodies = rows_on_bodies(contacts, problem.contacts, bodies, true);
    problem.u0 = VecX::Zero(3 * static_cast<Eigen::Index>(problem.contacts.size()));
    add_compliances(problem);
    return problem;
}

}  // namespace limpet
