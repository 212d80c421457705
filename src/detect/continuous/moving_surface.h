#pragma once

/// A surface over a step: its vertices go in straight lines from where detection has them to where the step
/// ends, and boxes go with them.
///
///   box(t) = (1 − t) box(0) + t box(1)        contains its simplices at all t, since corners move linearly
///
/// Two moving boxes overlap at some t if six linear functions of t are negative at once: a closed form, as
/// tight for a bullet that crosses the scene in a step as for what hardly moves. The trees over both ends
/// have the same nodes.

#include <utility>
#include <vector>

#include "detect/continuous/time_of_approach.h"
#include "detect/detection_surface.h"

namespace limpet {

class MovingSurface {
public:
    /// `chord_error`: how far vertices may be from their straight lines on the way, such as on the arcs of a
    /// body that turns. [m]
    void update(const DetectionSurface& start, std::vector<Vec3> end, double chord_error);

    const DetectionSurface& surface() const { return *start_; }
    const CollisionComplex& complex() const { return start_->complex(); }
    double chord_error() const { return chord_error_; }
    const Vec3& start(int vertex) const { return start_->positions()[vertex]; }
    const Vec3& end(int vertex) const { return end_[vertex]; }
    Vec3 at(int vertex, double t) const { return start(vertex) + t * (end(vertex) - start(vertex)); }

    /// Can the edge meet others, at the start of the step or at its end?
    bool meets_edges(int edge) const { return start_->meets_edges(edge) || meets_at_end(edge); }
    /// As DetectionSurface has them.
    unsigned meeting_edges(int simplex) const;

    MovingSimplex vertex(int vertex) const;
    MovingSimplex edge(int edge) const;
    MovingSimplex simplex(int simplex) const;

    /// Of a triangle at t, of unit length; zero if it has no area or is none.
    Vec3 triangle_normal(int simplex, double t) const;
    /// Sum of its triangles' normals at t; zero for a bare edge and on the rim of an open surface.
    Vec3 edge_normal(int edge, double t) const;
    /// Sum of its triangles' normals at t; zero for a bare vertex.
    Vec3 vertex_normal(int vertex, double t) const;
    /// True if the triangles beside an edge, or around a vertex, fall back from it at t, seen against
    /// `towards`; they may come nearer by the sine `slack`.
    bool edge_is_foremost(int edge, const Vec3& towards, double t, double slack) const;
    bool vertex_is_foremost(int vertex, const Vec3& towards, double t, double slack) const;

    const BoxTree& start_tree() const { return start_->tree(); }
    const BoxTree& end_tree() const { return end_tree_; }
    const std::vector<Box3>& start_boxes() const { return start_->simplex_boxes(); }
    const std::vector<Box3>& end_boxes() const { return end_boxes_; }
    /// What it sweeps, without radius and chord error.
    Box3 swept_box() const;

private:
    /// Of a hollow edge: is it none any more? Looked at when it is first asked for.
    bool meets_at_end(int edge) const;

    const DetectionSurface* start_ = nullptr;
    std::vector<Vec3> end_;
    mutable std::vector<std::uint8_t> meets_at_end_;  ///< 0: not known yet, 1: no, 2: yes
    double chord_error_ = 0;
    std::vector<Box3> end_boxes_;
    BoxTree end_tree_;
};

/// Pairs of simplices whose moving boxes come nearer than `reach` along every axis at one time.
std::vector<std::pair<int, int>> meeting_simplices(const MovingSurface& first, const MovingSurface& second,
                                                   double reach);

}  // namespace limpet
