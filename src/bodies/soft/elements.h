#pragma once

/// Linear tetrahedra: energy, nodal forces and stiffness of every element.
///
///   F = Σₐ xₐ ⊗ ∇Nₐ        deformation gradient, constant in an element; ∇N from the rest shape [1/m]
///   E = V Ψ(F)              elastic energy [J], V volume at rest [m³]
///   fₐ = −V P ∇Nₐ           force on node a [N], P = ∂Ψ/∂F
///   K_ab = V ∇Nₐ·(∂P/∂F)·∇N_b = −∂fₐ/∂x_b   [N/m]
///
/// Source: Sifakis & Barbič, FEM simulation of 3D deformable solids, SIGGRAPH 2012 course, §4. ∂P/∂F comes
/// from the principal stretches (elastic_models.h). Elements are worked on eight at a time; Σₐ∇Nₐ = 0 gives
/// the fourth node.

#include <string>
#include <vector>

#include "bodies/elastic/elastic_elements.h"
#include "bodies/soft/elastic_models.h"
#include "core/svd3.h"

namespace limpet {

class Elements : public ElasticElements {
public:
    static constexpr int pairs = 6;  ///< (0,1) (0,2) (0,3) (1,2) (1,3) (2,3)

    Elements() : ElasticElements(4) {}
    /// Throws InputError("tetrahedra", …) if an element is flat or inside out, or names a node that is not
    /// there.
    Elements(const std::vector<Vec3>& rest, std::vector<Tetrahedron> tetrahedra, const LameParameters& lame,
             ElasticModel model);

    int count() const override { return static_cast<int>(tetrahedra_.size()); }
    const int* nodes(int element) const override { return tetrahedra_[element].data(); }
    const std::vector<Tetrahedron>& tetrahedra() const { return tetrahedra_; }
    ElasticModel model() const { return model_; }
    double rest_volume(int element) const;

    void evaluate(const std::vector<Vec3>& q, Stiffness stiffness) override;
    double energy(const std::vector<Vec3>& q) const override;
    /// Of the corotational model without decompositions (stretch_sum.h).
    EnergyRange energy_range(const std::vector<Vec3>& q) const override;
    bool is_linear() const override { return model_ == ElasticModel::Linear; }
    double volume(const std::vector<Vec3>& q) const;
    /// How many elements are inside out, det F < 0.
    int inverted(const std::vector<Vec3>& q) const;
    /// Equivalent Cauchy stress of each element, σ = P Fᵀ/det F (linear: σ = P) [Pa].
    std::vector<double> von_mises(const std::vector<Vec3>& q) const;
    Mat3 deformation_gradient(const std::vector<Vec3>& q, int element) const;
    /// Cauchy stress of an element [Pa].
    Mat3 cauchy_stress(const std::vector<Vec3>& q, int element) const;
    /// First Piola stress of an element [Pa].
    Mat3 stress(const std::vector<Vec3>& q, int element) const;

private:
    /// Elements; lanes beyond the last element repeat it with no volume.
    struct Batch {
        int node[wide_lanes][4];
        WideLanes gradient[3][3];  ///< ∇N of nodes 1, 2, 3 [1/m]
        WideLanes volume;          ///< at rest [m^3]
    };
    struct Kinematics;

    void load(const std::vector<Vec3>& q, const Batch& batch, WideLanes (&f)[3][3]) const;
    Kinematics respond(const std::vector<Vec3>& q, const Batch& batch) const;
    Kinematics linear_kinematics(const WideLanes (&f)[3][3]) const;
    Kinematics kinematics_of(const SignedSvd<WideLanes>& svd) const;
    /// [J/m^3]
    WideLanes energy_density(const std::vector<Vec3>& q, const Batch& batch,
                             const SignedSvd<WideLanes>* svd) const;
    /// Runs part(batches begin, end, decomposition of F of a batch) on blocks of batches, in parallel; the
    /// linear model's is null. F of the last q is decomposed once: a step ends with the energy where the next
    /// one begins with forces.
    template <class Part>
    void for_each_decomposed(const std::vector<Vec3>& q, Part&& part) const;
    void store_forces(const Kinematics& k, const Batch& batch, int first);
    void store_blocks(const Kinematics& k, const Batch& batch, int first);

    LameParameters lame_;
    ElasticModel model_ = ElasticModel::Corotational;
    std::vector<Tetrahedron> tetrahedra_;
    std::vector<Batch> batches_;
    mutable std::vector<Vec3> decomposed_at_;  ///< node positions of `decomposed_` [m]
    mutable std::vector<SignedSvd<WideLanes>> decomposed_;
};

}  // namespace limpet
