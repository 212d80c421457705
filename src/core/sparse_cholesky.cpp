#include "core/sparse_cholesky.h"

#include <Eigen/Sparse>
#include <cassert>
#ifdef LIMPET_CHOLMOD
#include <Eigen/CholmodSupport>
#else
#include <Eigen/SparseCholesky>
#endif

namespace limpet {
namespace {

using SparseMatrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
#ifdef LIMPET_CHOLMOD
using Factor = Eigen::CholmodSupernodalLLT<SparseMatrix, Eigen::Lower>;
#else
using Factor = Eigen::SimplicialLDLT<SparseMatrix, Eigen::Lower>;
#endif

}  // namespace

struct SparseCholesky::Implementation {
    SparseMatrix lower;           ///< of A, permuted by `order` with Eigen's own Cholesky
    std::vector<double*> places;  ///< in `lower`, of the numbers of A's blocks; null above the diagonal
    Factor factor;
    bool analysed = false, ready = false;

    void analyse(const BlockPattern& pattern);
    void copy_values(const BlockMatrix& a);
};

/// A is symmetric, so that row i of its blocks is column i of the lower triangle.
void SparseCholesky::Implementation::analyse(const BlockPattern& pattern) {
    const int n = 3 * pattern.rows;
    std::vector<int> count(n, 0);
    const auto for_each_below = [&](auto&& visit) {
        for (int row = 0; row < pattern.rows; ++row)
            for (int c = 0; c < 3; ++c)
                for (int k = pattern.row_start[row]; k < pattern.row_start[row + 1]; ++k)
                    for (int r = 0; r < 3; ++r) {
                        const int i = 3 * pattern.column[k] + r, j = 3 * row + c;
                        if (i >= j) visit(i, j, 9 * static_cast<std::size_t>(k) + 3 * r + c);
                    }
    };
    for_each_below([&](int, int j, std::size_t) { ++count[j]; });
    lower.resize(n, n);
    lower.reserve(count);
    for_each_below([&](int i, int j, std::size_t) { lower.insert(i, j) = 0; });
    lower.makeCompressed();
    places.assign(9 * static_cast<std::size_t>(pattern.blocks()), nullptr);
    double* next = lower.valuePtr();
    for_each_below([&](int, int, std::size_t from) { places[from] = next++; });
    factor.analyzePattern(lower);
    analysed = true;
}

void SparseCholesky::Implementation::copy_values(const BlockMatrix& a) {
    const double* values = a.block(0);
    for (std::size_t i = 0; i < places.size(); ++i)
        if (places[i]) *places[i] = values[i];
}

SparseCholesky::SparseCholesky() = default;
SparseCholesky::~SparseCholesky() = default;
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;

bool SparseCholesky::factorise(const BlockMatrix& a) {
    if (!implementation_) implementation_ = std::make_unique<Implementation>();
    Implementation& it = *implementation_;
    if (!it.analysed) it.analyse(a.pattern());
    it.copy_values(a);
    it.factor.factorize(it.lower);
    it.ready = it.factor.info() == Eigen::Success;
#ifndef LIMPET_CHOLMOD
    it.ready = it.ready && it.factor.vectorD().minCoeff() > 0;
#endif
    return it.ready;
}

bool SparseCholesky::ready() const {
    return implementation_ && implementation_->ready;
}

void SparseCholesky::solve(const VecX& b, VecX& x) const {
    assert(ready());
    x = implementation_->factor.solve(b);
}

void SparseCholesky::inverse_columns(const std::vector<int>& nodes, const std::vector<int>& wanted,
                                     MatX& out) const {
    out.resize(3 * static_cast<Eigen::Index>(wanted.size()), 3 * static_cast<Eigen::Index>(nodes.size()));
    VecX b = VecX::Zero(implementation_->lower.rows()), x;
    for (std::size_t j = 0; j < nodes.size(); ++j)
        for (int c = 0; c < 3; ++c) {
            b[3 * nodes[j] + c] = 1;
            solve(b, x);
            b[3 * nodes[j] + c] = 0;
            for (std::size_t i = 0; i < wanted.size(); ++i)
                out.block<3, 1>(3 * i, 3 * j + c) = x.segment<3>(3 * wanted[i]);
        }
}

long SparseCholesky::fill() const {
    if (!ready()) return 0;
#ifdef LIMPET_CHOLMOD
    return static_cast<long>(implementation_->factor.cholmod().lnz);
#else
    return implementation_->factor.matrixL().nestedExpression().nonZeros();
#endif
}

}  // namespace limpet
