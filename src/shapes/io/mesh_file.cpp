#include "shapes/io/mesh_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <string_view>
#include <utility>

#include "core/whole_file.h"
#include "limpet/error.h"

namespace limpet::io {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void complain_of_path(const std::string& path, const std::string& message) {
    throw InputError({{path, 0, "", message}});
}

std::string_view first_word(std::string_view text, bool with_comments) {
    std::size_t i = 0;
    while (i < text.size()) {
        if (with_comments && text[i] == '#')
            i = std::min(text.find('\n', i), text.size());
        else if (std::isspace(static_cast<unsigned char>(text[i])))
            ++i;
        else
            break;
    }
    std::size_t end = i;
    while (end < text.size() && !std::isspace(static_cast<unsigned char>(text[end]))) ++end;
    return text.substr(i, end - i);
}

bool is_off_word(std::string_view word) {
    return word.ends_with("OFF") && word.size() <= 6 && std::all_of(word.begin(), word.end() - 3, [](char c) {
               return std::string_view("STCN4n").find(c) != std::string_view::npos;
           });
}

MeshFormat format_by_mark(std::string_view bytes) {
    const std::string_view head = bytes.substr(0, 4096);
    const std::string_view word = first_word(head, false);
    if (word.starts_with("$")) return MeshFormat::Gmsh;
    if (head.starts_with("# vtk DataFile")) return MeshFormat::VtkLegacy;
    if (word.starts_with("<") && head.find("<VTKFile") != std::string_view::npos) return MeshFormat::VtkXml;
    if (first_word(head, true) == "MeshVersionFormatted") return MeshFormat::Medit;
    if (word == "ply" && head.find("format") != std::string_view::npos) return MeshFormat::Ply;
    if (is_off_word(first_word(head, true))) return MeshFormat::Off;
    if (word == "solid" && head.find("facet") != std::string_view::npos) return MeshFormat::Stl;
    return MeshFormat::Other;
}

/// What a file with this ending has to begin with, where it has such a mark.
std::string required_mark(const std::string& ending) {
    static const std::array<std::pair<std::string_view, std::string_view>, 10> marks = {
        {{".msh", "$MeshFormat or $NOD"},
         {".msh2", "$MeshFormat or $NOD"},
         {".msh4", "$MeshFormat"},
         {".vtk", "# vtk DataFile"},
         {".vtu", "<VTKFile"},
         {".vtp", "<VTKFile"},
         {".mesh", "MeshVersionFormatted"},
         {".meshb", "MeshVersionFormatted (binary Medit files are not read: save as text .mesh)"},
         {".ply", "ply and a format line"},
         {".glb", "glTF"}}};
    for (const auto& [known, mark] : marks)
        if (known == ending) return std::string(mark);
    return "";
}

}  // namespace

std::string ending_of(const std::string& path) {
    std::string ending = fs::path(path).extension().string();
    for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return ending;
}

bool may_hold_tetrahedra(MeshFormat format) {
    return format == MeshFormat::Gmsh || format == MeshFormat::VtkLegacy || format == MeshFormat::VtkXml ||
           format == MeshFormat::Tetgen || format == MeshFormat::Medit;
}

MeshFormat format_of(const std::string& bytes, const std::string& ending) {
    if (const MeshFormat marked = format_by_mark(bytes); marked != MeshFormat::Other) return marked;
    if (ending == ".node" || ending == ".ele") return MeshFormat::Tetgen;
    if (ending == ".gltf" || bytes.starts_with("glTF")) return MeshFormat::Gltf;
    if (ending == ".obj") return MeshFormat::Obj;
    if (ending == ".stl") return MeshFormat::Stl;
    if (ending == ".off") return MeshFormat::Off;
    return MeshFormat::Other;
}

MeshFile mesh_file(const std::string& path, std::string bytes) {
    if (bytes.empty()) complain_of_path(path, "the file is empty");
    const std::string ending = ending_of(path);
    const std::string mark = required_mark(ending);
    const MeshFormat format = format_of(bytes, ending);
    if (format == MeshFormat::Other && !mark.empty())
        complain_of_path(path, "a " + ending + " file has to begin with " + mark + "; this one does not");
    return {path, std::move(bytes), format};
}

MeshFile load_mesh_file(const std::string& path) {
    return mesh_file(path, load_file(path, {"a mesh file", largest_mesh_file}));
}

}  // namespace limpet::io
