#include "summary/summary_checks.h"

#include <math.h>
#include <string.h>

#include "result/verdict.h"
#include "summary/verdict_text.h"
#include "text/amount.h"

#define DEGREES      (180 / 3.14159265358979323846)
#define CHECKS_SHOWN 4
#define BARELY       1e-6 /* of a limit: margins of less are rounding */

void
quire_lines_add_quantity(struct quire_text *out, double value, const char *unit)
{
    static const struct {
        const char *unit, *shown;
        double factor;
    } field[] = {{"m", "mm", 1e3}, {"m/s", "mm/s", 1e3}, {"rad", "deg", DEGREES}};
    const char *shown = unit != NULL ? unit : "";
    double factor = 1;

    for (size_t i = 0; i < sizeof field / sizeof *field; i++) {
        if (strcmp(shown, field[i].unit) == 0) {
            shown = field[i].shown;
            factor = field[i].factor;
            break;
        }
    }
    if (!isfinite(value)) {
        quire_text_add(out, "-");
    } else if (strcmp(shown, "N") == 0) {
        quire_text_add(out, QUIRE_AMOUNT_FORCE(value, 0));
    } else {
        quire_text_format(out, "%s%s", QUIRE_AMOUNT(factor * value), shown[0] != '\0' ? " " : "");
        quire_text_visible(out, shown);
    }
}

struct quire_tally
quire_lines_count_checks(const struct quire_result *result)
{
    struct quire_tally t = {.n = result->n_check};

    for (size_t i = 0; i < result->n_check; i++) {
        const struct quire_check_entry *check = &result->check[i];
        t.passed += check->result.verdict == QUIRE_PASSED;
        t.failed += check->result.verdict == QUIRE_FAILED;
        t.jams += check->result.verdict == QUIRE_FAILED && check->is_jam;
        t.open += quire_check_is_open(check);
        t.inapplicable += check->object != NULL && check->result.inapplicable;
    }
    return t;
}

/* the worst value: of the moment that was told, or of a later one */
static void
add_value(struct quire_text *out, const struct quire_check_result *r)
{
    if (!isfinite(r->value)) {
        return;
    }
    quire_text_add(out, isfinite(r->worst_time) ? "; at worst " : "; ");
    quire_lines_add_quantity(out, r->value, r->unit);
    if (isfinite(r->worst_time)) {
        quire_text_format(out, " at %s s", QUIRE_AMOUNT_TIME(r->worst_time));
        if (r->worst_sheet != NULL && r->worst_sheet != r->sheet) {
            quire_text_add(out, " (");
            quire_text_visible(out, r->worst_sheet);
            quire_text_add(out, ")");
        }
    }
}

void
quire_lines_add_allowed(struct quire_text *out, double lowest, double highest, const char *unit)
{
    const bool from = isfinite(lowest), to = isfinite(highest);

    if (from) {
        quire_text_add(out, to ? "" : "at least ");
        quire_lines_add_quantity(out, lowest, unit);
    }
    if (to) {
        quire_text_add(out, from ? " to " : "up to ");
        quire_lines_add_quantity(out, highest, unit);
    }
}

static void
add_allowed(struct quire_text *out, const struct quire_check_result *r)
{
    if (isfinite(r->lowest) || isfinite(r->highest)) {
        quire_text_add(out, isfinite(r->value) ? ", allowed " : "; allowed ");
        quire_lines_add_allowed(out, r->lowest, r->highest, r->unit);
    }
}

static void
add_check(struct quire_text *out, const struct quire_check_entry *check)
{
    const struct quire_check_result *r = &check->result;
    quire_text_add(out, "  ");
    quire_text_visible(out, check->name);
    quire_text_add(out, r->verdict == QUIRE_FAILED   ? ": failed"
                        : r->verdict == QUIRE_PASSED ? ": passed"
                                                     : ": not evaluated");
    if (r->verdict == QUIRE_NOT_EVALUATED) {
        quire_text_add(out, r->cause[0] != '\0' ? ": " : "");
        quire_text_visible(out, r->cause);
        quire_text_add(out, "\n");
        return;
    }
    if (r->sheet != NULL) {
        quire_text_add(out, ", ");
        quire_text_visible(out, r->sheet);
    }
    if (isfinite(r->time)) {
        quire_text_format(out, " at %s s", QUIRE_AMOUNT_TIME(r->time));
    }
    if (isfinite(r->path_distance)) {
        quire_text_format(out, ", %s mm along the path", QUIRE_AMOUNT_PLACE(r->path_distance));
    }
    if (r->place[0] != '\0') {
        quire_text_add(out, ", at ");
        quire_text_visible(out, r->place);
    }
    add_value(out, r);
    add_allowed(out, r);
    if (isfinite(r->margin)) {
        const bool barely = fabs(r->margin) < BARELY * fabs(r->limit);
        quire_text_add(out, r->margin < 0.0 ? (barely ? ", just missed" : ", missed by ")
                            : barely        ? ", just passed"
                                            : ", passed by ");
        if (!barely) {
            quire_lines_add_quantity(out, fabs(r->margin), r->unit);
        }
    }
    if (r->verdict == QUIRE_FAILED && r->cause[0] != '\0') {
        quire_text_add(out, ": ");
        quire_text_visible(out, r->cause);
    }
    quire_text_add(out, "\n");
    if (r->note[0] != '\0') {
        quire_text_add(out, "    note: ");
        quire_text_visible(out, r->note);
        quire_text_add(out, "\n");
    }
}

/* the cause, unless the same one was told for the sheet already */
static void
add_why(struct quire_text *out, const struct quire_result *result, size_t i)
{
    const struct quire_check_entry *check = &result->check[i];
    bool told = check->result.verdict != QUIRE_FAILED;
    for (size_t k = 0; k < i && !told; k++) {
        const struct quire_check_entry *other = &result->check[k];
        told = other->result.verdict == QUIRE_FAILED &&
               other->result.sheet == check->result.sheet &&
               other->why.mechanism == check->why.mechanism && other->why.name == check->why.name;
    }
    if (!told) {
        quire_story_add_why(out, &check->why, "    ");
    }
}

void
quire_lines_add_tunnelling(struct quire_text *out, const struct quire_result *result)
{
    for (size_t i = 0; i < result->n_tunnelling && i < CHECKS_SHOWN; i++) {
        const struct quire_tunnelling *t = &result->tunnelling[i];
        quire_text_add(out, "  tunnelling: suspected, ");
        quire_text_visible(out, t->sheet);
        quire_text_format(out, " at %s s, at %s mm, %s mm: ", QUIRE_AMOUNT_TIME(t->time),
                          QUIRE_AMOUNT_PLACE(t->x), QUIRE_AMOUNT_PLACE(t->y));
        if (t->depth >= QUIRE_CROSSED_DEPTH) {
            quire_text_format(out, "%s mm inside '", QUIRE_AMOUNT(1e3 * t->depth));
        } else {
            quire_text_add(out, "it crosses '");
        }
        quire_text_visible(out, t->target);
        quire_text_add(out, "'\n");
    }
}

/* what checks are listed as, in this order; of the built-in ones those that failed alone */
enum listing { LISTED_FAILED, LISTED_OPEN, LISTED_PASSED, LISTED_INAPPLICABLE, NOT_LISTED };

static enum listing
listing_of(const struct quire_check_entry *check)
{
    return check->result.verdict == QUIRE_FAILED                            ? LISTED_FAILED
           : quire_check_is_open(check)                                     ? LISTED_OPEN
           : check->object != NULL && check->result.verdict == QUIRE_PASSED ? LISTED_PASSED
           : check->object != NULL && check->result.inapplicable            ? LISTED_INAPPLICABLE
                                                                            : NOT_LISTED;
}

/* of a run that no check has judged: why the first of the built-in ones has not */
static void
add_unjudged(struct quire_text *out, const struct quire_result *result)
{
    const struct quire_tally tally = quire_lines_count_checks(result);

    if (tally.passed + tally.failed + tally.open + tally.inapplicable > 0 ||
        result->kind != QUIRE_RUN_TRANSIENT) {
        return;
    }
    quire_text_add(out, "  no check was evaluated: the model asks for none");
    if (tally.n > 0 && result->check[0].result.cause[0] != '\0') {
        quire_text_format(out,
                          ", and of the built-in ones none applies (%s: ", result->check[0].name);
        quire_text_visible(out, result->check[0].result.cause);
        quire_text_add(out, ")");
    }
    quire_text_add(out, "\n");
}

void
quire_lines_add_checks(struct quire_text *out, const struct quire_result *result)
{
    for (enum listing listing = LISTED_FAILED; listing < NOT_LISTED; listing++) {
        size_t n = 0;
        for (size_t i = 0; i < result->n_check; i++) {
            if (listing_of(&result->check[i]) == listing && n++ < CHECKS_SHOWN) {
                add_check(out, &result->check[i]);
                add_why(out, result, i);
            }
        }
        if (n > CHECKS_SHOWN) {
            quire_text_format(out, "  and %zu more %s\n", n - CHECKS_SHOWN,
                              listing == LISTED_FAILED         ? "failed"
                              : listing == LISTED_OPEN         ? "not evaluated"
                              : listing == LISTED_INAPPLICABLE ? "not applicable"
                                                               : "passed");
        }
    }
    add_unjudged(out, result);
}

void
quire_lines_add_doubts(struct quire_text *out, const struct quire_result *result)
{
    struct quire_doubt doubt[QUIRE_DOUBTS];
    const size_t n = quire_result_doubts(result, doubt);

    for (size_t i = 0; i < n; i++) {
        quire_text_add(out, "  doubtful: ");
        quire_text_visible(out, doubt[i].text);
        quire_text_add(out, "\n");
    }
}
