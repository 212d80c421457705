#pragma once

/// A glTF 2.0 file's JSON, its buffers, and what accessors read from them (Khronos, glTF 2.0 Specification,
/// §3.6, §4.4). Every index, offset and length is checked before it is used; complaints name the file and
/// the place, as "accessors[3].count".

#include <rapidjson/document.h>

#include <map>
#include <string>
#include <vector>

#include "core/types.h"
#include "shapes/io/mesh_file.h"

namespace limpet::io {

class GltfDocument {
public:
    using Value = rapidjson::Value;

    explicit GltfDocument(const MeshFile& file);

    const Value& root() const { return json_; }
    /// Null if there is none.
    const Value* member(const Value& object, const char* name) const;
    /// `name[i]` of the root; an element that is missing is a complaint of `user`.
    const Value& element(const char* name, std::size_t i, const std::string& user) const;
    /// Elements of an array member; none where there is no such member.
    std::vector<const Value*> list(const Value& object, const char* name, const std::string& place) const;
    double number(const Value& value, const std::string& place) const;
    std::size_t whole(const Value& value, const std::string& place) const;
    /// A member that is a whole number; `otherwise` where it is missing.
    std::size_t whole(const Value& object, const char* name, std::size_t otherwise,
                      const std::string& place) const;

    std::vector<Vec3> points(std::size_t accessor, const std::string& user);
    std::vector<int> indices(std::size_t accessor, std::size_t points, const std::string& user);

    [[noreturn]] void fail(const std::string& place, const std::string& message) const;

private:
    struct Accessor;
    struct View;

    void check_head();
    Accessor accessor(std::size_t i, const char* type, std::size_t components, const std::string& user);
    View view(std::size_t i, std::size_t offset, std::size_t stride, std::size_t size, std::size_t count,
              const std::string& user);
    std::vector<double> values(const Accessor& accessor);
    void apply_sparse(const Accessor& accessor, std::vector<double>& values);
    const std::string& buffer(std::size_t i, const std::string& user);
    std::string file_beside(const std::string& name, const std::string& place) const;

    std::string path_;
    std::string binary_;  ///< the chunk of a .glb
    rapidjson::Document json_;
    std::map<std::size_t, std::string> buffers_;  ///< those that were asked for
};

}  // namespace limpet::io
