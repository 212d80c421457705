#include "shapes/tetrahedra/stuffing_stencils.h"

#include <algorithm>
#include <cstdlib>

#include "shapes/tetrahedra/tet_quality.h"

namespace limpet {
namespace {

bool is_long(const LatticePoint& a, const LatticePoint& b) {
    return std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]) == 2;
}

/// Whether the diagonal in the face (x, y, n) starts at the cut point of x (and ends in y).
bool starts_at_first(const LatticePoint& x, const LatticePoint& y, const LatticePoint& n) {
    if (is_long(x, n)) return true;
    if (is_long(y, n)) return false;
    int above = 0;
    for (int d = 0; d < 3; ++d) above += x[d] > n[d];
    return above % 2 == 0;
}

/// The work on one tetrahedron with its vertices sorted: inside, outside, on the surface.
class Stencil {
public:
    Stencil(const LatticeTetrahedron& tet, const std::function<int(int, int)>& cut,
            const std::function<Vec3(int)>& position, std::vector<Tetrahedron>& out)
        : tet_(tet), cut_(cut), position_(position), out_(out) {
        const auto rank = [&](int i) {
            return tet.sides[i] == Side::Inside ? 0 : tet.sides[i] == Side::Outside ? 1 : 2;
        };
        // Bubble sort, to know the permutation's sign.
        for (int pass = 0; pass < 3; ++pass)
            for (int i = 0; i < 3; ++i)
                if (rank(order_[i]) > rank(order_[i + 1])) {
                    std::swap(order_[i], order_[i + 1]);
                    odd_ = !odd_;
                }
        for (const Side side : tet.sides) {
            inside_ += side == Side::Inside;
            outside_ += side == Side::Outside;
        }
    }

    void add() {
        if (inside_ == 0) return;
        if (outside_ == 0) return emit({id(0), id(1), id(2), id(3)});
        if (inside_ == 1) return add_one_inside();
        if (inside_ == 3) return add_prism_on_face();
        if (outside_ == 1) return add_pyramid();
        add_prism_on_edge();
    }

private:
    int id(int slot) const { return tet_.ids[order_[slot]]; }
    int cut(int in, int out) const { return cut_(order_[in], order_[out]); }
    bool before(int x, int y, int n) const {
        return starts_at_first(tet_.points[order_[x]], tet_.points[order_[y]], tet_.points[order_[n]]);
    }
    void emit(Tetrahedron t) {
        if (odd_) std::swap(t[2], t[3]);
        out_.push_back(t);
    }

    void add_one_inside() {
        Tetrahedron t{id(0), id(1), id(2), id(3)};
        for (int n = 1; n <= outside_; ++n) t[n] = cut(0, n);
        emit(t);
    }

    /// Two inside, one outside, one on the surface: the surface vertex over a quadrilateral.
    void add_pyramid() {
        const int c0 = cut(0, 2), c1 = cut(1, 2);
        if (before(0, 1, 2)) {
            emit({id(0), id(1), c0, id(3)});
            emit({c0, id(1), c1, id(3)});
        } else {
            emit({id(0), id(1), c1, id(3)});
            emit({id(0), c1, c0, id(3)});
        }
    }

    /// Three inside, one outside: the diagonals order the three columns, and the prism is filled in that
    /// order.
    void add_prism_on_face() {
        std::array<int, 3> column{0, 1, 2};
        std::sort(column.begin(), column.end(), [&](int x, int y) { return x != y && before(x, y, 3); });
        Tetrahedron t{id(0), id(1), id(2), id(3)};
        for (const int c : column) {
            t[3] = cut(c, 3);
            emit(t);
            t[c] = t[3];
        }
    }

    /// Two inside, two outside: a prism whose columns are the inside edge and the cut points of each outside
    /// vertex.
    void add_prism_on_edge() {
        const bool first = before(0, 1, 2), second = before(0, 1, 3);
        if (first == second) {
            first ? add_same_start(0, 1, 2, 3) : add_same_start(1, 0, 3, 2);
        } else if (first) {
            add_opposite_starts(2, 3);
        } else {
            odd_ = !odd_;
            add_opposite_starts(3, 2);
        }
    }

    /// Both diagonals end in y; the surface quadrilateral may be split either way.
    void add_same_start(int x, int y, int m, int n) {
        const int xm = cut(x, m), xn = cut(x, n), ym = cut(y, m), yn = cut(y, n);
        emit({id(x), id(y), xm, xn});
        const std::array<Tetrahedron, 2> a{Tetrahedron{xm, id(y), ym, xn}, {xn, id(y), ym, yn}};
        const std::array<Tetrahedron, 2> b{Tetrahedron{xm, id(y), ym, yn}, {xn, id(y), xm, yn}};
        for (const Tetrahedron& t : smallest_angle(a) >= smallest_angle(b) ? a : b) emit(t);
    }

    /// The diagonal in face m starts at vertex 0, that in face n at vertex 1.
    void add_opposite_starts(int m, int n) {
        const int xm = cut(0, m), xn = cut(0, n), ym = cut(1, m), yn = cut(1, n);
        emit({id(0), yn, xm, xn});
        emit({id(0), id(1), xm, yn});
        emit({xm, id(1), ym, yn});
    }

    double smallest_angle(const std::array<Tetrahedron, 2>& pair) const {
        double smallest = 4;
        for (Tetrahedron t : pair) {
            if (odd_) std::swap(t[2], t[3]);
            const TetCorners corners{position_(t[0]), position_(t[1]), position_(t[2]), position_(t[3])};
            const std::array<double, 6> angles = dihedral_angles(corners);
            smallest = std::min(smallest, *std::min_element(angles.begin(), angles.end()));
        }
        return smallest;
    }

    const LatticeTetrahedron& tet_;
    const std::function<int(int, int)>& cut_;
    const std::function<Vec3(int)>& position_;
    std::vector<Tetrahedron>& out_;
    std::array<int, 4> order_{0, 1, 2, 3};
    bool odd_ = false;
    int inside_ = 0, outside_ = 0;
};

}  // namespace

void add_stencil(const LatticeTetrahedron& tet, const std::function<int(int, int)>& cut,
                 const std::function<Vec3(int)>& position, std::vector<Tetrahedron>& out) {
    Stencil(tet, cut, position, out).add();
}

}  // namespace limpet
