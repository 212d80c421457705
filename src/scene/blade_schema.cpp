#include "scene/quantities.h"
#include "scene/scene_schema.h"

namespace limpet::schema {
namespace {

Typed<BladePlane> plane() {
    return object<BladePlane>(
        "Plane of a blade",
        {field("point", &BladePlane::point, vector(quantities::length, any_coordinate), "A point of it.")
             .required(),
         field("normal", &BladePlane::normal, direction(), "Direction at right angles to it.").required()});
}

Typed<std::array<Vector3, 2>> edge() {
    const auto end = vector(quantities::length, any_coordinate);
    return tuple<std::array<Vector3, 2>>("Edge of a blade",
                                         {place<0, Vector3, 2>("first end", end, "One end of it."),
                                          place<1, Vector3, 2>("second end", end, "The other end.")});
}

}  // namespace

Typed<BladeDescription> blade() {
    return object<BladeDescription>(
        "Blade",
        {field("bodies", &BladeDescription::bodies, list(text(TextRole::Name), 1),
               "Names of the soft bodies that it cuts.")
             .when_left_out("all soft bodies"),
         field("plane", &BladeDescription::plane, plane(),
               "A plane without end, which cuts all at once; not together with `edge`.")
             .when_left_out("none; a blade has a `plane` or an `edge`"),
         field("time", &BladeDescription::time, number(quantities::time, {0, 1e9}),
               "When the plane cuts; with `plane` only."),
         field("edge", &BladeDescription::edge, edge(),
               "A straight edge that cuts what it sweeps over, in the world's axes before `keyframes` move "
               "it.")
             .when_left_out("none; a blade has a `plane` or an `edge`"),
         field("keyframes", &BladeDescription::keyframes,
               list(keyframe("Keyframe of a blade", "the middle of the edge"), 2),
               "Where the edge is when: `[t, [dx, dy, dz]]` or `[t, [dx, dy, dz], {\"axis\": …, "
               "\"degrees\": …}]`, linear in between; it cuts from the first to the last; with `edge` only.")
             .when_left_out("none; an `edge` needs them")});
}

}  // namespace limpet::schema
