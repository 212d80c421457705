#pragma once

/// Volume contact by layered depth images: how much two closed surfaces, or one with itself, overlap, and how
/// that volume changes with each vertex.
///
///   V        = a Σ z⁺ − a Σ z⁻                    over the pixels where an overlap ends (⁺), begins (⁻)
///   ∂V/∂p_k  = a Σ ∂z⁺/∂p_k − a Σ ∂z⁻/∂p_k        along each viewing direction
///
///   V  volume [m³]   a  area of a pixel [m²]   z  depth along the ray of a pixel [m]   p_k  a vertex [m]
///
/// J. Allard, F. Faure, H. Courtecuisse, F. Falipou, C. Duriez, P. G. Kry, Volume Contact Constraints at
/// Arbitrary Resolution, SIGGRAPH 2010, eq. 11–14 and, for the cells of a grid, 22–24. docs/layered-depth.md
/// says how it is done here.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/types.h"
#include "shapes/meshes/collider.h"

namespace limpet {

/// The surface of a body, counter-clockwise from outside. It should be closed; docs/layered-depth.md says
/// what happens to one that is not.
struct LdiSurface {
    const std::vector<Vec3>* positions;  ///< [m]
    const std::vector<Triangle>* triangles;
    int body;  ///< surfaces of one body are not tested against each other
    /// Above 0: as long as a surface has the same number from call to call, it has the same triangles.
    std::uint64_t version = 0;
    std::optional<RigidPlace> place =
        {};  ///< of a surface that moves as a whole: saves looks at its vertices
};

/// How a vertex changes the volume, twice. Gradients have a component from each image, and sum to zero over
/// the two surfaces, ray by ray; but each component counts pixels of its own, so that those of a flat patch
/// that is few pixels high or wide point only about along its normal. Areas point along the normals of their
/// triangles exactly, and sum to zero only about, and not in a cell whose walls cut the overlap
/// (facing_areas.h).
struct VertexGradient {
    int vertex;
    Vec3 gradient;  ///< ∂V/∂p_k: each component from the image along it [m²]
    Vec3 area;      ///< the same by the triangles' normals, Σ ± a n_w n over the pixels of all images [m²]
    double patch;   ///< the vertex' part of its surface's patch, Σ a |n_w|: what it has of the weights [m²]
};

/// What two surfaces, or one with itself, have in common within a cell of the grid.
struct OverlapVolume {
    int first, second;        ///< indices into the list of surfaces, first ≤ second; equal: with itself
    std::array<int, 3> cell;  ///< of the grid aligned with the world: ⌊x/cell⌋; {0, 0, 0} without a grid
    double volume;            ///< > 0, mean of the three viewing directions [m³]
    /// Ascending vertices; they sum to zero. On a surface's overlap with itself all are in `on_first`.
    std::vector<VertexGradient> on_first, on_second;
    Vec3 center;                       ///< centroid of the overlap within the cell [m]
    std::array<double, 3> along = {};  ///< the volume as the images along x, y and z see it [m³]
    /// The longest way of a ray of these images through the whole overlap that has a part in the cell [m].
    std::array<double, 3> longest = {};
    /// The same of rays that enter it through one surface and leave it through the other: 0 on a surface's
    /// overlap with itself [m].
    std::array<double, 3> across = {};
    /// Area of the first and the second surface that bounds the overlap; of a surface's overlap with itself
    /// all is the first [m²].
    std::array<double, 2> patch = {};
};

struct LdiSettings {
    double pixel;                ///< edge length; pixel centres are at (i + 1/2) pixel in the world [m]
    std::optional<double> cell;  ///< edge length of the grid's cells, ≥ pixel; none: one cell for all [m]
    bool self = false;           ///< surfaces are tested against themselves, too
};

struct LdiReport {
    std::array<std::array<int, 2>, 3> size{};  ///< pixels of the largest image along x, y and z
    /// Most often that a ray met surfaces, as far as it is drawn (depth_window.h), if it met both of a pair.
    int layers = 0;
    std::int64_t samples = 0;              ///< how often all such rays did
    std::vector<std::int64_t> rays;        ///< so many of them met each surface
    std::vector<std::int64_t> unbalanced;  ///< pixels skipped for a hole in the surface, by surface
};

/// Which pairs of surfaces are tested, among those whose boxes overlap; (i, i) is a surface with itself.
using LdiFilter = std::function<bool(int first, int second)>;

/// Finds overlaps. Keeps its memory from call to call, and what it knows of triangle lists whose version or
/// hash stays the same (topology.h). The result depends on nothing else from before, nor on the number of
/// threads.
class LayeredDepth {
public:
    LayeredDepth();
    ~LayeredDepth();
    LayeredDepth(LayeredDepth&&) noexcept;
    LayeredDepth& operator=(LayeredDepth&&) noexcept;

    /// By pair, then by cell. Throws InputError for settings that check_ldi refuses and for images that are
    /// too large, BreakdownError for positions that are not finite.
    std::vector<OverlapVolume> overlaps(std::span<const LdiSurface> surfaces, const LdiSettings& settings,
                                        LdiReport* report = nullptr, const LdiFilter& filter = {});

private:
    struct Memory;
    std::unique_ptr<Memory> memory_;
};

/// For one call.
std::vector<OverlapVolume> overlap_volumes(std::span<const LdiSurface> surfaces, const LdiSettings& settings,
                                           LdiReport* report = nullptr, const LdiFilter& filter = {});

}  // namespace limpet
