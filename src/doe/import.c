/* quire doe import */
#include <string.h>

#include "base/diag.h"
#include "doe/verbs.h"
#include "jobs/measured.h"

static bool
take(const struct cli_verb *verb, void *user, int c)
{
    struct doe_arguments *a = user;

    (void)verb;
    a->force = c == DOE_FORCE;
    return true;
}

static void
tell(const struct doe_arguments *a, const struct doe_measured *m)
{
    struct quire_text text = {0};

    quire_text_format(&text, "%zu row%s of %zu setting%s", m->n_row, m->n_row == 1 ? "" : "s",
                      m->n_setting, m->n_setting == 1 ? "" : "s");
    if (m->n_missing > 0) {
        quire_text_format(&text, ", %zu empty cell%s", m->n_missing, m->n_missing == 1 ? "" : "s");
    }
    quire_text_format(&text, ": %s/%s", a->directory, DOE_MEASURED_FILE);
    cli_say(stdout, "", doe_need_text(&text), "\n");
    if (m->left_out[0] != '\0') {
        cli_say(stdout, "noise counts as unknown; columns left out: ", m->left_out, "\n");
    }
    quire_text_clear(&text);
}

/* of what the runs of the study have, which their store knows */
static quire_status
find_units(const struct doe_arguments *a, struct doe_work *work, struct quire_arena *arena,
           const char ***unit, quire_diag *diag)
{
    struct doe_store *store = NULL;
    struct doe_tally tally = {0};
    quire_status status = doe_store_open(&store, a->directory, work, &doe_as_it_is, diag);

    if (status == QUIRE_OK && (status = doe_store_tally(store, &tally)) == QUIRE_OK &&
        tally.done == 0) {
        const struct quire_place at = {doe_store_path(store), 0, 0};
        status = quire_diag_error(diag, "E-MISSING", at, NULL, "'quire doe run' does them",
                                  "the study has no runs yet to compare measurements with");
    }
    if (status == QUIRE_OK) {
        *unit = quire_arena_get(arena, work->n_response + 1, sizeof **unit);
        for (size_t k = 0; *unit != NULL && k < work->n_response; k++) {
            (*unit)[k] = quire_arena_copy(arena, doe_store_unit(store, k));
            *unit = (*unit)[k] != NULL ? *unit : NULL;
        }
        status = *unit != NULL ? QUIRE_OK : quire_diag_memory_error(diag);
    }
    doe_store_close(store);
    return status;
}

static int
import(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag, void *user)
{
    struct doe_measured measured = {0};
    struct quire_arena *arena = cli_need(quire_arena_create());
    const char **unit = NULL;

    (void)user;
    quire_status status = find_units(a, work, arena, &unit, diag);

    if (status == QUIRE_OK) {
        status =
            doe_import_measured(&measured, a->second, work, unit, a->directory, a->force, diag);
    }
    if (status == QUIRE_OK && !a->quiet) {
        tell(a, &measured);
    }
    doe_measured_clear(&measured);
    quire_arena_destroy(arena);
    return (int)status;
}

int
doe_verb_import(const struct cli_verb *verb, int argc, char **argv)
{
    static const struct option options[] = {{"force", no_argument, NULL, DOE_FORCE},
                                            DOE_COMMON_OPTIONS};
    struct doe_arguments a = doe_arguments_default();

    a.what_second = "table of measurements";
    int code = doe_parse(verb, &a, options, take, &a, argc, argv);
    if (code < 0) {
        code = doe_with_work(&a, import, NULL);
    }
    doe_arguments_clear(&a);
    return code;
}
