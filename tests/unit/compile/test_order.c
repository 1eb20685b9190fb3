/* The order of elements in a file makes no difference: the same machine, to the bit, comes of it,
 * and users see it in their order. */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <quire/model.h>
#include <quire/run.h>

#include "compile/machine.h"
#include "evaluate/create_state.h"
#include "evaluate/evaluate.h"
#include "fixtures/machine.h"
#include "model/order.h"

static int n_compared;

/* the children with this element name the other way round */
static void
turn_about(struct quire_object *object, const char *element)
{
    for (size_t i = 0, k = object->n_child; i < k; i++) {
        while (k > i && strcmp(object->child[k - 1]->kind->element, element) != 0) {
            k--;
        }
        if (k > i + 1 && strcmp(object->child[i]->kind->element, element) == 0) {
            struct quire_object *swap = object->child[i];
            object->child[i] = object->child[--k];
            object->child[k] = swap;
        }
    }
}

/* another order of the elements of a model, and of those in them that have none by their meaning;
 * those for which one element stands stay behind it */
static void
shuffle(struct quire_object *root, unsigned seed)
{
    static const char *const part[] = {"load", "moment", "tyre", "ball"};
    uint64_t state = 88172645463325252u + seed;
    const size_t n = root->n_child;

    for (size_t i = 0; i < n * (sizeof part / sizeof *part); i++) {
        turn_about(root->child[i % n], part[i / n]);
    }

    for (size_t i = n; i-- > 1;) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        const size_t k = (size_t)(state % (i + 1));
        const bool together = root->child[i]->copied || root->child[k]->copied ||
                              (i + 1 < n && root->child[i + 1]->copied) ||
                              (k + 1 < n && root->child[k + 1]->copied);
        /* rules act in the order of the file */
        if (!together && strcmp(root->child[i]->kind->element, "rule") != 0 &&
            strcmp(root->child[k]->kind->element, "rule") != 0) {
            struct quire_object *swap = root->child[i];
            root->child[i] = root->child[k];
            root->child[k] = swap;
        }
    }
}

struct start {
    struct quire_system *system;
    struct quire_state *state;
    double *y;
};

static bool
start(struct start *s, const struct quire_model *model)
{
    if (quire_system_create(&s->system, model, QUIRE_MOTION_OF_MODEL, NULL, NULL) != QUIRE_OK) {
        return false;
    }
    cr_assert_eq(quire_state_create(&s->state, s->system), QUIRE_OK);
    s->y = aligned_alloc(64, (sizeof(double) * (s->system->layout.length + QUIRE_LANES) + 63) / 64 *
                                 64);
    quire_state_start(s->state, s->y);
    quire_state_forces(s->state, 0, s->y);
    return true;
}

static void
end(struct start *s)
{
    free(s->y);
    quire_state_destroy(s->state);
    quire_system_destroy(s->system);
}

/* the same machine with the same state and the same forces, to the bit */
static void
compare(const struct start *a, const struct start *b, const char *path)
{
    const struct quire_system *x = a->system, *z = b->system;

    cr_assert(x->n_sheet == z->n_sheet && x->n_roller == z->n_roller && x->n_guide == z->n_guide &&
                  x->n_law == z->n_law && x->layout.length == z->layout.length,
              "%s", path);
    for (int k = 0; k < x->n_sheet; k++) {
        cr_expect_str_eq(x->sheet[k].object->name, z->sheet[k].object->name, "%s", path);
    }
    for (int k = 0; k < x->n_roller; k++) {
        cr_expect_str_eq(x->roller[k].name, z->roller[k].name, "%s", path);
    }
    for (int k = 0; k < x->n_guide; k++) {
        cr_expect_str_eq(x->guide[k].name, z->guide[k].name, "%s", path);
    }
    for (int k = 0; k < x->n_free; k++) {
        cr_expect_str_eq(x->free[k].object->name, z->free[k].object->name, "%s", path);
    }
    for (int k = 0; k < x->n_law; k++) {
        cr_expect_str_eq(x->law[k].name, z->law[k].name, "%s", path);
    }
    cr_expect_arr_eq(a->y, b->y, sizeof(double) * x->layout.length, "%s: another start", path);
    cr_expect_arr_eq(a->state->force, b->state->force,
                     sizeof(double) * (x->layout.nv + x->layout.nz), "%s: other forces", path);
}

static int
visit(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
    quire_model *model;
    const size_t n = strlen(path);
    (void)st, (void)ftw;

    if (flag != FTW_F || n < 4 || strcmp(path + n - 4, ".xml") != 0 ||
        quire_model_load(&model, path, NULL, 0, NULL) != QUIRE_OK) {
        return 0;
    }
    struct start plain, other;
    if (strcmp(model->root->kind->element, "model") == 0 && start(&plain, model)) {
        for (unsigned seed = 0; seed < 3; seed++) {
            shuffle(model->root, 7 * seed);
            cr_assert(start(&other, model), "%s: refused in another order", path);
            compare(&plain, &other, path);
            end(&other);
        }
        n_compared++;
        end(&plain);
    }
    quire_model_destroy(model);
    return 0;
}

Test(order, of_elements_makes_no_difference_in_any_file)
{
    static const char *const folder[] = {"samples", "tests/data/models", "tests/validate/models"};

    for (size_t i = 0; i < sizeof folder / sizeof *folder; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", getenv("QUIRE_SRCDIR"), folder[i]);
        cr_assert_eq(nftw(path, visit, 16, FTW_PHYS), 0);
    }
    cr_expect_geq(n_compared, 70, "%d", n_compared);
}

/* columns in the order of the file, the same numbers in them, in as many steps */
Test(order, of_columns_is_that_of_the_file)
{
    static const char *const sample[] = {"samples/hop-and-roll/hop-and-roll.xml",
                                         "samples/blocks-on-slope/blocks-on-slope.xml",
                                         "samples/a4-turn/a4-turn.xml"};

    for (size_t i = 0; i < sizeof sample / sizeof *sample; i++) {
        quire_model *model;
        quire_run *plain, *other;
        quire_run_options options = quire_run_options_default();
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", getenv("QUIRE_SRCDIR"), sample[i]);
        options.end_time = 0.1;
        cr_assert_eq(quire_model_load(&model, path, NULL, 0, NULL), QUIRE_OK, "%s", path);
        cr_assert(quire_run_create(&plain, model, &options, NULL) == QUIRE_OK &&
                  quire_run_execute(plain, NULL) == QUIRE_OK);
        shuffle(model->root, 5);
        cr_assert(quire_run_create(&other, model, &options, NULL) == QUIRE_OK &&
                  quire_run_execute(other, NULL) == QUIRE_OK);
        const size_t n = quire_run_column_count(plain), rows = quire_run_row_count(plain);
        cr_assert(n == quire_run_column_count(other) && rows == quire_run_row_count(other));
        cr_expect_eq(quire_run_figure(plain, "solver.steps"),
                     quire_run_figure(other, "solver.steps"));
        size_t moved = 0;
        for (size_t a = 0; a < n; a++) {
            size_t b = 0;
            while (b < n &&
                   strcmp(quire_run_column_name(plain, a), quire_run_column_name(other, b)) != 0) {
                b++;
            }
            cr_assert_lt(b, n, "%s", quire_run_column_name(plain, a));
            moved += a != b;
            const double x = quire_run_value(plain, rows - 1, a),
                         y = quire_run_value(other, rows - 1, b);
            cr_expect(memcmp(&x, &y, sizeof x) == 0, "%s: %.17g, not %.17g",
                      quire_run_column_name(plain, a), y, x);
        }
        cr_expect_gt(moved, 0, "%s", path);
        quire_run_destroy(plain);
        quire_run_destroy(other);
        quire_model_destroy(model);
    }
}

/* The part of a summary that says what came of the run: figures, energy, events, steps and the end
 * state's hash. What is listed in the file's order stands before it, and what differs each time
 * behind it. */
static char *
outcome(const quire_run *run, const char *path)
{
    const char *json = quire_run_summary_json(run), *from = strstr(json, "\"figures\""),
               *to = strstr(json, "\"provenance\"");

    cr_assert(from != NULL && to != NULL && to > from, "%s: %s", path, json);
    return strndup(from, (size_t)(to - from));
}

/* a sample, with `more` before its end */
static quire_model *
load(const char *path, const char *more)
{
    const size_t room = 100000, n = strlen(more);
    char *text = calloc(room, 1);
    FILE *file = fopen(path, "r");
    quire_model *model;

    cr_assert(text != NULL && file != NULL, "%s", path);
    cr_assert_gt(fread(text, 1, room - n - 1, file), 0, "%s", path);
    fclose(file);
    char *end = strstr(text, "</model>");
    cr_assert(end != NULL, "%s", path);
    memmove(end + n, end, strlen(end) + 1);
    memcpy(end, more, n);
    cr_assert_eq(quire_model_parse(&model, text, strlen(text), path, NULL, 0, NULL), QUIRE_OK, "%s",
                 path);
    free(text);
    return model;
}

static void
expect_same_run(const char *sample, const char *more)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/samples/%s/%s.xml", getenv("QUIRE_SRCDIR"), sample, sample);
    char *text[2];
    quire_verdict verdict[2];
    quire_model *model = load(path, more);

    for (int i = 0; i < 2; i++) {
        quire_run *run;
        cr_assert(quire_run_create(&run, model, NULL, NULL) == QUIRE_OK &&
                      quire_run_execute(run, NULL) == QUIRE_OK,
                  "%s", path);
        text[i] = outcome(run, path);
        verdict[i] = quire_run_verdict(run);
        quire_run_destroy(run);
        shuffle(model->root, 3);
    }
    cr_expect_eq(verdict[0], verdict[1], "%s", path);
    size_t same = 0;
    while (text[0][same] != '\0' && text[0][same] == text[1][same]) {
        same++;
    }
    cr_expect_str_eq(text[0], text[1], "%s: %.100s, not %.100s", path, text[1] + same,
                     text[0] + same);
    free(text[0]);
    free(text[1]);
    quire_model_destroy(model);
}

/* whole runs, to the bit: nips, guides and jams; discs and springs; gates that sheets move;
 * suction; in space; a state of rest */
Test(order, of_elements_makes_no_difference_to_sheets_in_nips)
{
    expect_same_run("a4-turn", "");
    expect_same_run("five-stations", "");
    expect_same_run("lip-jam", "");
    expect_same_run("branch-flap", "");
}

Test(order, of_elements_makes_no_difference_to_bodies_gates_and_pressures)
{
    expect_same_run("sticky-discs", "");
    expect_same_run("sprung-flap", "");
    expect_same_run("soft-disc", "");
}

Test(order, of_elements_makes_no_difference_in_space_and_at_rest)
{
    expect_same_run("two-nips-skew", "");
    expect_same_run("spinning-top", "");
    expect_same_run("oblique-discs", "");
    expect_same_run("droop", "");
}

/* signals and verdicts of one time, and the figures that checks of one name share */
Test(order, of_elements_makes_no_difference_to_what_is_told)
{
    expect_same_run("a4-turn",
                    "<sensor name=\"late\" kind=\"edge\" path=\"main\" at=\"150 mm\"/><sensor "
                    "name=\"early\" kind=\"edge\" path=\"main\" "
                    "at=\"150 mm\" hysteresis=\"2 mm\"/><check kind=\"late\" factor=\"3\"/><check "
                    "kind=\"late\" factor=\"1.01\" distance=\"0 mm\"/>"
                    "<check name=\"b\" kind=\"arrival\" sensor=\"late\" latest=\"1 ms\"/><check "
                    "name=\"a\" kind=\"arrival\" sensor=\"early\" latest=\"1 ms\"/>");
}

/* Checks of a kind that have no names share their figures: those of the one that came out worst,
 * wherever it stands. */
Test(order, of_checks_does_not_hide_that_one_failed)
{
    static const char *const more[] = {
        "<check kind=\"late\" factor=\"1\" distance=\"0 mm\"/><check kind=\"late\" factor=\"3\"/>",
        "<check kind=\"late\" factor=\"3\"/><check kind=\"late\" factor=\"1\" distance=\"0 mm\"/>"};
    char path[4096];

    snprintf(path, sizeof path, "%s/samples/a4-turn/a4-turn.xml", getenv("QUIRE_SRCDIR"));
    for (int i = 0; i < 2; i++) {
        quire_model *model = load(path, more[i]);
        quire_run *run;
        cr_assert(quire_run_create(&run, model, NULL, NULL) == QUIRE_OK &&
                  quire_run_execute(run, NULL) == QUIRE_OK);
        cr_expect_eq(quire_run_verdict(run), QUIRE_VERDICT_FAILED);
        cr_expect(quire_run_figure(run, "late.failed") > 0, "%g",
                  quire_run_figure(run, "late.failed"));
        cr_expect(quire_run_figure(run, "late.margin") < 0, "%g",
                  quire_run_figure(run, "late.margin"));
        quire_run_destroy(run);
        quire_model_destroy(model);
    }
}

/* what they say decides, and names only where that is the same */
Test(order, is_by_what_elements_say)
{
    struct machine m, renamed;
    const char *text =
        "<contact name=\"c\"><normal law=\"linear\" stiffness=\"1000 N/m\"/></contact><pair "
        "contact=\"c\"/>"
        "<roller name=\"%s\" centre=\"50 mm, 0 mm\" radius=\"10 mm\" surface=\"r\"/><roller "
        "name=\"%s\" centre=\"0 mm, 0 mm\" radius=\"10 mm\" surface=\"r\"/>"
        "<disc name=\"p\" radius=\"5 mm\" mass=\"1 g\" surface=\"d\" centre=\"0 mm, 100 mm\"/>";
    char one[1000], two[1000];

    snprintf(one, sizeof one, text, "a", "b");
    snprintf(two, sizeof two, text, "b", "a");
    machine_open(&m, one);
    machine_open(&renamed, two);
    cr_expect_str_eq(m.system->roller[0].name, "b");
    cr_expect_str_eq(renamed.system->roller[0].name, "a");
    cr_expect(m.system->in_file.roller[0] == 1 && m.system->in_file.roller[1] == 0 &&
              m.system->in_file.roller[2] == 2);
    machine_close(&m);
    machine_close(&renamed);
}
