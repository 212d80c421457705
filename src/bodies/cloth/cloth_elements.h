#pragma once

/// Cloth as springs: the three sides of a triangle stretch, its three hinges bend.
///
///   E = ½ Σ_ij S_ij (lᵢ − Lᵢ)(lⱼ − Lⱼ) + ½ Σ_ij B_ij (θᵢ − Θᵢ)(θⱼ − Θⱼ)        for each triangle [J]
///
///   l, L   length of side i, now and at rest [m]          θ, Θ   angle of hinge i, now and at rest [rad]
///   S      spring constants of the sides and of pairs of them [N/m]      B   those of the hinges [N m]
///
/// Springs that do not know of each other make a sheet whose stiffness depends on its mesh (A. Van Gelder,
/// Approximate simulation of elastic membranes by triangulated spring meshes, 1998). Pairs of springs do not:
/// the strain of a triangle follows from the strains of its sides, and its curvature from its hinges,
///
///   (lᵢ − Lᵢ)/Lᵢ = dᵢᵀ ε dᵢ,             S = A/(Lᵢ Lⱼ) [Q⁻ᵀ C Q⁻¹]_ij,   Q the map from ε to the sides
///   κ = Σᵢ (θᵢ − Θᵢ) Lᵢ/(2A) mᵢ ⊗ mᵢ,    B_ij = bend · Lᵢ Lⱼ (mᵢ·mⱼ)²/(4A)
///
/// so that the energy is ½ A εᵀ C ε + ½ A bend ‖κ‖²: tension per strain and moment per curvature of the sheet
/// are the moduli, on any mesh.
///
///   A      area at rest [m²]     d, m   direction of side i at rest, and its outward normal in the triangle
///   C      in axes along the threads: [Y, νY, 0; νY, Y, 0; 0, 0, G],  Y = stretch/(1 − ν²), G = shear [N/m]
///   ν      contraction across a tension along the threads [-]
///   bend   moment per width and curvature [N m]
///
/// Threads run along the x axis of the body's own frame, laid into the triangle, and across it; where the
/// triangle faces along x, the z axis takes its place.
///
/// The side's pairs: H. Delingette, Triangular springs for modeling nonlinear membranes (2008), there with
/// squared lengths; ours are linear in the lengths, as springs are. The curvature: Y. Gingold, A. Secord,
/// J. Han, E. Grinspun, D. Zorin, A discrete model for inelastic deformation of thin shells (2004), §3. At an
/// edge of the cloth there is no hinge and no moment: its angle takes the value of least energy.
///
/// An element is a triangle with the three vertices across its sides: corners 0 1 2 and 3 4 5, corner 3 + i
/// being across side i, which is opposite to corner i. Where nothing is across, it repeats corner i.
///
/// Stiffness: Projected leaves out what makes it indefinite, which is compressed sides that give way sideways
/// and the curvature of θ itself (∂²θ/∂x²); Exact only the latter.

#include "bodies/cloth/hinges.h"
#include "bodies/elastic/elastic_elements.h"
#include "shapes/meshes/meshes.h"

namespace limpet {

struct ClothModuli {
    double stretch = 0;  ///< tension per strain along the threads [N/m]
    double shear = 0;    ///< of the angle between them [N/m]
    double poisson = 0;  ///< ν
    double bend = 0;     ///< [N m]
};

class ClothElements : public ElasticElements {
public:
    /// `rest` in the body's own frame. Throws InputError("shape", …) if a triangle has no area or an edge has
    /// more than two triangles.
    ClothElements(const TriMesh& rest, const ClothModuli& moduli);

    int count() const override { return static_cast<int>(pieces_.size()); }
    const int* nodes(int element) const override { return pieces_[element].nodes.data(); }
    void evaluate(const std::vector<Vec3>& q, Stiffness stiffness) override;
    double energy(const std::vector<Vec3>& q) const override;

    double rest_area(int element) const { return pieces_[element].area; }
    double area(const std::vector<Vec3>& q) const;

private:
    static constexpr int corner_count = 6;
    struct Piece {
        std::array<int, 6> nodes;
        double area;                            ///< at rest [m²]
        Vec3 length, angle;                     ///< L, Θ
        Mat3 stretching, bending;               ///< S, B
        std::array<int, 3> hinges{-1, -1, -1};  ///< of each side
        std::array<bool, 3> second{};           ///< is it the hinge's second triangle?
    };
    /// Gradients of three lengths or angles with respect to a corner, one a column.
    using Gradients = std::array<Mat3, corner_count>;

    void set_stretching(Piece& piece, const TriMesh& rest, const ClothModuli& moduli) const;
    void set_bending(Piece& piece, const TriMesh& rest, double bend) const;
    void add_stretching(const Piece& piece, const std::vector<Vec3>& q, Stiffness stiffness, double* force,
                        double* blocks) const;
    void add_bending(const Piece& piece, bool with_blocks, double* force, double* blocks) const;
    void add_blocks(const Gradients& gradients, const Mat3& constants, int corners, double* blocks) const;

    std::vector<Hinge> hinges_;
    std::vector<HingeAngle> angles_;   ///< of the last evaluate()
    std::vector<double> least_areas_;  ///< of each hinge's triangles [m²]
    std::vector<Piece> pieces_;
};

}  // namespace limpet
