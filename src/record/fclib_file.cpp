#include "record/fclib_file.h"

#include "record/files.h"

#ifdef LIMPET_HAS_HDF5

#include <hdf5.h>

#include <vector>

namespace limpet {
namespace {

/// An HDF5 handle that is closed when it goes.
class Handle {
public:
    Handle(hid_t id, herr_t (*close)(hid_t), const std::filesystem::path& path) : id_(id), close_(close) {
        if (id < 0) throw file_error(path, "cannot be written: HDF5 refused");
    }
    ~Handle() { close_(id_); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    operator hid_t() const { return id_; }

private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

class FclibWriter {
public:
    explicit FclibWriter(const std::filesystem::path& path)
        : path_(path),
          file_(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose, path) {}

    void group(const char* name) {
        const Handle made(H5Gcreate2(file_, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, path_);
    }
    void put(const char* name, const std::vector<int>& values) {
        put(name, H5T_NATIVE_INT, values.size(), values.data());
    }
    void put(const char* name, const std::vector<double>& values) {
        put(name, H5T_NATIVE_DOUBLE, values.size(), values.data());
    }

private:
    void put(const char* name, hid_t type, std::size_t count, const void* values) {
        const hsize_t size = count;
        const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose, path_);
        const Handle data(H5Dcreate2(file_, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                          H5Dclose, path_);
        if (H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0)
            throw file_error(path_, "cannot be written: HDF5 refused");
    }

    std::filesystem::path path_;
    Handle file_;
};

struct CompressedRows {
    std::vector<int> start{0}, column;
    std::vector<double> value;
};

/// Blocks are stored by columns: number 3c + r of a block is row r, column c.
CompressedRows rows_of(const BlockMatrix& W) {
    CompressedRows rows;
    const BlockPattern& pattern = W.pattern();
    for (int i = 0; i < pattern.rows; ++i)
        for (int r = 0; r < 3; ++r) {
            for (int k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k)
                for (int c = 0; c < 3; ++c) {
                    rows.column.push_back(3 * pattern.column[k] + c);
                    rows.value.push_back(W.block(k)[3 * c + r]);
                }
            rows.start.push_back(static_cast<int>(rows.column.size()));
        }
    return rows;
}

}  // namespace

bool has_fclib_files() {
    return true;
}

void write_fclib(const Problem& problem, const std::filesystem::path& path) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    const CompressedRows W = rows_of(problem.W);
    const int size = 3 * problem.contacts();
    FclibWriter file(path);
    file.group("/fclib_local");
    file.put("/fclib_local/spacedim", std::vector<int>{3});
    file.group("/fclib_local/W");
    file.put("/fclib_local/W/nzmax", std::vector<int>{W.start.back()});
    file.put("/fclib_local/W/m", std::vector<int>{size});
    file.put("/fclib_local/W/n", std::vector<int>{size});
    file.put("/fclib_local/W/nz", std::vector<int>{-2});
    file.put("/fclib_local/W/p", W.start);
    file.put("/fclib_local/W/i", W.column);
    file.put("/fclib_local/W/x", W.value);
    file.group("/fclib_local/vectors");
    file.put("/fclib_local/vectors/q", std::vector<double>(problem.u0.data(), problem.u0.data() + size));
    file.put("/fclib_local/vectors/mu", problem.friction);
}

}  // namespace limpet

#else

namespace limpet {

bool has_fclib_files() {
    return false;
}

void write_fclib(const Problem&, const std::filesystem::path& path) {
    throw file_error(path, "this Limpet was built without HDF5");
}

}  // namespace limpet

#endif
