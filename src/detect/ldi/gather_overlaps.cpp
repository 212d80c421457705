#include "detect/ldi/gather_overlaps.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "core/parallel.h"

namespace limpet::ldi {

std::unique_ptr<VertexSums> VertexSumsPool::take(std::size_t vertices) {
    std::unique_ptr<VertexSums> sums;
    {
        const std::lock_guard lock(mutex_);
        if (!free_.empty()) {
            sums = std::move(free_.back());
            free_.pop_back();
        }
    }
    if (!sums) sums = std::make_unique<VertexSums>();
    if (sums->sums.size() < vertices) {
        sums->sums.resize(vertices);
        // Eight are looked at in one go.
        sums->is_touched.resize(vertices + sizeof(std::uint64_t), 0);
    }
    return sums;
}

void VertexSumsPool::give_back(std::unique_ptr<VertexSums> sums) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(sums));
}

namespace {

Vec3 unit_normal(const LdiSurface& surface, int triangle) {
    const Triangle& t = (*surface.triangles)[triangle];
    const std::vector<Vec3>& p = *surface.positions;
    const Vec3 n = (p[t[1]] - p[t[0]]).cross(p[t[2]] - p[t[0]]);
    const double length = n.norm();
    return length > 0 ? Vec3(n / length) : Vec3(Vec3::Zero());
}

/// The normal of the last triangle that was asked for: neighbouring rays often meet the same.
class NormalOfLast {
public:
    const Vec3& at(const LdiSurface& surface, int triangle) {
        if (triangle != triangle_) {
            triangle_ = triangle;
            normal_ = unit_normal(surface, triangle);
        }
        return normal_;
    }

private:
    int triangle_ = -1;
    Vec3 normal_;
};

struct PieceOf {
    double from, to, share;  ///< of Piece
    const Interval* interval;
    int cell;  ///< its number
};

/// Numbers cells in the order in which they are met.
class CellNumbers {
public:
    int of(const Cell& cell) {
        if (cells_.empty() || !same(cells_[last_], cell)) {
            const auto [at, is_new] = numbers_.try_emplace(cell, static_cast<int>(cells_.size()));
            if (is_new) cells_.push_back(cell);
            last_ = at->second;
        }
        return last_;
    }
    int count() const { return static_cast<int>(cells_.size()); }
    /// In the order of cells.
    const std::map<Cell, int>& all() const { return numbers_; }

private:
    static bool same(const Cell& a, const Cell& b) {
        return ((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2])) == 0;
    }

    std::map<Cell, int> numbers_;
    std::vector<Cell> cells_;
    int last_ = 0;
};

/// What an image adds to a cell.
struct CellMeasure {
    Cell cell;
    int begin, end;                                 ///< of the pieces
    double volume = 0;                              ///< [m³]
    Vec3 moment = Vec3::Zero();                     ///< volume × centroid [m⁴]
    double longest = 0;                             ///< of the intervals that reach into it [m]
    double across = 0;                              ///< of those from one surface to the other [m]
    std::array<double, 2> patch{};                  ///< area of each surface [m²]
    std::array<std::array<int, 2>, 2> gradients{};  ///< by side: begin and end in its list
};

struct VertexValue {
    int vertex;
    VertexSums::Sum sum;
};

/// An image's pieces, by cell.
struct AxisPart {
    std::vector<PieceOf> as_met, pieces;
    std::vector<CellMeasure> cells;
    std::array<std::vector<VertexValue>, 2> gradients;  ///< by side, cell after cell
};

/// Cuts intervals into pieces, those of a cell one after the other, and lists the cells.
void list_pieces(const PairImages& images, int axis, double cell, AxisPart& part) {
    CellNumbers numbers;
    std::vector<PieceOf>& pieces = part.as_met;
    pieces.clear();
    part.cells.clear();
    for (int b = 0; b < images.bands_used[axis]; ++b)
        for (const Interval& interval : images.bands[axis][b].intervals)
            split_at_cells(interval, images.pixels, axis, cell, [&](const Piece& piece) {
                pieces.push_back({piece.from, piece.to, piece.share, &interval, numbers.of(piece.cell)});
            });
    std::vector<int> next(numbers.count(), 0);
    for (const PieceOf& piece : pieces) ++next[piece.cell];
    int begin = 0;
    for (const auto& [where, number] : numbers.all()) {
        const int end = begin + next[number];
        part.cells.push_back({where, begin, end});
        next[number] = begin;
        begin = end;
    }
    part.pieces.resize(pieces.size());
    for (const PieceOf& piece : pieces) part.pieces[next[piece.cell]++] = piece;
}

void measure_cells(const PairImages& images, int axis, AxisPart& part) {
    const double area = images.pixels.pixel * images.pixels.pixel;
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (CellMeasure& sum : part.cells)
        for (int i = sum.begin; i < sum.end; ++i) {
            const PieceOf& piece = part.pieces[i];
            const double volume = area * (piece.to - piece.from);
            Vec3 center;
            center[axis] = (piece.from + piece.to) / 2;
            center[u] = images.pixels.center(piece.interval->column, u);
            center[v] = images.pixels.center(piece.interval->row, v);
            sum.volume += volume;
            const double length = piece.interval->to - piece.interval->from;
            sum.longest = std::max(sum.longest, length);
            if (on_second(piece.interval->entry) != on_second(piece.interval->exit))
                sum.across = std::max(sum.across, length);
            sum.moment += volume * center;
        }
}

/// Moves the touched sums to a list, by vertex, and clears them.
void flush(VertexSums& sums, std::size_t vertices, std::vector<VertexValue>& out) {
    const auto move = [&](int vertex) {
        out.push_back({vertex, sums.sums[vertex]});
        sums.sums[vertex] = {};
        sums.is_touched[vertex] = 0;
    };
    if (sums.touched.size() * 32 > vertices) {
        for (std::size_t word = 0; word < vertices; word += sizeof(std::uint64_t)) {
            std::uint64_t any;
            std::memcpy(&any, sums.is_touched.data() + word, sizeof any);
            if (any == 0) continue;
            for (std::size_t k = word; k < word + sizeof any; ++k)
                if (sums.is_touched[k]) move(static_cast<int>(k));
        }
    } else {
        std::sort(sums.touched.begin(), sums.touched.end());
        for (const int k : sums.touched) move(k);
    }
    sums.touched.clear();
}

/// Eq. 12 and 24 for the vertices of one side.
void sum_gradients(const PairImages& images, int axis, int side, VertexSumsPool& pool, AxisPart& part) {
    const LdiSurface& surface = *images.surfaces[side];
    const std::size_t vertices = surface.positions->size();
    const double area = images.pixels.pixel * images.pixels.pixel;
    std::unique_ptr<VertexSums> sums = pool.take(vertices);
    part.gradients[side].clear();
    NormalOfLast entry_normal, exit_normal;
    const auto add = [&](const Interval& at, std::uint32_t id, double factor, NormalOfLast& normal,
                         CellMeasure& cell) {
        if (on_second(id) != (side == 1)) return;
        const int t = triangle_of(id);
        const Vec3& n = normal.at(surface, t);
        // A patch shows |n_w| of its area in the image along w: weighted by |n_w| again it counts once.
        const Vec3 direction = n[axis] * n;
        const double patch = std::abs(factor * n[axis]);
        cell.patch[side] += patch;
        const std::array<double, 3> weights = weights_at(images.pixels, surface, t, axis, at.column, at.row);
        for (int k = 0; k < 3; ++k) {
            const int vertex = (*surface.triangles)[t][k];
            if (!sums->is_touched[vertex]) {
                sums->is_touched[vertex] = 1;
                sums->touched.push_back(vertex);
            }
            sums->sums[vertex].along += factor * weights[k];
            sums->sums[vertex].area += factor * weights[k] * direction;
            sums->sums[vertex].patch += patch * weights[k];
        }
    };
    for (CellMeasure& cell : part.cells) {
        cell.gradients[side][0] = static_cast<int>(part.gradients[side].size());
        for (int i = cell.begin; i < cell.end; ++i) {
            const PieceOf& piece = part.pieces[i];
            add(*piece.interval, piece.interval->entry, -area * piece.share, entry_normal, cell);
            add(*piece.interval, piece.interval->exit, area * piece.share, exit_normal, cell);
        }
        flush(*sums, vertices, part.gradients[side]);
        cell.gradients[side][1] = static_cast<int>(part.gradients[side].size());
    }
    pool.give_back(std::move(sums));
}

/// One cell's gradients: the images along x, y and z give a component each.
std::vector<VertexGradient> merge(const std::array<std::span<const VertexValue>, 3>& components) {
    std::vector<VertexGradient> out;
    out.reserve(std::max({components[0].size(), components[1].size(), components[2].size()}));
    std::array<std::size_t, 3> at{};
    for (;;) {
        int vertex = -1;
        for (int w = 0; w < 3; ++w)
            if (at[w] < components[w].size() && (vertex < 0 || components[w][at[w]].vertex < vertex))
                vertex = components[w][at[w]].vertex;
        if (vertex < 0) return out;
        VertexGradient gradient{vertex, Vec3::Zero(), Vec3::Zero(), 0};
        for (int w = 0; w < 3; ++w)
            if (at[w] < components[w].size() && components[w][at[w]].vertex == vertex) {
                const VertexSums::Sum& sum = components[w][at[w]++].sum;
                gradient.gradient[w] = sum.along;
                gradient.area += sum.area;
                gradient.patch += sum.patch;
            }
        out.push_back(gradient);
    }
}

/// Calls visit(cell, what each image has in it or null), by cell.
template <class Visit>
void for_each_cell(std::array<AxisPart, 3>& parts, Visit&& visit) {
    std::array<std::size_t, 3> at{};
    for (;;) {
        const Cell* next = nullptr;
        for (int w = 0; w < 3; ++w)
            if (at[w] < parts[w].cells.size() && (!next || parts[w].cells[at[w]].cell < *next))
                next = &parts[w].cells[at[w]].cell;
        if (!next) return;
        std::array<CellMeasure*, 3> measures{};
        const Cell where = *next;
        for (int w = 0; w < 3; ++w)
            if (at[w] < parts[w].cells.size() && parts[w].cells[at[w]].cell == where)
                measures[w] = &parts[w].cells[at[w]++];
        visit(where, measures);
    }
}

OverlapVolume merged_cell(const PairImages& images, const Cell& cell,
                          const std::array<CellMeasure*, 3>& measures, const std::array<AxisPart, 3>& parts) {
    OverlapVolume overlap{images.first, images.second, cell, 0, {}, {}, Vec3::Zero()};
    std::array<std::array<std::span<const VertexValue>, 3>, 2> components;
    for (int w = 0; w < 3; ++w) {
        if (!measures[w]) continue;
        overlap.volume += measures[w]->volume;
        overlap.along[w] = measures[w]->volume;
        overlap.longest[w] = measures[w]->longest;
        overlap.across[w] = measures[w]->across;
        overlap.center += measures[w]->moment;
        for (int side = 0; side < 2; ++side) {
            overlap.patch[side] += measures[w]->patch[side];
            const auto [begin, end] = measures[w]->gradients[side];
            components[side][w] = std::span(parts[w].gradients[side]).subspan(begin, end - begin);
        }
    }
    overlap.center /= overlap.volume;
    overlap.volume /= 3;
    overlap.on_first = merge(components[0]);
    overlap.on_second = merge(components[1]);
    return overlap;
}

}  // namespace

struct OverlapGatherer::Memory {
    std::array<AxisPart, 3> parts;
};

OverlapGatherer::OverlapGatherer() : memory_(std::make_unique<Memory>()) {}
OverlapGatherer::~OverlapGatherer() = default;

void OverlapGatherer::gather(const PairImages& images, double cell, VertexSumsPool& pool,
                             std::vector<OverlapVolume>& out) {
    std::array<AxisPart, 3>& parts = memory_->parts;
    parallel_blocks(3, 1, [&](int axis, int) {
        list_pieces(images, axis, cell, parts[axis]);
        measure_cells(images, axis, parts[axis]);
    });
    if (parts[0].pieces.empty() && parts[1].pieces.empty() && parts[2].pieces.empty()) return;
    parallel_blocks(3 * images.sides(), 1,
                    [&](int job, int) { sum_gradients(images, job % 3, job / 3, pool, parts[job % 3]); });
    for_each_cell(parts, [&](const Cell& where, const std::array<CellMeasure*, 3>& measures) {
        out.push_back(merged_cell(images, where, measures, parts));
    });
}

}  // namespace limpet::ldi
