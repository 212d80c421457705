#include "haptics/device_loop.h"

#include <algorithm>
#include <limits>

namespace limpet::haptics {
namespace {

/// With no snapshot for so long the simulation counts as dead [s]. Steps that take longer are of no use to a
/// hand.
constexpr double simulation_silent_after = 1;

Pose first_target(const HapticsDescription& haptics, const ToolDriver& tool) {
    Pose pose = tool.start();
    if (haptics.origin) pose.position = to_vec3(*haptics.origin);
    return pose;
}

OutputLimits limits_of(const HapticsDescription& haptics, const Coupling& coupling, double tick) {
    const double felt = haptics.scale * haptics.scale * haptics.coupling.stiffness;
    return {haptics.max_force, haptics.max_force_rate, coupling.radius(), felt, tick};
}

}  // namespace

DeviceLoop::DeviceLoop(std::unique_ptr<Device> device, const HapticsDescription& haptics,
                       const ToolDriver& tool, double tick)
    : device_(std::move(device)),
      coupling_(haptics.coupling.stiffness, haptics.coupling.damping, tool.points(), tick),
      guard_(haptics, first_target(haptics, tool)),
      output_(limits_of(haptics, coupling_, tick)),
      fade_(haptics.ramp, tick),
      scale_(haptics.scale) {
    row_.tool = tool.start();
    const double none = std::numeric_limits<double>::quiet_NaN();
    row_.device = {{none, none, none}, {none, none, none, none}, 0};
}

void DeviceLoop::take_snapshot(double time) {
    if (!published.take()) return;
    Snapshot& newest = published.front();
    contact_.take(newest);
    row_.step = newest.step;
    ++arrivals_.count;
    arrivals_.last = time;
    arrivals_.most_contacts = std::max(arrivals_.most_contacts, static_cast<int>(newest.contacts.size()));
}

const TickRow& DeviceLoop::tick(double time, bool running) {
    take_snapshot(time);
    const bool fresh = device_->read(time, row_.device);
    const InputGuard::View view = guard_.look(time, fresh ? &row_.device : nullptr);
    const LocalAnswer answer = contact_.solve(view.target);
    const bool alive = running && time - arrivals_.last < simulation_silent_after && answer.is_finite;
    const double share = fade_.next(alive ? view.trust : 0);
    Vec6 wanted = share * answer.wrench;
    wanted.head<3>() *= scale_;
    row_.wrench = output_.apply(wanted, view.moved);
    device_->write(time, {to_array(Vec3(row_.wrench.head<3>())), to_array(Vec3(row_.wrench.tail<3>()))});
    intent.back() = {view.target, answer.tool};
    intent.publish();
    row_.time = time;
    row_.tool = answer.tool;
    row_.sweeps = answer.sweeps;
    row_.contacts = answer.contacts;
    row_.energy_in = output_.energy();
    row_.point = answer.point;
    row_.trust = share;
    return row_;
}

void DeviceLoop::stop(double time) {
    device_->write(time, {});
    device_->stop();
}

}  // namespace limpet::haptics
