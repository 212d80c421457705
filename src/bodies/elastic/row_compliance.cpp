#include "bodies/elastic/row_compliance.h"

#include <algorithm>

#include "core/interruption.h"
#include "core/parallel.h"

namespace limpet {
namespace {

/// At least, and tasks at most; the first ones have the longest columns.
constexpr int contacts_per_task = 4, most_tasks = 32;

/// Rows of three numbers and a spare one: each is one vector of the processor.
using Row4 = Eigen::Vector4d;
/// A 3×3 block, transposed: a column is a row of it.
using BlockRows = Eigen::Matrix<double, 4, 3>;

/// A⁻¹ J_jᵀ on the slots, of one contact j: it stays in the cache while its blocks are made.
class MovedRows {
public:
    explicit MovedRows(const Eigen::Ref<const MatX>& inverse)
        : inverse_(inverse), columns_(inverse.rows(), 3), rows_(inverse.rows(), 4) {
        columns_.setZero();
        rows_.col(3).setZero();
    }

    /// J_j A⁻¹ p.
    Vec3 along(const VecX& p) const { return columns_.transpose() * p; }

    void set(std::span<const NodeTerm> terms) {
        columns_.setZero();
        for (const NodeTerm& t : terms) add_all(t);
        rows_.leftCols<3>() = columns_;
    }
    /// The transposed block (i, j) of W, from the terms of contact i.
    Mat3 block(std::span<const NodeTerm> terms) const {
        BlockRows sum = BlockRows::Zero();
        for (const NodeTerm& t : terms) {
            const double* row = rows_.data() + 12 * Eigen::Index(t.row);
            const Eigen::Map<const Row4> x(row), y(row + 4), z(row + 8);
            for (int r = 0; r < 3; ++r)
                sum.col(r) += t.weight(r, 0) * x + t.weight(r, 1) * y + t.weight(r, 2) * z;
        }
        return sum.topRows<3>();
    }

    /// The same of normal rows alone.
    void set_normal(std::span<const NodeTerm> terms) {
        columns_.col(0).setZero();
        for (const NodeTerm& t : terms) add(t, 0, inverse_.middleCols<3>(3 * t.row));
    }
    Mat3 normal_block(std::span<const NodeTerm> terms) const {
        double sum = 0;
        for (const NodeTerm& t : terms) sum += t.weight.row(0).dot(columns_.col(0).segment<3>(3 * t.row));
        Mat3 block = Mat3::Zero();
        block(0, 0) = sum;
        return block;
    }

private:
    template <class Columns>
    void add(const NodeTerm& t, int r, const Columns& moved) {
        columns_.col(r) +=
            t.weight(r, 0) * moved.col(0) + t.weight(r, 1) * moved.col(1) + t.weight(r, 2) * moved.col(2);
    }
    /// add() of all three rows, in one go through A⁻¹, which is too large for the cache.
    void add_all(const NodeTerm& t) {
        const Mat3 w = t.weight;
        const double *a = inverse_.col(3 * t.row).data(), *b = inverse_.col(3 * t.row + 1).data(),
                     *c = inverse_.col(3 * t.row + 2).data();
        double *x = columns_.col(0).data(), *y = columns_.col(1).data(), *z = columns_.col(2).data();
        const Eigen::Index count = columns_.rows();
#pragma GCC ivdep
        for (Eigen::Index i = 0; i < count; ++i) {
            x[i] += w(0, 0) * a[i] + w(0, 1) * b[i] + w(0, 2) * c[i];
            y[i] += w(1, 0) * a[i] + w(1, 1) * b[i] + w(1, 2) * c[i];
            z[i] += w(2, 0) * a[i] + w(2, 1) * b[i] + w(2, 2) * c[i];
        }
    }

    const Eigen::Ref<const MatX>& inverse_;
    Eigen::Matrix<double, Eigen::Dynamic, 3> columns_;  ///< summed along the columns of A⁻¹
    Eigen::Matrix<double, Eigen::Dynamic, 4, Eigen::RowMajor> rows_;
};

}  // namespace

void add_row_compliance(const PreparedRows& body, const ContactRows& contacts, BlockMatrix& W, VecX& u0) {
    const NodeRows& rows = body.rows;
    const int block = std::max(contacts_per_task, contacts.size() / most_tasks);
    parallel_blocks(contacts.size(), block, [&](int begin, int end) {
        SymmetricColumns columns(contacts, W, begin);
        MovedRows moved(body.inverse);
        for (int j = begin; j < end; ++j) {
            stop_if_interrupted();
            if (contacts.normals_only()) {
                moved.set_normal(rows.of(j));
                columns.add(j, [&](int i) { return moved.normal_block(rows.of(i)); });
            } else {
                moved.set(rows.of(j));
                columns.add(j, [&](int i) { return moved.block(rows.of(i)); });
            }
            u0.segment<3>(3 * contacts.contact(j)) -= moved.along(body.carried);
        }
    });
}

}  // namespace limpet
