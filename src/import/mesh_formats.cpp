#include "limpet/mesh_formats.h"

#include "import/assimp_surface.h"
#include "shapes/io/surface_readers.h"

namespace limpet {

void register_mesh_formats() {
    static const bool registered = [] {
        for (const std::string& ending : io::assimp_endings())
            io::add_surface_reader(ending, io::read_with_assimp);
        // Assimp also looks at the content, and says what is wrong with files of unknown endings.
        io::add_surface_reader("", io::read_with_assimp);
        return true;
    }();
    static_cast<void>(registered);
}

}  // namespace limpet
