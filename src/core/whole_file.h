#pragma once

/// Files read and written as a whole, with complaints that name them.

#include <string>

namespace limpet::io {

/// All bytes of a regular file. Throws an InputError for what is missing (with the nearest name beside it), a
/// directory (`expected` says what should have been given, e.g. "a mesh file") or not readable.
std::string load_file(const std::string& path, const std::string& expected);
void save_file(const std::string& path, const std::string& bytes);

}  // namespace limpet::io
