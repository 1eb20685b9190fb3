/* Definitive screening: three levels, from a conference matrix. */
#include "design/common.h"
#include "model/problem.h"

struct params {
    struct quire_design_common common;
    long extra, centre;
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_INTEGER(struct params, extra, "extra", "0", QUIRE_FROM_TO(0, 28),
                  "number of unused columns; each two add four runs, which estimate the error and "
                  "let more interactions be found"),
    QUIRE_INTEGER(struct params, centre, "centre", "1", QUIRE_FROM_TO(1, 1000),
                  "number of points at the centre; the first one lets the mean and all squares be "
                  "estimated together"),
    QUIRE_FIELD_END,
};

/* Conference matrices of q + 1 rows, q = p^power odd: a border, and whether i - j is a square of
 * the field (Paley). Of 25 and 9 elements are a + b i with i^2 no square of p. A matrix of 16 rows
 * is doubled from that of 8, which is skew. */
static const struct field {
    int q, p, root; /* i^2; 0: the field is of p elements */
} field[] = {{3, 3, 0},   {5, 5, 0},   {7, 7, 0},   {9, 3, 2},  {11, 11, 0},
             {13, 13, 0}, {15, 0, 0}, /* doubled */
             {17, 17, 0}, {19, 19, 0}, {23, 23, 0}, {25, 5, 2}, {29, 29, 0}};

enum { N_FIELD = sizeof field / sizeof field[0], DOUBLED = 15, SIZE_MOST = 30 };

struct screening {
    const struct field *field;
    int size, character[SIZE_MOST]; /* of each element: 1 a square, -1 none, 0 the zero */
};

static int
field_multiply(const struct field *f, int u, int v)
{
    const int a = u / f->p, b = u % f->p, c = v / f->p, d = v % f->p;
    const int high = (a * d + b * c) % f->p, low = (b * d + f->root * a * c) % f->p;
    return high * f->p + low;
}

static int
field_subtract(const struct field *f, int u, int v)
{
    const int high = (u / f->p - v / f->p + f->p) % f->p, low = (u % f->p - v % f->p + f->p) % f->p;
    return high * f->p + low;
}

static void
fill_characters(struct screening *s, const struct field *f)
{
    for (int u = 1; u < f->q; u++) {
        s->character[u] = -1;
    }
    for (int u = 1; u < f->q; u++) {
        s->character[field_multiply(f, u, u)] = 1;
    }
}

static int
paley(const struct screening *s, const struct field *f, int row, int column)
{
    if (row == 0 || column == 0) {
        return row == column ? 0 : row == 0 || f->q % 4 == 1 ? 1 : -1;
    }
    return s->character[field_subtract(f, row - 1, column - 1)];
}

/* an entry of the conference matrix: [S, S + I; S - I, -S] where it is doubled from S */
static int
entry(const struct screening *s, int row, int column)
{
    if (s->field->q != DOUBLED) {
        return paley(s, s->field, row, column);
    }
    const int half = s->size / 2, i = row % half, j = column % half;
    const bool low = row >= half, right = column >= half;
    const int of_half = paley(s, &field[2], i, j), one = i == j ? 1 : 0;
    return low ? (right ? -of_half : of_half - one) : of_half + (right ? one : 0);
}

static quire_status
check_columns(const struct quire_design_task *task)
{
    quire_status status = quire_design_need_levels(task, 3, 3);
    for (size_t j = 0; j < task->n && status == QUIRE_OK; j++) {
        if (!task->column[j].ordered) {
            status = quire_object_error(
                task->self, task->diag, "E-MODEL",
                "use a taguchi or d-optimal design for levels that are words",
                "the levels of factor '%s' are words and have no middle", task->column[j].name);
        }
    }
    return status;
}

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    const quire_status status = check_columns(task);
    struct screening *s = quire_arena_get(task->arena, 1, sizeof *s);
    if (s == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    for (int i = 0; i < N_FIELD && s->field == NULL && task->n <= SIZE_MOST; i++) {
        if (field[i].q + 1 >= (int)task->n + (int)p->extra) {
            s->field = &field[i];
        }
    }
    if (task->n < 3 || s->field == NULL) {
        return quire_object_error(task->self, task->diag, "E-MODEL",
                                  "a central composite design can have any number",
                                  "a definitive screening design has 3 to %d columns, not %zu",
                                  SIZE_MOST, task->n + (size_t)p->extra);
    }
    s->size = s->field->q + 1;
    fill_characters(s, s->field->q == DOUBLED ? &field[2] : s->field);
    out->data = s;
    out->points = 2 * (uint64_t)s->size + (uint64_t)p->centre;
    return status;
}

/* each row of the matrix, then the same with all signs turned; the centre last */
static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    const struct screening *s = plan->data;
    const bool centre = point >= 2 * (uint64_t)s->size;
    for (size_t j = 0; j < plan->n; j++) {
        const int sign = centre ? 0 : entry(s, (int)(point / 2), (int)j);
        value[j] = quire_design_at_level(&plan->column[j], 1 + (point % 2 == 0 ? sign : -sign), 3);
    }
}

static void
describe(const struct quire_design_plan *plan, struct quire_text *out)
{
    const struct screening *s = plan->data;
    const long spare = (long)plan->points - 1 - 2 * (long)plan->n;
    quire_text_format(
        out,
        "conference matrix of %d rows; main effects are orthogonal to each other, to "
        "squares and to two-factor interactions\nall main effects and squares can be "
        "estimated together, with %ld degrees of freedom left; two-factor interactions "
        "are mixed in part with squares and with each other\n",
        s->size, spare);
}

static const struct quire_design_ops ops = {.make = make, .point = point, .describe = describe};

const struct quire_kind quire_kind_design_definitive_screening = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "definitive-screening",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Screening at three levels. It shows which of 3 to 30 factors are active, and which of "
            "them have curvature, from 2 k + 1 runs (k even; some k use the next size). No main "
            "effect is aliased with a square or a two-factor interaction.",
    .equation = "C and -C in turn, and the centre; C'C = (m - 1) I, 0 in the diagonal of C",
    .example = "<design kind=\"definitive-screening\" extra=\"2\"/>",
    .source = "B. Jones, C. J. Nachtsheim, A class of three-level designs for definitive screening "
              "in the presence of second-order effects, J. Qual. Technol. 43 (2011) 1",
    .ops = &ops,
};
