// simulator FILE.gltf FILE.raw: reads every format of its own, and says how to get the others.

#include <limpet/limpet.h>

#include <cstdio>
#include <string>

namespace {

limpet::MeshReport convert(const std::string& from, const std::string& to) {
    limpet::MeshRequest request;
    request.shape = limpet::FileShape{from, {}, {}};
    request.output = to;
    return limpet::make_mesh(request);
}

int fail(const std::string& what) {
    std::fprintf(stderr, "%s\n", what.c_str());
    return 1;
}

}  // namespace

int main(int, char** argv) {
    limpet::MeshRequest ball;
    ball.shape = limpet::SphereShape{0.1};
    ball.output = "ball.obj";
    const std::size_t triangles = limpet::make_mesh(ball).triangles;
    std::string last = ball.output;
    for (const char* next :
         {"ball.stl", "ball.ply", "ball.off", "ball.msh", "ball.vtu", "ball.mesh", "end.obj"}) {
        if (convert(last, next).triangles != triangles)
            return fail(last + " to " + next + ": triangles got lost");
        last = next;
    }
    if (convert(argv[1], "gltf.obj").triangles != 4) return fail("the glTF file has four triangles");
    try {
        convert(argv[2], "never.obj");
    } catch (const limpet::InputError& error) {
        const std::string text = error.what();
        return text.find("register_mesh_formats") != std::string::npos ? 0 : fail(text);
    }
    return fail("a RAW file was read without a reader");
}
