#include "result/verdict.h"

#include <math.h>

#include "text/number.h"

bool
quire_result_complete(const struct quire_result *result)
{
    return result->status == QUIRE_OK && result->end != QUIRE_RUN_FAILED;
}

bool
quire_check_is_open(const struct quire_check_entry *check)
{
    return check->object != NULL && check->result.verdict == QUIRE_NOT_EVALUATED &&
           !check->result.inapplicable;
}

bool
quire_check_failed_before(const struct quire_check_entry *check,
                          const struct quire_check_entry *other)
{
    const double a = check->result.time, b = other->result.time;

    if (a < b || a > b || isnan(a) != isnan(b)) {
        return isnan(b) || a < b;
    }
    return check->turn < other->turn;
}

const struct quire_check_entry *
quire_result_failed(const struct quire_result *result)
{
    const struct quire_check_entry *first = NULL;

    for (size_t i = 0; i < result->n_check; i++) {
        const struct quire_check_entry *c = &result->check[i];
        if (c->result.verdict != QUIRE_FAILED) {
            continue;
        }
        if (first == NULL ||
            (c->is_jam != first->is_jam ? c->is_jam : quire_check_failed_before(c, first))) {
            first = c;
        }
    }
    return first;
}

/* ---- doubts ---- */

static bool
doubt_tunnelling(const struct quire_result *result, struct quire_doubt *out)
{
    if (result->n_tunnelling == 0) {
        return false;
    }
    const struct quire_tunnelling *t = result->tunnelling;
    out->kind = "tunnelling";
    quire_number_format(out->text, sizeof out->text,
                        "suspected tunnelling of sheet '%s' through '%s'", t->sheet, t->target);
    return true;
}

/* what the numbers are, and the bound, is said in judge/balance.h */
static bool
doubt_energy(const struct quire_result *result, struct quire_doubt *out)
{
    const struct quire_energy_view *e = &result->energy;

    if (!(e->spurious > e->bound)) {
        return false;
    }
    out->kind = "energy";
    quire_number_format(
        out->text, sizeof out->text,
        "%.3g mJ appeared or were lost without a cause, of %.3g mJ that the machine turned over",
        1e3 * e->spurious, 1e3 * e->largest);
    return true;
}

static bool
doubt_fold(const struct quire_result *result, struct quire_doubt *out)
{
    const struct quire_fold *fold = &result->fold;

    if (!(fold->turn > 0)) {
        return false;
    }
    out->kind = "fold";
    quire_number_format(
        out->text, sizeof out->text,
        "sheet '%s' was bent by %.0f deg between two segments of %.3g mm at %.4g s, "
        "at %s, which its chain cannot follow: give it more segments",
        fold->sheet, fold->turn * 180 / 3.14159265358979323846, 1e3 * fold->segment, fold->time,
        fold->place);
    return true;
}

static bool (*const doubts[])(const struct quire_result *result, struct quire_doubt *out) = {
    doubt_tunnelling, doubt_energy, doubt_fold};

_Static_assert(sizeof doubts / sizeof *doubts <= QUIRE_DOUBTS,
               "there is room for each kind of doubt");

size_t
quire_result_doubts(const struct quire_result *result, struct quire_doubt out[QUIRE_DOUBTS])
{
    struct quire_doubt doubt;
    size_t n = 0;

    for (size_t i = 0; i < sizeof doubts / sizeof *doubts; i++) {
        if (doubts[i](result, &doubt)) {
            if (out != NULL) {
                out[n] = doubt;
            }
            n++;
        }
    }
    return n;
}

/* ---- the verdict ---- */

/* A state of rest that was found is an answer by itself; a motion that no check has judged is none.
 */
static bool
is_open(const struct quire_result *result)
{
    size_t evaluated = 0;

    for (size_t i = 0; i < result->n_check; i++) {
        if (quire_check_is_open(&result->check[i])) {
            return true;
        }
        evaluated += result->check[i].result.verdict != QUIRE_NOT_EVALUATED;
    }
    return evaluated == 0 && result->kind == QUIRE_RUN_TRANSIENT;
}

quire_verdict
quire_result_verdict(const struct quire_result *result)
{
    if (!quire_result_complete(result)) {
        return QUIRE_VERDICT_NONE;
    }
    if (quire_result_failed(result) != NULL) {
        return QUIRE_VERDICT_FAILED;
    }
    if (quire_result_doubts(result, NULL) > 0) {
        return QUIRE_VERDICT_DOUBTFUL;
    }
    return is_open(result) ? QUIRE_VERDICT_NOT_EVALUATED : QUIRE_VERDICT_PASSED;
}

bool
quire_result_open_jam(const struct quire_result *result, char place[128])
{
    place[0] = '\0';
    if (quire_result_verdict(result) != QUIRE_VERDICT_DOUBTFUL) {
        return false;
    }
    if (result->stub[0] != '\0') {
        quire_number_format(place, 128, "%s", result->stub);
    } else if (result->fold.turn > 0) {
        quire_number_format(place, 128, "%s", result->fold.place);
    } else if (result->n_tunnelling > 0) {
        quire_number_format(place, 128, "'%s'", result->tunnelling->target);
    }
    return place[0] != '\0';
}

const char *
quire_verdict_text(quire_verdict verdict)
{
    switch (verdict) {
    case QUIRE_VERDICT_PASSED: return "passed";
    case QUIRE_VERDICT_FAILED: return "failed";
    case QUIRE_VERDICT_DOUBTFUL: return "doubtful";
    case QUIRE_VERDICT_NOT_EVALUATED: return "not evaluated";
    default: return "not available";
    }
}
