// all_libraries FILE.gltf FILE.raw: runs a scene, records and audits it, takes a picture and reads a mesh:
// something of each library.

#include <limpet/limpet.h>

#include <cstdio>

int main(int, char** argv) {
    limpet::register_mesh_formats();
    limpet::World world(limpet::load_scene("spinning_box"));
    limpet::Recorder recorder(world, {.folder = "out", .frames = limpet::FrameFormat::Gltf});
    limpet::OverlapAudit audit(1e-3);
    for (int i = 0; i < 3; ++i) {
        world.step();
        recorder.record(world);
        audit.check(world.frame());
    }
    recorder.finish("done");
    const limpet::Image image = limpet::render(world.frame(), {.width = 32, .height = 32, .samples = 1});
    limpet::write_png(image, "out/picture.png");
    for (const char* file : {argv[1], argv[2]}) {
        limpet::MeshRequest mesh;
        mesh.shape = limpet::FileShape{file, {}, {}};
        mesh.output = "out/mesh.obj";
        if (limpet::make_mesh(mesh).triangles != 4) return 1;
    }
    std::printf("%ld frames audited, %zu benchmarks\n", audit.result().frames, limpet::verify_rows().size());
    return 0;
}
