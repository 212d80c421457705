#include <zlib.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "limpet/error.h"
#include "limpet/render.h"

namespace {

/// What stb asks for: a zlib stream in memory that it frees. zlib's own is smaller and faster than stb's.
unsigned char* zlib_stream(unsigned char* data, int size, int* out_size, int quality) {
    uLongf length = compressBound(static_cast<uLong>(size));
    auto* out = static_cast<unsigned char*>(std::malloc(length));
    if (out == nullptr) return nullptr;
    if (compress2(out, &length, data, static_cast<uLong>(size), quality) != Z_OK) {
        std::free(out);
        return nullptr;
    }
    *out_size = static_cast<int>(length);
    return out;
}

}  // namespace

#define STBIW_ZLIB_COMPRESS zlib_stream
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>

namespace limpet {

void write_png(const Image& image, const std::string& file) {
    if (image.width < 1 || image.height < 1 ||
        image.rgb.size() != 3 * static_cast<std::size_t>(image.width) * image.height)
        throw InputError(file,
                         "cannot write a picture without pixels, or with more or fewer than its size says");
    stbi_write_png_compression_level = Z_DEFAULT_COMPRESSION;
    std::vector<unsigned char> bytes;
    const auto append = [](void* context, void* data, int size) {
        auto& out = *static_cast<std::vector<unsigned char>*>(context);
        out.insert(out.end(), static_cast<unsigned char*>(data), static_cast<unsigned char*>(data) + size);
    };
    if (stbi_write_png_to_func(append, &bytes, image.width, image.height, 3, image.rgb.data(),
                               3 * image.width) == 0)
        throw std::bad_alloc();
    std::FILE* out = std::fopen(file.c_str(), "wb");
    const bool written = out != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), out) == bytes.size();
    const int write_error = errno;
    const bool closed = out != nullptr && std::fclose(out) == 0;
    if (!written || !closed)
        throw InputError(
            file, std::string("cannot write the picture: ") + std::strerror(written ? errno : write_error));
}

}  // namespace limpet
