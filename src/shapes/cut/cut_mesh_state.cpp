/// A cut mesh as numbers, for states: lists, each after its length.

#include <cmath>

#include "shapes/cut/cut_mesh.h"

namespace limpet {
namespace {

/// Takes numbers off the front; once something does not fit, all that follows fails.
class Reader {
public:
    explicit Reader(std::span<const double> values) : values_(values) {}

    bool good() const { return good_; }
    std::span<const double> rest() const { return values_; }
    double number() {
        if (values_.empty()) good_ = false;
        if (!good_) return 0;
        const double value = values_.front();
        values_ = values_.subspan(1);
        return value;
    }
    /// An integer in [0, end).
    int index(std::size_t end) {
        const double value = number();
        if (!(value >= 0 && value < static_cast<double>(end) && value == std::floor(value))) good_ = false;
        return good_ ? static_cast<int>(value) : 0;
    }
    /// Of a list whose items have so many numbers each.
    int length(std::size_t numbers) { return index(values_.size() / numbers + 1); }

private:
    std::span<const double> values_;
    bool good_ = true;
};

template <std::size_t Size>
void append(std::vector<double>& values, const std::array<int, Size>& nodes) {
    values.insert(values.end(), nodes.begin(), nodes.end());
}

template <std::size_t Size>
std::array<int, Size> take(Reader& reader, int nodes) {
    std::array<int, Size> out;
    for (int& node : out) node = reader.index(static_cast<std::size_t>(nodes));
    return out;
}

}  // namespace

void CutMesh::append_state(std::vector<double>& values) const {
    const auto begin_list = [&](std::size_t length) { values.push_back(static_cast<double>(length)); };
    begin_list(origins_.size());
    for (const NodeOrigin& origin : origins_)
        values.insert(values.end(), {double(origin.first), double(origin.second), origin.at});
    begin_list(tetrahedra_.size());
    for (const Tetrahedron& t : tetrahedra_) append(values, t);
    begin_list(glued_.size());
    for (const Triangle& face : glued_) append(values, face);
    for (const Progress& progress : progress_) {
        begin_list(progress.crossed.size());
        for (const auto& [edge, at] : progress.crossed) {
            append(values, edge);
            values.push_back(at);
        }
        begin_list(progress.on_cut.size());
        values.insert(values.end(), progress.on_cut.begin(), progress.on_cut.end());
    }
}

bool CutMesh::take_state(std::span<const double>& values) {
    Reader reader(values);
    CutMesh read(std::vector<Tetrahedron>{}, original_nodes_, static_cast<int>(progress_.size()));
    read.original_edges_ = original_edges_;
    read.limits_ = limits_;
    for (int left = reader.length(3); left > 0 && reader.good(); --left) {
        const int first = reader.index(read.nodes()), second = reader.index(read.nodes());
        read.origins_.push_back({first, second, reader.number()});
    }
    for (int left = reader.length(4); left > 0 && reader.good(); --left)
        read.tetrahedra_.push_back(take<4>(reader, read.nodes()));
    for (int left = reader.length(3); left > 0 && reader.good(); --left)
        read.glued_.insert(take<3>(reader, read.nodes()));
    for (Progress& progress : read.progress_) {
        for (int left = reader.length(3); left > 0 && reader.good(); --left) {
            const Edge edge = take<2>(reader, read.nodes());
            progress.crossed.emplace(edge, reader.number());
        }
        for (int left = reader.length(1); left > 0 && reader.good(); --left)
            progress.on_cut.insert(reader.index(read.nodes()));
    }
    if (!reader.good() || !read.is_sound()) return false;
    read.find_edges();
    values = reader.rest();
    *this = std::move(read);
    return true;
}

bool CutMesh::is_sound() const {
    std::vector<char> used(nodes(), 0);
    for (const Tetrahedron& t : tetrahedra_)
        for (const int node : t) used[node] = 1;
    const auto inside = [](double at) { return at >= 0 && at <= 1; };
    return std::find(used.begin(), used.end(), 0) == used.end() &&
           std::all_of(origins_.begin(), origins_.end(), [&](const NodeOrigin& o) { return inside(o.at); }) &&
           std::all_of(progress_.begin(), progress_.end(), [&](const Progress& progress) {
               return std::all_of(progress.crossed.begin(), progress.crossed.end(),
                                  [&](const auto& crossing) { return inside(crossing.second); });
           });
}

}  // namespace limpet
