/* Taguchi's orthogonal arrays. */
#include <string.h>

#include "design/common.h"
#include "design/factorial/array.h"
#include "design/factorial/names.h"
#include "model/problem.h"

#define WANTED_MOST 64     /* interactions that are to be free */
#define TRIES_MOST  200000 /* assignments of a factor to a column, in the search for free ones */

struct params {
    struct quire_design_common common;
    int array;
    const char *interactions;
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_CHOICE(struct params, array, "array",
                 "l4|l8|l9|l12|l16|l16-4|l18|l25|l27|l32|l32-4|l36|l36-3|l54", QUIRE_OPTIONAL,
                 "orthogonal array; l16-4 is the one of four levels printed as L16', l32-4 and "
                 "l36-3 those printed as L32' and L36'. Default: the smallest with a column for "
                 "each factor. Factors use the first columns with the same number of levels; "
                 "ranges use as many levels as the column has"),
    QUIRE_TEXT(struct params, interactions, "interactions", QUIRE_OPTIONAL,
               "two-factor interactions to be estimated, \"load*speed, load*radius\"; the columns "
               "of these interactions are kept free of factors"),
    QUIRE_FIELD_END,
};

struct assignment {
    const struct quire_array *array;
    int *column; /* of each factor (n) */
};

/* What the search for columns knows. */
struct search {
    const struct quire_design_task *task;
    const struct quire_array *array;
    size_t *order; /* factors with levels first, because a range fits everywhere (n) */
    int *column;
    size_t wanted[WANTED_MOST][2], n_wanted;
    long tries;
};

static bool
fits(const struct quire_array *a, int column, long levels)
{
    /* a range takes a column of two levels only where there are no others */
    return quire_array_levels(a, column) == (levels > 0 ? levels : a->levels);
}

/* the columns that factor number `at` of the order takes: its own, and those of the wanted
 * interactions with factors before it; false if one is taken */
static bool
take(const struct search *s, size_t at, uint32_t *taken)
{
    const size_t factor = s->order[at];
    uint32_t all = *taken, own = UINT32_C(1) << s->column[factor];
    bool free = (all & own) == 0;
    all |= own;
    for (size_t w = 0; w < s->n_wanted && free; w++) {
        const size_t *pair = s->wanted[w];
        const size_t other = pair[0] == factor ? pair[1] : pair[0];
        bool before = false;
        for (size_t i = 0; i < at; i++) {
            before = before || s->order[i] == other;
        }
        if (before && (pair[0] == factor || pair[1] == factor)) {
            own = quire_array_interaction(s->array, s->column[factor], s->column[other]);
            free = (all & own) == 0;
            all |= own;
        }
    }
    *taken = all;
    return free;
}

/* the first columns that fit, back where none is left; without wanted interactions it never has to
 * go back further than over factors of equal levels, so the first failure is final */
static bool
assign(struct search *s, size_t at, uint32_t taken)
{
    if (at == s->task->n) {
        return true;
    }
    const size_t factor = s->order[at];
    for (int c = 0; c < s->array->columns; c++) {
        uint32_t then = taken;
        s->column[factor] = c;
        if (fits(s->array, c, s->task->column[factor].levels) && s->tries++ < TRIES_MOST &&
            take(s, at, &then)) {
            if (assign(s, at + 1, then)) {
                return true;
            }
            if (s->n_wanted == 0) {
                return false;
            }
        }
    }
    return false;
}

/* one interaction, "load*speed" */
static quire_status
read_pair(struct search *s, const char *text, size_t length)
{
    const struct quire_design_task *task = s->task;
    const char *star = memchr(text, '*', length);
    if (s->n_wanted == WANTED_MOST) {
        return quire_object_error(task->self, task->diag, "E-LIMIT", NULL,
                                  "more than %d interactions", WANTED_MOST);
    }
    size_t *pair = s->wanted[s->n_wanted];
    if (star == NULL) {
        return quire_object_error(
            task->self, task->diag, "E-MODEL", "interactions=\"load*speed, load*radius\"",
            "'%.*s' is not an interaction of two factors", (int)(length < 60 ? length : 60), text);
    }
    const size_t first = (size_t)(star - text);
    quire_status status = quire_design_name(&pair[0], task, text, first);
    status =
        quire_status_first(status, quire_design_name(&pair[1], task, star + 1, length - first - 1));
    if (status == QUIRE_OK && pair[0] == pair[1]) {
        return quire_object_error(task->self, task->diag, "E-MODEL", NULL,
                                  "factor '%s' cannot interact with itself",
                                  task->column[pair[0]].name);
    }
    for (size_t w = 0; w < s->n_wanted && status == QUIRE_OK; w++) {
        if (s->wanted[w][0] + s->wanted[w][1] == pair[0] + pair[1] &&
            (s->wanted[w][0] == pair[0] || s->wanted[w][0] == pair[1])) {
            status = quire_object_error(task->self, task->diag, "E-MODEL", NULL,
                                        "interaction %s*%s is given twice",
                                        task->column[pair[0]].name, task->column[pair[1]].name);
        }
    }
    s->n_wanted++;
    return status;
}

static quire_status
read_wanted(struct search *s, const char *text)
{
    quire_status status = QUIRE_OK;
    for (const char *at = text, *comma; at != NULL && status == QUIRE_OK;
         at = comma != NULL ? comma + 1 : NULL) {
        comma = strchr(at, ',');
        status = read_pair(s, at, strcspn(at, ","));
    }
    return status;
}

static quire_status
refuse(const struct quire_design_task *task, int array, bool wanted)
{
    const bool automatic = array < 0;
    const char *hint =
        wanted ? "arrays with separate columns for interactions are L4, L8, L16 and L32 of two "
                 "levels, L9 and L27 of three, L16' of four and L25 of five"
               : "L4, L8, L12, L16 and L32 have 3, 7, 11, 15 and 31 columns of two levels, L9 and "
                 "L27 4 and 13 of three, L16' 5 of four, L25 6 of five, L18 one of two and 7 of "
                 "three, L32' one of two and 9 of four, L36 11 of two and 12 of three, L36' 3 of "
                 "two and 13 of three, L54 one of two and 25 of three";
    return quire_object_error(task->self, task->diag, "E-MODEL", hint, "%s%s has %s",
                              automatic ? "no array" : "array ",
                              automatic ? "" : quire_arrays[array].name,
                              wanted && automatic ? "free columns for these interactions"
                              : wanted            ? "no free columns for these interactions"
                              : automatic         ? "a column for each factor"
                                                  : "no column for each factor");
}

static void
fill_order(struct search *s)
{
    size_t n = 0;
    for (int with_levels = 1; with_levels >= 0; with_levels--) {
        for (size_t j = 0; j < s->task->n; j++) {
            if ((s->task->column[j].levels > 0) == (with_levels == 1)) {
                s->order[n++] = j;
            }
        }
    }
}

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    struct assignment *s = quire_arena_get(task->arena, 1, sizeof *s);
    struct search *search = quire_arena_get(task->arena, 1, sizeof *search);
    if (s == NULL || search == NULL ||
        (s->column = quire_arena_get(task->arena, task->n, sizeof *s->column)) == NULL ||
        (search->order = quire_arena_get(task->arena, task->n, sizeof *search->order)) == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    quire_status status = quire_design_need_levels(task, 1, QUIRE_DESIGN_POINT_LIMIT);
    search->task = task;
    search->column = s->column;
    fill_order(search);
    status = quire_status_first(status, read_wanted(search, p->interactions));
    if (status != QUIRE_OK) {
        return status;
    }
    for (int i = 0; i < QUIRE_ARRAYS; i++) {
        search->array = &quire_arrays[i];
        search->tries = 0;
        if ((p->array < 0 || p->array == i) &&
            (search->n_wanted == 0 || quire_array_is_linear(search->array)) &&
            assign(search, 0, 0)) {
            s->array = search->array;
            out->points = (uint64_t)s->array->runs;
            out->data = s;
            return QUIRE_OK;
        }
    }
    return refuse(task, p->array, search->n_wanted > 0);
}

static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    const struct assignment *s = plan->data;
    for (size_t j = 0; j < plan->n; j++) {
        const int c = s->column[j];
        value[j] =
            quire_design_at_level(&plan->column[j], quire_array_level(s->array, (int)point, c),
                                  quire_array_levels(s->array, c));
    }
}

/* ---- what is mixed with what ---- */

static int
factor_in(const struct assignment *s, size_t n, int column)
{
    for (size_t j = 0; j < n; j++) {
        if (s->column[j] == column) {
            return (int)j;
        }
    }
    return -1;
}

/* columns of the interaction of factors a and b, and which factors are in them */
static void
describe_pair(const struct quire_design_plan *plan, size_t a, size_t b, struct quire_text *out)
{
    const struct assignment *s = plan->data;
    const uint32_t columns = quire_array_interaction(s->array, s->column[a], s->column[b]);
    const bool several = (columns & (columns - 1)) != 0;
    quire_text_format(out, "%s*%s: column%s", plan->column[a].name, plan->column[b].name,
                      several ? "s" : "");
    const char *comma = "";
    for (int c = 0; c < s->array->columns; c++) {
        if ((columns >> c & 1) != 0) {
            const int factor = factor_in(s, plan->n, c);
            quire_text_format(out, "%s %d (%s)", comma, c + 1,
                              factor >= 0 ? plan->column[factor].name : "free");
            comma = ",";
        }
    }
    quire_text_add(out, "\n");
}

/* how many two-factor interactions are in columns without factors */
static size_t
count_free(const struct quire_design_plan *plan)
{
    const struct assignment *s = plan->data;
    uint32_t factors = 0;
    size_t n = 0;
    for (size_t j = 0; j < plan->n; j++) {
        factors |= UINT32_C(1) << s->column[j];
    }
    for (size_t a = 0; a < plan->n; a++) {
        for (size_t b = a + 1; b < plan->n; b++) {
            n += (quire_array_interaction(s->array, s->column[a], s->column[b]) & factors) == 0;
        }
    }
    return n;
}

static void
describe(const struct quire_design_plan *plan, struct quire_text *out)
{
    const struct assignment *s = plan->data;
    const size_t pairs = plan->n * (plan->n - 1) / 2;
    quire_text_format(out, "array %s:", s->array->name);
    for (size_t j = 0; j < plan->n; j++) {
        quire_text_format(out, "%s %s in column %d", j > 0 ? "," : "", plan->column[j].name,
                          s->column[j] + 1);
    }
    if (!quire_array_is_linear(s->array)) {
        quire_text_add(out, "\nmain effects can be estimated separately; interactions are partly "
                            "aliased with them\n");
        return;
    }
    quire_text_add(out, "\nmain effects can be estimated separately; interactions are aliased with "
                        "the effects of their columns\n");
    if (pairs > 0) {
        quire_text_format(out,
                          "%zu of %zu two-factor interactions are in columns without factors\n",
                          count_free(plan), pairs);
    }
    for (size_t a = 0; a < plan->n && pairs <= 28; a++) {
        for (size_t b = a + 1; b < plan->n; b++) {
            describe_pair(plan, a, b, out);
        }
    }
}

static const struct quire_design_ops ops = {.make = make, .point = point, .describe = describe};

const struct quire_kind quire_kind_design_taguchi = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "taguchi",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Orthogonal arrays by their usual names. They are often crossed with an outer array of "
            "the noise: a second design with of=\"noise\".",
    .example = "<design kind=\"taguchi\" array=\"l9\"/>",
    .source = "G. Taguchi, S. Konishi, Orthogonal Arrays and Linear Graphs, American Supplier "
              "Institute 1987",
    .ops = &ops,
};
