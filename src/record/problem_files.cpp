#include "record/problem_files.h"

#include <fmt/format.h>

#include "limpet/adhesion.h"
#include "limpet/error.h"
#include "record/escape.h"
#include "record/fclib_file.h"
#include "solve/contact_problems.h"
#include "solve/fc3d_file.h"

namespace limpet {

void refuse_without_problem_files(const Scene& scene) {
    if (scene.solver.type == SolverType::Anticipation || scene.solver.type == SolverType::Newton)
        throw InputError("--dump-problems",
                         "the solver \"" +
                             std::string(solver_names[static_cast<std::size_t>(scene.solver.type)]) +
                             "\" builds no W, which problem files hold; allowed: scenes "
                             "with another solver");
    if (scene.contact && can_bond(*scene.contact))
        throw InputError("--dump-problems",
                         "contacts of this scene can have bonds, which .fc3d files cannot hold; allowed: "
                         "scenes without adhesion, such as with --set contact.law.adhesion.stiffness=0");
}

void write_problem_files(const World& world, const std::filesystem::path& folder) {
    refuse_without_problem_files(world.scene());
    const std::vector<const Problem*> problems = contact_problems(world);
    for (std::size_t i = 0; i < problems.size(); ++i) {
        const std::string stem = fmt::format("{}_{:06}_{}", file_stem(world.scene().name), world.steps(), i);
        write_fc3d(*problems[i], (folder / (stem + ".fc3d")).string());
        if (has_fclib_files()) write_fclib(*problems[i], folder / (stem + ".hdf5"));
    }
}

}  // namespace limpet
