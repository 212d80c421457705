#include <CLI/CLI.hpp>

#include "limpet/version.h"

int main(int argc, char** argv) {
    CLI::App app("Soft, rigid and thin bodies that touch, rub, stick and peel.", "limpet");
    app.set_version_flag("--version", std::string("limpet ") + limpet::version);
    CLI11_PARSE(app, argc, argv);
    return 0;
}
