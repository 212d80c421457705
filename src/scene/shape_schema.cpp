#include <limits>
#include <utility>

#include "scene/quantities.h"
#include "scene/scene_schema.h"

namespace limpet::schema {
namespace {

Typed<double> size() {
    return number(quantities::length, any_size);
}

Typed<BoxShape> box_shape() {
    return object<BoxShape>("Box", {field("box", &BoxShape::size, vector(quantities::length, any_size),
                                          "A box: full side lengths [x, y, z].")
                                        .required()});
}

Typed<SphereShape> sphere_shape() {
    return object<SphereShape>(
        "Sphere", {field("sphere", &SphereShape::radius, size(), "A sphere: its radius.").required()});
}

Typed<CylinderShape> cylinder_shape() {
    const auto inner = object<CylinderShape>(
        "Cylinder sizes", {field("radius", &CylinderShape::radius, size(), "Radius.").required(),
                           field("height", &CylinderShape::height, size(), "Height, along y.").required()});
    return object<CylinderShape>("Cylinder", {nested("cylinder", inner, "A cylinder about the y axis.")});
}

Typed<ConeShape> cone_shape() {
    const auto inner = object<ConeShape>(
        "Cone sizes",
        {field("radius", &ConeShape::radius, size(), "Radius of its base.").required(),
         field("height", &ConeShape::height, size(), "Height, along y; its middle is the origin.")
             .required()});
    return object<ConeShape>("Cone", {nested("cone", inner, "A cone about the y axis, its apex up.")});
}

Typed<CapsuleShape> capsule_shape() {
    const auto inner = object<CapsuleShape>(
        "Capsule sizes", {field("radius", &CapsuleShape::radius, size(), "Radius.").required(),
                          field("height", &CapsuleShape::height, size(),
                                "Distance of the centres of its two half spheres, along y.")
                              .required()});
    return object<CapsuleShape>("Capsule",
                                {nested("capsule", inner, "A cylinder about the y axis with round ends.")});
}

Typed<TorusShape> torus_shape() {
    const auto inner = object<TorusShape>(
        "Torus sizes",
        {field("radius", &TorusShape::radius, size(), "Radius of the centre line.").required(),
         field("tube", &TorusShape::tube, size(), "Radius of the tube, less than `radius`.").required()});
    return object<TorusShape>("Torus", {nested("torus", inner, "A ring about the y axis.")});
}

Typed<PlaneShape> plane_shape() {
    const auto inner =
        tuple<PlaneShape>("Plane sizes", {field("x", &PlaneShape::x, size(), "Side along x.").required(),
                                          field("z", &PlaneShape::z, size(), "Side along z.").required()});
    return object<PlaneShape>(
        "Plane", {nested("plane", inner, "A rectangle in the xz plane that faces +y; static bodies only.")});
}

Typed<FileShape> file_shape() {
    return object<FileShape>(
        "File",
        {field("file", &FileShape::file, text(TextRole::File),
               "A mesh file (OBJ, STL, PLY, OFF, glTF, …), relative to the scene file.")
             .required(),
         field("scale", &FileShape::scale, number(quantities::ratio, {1e-12, 1e12}),
               "Factor on the file's coordinates, which are kept otherwise; not together with `size`.")
             .when_left_out("1, unless `size` is given"),
         field("size", &FileShape::size, size(),
               "Longest side of the mesh's box, which is centred; not together with `scale`.")
             .when_left_out("as in the file")});
}

Typed<ZooShape> zoo_shape() {
    return object<ZooShape>(
        "Zoo", {field("zoo", &ZooShape::name, text(TextRole::Zoo), "A shape of the zoo, centred, by name.")
                    .required(),
                field("size", &ZooShape::size, size(), "Longest side of its box.").required()});
}

template <std::size_t... Place>
Typed<std::array<int, sizeof...(Place)>> vertex_indices(std::string title, std::index_sequence<Place...>) {
    constexpr std::size_t size = sizeof...(Place);
    const auto index = integer({0, std::numeric_limits<int>::max()});
    return tuple<std::array<int, size>>(std::move(title),
                                        {place<Place, int, size>("vertex " + std::to_string(Place + 1), index,
                                                                 "Index of a vertex, counted from 0.")...});
}

Typed<MeshShape> mesh_shape() {
    const auto inner = object<MeshShape>(
        "Mesh", {field("vertices", &MeshShape::vertices, bulk(vector(quantities::length, any_coordinate)),
                       "Points [x, y, z] in the body's own frame.")
                     .required(),
                 field("triangles", &MeshShape::triangles,
                       bulk(vertex_indices("Triangle", std::make_index_sequence<3>())),
                       "Three vertices each, counter-clockwise seen from outside; not together with "
                       "`tetrahedra`.")
                     .when_left_out("none; without `tetrahedra`, they are required"),
                 field("tetrahedra", &MeshShape::tetrahedra,
                       bulk(vertex_indices("Tetrahedron", std::make_index_sequence<4>())),
                       "Four vertices each; soft bodies only, whose surface is their boundary.")
                     .when_left_out("none; made from `triangles`")});
    return object<MeshShape>(
        "Mesh in the scene",
        {nested("mesh", inner,
                "A mesh that stands in the scene itself, as scenes made by programs have it.")});
}

}  // namespace

Typed<Shape> shape() {
    return alternatives("Shape", box_shape(), sphere_shape(), cylinder_shape(), cone_shape(), capsule_shape(),
                        torus_shape(), plane_shape(), file_shape(), zoo_shape(), mesh_shape());
}

Typed<BoxSelection> box_corners() {
    return tuple<BoxSelection>(
        "Corners",
        {field("min", &BoxSelection::min, vector(quantities::length, any_coordinate), "Lower corner.")
             .required(),
         field("max", &BoxSelection::max, vector(quantities::length, any_coordinate), "Upper corner.")
             .required()});
}

Typed<NodeSelection> node_selection() {
    const Typed<BoxSelection> corners = box_corners();
    const auto ball = object<SphereSelection>(
        "Ball",
        {field("center", &SphereSelection::center, vector(quantities::length, any_coordinate), "Centre.")
             .required(),
         field("radius", &SphereSelection::radius, size(), "Radius.").required()});
    return alternatives(
        "Node selection",
        object<BoxSelection>("Nodes in a box",
                             {nested("box", corners, "Nodes inside the box of these two corners.")}),
        object<SphereSelection>("Nodes in a sphere", {nested("sphere", ball, "Nodes inside this sphere.")}));
}

Typed<Rotation> rotation() {
    return object<Rotation>(
        "Rotation", {field("axis", &Rotation::axis, direction(), "Axis, of any length but zero.").required(),
                     field("degrees", &Rotation::degrees, number(quantities::degrees, {-1e9, 1e9}),
                           "Angle, right-handed.")
                         .required()});
}

}  // namespace limpet::schema
