#include "linear/sparse_cholesky.h"

#include "core/assert.h"
#include "linear/graph_ordering.h"
#include "linear/supernodal_inverse.h"
#include "linear/supernodal_vector.h"

namespace limpet {

struct SparseCholesky::Implementation {
    SupernodalPattern pattern;
    SupernodalFactor factor;
    SupernodalVectorSolve vector_solve;
    Eigen::VectorXf single;  ///< L in single precision; empty: not asked for
    bool ready = false;

    SupernodalView view() const { return {pattern, factor}; }
};

SparseCholesky::SparseCholesky() = default;
SparseCholesky::~SparseCholesky() = default;
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;

void SparseCholesky::analyse(const BlockPattern& pattern) {
    // Kept only when it is whole: an interruption may end it.
    auto made = std::make_unique<Implementation>();
    Implementation& it = *made;
    it.pattern = SupernodalPattern(pattern, nested_dissection_order(pattern));
    // Small and thin bodies may do with less by minimum degree, which takes little time to try.
    SupernodalPattern other(pattern, minimum_degree_order(pattern));
    if (other.flops() < it.pattern.flops()) it.pattern = std::move(other);
    it.factor.prepare(it.pattern);
    it.vector_solve.prepare(it.pattern);
    implementation_ = std::move(made);
}

bool SparseCholesky::factorise(const BlockMatrix& a) {
    if (!implementation_) analyse(a.pattern());
    Implementation& it = *implementation_;
    LIMPET_ASSERT(it.pattern.front_row.size() == a.pattern().column.size());
    it.ready = false;
    it.ready = it.factor.factorise(it.pattern, a);
    it.single.resize(0);
    return it.ready;
}

bool SparseCholesky::ready() const {
    return implementation_ && implementation_->ready;
}

void SparseCholesky::solve(const VecX& b, VecX& x) const {
    LIMPET_ASSERT(ready());
    const Implementation& it = *implementation_;
    it.vector_solve.solve(it.pattern, it.factor.panel(it.pattern, 0), b, x);
}

void SparseCholesky::keep_single_precision() {
    LIMPET_ASSERT(ready());
    Implementation& it = *implementation_;
    const auto size = static_cast<Eigen::Index>(it.pattern.panel_start.back());
    it.single = Eigen::Map<const VecX>(it.factor.panel(it.pattern, 0), size).cast<float>();
}

void SparseCholesky::solve_roughly(const VecX& b, VecX& x) const {
    LIMPET_ASSERT(ready());
    const Implementation& it = *implementation_;
    LIMPET_ASSERT(it.single.size() > 0 || it.pattern.nodes() == 0);
    // Of unit size, so that no number is out of range.
    const double size = b.size() > 0 ? b.lpNorm<Eigen::Infinity>() : 0;
    if (size > 0)
        it.vector_solve.solve(it.pattern, it.single.data(), VecX(b / size), x);
    else
        x = VecX::Zero(b.size());
    x *= size;
}

void SparseCholesky::solve(Eigen::Ref<MatX> x) const {
    LIMPET_ASSERT(ready());
    solve_columns(implementation_->view(), x);
}

void SparseCholesky::inverse_columns(const std::vector<int>& nodes, const std::vector<int>& wanted_nodes,
                                     MatX& out) const {
    LIMPET_ASSERT(ready());
    inverse_blocks(implementation_->view(), nodes, wanted_nodes, InverseForm::Cheapest, out);
}

long SparseCholesky::fill() const {
    if (!ready()) return 0;
    const SupernodalPattern& pattern = implementation_->pattern;
    long sum = 0;
    for (int s = 0; s < pattern.supernodes(); ++s) {
        const long w = 3 * pattern.width(s);
        sum += w * (w + 1) / 2 + w * 3 * pattern.below(s);
    }
    return sum;
}

double SparseCholesky::flops() const {
    return implementation_ ? implementation_->pattern.flops() : 0;
}

}  // namespace limpet
