#include "bodies/elastic/row_compliance.h"

#include "core/parallel.h"

namespace limpet {
namespace {

constexpr int contacts_per_task = 8;

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
        for (const NodeTerm& t : terms) {
            const auto moved = inverse_.middleCols<3>(3 * t.row);
            for (int r = 0; r < 3; ++r) add(t, r, moved);
        }
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

    const Eigen::Ref<const MatX>& inverse_;
    Eigen::Matrix<double, Eigen::Dynamic, 3> columns_;  ///< summed along the columns of A⁻¹
    Eigen::Matrix<double, Eigen::Dynamic, 4, Eigen::RowMajor> rows_;
};

}  // namespace

RowCompliance::RowCompliance(const NodeRows& rows, const Eigen::Ref<const MatX>& inverse, const VecX& carried,
                             bool normals_only)
    : carried_(3 * static_cast<Eigen::Index>(rows.size())) {
    const int count = rows.size();
    std::size_t blocks = 0;
    for (int j = 0; j < count; ++j) {
        start_.push_back(blocks);
        blocks += static_cast<std::size_t>(count - j);
    }
    blocks_.resize(blocks);
    parallel_blocks(count, contacts_per_task, [&](int begin, int end) {
        MovedRows columns(inverse);
        for (int j = begin; j < end; ++j) {
            Mat3* const column = blocks_.data() + start_[j];
            normals_only ? columns.set_normal(rows.of(j)) : columns.set(rows.of(j));
            carried_.segment<3>(3 * j) = columns.along(carried);
            for (int i = j; i < count; ++i)
                column[i - j] = normals_only ? columns.normal_block(rows.of(i)) : columns.block(rows.of(i));
        }
    });
}

}  // namespace limpet
