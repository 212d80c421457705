#include <limpet/limpet.h>

#include <cstdio>

int main() {
    limpet::World world(limpet::load_scene("spinning_box"));
    for (int i = 0; i < 100; ++i) world.step();
    const limpet::StepRecord& last = world.last_step();
    std::printf("limpet %s: t = %g s, kinetic energy %g J\n", limpet::version, last.time, last.kinetic);
    return last.kinetic > 0 ? 0 : 1;
}
