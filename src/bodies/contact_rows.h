#pragma once

/// The rows of contacts on one body: how contact velocities follow from the motion of its collision vertices.
///
///   u_i = Σ_k G_k v_k + S ω,        rows n, t, b;  J_iᵀ carries an impulse λ_i back the same way
///
///   G      weight of collision vertex k: ± barycentric weight × (n, t, b)ᵀ for a point contact   [-]
///   S      of a vertex that is thickened and turns with its body: the surfaces touch at an offset r from it,
///          S = −G [r]×                                                                            [m]
///
/// A point contact has up to three vertices; a volume contact would have all of its patch.

#include <array>
#include <span>
#include <vector>

#include "core/block_matrix.h"
#include "core/types.h"

namespace limpet {

struct RowTerm {
    int vertex;   ///< of the body's collision complex
    Mat3 weight;  ///< G
};

class ContactRows {
public:
    /// Rows of contact `contact` (an index in a problem; contacts are added in ascending order). Adding to
    /// the same contact again adds to its rows: both sides of a self-contact.
    void begin(int contact) {
        if (!contacts_.empty() && contacts_.back() == contact) return;
        contacts_.push_back(contact);
        spins_.push_back(Mat3::Zero());
        start_.push_back(start_.back());
    }
    void add_term(int vertex, const Mat3& weight) {
        terms_.push_back({vertex, weight});
        ++start_.back();
    }
    void add_spin(const Mat3& spin) { spins_.back() += spin; }

    int size() const { return static_cast<int>(contacts_.size()); }
    int contact(int row) const { return contacts_[row]; }
    std::span<const RowTerm> terms(int row) const {
        return {terms_.data() + start_[row], static_cast<std::size_t>(start_[row + 1] - start_[row])};
    }
    const Mat3& spin(int row) const { return spins_[row]; }

private:
    std::vector<int> contacts_;
    std::vector<int> start_ = {0};
    std::vector<RowTerm> terms_;
    std::vector<Mat3> spins_;
};

/// Adds block_of(i, j), for rows j ≤ i of one body, and its mirror image to W, which has all these blocks.
template <class BlockOf>
void add_symmetric_blocks(const ContactRows& rows, BlockMatrix& W, BlockOf&& block_of) {
    const BlockPattern& pattern = W.pattern();
    for (int i = 0; i < rows.size(); ++i) {
        int place = pattern.row_start[rows.contact(i)];
        for (int j = 0; j <= i; ++j) {
            while (pattern.column[place] != rows.contact(j)) ++place;
            const Mat3 block = block_of(i, j);
            Eigen::Map<Mat3>(W.block(place)) += block;
            if (j == i) continue;
            const int mirror = pattern.find(rows.contact(j), rows.contact(i));
            Eigen::Map<Mat3>(W.block(mirror)) += block.transpose();
        }
    }
}

}  // namespace limpet
