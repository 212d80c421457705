#include "contact/volume/make_volume_contacts.h"

#include "contact/contact_frame.h"

namespace limpet {

void turn_over(Contact& contact) {
    VolumeRows rows{contact.volume->second, contact.volume->first, contact.volume->deepest,
                    contact.volume->second_offsets, contact.volume->first_offsets};
    for (auto* side : {&rows.first, &rows.second})
        for (VolumeTerm& t : *side) {
            t.share = -t.share;
            t.turn = -t.turn;
        }
    contact.volume = std::make_shared<const VolumeRows>(std::move(rows));
    contact.frame = frame_about(-contact.normal());
}

std::vector<Contact> volume_contacts(const std::vector<OverlapCell>& cells) {
    std::vector<Contact> contacts;
    contacts.reserve(cells.size());
    for (const OverlapCell& cell : cells) {
        Contact& c = contacts.emplace_back();
        c.key = {cell.first, cell.second, FeaturePair::Volume, cell.cell_x, cell.cell_yz};
        c.first_offset = c.second_offset = Vec3::Zero();
        c.frame = frame_about(cell.normal);
        c.area = cell.area;
        c.gap = cell.gap;
        c.volume = cell.rows;
    }
    return contacts;
}

std::vector<Contact> make_volume_contacts(const std::vector<OverlapVolume>& overlaps,
                                          const std::vector<const std::vector<Vec3>*>& positions,
                                          double pixel, bool at_center) {
    return volume_contacts(make_overlap_cells(overlaps, positions, pixel, at_center));
}

}  // namespace limpet
