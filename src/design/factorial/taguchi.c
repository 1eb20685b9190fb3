/* Taguchi's orthogonal arrays. */
#include "design/common.h"
#include "model/problem.h"

enum { L4, L8, L9, L12, L16, L16_4, L18, L25, L27, N_ARRAY, AUTOMATIC = -1 };

struct params {
    struct quire_design_common common;
    int array;
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_CHOICE(struct params, array, "array", "l4|l8|l9|l12|l16|l16-4|l18|l25|l27",
                 QUIRE_OPTIONAL,
                 "the array, l16-4 the one of four levels that is printed as L16'; without it the "
                 "smallest that has a column for each factor. Factors take the first columns with "
                 "as many levels as they have; ranges "
                 "take as many as the column has"),
    QUIRE_FIELD_END,
};

/* levels of each column, and its levels in each run */
struct array {
    const char *name;
    int runs, columns;
    int first_levels, levels; /* of column 1, and of all others */
    const char *const *row;   /* NULL: a linear array over the field of `levels` elements */
};

static const char *const l12[] = {"11111111111", "11111222222", "11222111222", "12122122112",
                                  "12212212121", "12221221211", "21221122121", "21212221112",
                                  "21122212211", "22211112212", "22121211122", "22112121221"};
static const char *const l18[] = {"11111111", "11222222", "11333333", "12112233", "12223311",
                                  "12331122", "13121323", "13232131", "13313212", "21133221",
                                  "21211332", "21322113", "22123132", "22231213", "22312321",
                                  "23132312", "23213123", "23321231"};

static const struct array arrays[N_ARRAY] = {
    {"L4", 4, 3, 2, 2, NULL},   {"L8", 8, 7, 2, 2, NULL},    {"L9", 9, 4, 3, 3, NULL},
    {"L12", 12, 11, 2, 2, l12}, {"L16", 16, 15, 2, 2, NULL}, {"L16'", 16, 5, 4, 4, NULL},
    {"L18", 18, 8, 2, 3, l18},  {"L25", 25, 6, 5, 5, NULL},  {"L27", 27, 13, 3, 3, NULL},
};

struct assignment {
    const struct array *array;
    int *column; /* of each factor (n) */
};

/* products of the field of four elements, whose sums are exclusive ors; 2 is a root of x^2 + x + 1
 */
static const int product_of_four[4][4] = {{0, 0, 0, 0}, {0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}};

static int
field_sum(int levels, int a, int b)
{
    return levels == 4 ? a ^ b : (a + b) % levels;
}

static int
field_product(int levels, int a, int b)
{
    return levels == 4 ? product_of_four[a][b] : a * b % levels;
}

/* Linear arrays: with the digits d1 d2 ... of the run's number, d1 the highest, column 1 is d1, and
 * each further digit has a column for itself and one for each of its sums with multiples of the
 * digits before it, counted with d1 the fastest: d2, d1 + d2, 2 d1 + d2, ... */
static int
linear_level(int levels, int runs, int run, int column)
{
    int place = runs / levels, n = 1; /* worth of the digit; columns that it has */
    while (column >= n) {
        column -= n;
        n *= levels;
        place /= levels;
    }
    int sum = run / place % levels;
    for (int before = runs / levels; before > place; before /= levels) {
        sum = field_sum(levels, sum, field_product(levels, column % levels, run / before % levels));
        column /= levels;
    }
    return sum;
}

static int
level_at(const struct array *a, int run, int column)
{
    return a->row != NULL ? a->row[run][column] - '1'
                          : linear_level(a->levels, a->runs, run, column);
}

static int
levels_of(const struct array *a, int column)
{
    return column == 0 ? a->first_levels : a->levels;
}

/* the first free column that fits each factor; those with levels first, because a range fits
 * everywhere */
static bool
assign(const struct array *a, const struct quire_design_task *task, int *column)
{
    uint32_t taken = 0;
    size_t found = 0;
    for (int with_levels = 1; with_levels >= 0; with_levels--) {
        for (size_t j = 0; j < task->n; j++) {
            const long levels = task->column[j].levels;
            for (int c = 0; (levels > 0) == (with_levels == 1) && c < a->columns; c++) {
                /* a range takes a column of two levels only where there are no others */
                const bool fits =
                    levels > 0 ? levels == levels_of(a, c) : levels_of(a, c) == a->levels;
                if (fits && (taken >> c & 1) == 0) {
                    taken |= UINT32_C(1) << c;
                    column[j] = c;
                    found++;
                    break;
                }
            }
        }
    }
    return found == task->n;
}

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    struct assignment *s = quire_arena_get(task->arena, 1, sizeof *s);
    if (s == NULL ||
        (s->column = quire_arena_get(task->arena, task->n, sizeof *s->column)) == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    const quire_status status = quire_design_need_levels(task, 1, QUIRE_DESIGN_POINT_LIMIT);
    for (int i = 0; i < N_ARRAY; i++) {
        if ((p->array == AUTOMATIC || p->array == i) && assign(&arrays[i], task, s->column)) {
            s->array = &arrays[i];
            out->points = (uint64_t)arrays[i].runs;
            out->data = s;
            return status;
        }
    }
    return quire_object_error(task->self, task->diag, "E-MODEL",
                              "L4, L8, L12 and L16 have 3, 7, 11 and 15 columns of two levels, L9 "
                              "and L27 4 and 13 of three, L16' 5 of four, L25 6 of "
                              "five, L18 one of two and 7 of three",
                              p->array == AUTOMATIC ? "no array has a column for each factor"
                                                    : "array %s has no column for each factor",
                              p->array == AUTOMATIC ? "" : arrays[p->array].name);
}

static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    const struct assignment *s = plan->data;
    for (size_t j = 0; j < plan->n; j++) {
        const int c = s->column[j];
        value[j] = quire_design_at_level(&plan->column[j], level_at(s->array, (int)point, c),
                                         levels_of(s->array, c));
    }
}

static void
describe(const struct quire_design_plan *plan, struct quire_text *out)
{
    const struct assignment *s = plan->data;
    quire_text_format(out, "array %s:", s->array->name);
    for (size_t j = 0; j < plan->n; j++) {
        quire_text_format(out, "%s %s in column %d", j > 0 ? "," : "", plan->column[j].name,
                          s->column[j] + 1);
    }
    quire_text_add(out, "\nmain effects can be told apart; interactions are mixed with them\n");
}

static const struct quire_design_ops ops = {.make = make, .point = point, .describe = describe};

const struct quire_kind quire_kind_design_taguchi = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "taguchi",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Orthogonal arrays by their usual names, most often crossed with an outer array of the "
            "noise: a second design with of=\"noise\".",
    .example = "<design kind=\"taguchi\" array=\"l9\"/>",
    .source = "G. Taguchi, S. Konishi, Orthogonal Arrays and Linear Graphs, American Supplier "
              "Institute 1987",
    .ops = &ops,
};
