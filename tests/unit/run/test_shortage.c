/* Runs, when memory runs out in the middle. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "fixtures/shortage.h"

static quire_model *model;
static const char *motion;

static void
load_machine(void)
{
    char path[1000];

    snprintf(path, sizeof path, "%s/tests/data/models/good-every-element.xml",
             getenv("QUIRE_SRCDIR"));
    cr_assert_eq(quire_model_load(&model, path, NULL, 0, NULL), QUIRE_OK);
    motion = NULL;
}

static void
free_machine(void)
{
    quire_model_destroy(model);
}

TestSuite(shortage_of_runs, .init = load_machine, .fini = free_machine);

static quire_status
set_up(quire_diag *diag)
{
    quire_run *run = NULL;
    quire_run_options options = quire_run_options_default();

    options.end_time = 1e-5;
    options.motion = motion;
    quire_status status = quire_run_create(&run, model, &options, diag);
    cr_expect_eq(run != NULL, status == QUIRE_OK);
    quire_run_destroy(run);
    return status;
}

Test(shortage_of_runs, set_up)
{
    shortage_sweep(set_up, 400);
}

static quire_status
look(quire_diag *diag)
{
    return quire_model_check(model, diag);
}

Test(shortage_of_runs, look)
{
    shortage_sweep(look, 300);
}

/* ---- warnings: all of them, or E-MEMORY */

static size_t warnings;

static quire_status
find_trouble(quire_diag *diag)
{
    const quire_status status = quire_model_check(model, diag);

    warnings = warnings == SIZE_MAX ? quire_diag_count(diag) : warnings;
    if (status == QUIRE_OK) {
        cr_expect_eq(quire_diag_count(diag), warnings, "%zu of %zu warnings",
                     quire_diag_count(diag), warnings);
    }
    return status;
}

Test(shortage_of_warnings, no_warning_is_lost)
{
    static const char *const names[] = {"gap-between-guides-narrower-than-sheet",
                                        "guides-in-one-place",
                                        "nips-that-intersect",
                                        "roller-in-guide",
                                        "roller-that-falls-out",
                                        "rollers-inside-each-other",
                                        "sensor-behind-all-sheets",
                                        "sensor-on-a-path-far-away",
                                        "sheet-that-no-drive-reaches",
                                        "stub-on-a-face",
                                        "two-nips-in-one-place"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[1000];
        snprintf(path, sizeof path, "%s/tests/data/trouble/%s.xml", getenv("QUIRE_SRCDIR"),
                 names[i]);
        cr_assert_eq(quire_model_load(&model, path, NULL, 0, NULL), QUIRE_OK, "%s", path);
        warnings = SIZE_MAX; /* to be counted in the first, undisturbed try */
        shortage_sweep(find_trouble, 1000);
        cr_expect_eq(warnings, 1, "%s", path);
        quire_model_destroy(model);
    }
}
