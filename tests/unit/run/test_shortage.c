/* Runs, when memory runs out in the middle. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
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
