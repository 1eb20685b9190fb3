#include <criterion/criterion.h>

#include <ctype.h>
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>

#include "base/sha256.h"
#include "fixtures/record_stage.h"
#include "result/folder.h"
#include "result/manifest.h"
#include "summary/summary_compare.h"

static struct stage stage;

static quire_run_options
options_for(const char *folder)
{
    return (quire_run_options){.end_time = NAN,
                               .sample_interval = NAN,
                               .position_tolerance = NAN,
                               .time_limit = NAN,
                               .directory = folder};
}

/* a record of a run of the stage; the caller looks at it and destroys it */
static struct quire_record *
recorded(const char *folder, double interval, quire_status expected)
{
    const quire_run_options options = options_for(folder);
    struct quire_record *record = NULL;
    cr_assert_eq(quire_record_create(&record, &stage.model, &options, NULL), QUIRE_OK);
    cr_assert_eq(stage_run(&stage, quire_record_interface(record, NULL), 0.7, interval), expected);
    return record;
}

static size_t
count_entries(const char *folder)
{
    size_t n = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        n += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    }
    closedir(dir);
    return n;
}

/* the number of cells of each row; 0 when rows differ. Quotes may hold commas and line ends. */
static size_t
csv_width(const char *text)
{
    size_t width = 0, cells = 1;
    bool quoted = false;
    for (const char *p = text; *p != '\0'; p++) {
        quoted = quoted != (*p == '"');
        if (!quoted && *p == ',') {
            cells++;
        } else if (!quoted && *p == '\n') {
            if (width != 0 && width != cells) {
                return 0;
            }
            width = cells;
            cells = 1;
        }
    }
    return quoted ? 0 : width;
}

/* whether a text has a number that is none: "nan" or "inf" not inside a word */
static bool
has_no_number(const char *text)
{
    for (const char *p = text + 1; *p != '\0'; p++) {
        if ((strncasecmp(p, "nan", 3) == 0 || strncasecmp(p, "inf", 3) == 0) &&
            !isalpha((unsigned char)p[-1])) {
            return true;
        }
    }
    return false;
}

Test(record, all_files_are_there_and_hold_no_number_that_is_none)
{
    static const char *const name[] = {"series.csv", "events.csv", "trajectory.jsonl",
                                       "filmstrip.svg", "summary.json"};
    char *folder = stage_folder();
    stage_begin(&stage, false);
    stage.roller[0].slip = NAN;
    stage.guide[1].indentation = INFINITY;
    quire_record_destroy(recorded(folder, 1e-3, QUIRE_OK));
    cr_assert_eq(count_entries(folder), 6, "five files and the model's copy, no temporary ones");
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        char *text = stage_read(folder, name[i]);
        cr_assert_not_null(text, "%s", name[i]);
        cr_assert_not(has_no_number(text), "%s", name[i]);
        free(text);
    }
    char *series = stage_read(folder, "series.csv"), *events = stage_read(folder, "events.csv");
    cr_assert_gt(csv_width(series), 50);
    cr_assert_eq(csv_width(events), 10);
    free(series);
    free(events);
    stage_end(&stage);
    free(folder);
}

/* one writer at a time, by whatever name; who ends or dies leaves the folder free */
Test(record, a_run_owns_its_folder)
{
    char *folder = stage_folder(), *other = quire_folder_join(folder, "../by-another-name");
    stage_begin(&stage, false);
    cr_assert_eq(symlink(folder, other), 0);
    const quire_run_options options = options_for(folder), again = options_for(other);
    struct quire_record *first = NULL, *second = NULL;
    quire_diag *diag = quire_diag_create();
    cr_assert_eq(quire_record_create(&first, &stage.model, &options, NULL), QUIRE_OK);
    cr_assert_eq(quire_record_create(&second, &stage.model, &again, diag), QUIRE_OK);
    stage_at(&stage, 0);
    const struct quire_recorder one = quire_record_interface(first, NULL),
                                two = quire_record_interface(second, diag);
    cr_assert_eq(one.begin(one.self, &stage.model, &stage.view), QUIRE_OK);
    cr_assert_eq(two.begin(two.self, &stage.model, &stage.view), QUIRE_ERROR_FILE);
    cr_assert_not_null(strstr(quire_diag_get(diag, 0)->text, "another run"));
    quire_record_destroy(second);
    quire_record_destroy(first);
    quire_record_destroy(recorded(other, 1e-2, QUIRE_OK));
    quire_diag_destroy(diag);
    unlink(other);
    free(other);
    stage_end(&stage);
    free(folder);
}

/* a folder's files against those of a run that is made again: any byte, a file too few, one too
 * many */
Test(record, compares_every_file_with_what_it_would_write)
{
    static const char *const name[] = {"series.csv", "events.csv", "trajectory.jsonl",
                                       "filmstrip.svg", "model.xml"};
    char *folder = stage_folder();
    stage_begin(&stage, false);
    quire_record_destroy(recorded(folder, 1e-2, QUIRE_OK));
    for (size_t i = 0; i < 2 * sizeof name / sizeof *name + 2; i++) {
        const quire_run_options options = options_for(NULL);
        struct quire_record *record = NULL;
        char *path = quire_folder_join(folder, i < 10 ? name[i % 5] : "modes.csv"),
             *kept = i < 10 ? stage_read(folder, name[i % 5]) : NULL;
        FILE *file = i < 11 ? fopen(path, i < 5 ? "rb+" : "ab") : NULL;
        if (file != NULL) {
            fseek(file, 0, i < 5 ? SEEK_SET : SEEK_END);
            fputs("x", file);
            fclose(file);
        } else {
            cr_assert_eq(remove(path), 0);
        }
        cr_assert_eq(quire_record_create(&record, &stage.model, &options, NULL), QUIRE_OK);
        cr_assert_eq(quire_record_compare(record, folder), QUIRE_OK);
        cr_assert_eq(stage_run(&stage, quire_record_interface(record, NULL), 0.7, 1e-2), QUIRE_OK);
        const char *found = quire_record_differences(record);
        if (i < 11) {
            cr_assert(strncmp(found, path + strlen(folder) + 1, strcspn(found, ":")) == 0 &&
                          strchr(found, '\n')[1] == '\0',
                      "%s", found);
        } else {
            cr_assert_str_eq(found, "");
        }
        if (kept != NULL) {
            file = fopen(path, "wb");
            fputs(kept, file);
            fclose(file);
        }
        quire_record_destroy(record);
        free(kept);
        free(path);
    }
    stage_end(&stage);
    free(folder);
}

Test(record, nasty_names_break_no_file)
{
    char *folder = stage_folder();
    stage_begin(&stage, true);
    struct quire_record *record = recorded(folder, 1e-2, QUIRE_OK);

    char *json = stage_read(folder, "summary.json");
    json_t *summary = json_loads(json, JSON_REJECT_DUPLICATES, NULL);
    cr_assert_not_null(summary);
    json_t *first = json_array_get(json_object_get(summary, "events"), 0);
    cr_assert_str_eq(json_string_value(json_object_get(first, "source")), STAGE_NASTY);
    json_decref(summary);
    free(json);

    char *lines = stage_read(folder, "trajectory.jsonl");
    size_t n = 0;
    for (char *rest = lines, *line; (line = strsep(&rest, "\n")) != NULL && *line != '\0'; n++) {
        json_t *value = json_loads(line, 0, NULL);
        cr_assert_not_null(value, "line %zu", n + 1);
        json_decref(value);
    }
    cr_assert_eq(n, 72, "a header and 71 frames");
    free(lines);

    char *events = stage_read(folder, "events.csv"), *series = stage_read(folder, "series.csv");
    cr_assert_eq(csv_width(events), 10);
    cr_assert_gt(csv_width(series), 50);
    cr_assert_null(strstr(events, ",="), "no spreadsheet takes a name for a formula");
    free(events);
    free(series);

    char *svg = stage_read(folder, "filmstrip.svg");
    cr_assert_null(strchr(svg, '\x1b'));
    cr_assert_null(strstr(svg, "<s\""));
    cr_assert_null(strchr(quire_record_summary_text(record), '\x1b'),
                   "nothing that commands a terminal");
    free(svg);
    quire_record_destroy(record);
    stage_end(&stage);
    free(folder);
}

/* the stage moves its first sheet by 0.5 m/s from 12 mm on, and guide run.right takes 0.03 W from
 * 0.1 s on */
Test(record, figures_are_those_of_the_motion)
{
    stage_begin(&stage, false);
    struct quire_record *record = recorded(NULL, 1e-3, QUIRE_OK);
    cr_assert_float_eq(quire_record_figure(record, "page.lead.path"), 0.362, 1e-12);
    cr_assert_float_eq(quire_record_figure(record, "page.lead.path.max"), 0.362, 1e-12);
    cr_assert_float_eq(quire_record_figure(record, "page.trail.path"), 0.212, 1e-12);
    cr_assert_float_eq(quire_record_figure(record, "page.lead.speed.min"), 0.5, 1e-12);
    cr_assert_float_eq(quire_record_figure(record, "page2.gap-ahead"), 0.05, 1e-12);
    cr_assert_float_eq(quire_record_figure(record, "page.curvature.max"), 20.0, 0.0,
                       "of the absolute value");
    cr_assert_float_eq(quire_record_figure(record, "page.buckle.height.max"), 0.004, 1e-6);
    cr_assert_float_eq(quire_record_figure(record, "n1.normal.max"), 8.0, 0.0);
    cr_assert_float_eq(quire_record_figure(record, "n1.friction.max"), 0.4, 1e-15,
                       "of both rollers together");
    cr_assert_float_eq(quire_record_figure(record, "n1.slip.max"), 1e-3, 0.0);
    cr_assert_float_eq(quire_record_figure(record, "n1.slip.distance"), 1e-3 * 0.7, 1e-12);
    cr_assert_float_eq(quire_record_figure(record, "n1.traction.max"), 0.5 / 8.0, 1e-15);
    cr_assert_float_eq(quire_record_figure(record, "n1.traction.full"), 0, 0);
    cr_assert_float_eq(quire_record_figure(record, "n1.work"), 0.25 * 0.7, 1e-12);
    cr_assert_float_eq(quire_record_figure(record, "run.right.slip-work"), 0.03 * 0.6, 0.03 * 1e-3,
                       "one sample's worth");
    cr_assert_float_eq(quire_record_figure(record, "run.right.normal.mean"), 0.3, 1e-12,
                       "while it is touched");
    cr_assert_float_eq(quire_record_figure(record, "s1.lead.time"), 0.31, 0.0, "the first sheet's");
    cr_assert_float_eq(quire_record_figure(record, "s1.lead.page2.time"), 0.33, 0.0);
    cr_assert_float_eq(quire_record_figure(record, "n2.entry.angle"), 0.01, 0.0);
    cr_assert_float_eq(quire_record_figure(record, "on-time.margin"), 0.01, 0.0);
    cr_assert_float_eq(quire_record_figure(record, "s1.covered"), 1.0, 0.0);
    cr_assert_float_eq(quire_record_figure(record, "jam.failed"), 0.0, 0.0);
    cr_assert_float_eq(quire_record_figure(record, "solver.steps"), 1234.0, 0.0);
    cr_assert_float_eq(quire_record_figure(record, "solver.real-time-factor"), 70.0, 1e-9);
    cr_assert(isnan(quire_record_figure(record, "page.lead")));
    cr_assert_null(strstr(quire_record_summary_json(record), "results:"));
    quire_record_destroy(record);
    stage_end(&stage);
}

Test(record, a_nip_that_slips_all_the_time_has_full_traction)
{
    stage_begin(&stage, false);
    stage.roller[0].friction = -stage.roller[0].limit;
    struct quire_record *record = recorded(NULL, 1e-3, QUIRE_OK);
    cr_assert_float_eq(quire_record_figure(record, "n1.traction.full"), 1, 1e-9);
    quire_record_destroy(record);
    stage_end(&stage);
}

Test(record, every_sheet_has_its_columns)
{
    static const char *const name[] = {
        "page.lead.path [m]",     "page.trail.path [m]",     "page.tension [N]",
        "page.buckle.height [m]", "page.buckle.path [m]",    "page.curvature [m^-1]",
        "page.curvature.at [m]",  "page2.buckle.height [m]", "page2.gap-ahead [m]"};
    stage_begin(&stage, false);
    struct quire_record *record = recorded(NULL, 1e-2, QUIRE_OK);
    for (size_t k = 0; k < sizeof name / sizeof *name; k++) {
        size_t found = 0;
        for (size_t i = 0; i < quire_record_column_count(record); i++) {
            found += strcmp(quire_record_column_name(record, i), name[k]) == 0;
        }
        cr_expect_eq(found, 1, "%s", name[k]);
    }
    quire_record_destroy(record);
    stage_end(&stage);
}

Test(record, rows_hold_si_numbers_and_nothing_for_a_sheet_that_is_not_there)
{
    stage_begin(&stage, false);
    struct quire_record *record = recorded(NULL, 1e-2, QUIRE_OK);
    size_t path = SIZE_MAX, late = SIZE_MAX;
    for (size_t i = 0; i < quire_record_column_count(record); i++) {
        const char *name = quire_record_column_name(record, i);
        path = strcmp(name, "page.lead.path [m]") == 0 ? i : path;
        late = strcmp(name, "page2.lead.path [m]") == 0 ? i : late;
    }
    cr_assert_str_eq(quire_record_column_name(record, 0), "time [s]");
    cr_assert_eq(quire_record_row_count(record), 71);
    cr_assert_neq(path, SIZE_MAX);
    cr_assert_neq(late, SIZE_MAX);
    cr_assert_float_eq(quire_record_value(record, 10, path), 0.062, 1e-12);
    cr_assert(isnan(quire_record_value(record, 19, late)));
    cr_assert_float_eq(quire_record_value(record, 20, late), -0.088, 1e-12);
    cr_assert(isnan(quire_record_value(record, 71, 0)));
    cr_assert_null(quire_record_column_name(record, quire_record_column_count(record)));
    quire_record_destroy(record);
    stage_end(&stage);
}

/* NaN where there is no such column, too */
static double
value_of(const struct quire_record *record, size_t row, const char *column)
{
    for (size_t i = 0; i < quire_record_column_count(record); i++) {
        if (strcmp(quire_record_column_name(record, i), column) == 0) {
            return quire_record_value(record, row, i);
        }
    }
    return (double)NAN;
}

/* what the stage says of its first sheet at 0.1 s, and of the nips that it made */
Test(record, columns_hold_what_the_view_has)
{
    static const struct {
        const char *column;
        double value;
    } wanted[] = {
        {"page.lead.path [m]", 0.062},    {"page.lead.speed [m/s]", 0.5},
        {"page.lead.height [m]", 0},      {"page.trail.path [m]", -0.088},
        {"page.trail.speed [m/s]", 0.5},  {"page.trail.height [m]", 0},
        {"page.tension [N]", 0.1},        {"page.buckle.height [m]", 3.637189707302727e-3},
        {"page.buckle.path [m]", -0.013}, {"page.curvature [m^-1]", -20},
        {"page.curvature.at [m]", 0.03},  {"n1.normal [N]", 8},
        {"energy.kinetic [J]", 3e-4},     {"energy.drives [J]", 2e-3},
        {"energy.friction [J]", 1e-3},    {"energy.residual [J]", 1e-7},
    };
    stage_begin(&stage, false);
    struct quire_record *record = recorded(NULL, 1e-2, QUIRE_OK);

    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        const double there = value_of(record, 10, wanted[i].column);
        cr_expect_float_eq(there, wanted[i].value, 1e-12, "%s: %g", wanted[i].column, there);
    }
    quire_record_destroy(record);
    stage_end(&stage);
}

/* the hash of a run that is seen twice only: at its start and its end */
static void
end_state_of(char hash[65], double change)
{
    struct quire_record *record = NULL;
    const quire_run_options options = options_for(NULL);
    cr_assert_eq(quire_record_create(&record, &stage.model, &options, NULL), QUIRE_OK);
    struct quire_recorder recorder = quire_record_interface(record, NULL);
    stage_at(&stage, 0.0);
    recorder.begin(recorder.self, &stage.model, &stage.view);
    stage_at(&stage, 0.7);
    stage.vx[0][3] = nextafter(stage.vx[0][3], change);
    cr_assert_eq(recorder.end(recorder.self, &stage.result, &stage.view), QUIRE_OK);
    stage_end_state(hash, record);
    quire_record_destroy(record);
}

Test(record, end_state_depends_on_every_bit_of_the_motion_and_not_on_the_samples)
{
    char often[65], seldom[65], other[65];
    stage_begin(&stage, false);
    /* 64 * (0.7 / 64) is exactly 0.7 again */
    struct quire_record *record = recorded(NULL, 0.7 / 64.0, QUIRE_OK);
    stage_end_state(often, record);
    quire_record_destroy(record);
    stage_at(&stage, 0.7);
    end_state_of(seldom, stage.vx[0][3]);
    end_state_of(other, INFINITY);
    cr_assert_eq(strlen(often), 64);
    cr_assert_str_eq(often, seldom);
    cr_assert_str_neq(often, other);
    stage_end(&stage);
}

Test(record, last_nodes_are_exact)
{
    double x[STAGE_NODES], y[STAGE_NODES];
    stage_begin(&stage, false);
    struct quire_record *record = recorded(NULL, 1e-2, QUIRE_OK);
    cr_assert_eq(quire_record_nodes(record, "page", x, y, STAGE_NODES), STAGE_NODES);
    cr_assert_arr_eq(x, stage.x[0], sizeof x);
    cr_assert_arr_eq(y, stage.y[0], sizeof y);
    cr_assert_eq(quire_record_nodes(record, "page2", x, y, 2), STAGE_NODES);
    cr_assert_eq(x[1], stage.x[1][1]);
    cr_assert_eq(x[2], stage.x[0][2], "no more than fits is written");
    cr_assert_eq(quire_record_nodes(record, "nobody", x, y, STAGE_NODES), 0);
    quire_record_destroy(record);
    stage_end(&stage);
}

Test(record, a_failed_run_yields_no_numbers_and_takes_old_ones_away)
{
    char *folder = stage_folder();
    stage_begin(&stage, false);
    quire_record_destroy(recorded(folder, 1e-2, QUIRE_OK));
    stage.result.end = QUIRE_RUN_FAILED;
    stage.result.status = QUIRE_ERROR_NUMERIC;
    strcpy(stage.result.diagnosis, "step-too-small");
    struct quire_record *record = recorded(folder, 1e-2, QUIRE_OK);
    cr_assert(isnan(quire_record_figure(record, "page.lead.path")));
    cr_assert(isnan(quire_record_figure(record, "jam.failed")));
    json_t *summary = json_loads(quire_record_summary_json(record), 0, NULL);
    cr_assert_str_eq(json_string_value(json_object_get(summary, "verdict")), "not available");
    cr_assert(json_is_false(json_object_get(summary, "complete")));
    cr_assert_null(json_object_get(summary, "figures"));
    cr_assert_null(json_object_get(summary, "checks"));
    json_decref(summary);
    char *series = stage_read(folder, "series.csv"), *picture = stage_read(folder, "filmstrip.svg");
    cr_assert_null(series);
    cr_assert_not_null(strstr(picture, "step-too-small"));
    free(series);
    free(picture);
    quire_record_destroy(record);
    stage_end(&stage);
    free(folder);
}

Test(record, a_run_that_failed_before_its_first_view_still_says_so)
{
    char *folder = stage_folder();
    stage_begin(&stage, false);
    const quire_run_options options = options_for(folder);
    struct quire_record *record = NULL;
    cr_assert_eq(quire_record_create(&record, &stage.model, &options, NULL), QUIRE_OK);
    stage.result.end = QUIRE_RUN_FAILED;
    stage.result.status = QUIRE_ERROR_NUMERIC;
    struct quire_recorder recorder = quire_record_interface(record, NULL);
    cr_assert_eq(recorder.end(recorder.self, &stage.result, NULL), QUIRE_OK);
    char *json = stage_read(folder, "summary.json");
    cr_assert_not_null(strstr(json, "not available"));
    free(json);
    quire_record_destroy(record);
    stage_end(&stage);
    free(folder);
}

/* ---- other people's files ---- */

Test(record, refuses_another_models_results_unless_forced)
{
    char *folder = stage_folder();
    struct quire_record *record = NULL;
    stage_begin(&stage, false);
    quire_run_options options = options_for(folder);
    quire_record_destroy(recorded(folder, 0.1, QUIRE_OK));
    quire_record_destroy(recorded(folder, 0.1, QUIRE_OK)); /* its own may be replaced */

    stage.root.name = "another";
    stage.model_params.name = "another";
    quire_diag *diag = quire_diag_create();
    cr_assert_eq(quire_record_create(&record, &stage.model, &options, diag), QUIRE_ERROR_FILE);
    cr_assert_null(record);
    cr_assert_not_null(strstr(quire_diag_get(diag, 0)->text, "another model, 'stage'"));
    quire_diag_destroy(diag);
    options.force = true;
    cr_assert_eq(quire_record_create(&record, &stage.model, &options, NULL), QUIRE_OK);
    quire_record_destroy(record);
    stage_end(&stage);
    free(folder);
}

Test(record, refuses_to_overwrite_what_it_did_not_make)
{
    char *folder = stage_folder();
    struct quire_record *record = NULL;
    stage_begin(&stage, false);
    char *path = quire_folder_join(folder, "series.csv");
    cr_assert_eq(quire_file_save(path, "mine\n", 5, NULL), QUIRE_OK);
    const quire_run_options options = options_for(folder);
    cr_assert_eq(quire_record_create(&record, &stage.model, &options, NULL), QUIRE_ERROR_FILE);
    char *text = stage_read(folder, "series.csv");
    cr_assert_str_eq(text, "mine\n");
    free(text);
    free(path);
    stage_end(&stage);
    free(folder);
}

Test(record, refuses_a_file_as_its_folder_and_makes_nothing_yet)
{
    char *folder = stage_folder();
    struct quire_record *record = NULL;
    stage_begin(&stage, false);
    char *path = quire_folder_join(folder, "plain"), *below = quire_folder_join(path, "results");
    cr_assert_eq(quire_file_save(path, "x", 1, NULL), QUIRE_OK);
    quire_run_options options = options_for(path);
    cr_assert_eq(quire_record_create(&record, &stage.model, &options, NULL), QUIRE_ERROR_FILE);
    options.directory = below;
    cr_assert_eq(quire_record_create(&record, &stage.model, &options, NULL), QUIRE_ERROR_FILE);
    free(path);
    free(below);
    path = quire_folder_join(folder, "a/b/c");
    options.directory = path;
    cr_assert_eq(quire_record_create(&record, &stage.model, &options, NULL), QUIRE_OK);
    cr_assert_eq(count_entries(folder), 1, "only the plain file");
    cr_assert_eq(stage_run(&stage, quire_record_interface(record, NULL), 0.1, 0.1), QUIRE_OK);
    cr_assert_eq(count_entries(path), 6);
    quire_record_destroy(record);
    free(path);
    stage_end(&stage);
    free(folder);
}

Test(record, leaves_the_old_summary_when_a_file_can_not_be_replaced)
{
    char *folder = stage_folder();
    stage_begin(&stage, false);
    quire_record_destroy(recorded(folder, 0.1, QUIRE_OK));
    char *before = stage_read(folder, "summary.json"),
         *path = quire_folder_join(folder, "trajectory.jsonl");
    unlink(path);
    cr_assert_eq(mkdir(path, 0777), 0);
    /* so that nothing can take the folder's place */
    char *inside = quire_folder_join(path, "file");
    cr_assert_eq(quire_file_save(inside, "x", 1, NULL), QUIRE_OK);
    quire_record_destroy(recorded(folder, 0.05, QUIRE_ERROR_FILE));
    char *after = stage_read(folder, "summary.json");
    cr_assert_str_eq(before, after);
    cr_assert_eq(count_entries(folder), 6, "no temporary file is left");
    free(before);
    free(after);
    free(path);
    free(inside);
    stage_end(&stage);
    free(folder);
}

/* ---- the manifest ---- */

Test(manifest, gives_back_what_a_run_was_made_from)
{
    char *folder = stage_folder();
    struct quire_record *record = NULL;
    struct quire_manifest manifest;
    struct quire_sha256 sha;
    char hash[65];
    stage_begin(&stage, false);
    quire_run_options options = options_for(folder);
    options.sample_interval = 2e-3;
    options.accuracy = "fine";
    cr_assert_eq(quire_record_create(&record, &stage.model, &options, NULL), QUIRE_OK);
    cr_assert_eq(stage_run(&stage, quire_record_interface(record, NULL), 0.1, 0.1), QUIRE_OK);
    quire_record_destroy(record);

    cr_assert_eq(quire_manifest_load(&manifest, folder, NULL), QUIRE_OK);
    quire_sha256_init(&sha);
    quire_sha256_add(&sha, stage.model.text, stage.model.size);
    quire_sha256_finish(&sha, hash);
    cr_assert_str_eq(manifest.hash, hash);
    cr_assert_str_eq(manifest.file, "some/stage.xml");
    cr_assert_eq(manifest.n_setting, 2);
    cr_assert_str_eq(manifest.setting[1].name, "load");
    cr_assert_str_eq(manifest.setting[1].value, "8 N");
    cr_assert_eq(manifest.options.sample_interval, 2e-3);
    cr_assert(isnan(manifest.options.end_time));
    cr_assert_str_eq(manifest.options.accuracy, "fine");
    cr_assert_str_eq(manifest.options.method, "");
    quire_manifest_clear(&manifest);
    cr_assert_eq(quire_manifest_load(&manifest, "/nonexistent", NULL), QUIRE_ERROR_FILE);
    stage_end(&stage);
    free(folder);
}

Test(manifest, comparison_sees_every_difference_but_provenance)
{
    char *report;
    stage_begin(&stage, false);
    struct quire_record *a = recorded(NULL, 1e-2, QUIRE_OK);
    stage.result.stats.cpu_seconds = 77.0;
    struct quire_record *b = recorded(NULL, 1e-2, QUIRE_OK);
    cr_assert(
        quire_summary_compare(quire_record_summary_json(a), quire_record_summary_json(b), &report),
        "%s", report);
    cr_assert_str_eq(report, "");
    free(report);
    quire_record_destroy(b);
    stage.event[0].time = nextafter(0.31, 1.0);
    b = recorded(NULL, 1e-2, QUIRE_OK);
    cr_assert_not(
        quire_summary_compare(quire_record_summary_json(a), quire_record_summary_json(b), &report));
    cr_assert_not_null(strstr(report, "figures.s1.lead.time: 0.31"), "%s", report);
    free(report);
    cr_assert_not(quire_summary_compare(quire_record_summary_json(a), "{}", &report));
    free(report);
    quire_record_destroy(a);
    quire_record_destroy(b);
    stage_end(&stage);
}
