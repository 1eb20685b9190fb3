/* What the points can tell that no <exclude> leaves out. Generators and tables of a design speak
 * of all its points; once some are gone, only the matrix of those that are left says what is
 * mixed with what (doc/theory/designs.md, 12). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stat/qr.h"
#include "stat/regressors.h"
#include "study/parts.h"

#define MOST_POINTS  20000
#define MOST_COLUMNS 600
#define MOST_NUMBERS 4000000   /* of the matrix */
#define MOST_WORK    300000000 /* products of columns that are looked at for the resolution */
#define MOST_LEVELS  12
#define MOST_WORDS   4 /* longest word that is looked for */
#define MOST_LINES   30
#define MOST_PARTS   6 /* of one line */
#define NOTHING      1e-9

struct left {
    const struct quire_study *study;
    size_t m, n;                       /* points, factors */
    double *x;                         /* (n, m): coded numbers */
    size_t *level;                     /* (n, m): numbers of words */
    const char *(*word)[MOST_LEVELS];  /* (n) */
    struct quire_predictor *predictor; /* (n) */
    struct quire_term *term;
    size_t n_term, n_main; /* all; the constant and main effects, which come first */
    struct quire_regressors all;
    size_t main_columns;
    struct quire_qr qr, main_qr;
    struct quire_text *out;
    size_t lines;
};

/* ---- the matrix */

/* false: there are too many words */
static bool
find_word(struct left *l, size_t j, const char *text, size_t *level)
{
    struct quire_predictor *p = &l->predictor[j];

    for (*level = 0; *level < p->n_level && strcmp(l->word[j][*level], text) != 0;) {
        ++*level;
    }
    if (*level < p->n_level) {
        return true;
    }
    if (p->n_level == MOST_LEVELS ||
        (l->word[j][p->n_level] = quire_arena_copy(l->study->arena, text)) == NULL) {
        return false;
    }
    p->n_level++;
    return true;
}

static bool
read_points(struct left *l)
{
    struct quire_study_run run = {0};
    bool good = true;

    for (size_t i = 0; good && i < l->m; i++) {
        const uint64_t index = (uint64_t)i * l->study->outer_points * l->study->replicates;
        good = quire_study_run(l->study, index, &run) == QUIRE_OK;
        for (size_t j = 0; good && j < l->n; j++) {
            const struct quire_study_value *v = &run.value[j];
            if (l->study->variable[j].words && l->study->variable[j].n_level == 2) {
                l->x[j * l->m + i] =
                    (double)v->level; /* as a number: the sign of the second is plus */
            } else if (l->study->variable[j].words) {
                good = find_word(l, j, v->text, &l->level[j * l->m + i]);
            } else {
                l->x[j * l->m + i] = v->si;
            }
        }
    }
    quire_study_run_clear(&run);
    return good;
}

/* from -1 to 1 among the points that are left: what is linear in one scale is in the other */
static void
code(double *x, size_t m)
{
    double low = HUGE_VAL, high = -HUGE_VAL;

    for (size_t i = 0; i < m; i++) {
        low = fmin(low, x[i]);
        high = fmax(high, x[i]);
    }
    for (size_t i = 0; i < m; i++) {
        x[i] = high > low ? (x[i] - low) / (high - low) * 2 - 1 : 1;
    }
}

static bool
is_constant(const struct left *l, size_t j)
{
    const struct quire_predictor *p = &l->predictor[j];
    bool same = true;

    for (size_t i = 1; i < l->m; i++) {
        same = same && (p->n_level > 0 ? p->level[i] == p->level[0] : p->x[i] == p->x[0]);
    }
    return same;
}

/* of factors that still vary */
static bool
make_matrix(struct left *l)
{
    l->term[l->n_term++] = (struct quire_term){0};
    for (size_t j = 0; j < l->n; j++) {
        if (!is_constant(l, j)) {
            l->term[l->n_term++] = (struct quire_term){1, {j}};
        }
    }
    l->n_main = l->n_term;
    for (size_t i = 1; i < l->n_main; i++) {
        for (size_t j = i + 1; j < l->n_main; j++) {
            l->term[l->n_term++] =
                (struct quire_term){2, {l->term[i].predictor[0], l->term[j].predictor[0]}};
        }
    }
    if (!quire_regressors_make(&l->all, l->predictor, l->term, l->n_term, NULL, l->m)) {
        return false;
    }
    for (size_t c = 0; c < l->all.n; c++) {
        l->main_columns += l->all.term[c] < l->n_main;
    }
    return l->all.n <= MOST_COLUMNS && l->all.n * l->m <= MOST_NUMBERS &&
           quire_qr_factor(&l->qr, l->m, l->all.n, l->all.x) &&
           quire_qr_factor(&l->main_qr, l->m, l->main_columns, l->all.x);
}

static bool
look(struct left *l)
{
    for (size_t j = 0; j < l->n; j++) {
        l->predictor[j] = (struct quire_predictor){0, l->x + j * l->m, l->level + j * l->m};
    }
    if (!read_points(l)) {
        return false;
    }
    for (size_t j = 0; j < l->n; j++) {
        if (l->predictor[j].n_level == 0) {
            code(l->x + j * l->m, l->m);
        }
    }
    return make_matrix(l);
}

/* ---- names */

/* "mu", "mu x medium=card-300" */
static void
add_column(struct left *l, size_t column)
{
    const struct quire_term *t = &l->term[l->all.term[column]];
    size_t rest = column;

    while (rest > 0 && l->all.term[rest - 1] == l->all.term[column]) {
        rest--;
    }
    rest = column - rest;
    for (size_t i = 0; i < t->order; i++) {
        const size_t j = t->predictor[i], n = l->predictor[j].n_level;
        quire_text_format(l->out, "%s%s", i > 0 ? " x " : "", l->study->variable[j].name);
        if (n > 2) {
            quire_text_format(l->out, "=%s", l->word[j][rest % (n - 1)]);
            rest /= n - 1;
        }
    }
    quire_text_add(l->out, t->order == 0 ? "constant" : "");
}

/* " = 0.5 mu - load x medium": false if there is nothing to say, and nothing is added */
static bool
add_sum(struct left *l, size_t column, const double *b, size_t first, size_t end)
{
    size_t n = 0, parts = 0;

    for (size_t c = first; c < end; c++) {
        parts += c != column && fabs(b[c]) > NOTHING;
    }
    if (parts == 0 || l->lines++ >= MOST_LINES) {
        return false;
    }
    quire_text_add(l->out, "  ");
    add_column(l, column);
    for (size_t c = first; c < end && n < MOST_PARTS; c++) {
        if (c == column || !(fabs(b[c]) > NOTHING)) {
            continue;
        }
        quire_text_add(l->out, n++ == 0 ? (b[c] < 0 ? " = -" : " = ") : b[c] < 0 ? " - " : " + ");
        if (fabs(fabs(b[c]) - 1) > NOTHING) {
            quire_text_format(l->out, "%.3g ", fabs(b[c]));
        }
        add_column(l, c);
    }
    if (parts > n) {
        quire_text_format(l->out, " and %zu more", parts - n);
    }
    quire_text_add(l->out, "\n");
    return true;
}

/* ---- resolution: of factors of two levels */

static bool
has_two_levels(const struct left *l)
{
    bool two = true;

    for (size_t i = 0; i < l->n * l->m; i++) {
        two = two && (l->predictor[i / l->m].n_level > 0 || fabs(l->x[i]) == 1);
    }
    for (size_t j = 0; j < l->n; j++) {
        two = two && l->predictor[j].n_level <= 2;
    }
    return two && l->n_main > 1;
}

/* the largest share that the products of `length` factors' signs come to on average, times
 * `sign` (m), of factors from term number `from` on */
static double
largest_word(const struct left *l, const double *sign, size_t from, size_t length, double *room)
{
    double largest = 0, sum = 0;

    if (length == 0) {
        for (size_t i = 0; i < l->m; i++) {
            sum += sign[i];
        }
        return fabs(sum) / (double)l->m;
    }
    for (size_t k = from; k < l->n_main; k++) {
        const struct quire_predictor *p = &l->predictor[l->term[k].predictor[0]];
        for (size_t i = 0; i < l->m; i++) {
            room[i] = sign[i] * (p->n_level > 0 ? (p->level[i] == 0 ? 1 : -1) : p->x[i]);
        }
        largest = fmax(largest, largest_word(l, room, k + 1, length - 1, room + l->m));
    }
    return largest;
}

/* Deng and Tang (1999): the length of the shortest words, and how far it is from a whole one */
static void
add_resolution(struct left *l, double *one, double *room)
{
    static const char *const roman[] = {"", "I", "II", "III", "IV", "V"};
    static const char *const means[] = {"", "levels are met unequally often",
                                        "factors are mixed with each other",
                                        "factors are mixed with two-factor interactions",
                                        "two-factor interactions are mixed with each other"};
    double work = (double)l->m;

    for (size_t i = 0; i < l->m; i++) {
        one[i] = 1;
    }
    for (size_t length = 1; length <= MOST_WORDS; length++) {
        work *= (double)l->n;
        const double largest = work <= MOST_WORK ? largest_word(l, one, 1, length, room) : 1;
        if (work > MOST_WORK) {
            quire_text_format(l->out, "resolution %s or more\n", roman[length]);
            return;
        }
        if (largest > NOTHING) {
            quire_text_format(l->out, "resolution %s: %s", roman[length], means[length]);
            if (largest < 1 - NOTHING) {
                quire_text_format(l->out, "%s (generalised resolution %.3g)",
                                  length > 1 ? ", in part" : "", (double)length + 1 - largest);
            }
            quire_text_add(l->out, "\n");
            return;
        }
    }
    quire_text_add(l->out, "resolution V or more\n");
}

/* ---- effects */

static bool
is_dependent(const struct quire_qr *qr, size_t column)
{
    for (size_t k = qr->rank; k < qr->n; k++) {
        if (qr->column[k] == column) {
            return true;
        }
    }
    return false;
}

/* main effects that have no number of their own */
static void
add_lost(struct left *l, double *b, double *rest)
{
    for (size_t j = 0; j < l->n; j++) {
        if (is_constant(l, j)) {
            quire_text_format(l->out,
                              "  %s is the same in all of them: its effect cannot be estimated\n",
                              l->study->variable[j].name);
        }
    }
    for (size_t c = 1; c < l->main_columns; c++) {
        if (is_dependent(&l->main_qr, c) &&
            quire_qr_solve(&l->main_qr, l->all.x, l->all.x + c * l->m, b, rest, NULL)) {
            add_sum(l, c, b, 0, l->main_columns);
        }
    }
}

static double
correlation(const struct left *l, size_t a, size_t b)
{
    const double *x = l->all.x + a * l->m, *y = l->all.x + b * l->m;
    double mx = 0, my = 0, xx = 0, yy = 0, xy = 0;

    for (size_t i = 0; i < l->m; i++) {
        mx += x[i] / (double)l->m;
        my += y[i] / (double)l->m;
    }
    for (size_t i = 0; i < l->m; i++) {
        xx += (x[i] - mx) * (x[i] - mx);
        yy += (y[i] - my) * (y[i] - my);
        xy += (x[i] - mx) * (y[i] - my);
    }
    return xx * yy > 0 ? xy / sqrt(xx * yy) : 0;
}

/* main effects that are told together; columns of one factor's words always are */
static void
add_correlations(struct left *l)
{
    double largest = 0;
    size_t a = 0, b = 0;

    for (size_t i = 1; i < l->main_columns; i++) {
        for (size_t j = i + 1; j < l->main_columns; j++) {
            const double r = l->all.term[i] == l->all.term[j] ? 0 : correlation(l, i, j);
            if (fabs(r) > fabs(largest) + NOTHING) {
                largest = r;
                a = i;
                b = j;
            }
        }
    }
    if (fabs(largest) > NOTHING) {
        quire_text_add(l->out, "main effects are not independent of each other: the columns of ");
        add_column(l, a);
        quire_text_add(l->out, " and ");
        add_column(l, b);
        quire_text_format(l->out, " correlate by %.2g, no others more\n", largest);
    } else {
        quire_text_add(l->out, "main effects are independent of each other\n");
    }
}

/* what each main effect takes up of interactions, where a model has main effects alone:
 * (X1'X1)^-1 X1'X2 */
static bool
add_aliases(struct left *l, double *rest)
{
    const size_t n = l->main_columns, others = l->all.n - n;
    double *b = calloc(n * others + 1, sizeof *b), *row = calloc(l->all.n + 1, sizeof *row);
    bool good = b != NULL && row != NULL;
    size_t said = 0;

    for (size_t k = 0; good && k < others; k++) {
        good =
            quire_qr_solve(&l->main_qr, l->all.x, l->all.x + (n + k) * l->m, b + k * n, rest, NULL);
    }
    quire_text_add(l->out, "aliases of main effects in a model without interactions (what each of "
                           "them takes up of two-factor interactions):\n");
    for (size_t c = 1; good && c < n; c++) {
        for (size_t k = 0; k < others; k++) {
            row[n + k] = b[k * n + c];
        }
        said += !is_dependent(&l->main_qr, c) && add_sum(l, c, row, n, l->all.n);
    }
    quire_text_add(l->out, said == 0 && l->lines < MOST_LINES ? "  none\n" : "");
    free(b);
    free(row);
    return good;
}

/* interactions that have no number of their own beside main effects and earlier ones */
static void
add_mixed(struct left *l, double *b, double *rest)
{
    size_t lost = 0;

    for (size_t c = l->main_columns; c < l->all.n; c++) {
        lost += is_dependent(&l->qr, c);
    }
    quire_text_format(
        l->out,
        "main effects and two-factor interactions together: %zu of %zu columns can be estimated",
        l->qr.rank, l->all.n);
    quire_text_add(l->out, lost > 0 ? "; the others are, in these points, the same as\n" : "\n");
    for (size_t c = l->main_columns; lost > 0 && c < l->all.n; c++) {
        if (is_dependent(&l->qr, c) &&
            quire_qr_solve(&l->qr, l->all.x, l->all.x + c * l->m, b, rest, NULL)) {
            add_sum(l, c, b, 0, l->all.n);
        }
    }
}

static bool
tell(struct left *l)
{
    double *room = calloc((MOST_WORDS + 1) * l->m + 1, sizeof *room),
           *one = calloc(l->m + 1, sizeof *one), *b = calloc(l->all.n + 1, sizeof *b);
    bool good = room != NULL && one != NULL && b != NULL;

    if (good) {
        quire_text_format(l->out, "\nof the %zu points that are left\n", l->m);
        if (has_two_levels(l)) {
            add_resolution(l, one, room);
        }
        add_lost(l, b, one);
        add_correlations(l);
        good = l->all.n == l->main_columns || add_aliases(l, one);
    }
    if (good && l->all.n > l->main_columns) {
        add_mixed(l, b, one);
    }
    if (good && l->lines > MOST_LINES) {
        quire_text_format(l->out, "  and %zu more lines\n", l->lines - MOST_LINES);
    }
    free(room);
    free(one);
    free(b);
    return good;
}

void
quire_study_describe_left(const struct quire_study *study, struct quire_text *out)
{
    const size_t n = study->n_factor;
    struct left l = {.study = study, .m = (size_t)study->points, .n = n, .out = out};
    struct quire_text was = {0};

    if (study->points > MOST_POINTS || n > MOST_COLUMNS || n * (n + 1) / 2 > MOST_COLUMNS) {
        quire_text_add(
            out, "\nwhat the remaining points can estimate is not checked: they are too many\n");
        return;
    }
    l.x = calloc(n * l.m + 1, sizeof *l.x);
    l.level = calloc(n * l.m + 1, sizeof *l.level);
    l.word = calloc(n + 1, sizeof *l.word);
    l.predictor = calloc(n + 1, sizeof *l.predictor);
    l.term = calloc(1 + n + n * n, sizeof *l.term);
    l.out = &was;
    if (l.x != NULL && l.level != NULL && l.word != NULL && l.predictor != NULL && l.term != NULL &&
        look(&l) && tell(&l)) {
        quire_text_add(out, was.data);
    } else {
        quire_text_add(
            out, "\nwhat the remaining points can estimate is not checked: they are too many\n");
    }
    out->failed = out->failed || was.failed;
    quire_text_clear(&was);
    quire_qr_clear(&l.qr);
    quire_qr_clear(&l.main_qr);
    quire_regressors_clear(&l.all);
    free(l.x);
    free(l.level);
    free(l.word);
    free(l.predictor);
    free(l.term);
}
