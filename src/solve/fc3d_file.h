#pragma once

/// Frictional contact problems as text files, .fc3d or .fc3d.gz (gzip of the same text):
///
///     # comment lines
///     contacts N
///     mu          then N numbers, the friction coefficients, ≥ 0
///     q           then 3N numbers, u⁰ by contact, (n, t, b) each
///     W nnz       then nnz times `row column value`: scalar indices from 0 on, sorted by row, then by column
///     end
///
/// W is stored full and kept as it is, also where it is not quite symmetric: files of other engines are so.
/// Problems of FCLIB, the Frictional Contact Library, come to this format by listing W.

#include <string>
#include <string_view>

#include "solve/problem.h"

namespace limpet {

/// Throws InputError with file and line. Memory is asked for only as far as the bytes that are there back it.
Problem read_fc3d(const std::string& path);
/// The same from bytes at hand, packed or not; `name` stands in complaints.
Problem parse_fc3d(std::string_view bytes, const std::string& name);

/// Text that reads back to the same numbers. Entries of W that are 0 are left out.
std::string fc3d_text(const Problem& problem);
/// Throws InputError if the file cannot be written.
void write_fc3d(const Problem& problem, const std::string& path);

}  // namespace limpet
