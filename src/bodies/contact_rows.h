#pragma once

/// The rows of contacts on one body: how contact velocities follow from the motion of its collision vertices.
///
///   u_i = Σ_k G_k v_k + S ω,        rows n, t, b;  J_iᵀ carries an impulse λ_i back the same way
///
///   G      weight of collision vertex k: ± barycentric weight × (n, t, b)ᵀ for a point contact   [-]
///   S      of a vertex that is thickened and turns with its body: the surfaces touch at an offset r from it,
///          S = −G [r]×                                                                            [m]
///
/// A point contact has up to three vertices; a volume contact has all of its patch.

#include <array>
#include <span>
#include <vector>

#include "core/types.h"
#include "linear/block_matrix.h"

namespace limpet {

struct RowTerm {
    int vertex;   ///< of the body's collision complex
    Mat3 weight;  ///< G
};

class ContactRows {
public:
    ContactRows() = default;
    /// `normals_only`: rows t and b of all weights are zero. Bodies need not look at them.
    explicit ContactRows(bool normals_only) : normals_only_(normals_only) {}

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

    bool normals_only() const { return normals_only_; }
    int size() const { return static_cast<int>(contacts_.size()); }
    int contact(int row) const { return contacts_[row]; }
    std::span<const RowTerm> terms(int row) const {
        return {terms_.data() + start_[row], static_cast<std::size_t>(start_[row + 1] - start_[row])};
    }
    const Mat3& spin(int row) const { return spins_[row]; }

private:
    bool normals_only_ = false;
    std::vector<int> contacts_;
    std::vector<int> start_ = {0};
    std::vector<RowTerm> terms_;
    std::vector<Mat3> spins_;
};

/// Adds a body's share to W column by column: row j of W is written in one go, and each other row keeps its
/// own place. W has all blocks between the body's contacts.
class SymmetricColumns {
public:
    /// Columns from `first` on. What threads with columns of their own write, they do not share.
    SymmetricColumns(const ContactRows& rows, BlockMatrix& W, int first = 0) : rows_(rows), W_(W) {
        place_.resize(rows.size());
        for (int i = first; i < rows.size(); ++i)
            place_[i] = W.pattern().find(rows.contact(i), rows.contact(first));
    }

    /// Adds transposed_of(i), the transposed block (i, j), to the blocks (i, j), i ≥ j, and (j, i). For j =
    /// first, first + 1, …
    template <class TransposedOf>
    void add(int j, TransposedOf&& transposed_of) {
        const std::vector<int>& column = W_.pattern().column;
        const int own = rows_.contact(j);
        int mirror = W_.pattern().row_start[own];
        for (int i = j; i < rows_.size(); ++i) {
            while (column[place_[i]] != own) ++place_[i];
            const Mat3 transposed = transposed_of(i);
            Eigen::Map<Mat3>(W_.block(place_[i])) += transposed.transpose();
            if (i == j) continue;
            while (column[mirror] != rows_.contact(i)) ++mirror;
            Eigen::Map<Mat3>(W_.block(mirror)) += transposed;
        }
    }

private:
    const ContactRows& rows_;
    BlockMatrix& W_;
    std::vector<int> place_;
};

}  // namespace limpet
