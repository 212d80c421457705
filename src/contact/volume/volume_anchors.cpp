#include "contact/volume/volume_anchors.h"

#include <cmath>

#include "bodies/body.h"
#include "contact/volume/part_of_patch.h"

namespace limpet {
namespace {

Vec3 between_patches(const VolumeRows& rows, const Body& first, const Body& second) {
    return patch_center(rows.first, first.collision_positions()) -
           patch_center(rows.second, second.collision_positions());
}

const Body* without_deforming(const Body& first, const Body& second) {
    return !second.deforms() ? &second : !first.deforms() ? &first : nullptr;
}

}  // namespace

VolumeAnchors VolumeAnchors::of(const Contact& contact, const Body& first, const Body& second) {
    const Vec3 apart = between_patches(*contact.volume, first, second) - contact.gap * contact.normal();
    VolumeAnchors anchors{contact.volume, second.rotation().transpose() * apart};
    if (const Body* body = without_deforming(first, second))
        anchors.normal = body->rotation().transpose() * contact.normal();
    return anchors;
}

Vec3 VolumeAnchors::gap(const Body& first, const Body& second) const {
    return between_patches(*rows, first, second) - second.rotation() * apart;
}

std::optional<Vec3> VolumeAnchors::turned_normal(const Body& first, const Body& second) const {
    const Body* body = rows ? without_deforming(first, second) : nullptr;
    return body ? std::optional<Vec3>(body->rotation() * normal) : std::nullopt;
}

std::shared_ptr<const VolumeRows> VolumeAnchors::rows_along(const Vec3& n) const {
    return std::make_shared<const VolumeRows>(
        VolumeRows{terms_along(n, 1, rows->first), terms_along(n, -1, rows->second)});
}

void VolumeAnchors::append_state(std::vector<double>& values) const {
    for (const auto* side : {&rows->first, &rows->second}) {
        values.push_back(static_cast<double>(side->size()));
        for (const VolumeTerm& t : *side) values.insert(values.end(), {double(t.vertex), t.share});
    }
    for (const Vec3& v : {apart, normal}) values.insert(values.end(), v.begin(), v.end());
}

bool VolumeAnchors::take_state(std::span<const double>& values, std::array<int, 2> vertices) {
    VolumeRows read;
    std::vector<VolumeTerm>* const sides[] = {&read.first, &read.second};
    for (int side = 0; side < 2; ++side) {
        if (values.empty() || !(values[0] > 0 && 2 * values[0] <= static_cast<double>(values.size() - 1)))
            return false;
        const auto count = static_cast<std::size_t>(values[0]);
        for (std::size_t i = 0; i < count; ++i) {
            const double vertex = values[1 + 2 * i], share = values[2 + 2 * i];
            if (!(vertex >= 0 && vertex < vertices[side]) || !std::isfinite(share)) return false;
            sides[side]->push_back({static_cast<int>(vertex), Vec3::Zero(), share});
        }
        values = values.subspan(1 + 2 * count);
    }
    if (values.size() < 6) return false;
    apart = Vec3(values[0], values[1], values[2]);
    normal = Vec3(values[3], values[4], values[5]);
    values = values.subspan(6);
    rows = std::make_shared<const VolumeRows>(std::move(read));
    return true;
}

}  // namespace limpet
