#include "record/tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "sample_run.h"

namespace limpet {
namespace {

using testing::HasSubstr;

TEST(StepsCsv, ColumnsAreTheContracts) {
    const sample::Folder folder;
    StepsCsv csv(folder / "steps.csv");
    EXPECT_EQ(
        read_whole_file(folder / "steps.csv"),
        "time,ms_cut,ms_free_motion,ms_detect,ms_contacts,ms_compliance,ms_solve,ms_correct,ms_stabilise,ms_"
        "evolve,"
        "ms_total,contacts,iterations,residual,penetration,intersection_volume,kinetic,elastic,potential,"
        "bonds,"
        "mean_beta,sticking,slipping,bonded_area,adhesive_force,adhesive_energy,adhesive_dissipation,"
        "resolves,zones,colliding_particles,colliding_share,zone_merges,releases\n");
}

TEST(StepsCsv, ReadsBackToTheSameNumbers) {
    const sample::Folder folder;
    StepsCsv csv(folder / "steps.csv");
    for (long k = 1; k <= 20; ++k) csv.row(sample::step_at(k));
    const std::vector<StepRecord> steps = read_steps(folder / "steps.csv");
    ASSERT_EQ(steps.size(), 20u);
    for (long k = 1; k <= 20; ++k) {
        const StepRecord expected = sample::step_at(k);
        const StepRecord& found = steps[static_cast<std::size_t>(k - 1)];
        EXPECT_EQ(found.time, expected.time);
        EXPECT_EQ(found.ms, expected.ms);
        EXPECT_EQ(found.ms_total, expected.ms_total);
        EXPECT_EQ(found.contacts, expected.contacts);
        EXPECT_EQ(found.iterations, expected.iterations);
        EXPECT_EQ(found.resolves, expected.resolves);
        EXPECT_EQ(found.residual, expected.residual);
        EXPECT_EQ(found.penetration, expected.penetration);
        EXPECT_EQ(found.intersection_volume, expected.intersection_volume);
        EXPECT_EQ(found.kinetic, expected.kinetic);
        EXPECT_EQ(found.elastic, expected.elastic);
        EXPECT_EQ(found.potential, expected.potential);
        EXPECT_EQ(found.bonds, expected.bonds);
        EXPECT_EQ(found.mean_beta, expected.mean_beta);
        EXPECT_EQ(found.bonded_area, expected.bonded_area);
        EXPECT_EQ(found.adhesive_force, expected.adhesive_force);
        EXPECT_EQ(found.adhesive_energy, expected.adhesive_energy);
        EXPECT_EQ(found.adhesive_dissipation, expected.adhesive_dissipation);
        EXPECT_EQ(found.zones, expected.zones);
        EXPECT_EQ(found.colliding_particles, expected.colliding_particles);
        EXPECT_EQ(found.colliding_share, expected.colliding_share);
        EXPECT_EQ(found.zone_merges, expected.zone_merges);
        EXPECT_EQ(found.releases, expected.releases);
    }
}

TEST(StepsCsv, RowsAreOnDiskAtOnce) {
    const sample::Folder folder;
    StepsCsv csv(folder / "steps.csv");
    csv.row(sample::step_at(1));
    EXPECT_EQ(read_steps(folder / "steps.csv").size(), 1u);
}

TEST(ProbesCsv, VectorsScalarsAndMissingReadings) {
    const sample::Folder folder;
    ProbesCsv csv(folder / "probes.csv", sample::readings_at(0));
    csv.row(0, {{"tip", {0, -0.5, 0.1}}, {"gap, smallest", {std::numeric_limits<double>::quiet_NaN()}}});
    csv.row(0.005, {{"tip", {1, 2, 3}}, {"gap, smallest", {1e-9}}});
    EXPECT_EQ(read_whole_file(folder / "probes.csv"),
              "time,tip.x,tip.y,tip.z,\"gap, smallest\"\n0,0,-0.5,0.1,\n0.005,1,2,3,1e-09\n");
    const CsvTable table = read_csv(folder / "probes.csv");
    EXPECT_EQ(table.columns.back(), "gap, smallest");
    EXPECT_TRUE(std::isnan(table.values.back()[0]));
    EXPECT_EQ(table.values.back()[1], 1e-9);
}

TEST(CellsCsv, HasARowPerCell) {
    const sample::Folder folder;
    CellsCsv csv(folder / "cells.csv");
    EXPECT_FALSE(csv.has_rows());
    csv.rows(0, {{"a", 1, 2, 0.5, 3, 1, {0.1, 0.2, 0.3}}, {"b, c", std::nan(""), 6, 0, 0, 0, {1, 2, 3}}});
    EXPECT_EQ(csv.last_time(), 0);
    EXPECT_EQ(read_whole_file(folder / "cells.csv"),
              "time,body,volume,area,contact_area,neighbours,zones,x,y,z\n"
              "0,a,1,2,0.5,3,1,0.1,0.2,0.3\n"
              "0,\"b, c\",,6,0,0,0,1,2,3\n");
}

TEST(CellsCsv, ResumingCutsLaterAndTornRows) {
    const sample::Folder folder;
    const auto write = [&](long from, long to, CellsCsv csv) {
        for (long k = from; k <= to; ++k) csv.rows(sample::time_at(k), sample::cells_at(k));
        return read_whole_file(folder / "cells.csv");
    };
    const std::string whole = write(0, 4, CellsCsv(folder / "cells.csv"));
    const double after_2 = sample::time_at(2) + sample::time_step / 2;
    // Whatever a run was killed in: in the first of a moment's rows, between them, in a name's line break.
    for (std::size_t length = whole.find("\n0.03,"); length < whole.size(); ++length) {
        write_file(folder / "cells.csv", whole.substr(0, length + 1));
        ASSERT_EQ(write(3, 4, CellsCsv::resume(folder / "cells.csv", after_2)), whole) << length;
    }
    EXPECT_EQ(CellsCsv::resume(folder / "cells.csv", after_2).last_time(), sample::time_at(2));
}

TEST(Csv, QuotesAndLineBreaksInNamesReadBack) {
    const sample::Folder folder;
    const std::vector<std::string> columns = {"time", "say \"a, b\"", "two\nlines"};
    CsvWriter(folder / "t.csv", columns).row({1, 2, 3});
    const CsvTable table = read_csv(folder / "t.csv");
    EXPECT_EQ(table.columns, columns);
    EXPECT_EQ(table.values[2], std::vector<double>{3});
    CsvWriter::resume(folder / "t.csv", columns, 1).row({2, 3, 4});
    EXPECT_EQ(read_csv(folder / "t.csv").rows(), 2u);
}

TEST(Csv, ResumingCutsLaterRowsAndHalfRows) {
    const sample::Folder folder;
    const std::vector<std::string> columns = {"time", "a"};
    write_file(folder / "t.csv", "time,a\n0,1\n0.1,2\n0.2,3\n0.3,4\n0.4,");
    CsvWriter::resume(folder / "t.csv", columns, 0.25).row({0.3, 9});
    EXPECT_EQ(read_whole_file(folder / "t.csv"), "time,a\n0,1\n0.1,2\n0.2,3\n0.3,9\n");
    write_file(folder / "t.csv", "time,a\n0,1\n0.1");
    CsvWriter::resume(folder / "t.csv", columns, 0.25).row({0.1, 2});
    EXPECT_EQ(read_whole_file(folder / "t.csv"), "time,a\n0,1\n0.1,2\n");
}

TEST(Csv, ResumingRefusesOtherColumns) {
    const sample::Folder folder;
    write_file(folder / "t.csv", "time,b\n0,1\n");
    EXPECT_THROW(CsvWriter::resume(folder / "t.csv", {"time", "a"}, 1), InputError);
    EXPECT_EQ(read_whole_file(folder / "t.csv"), "time,b\n0,1\n");
}

TEST(Csv, BrokenFilesAreRefusedWithTheirLine) {
    const sample::Folder folder;
    const auto message = [&](const std::string& text) {
        write_file(folder / "t.csv", text);
        try {
            read_csv(folder / "t.csv");
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    EXPECT_THAT(message("time,a\n0,1\n0.1,x\n"), HasSubstr("t.csv:3: \"x\" is not a number"));
    EXPECT_THAT(message("time,a\n0,1,2\n"), HasSubstr("t.csv:2: has 3 cells; the header has 2"));
    EXPECT_THAT(message(""), HasSubstr("no complete header"));
    EXPECT_THAT(message("time,\"a\n"), HasSubstr("no complete header"));
    EXPECT_THROW(read_csv(folder / "absent.csv"), InputError);
}

TEST(Csv, AFullDiskIsNoticed) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
    try {
        CsvWriter csv("/dev/full", {"time"});
        csv.row({1});
        FAIL() << "the row cannot have been written";
    } catch (const std::runtime_error& error) {
        EXPECT_THAT(error.what(), HasSubstr("/dev/full"));
        EXPECT_THAT(error.what(), HasSubstr("No space left"));
    }
}

}  // namespace
}  // namespace limpet
