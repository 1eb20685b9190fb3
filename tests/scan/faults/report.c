/* What is written and printed of the machines. */
#include <math.h>
#include <string.h>

#include "faults.h"

#define SHOWN 20

static void
write_number(FILE *f, const char *key, double value)
{
    if (isfinite(value)) {
        fprintf(f, ", \"%s\": %.9g", key, value);
    } else {
        fprintf(f, ", \"%s\": null", key);
    }
}

void
write_truth(FILE *f, const struct machine *m)
{
    fprintf(f,
            "  {\"machine\": %u, \"seed\": %u, \"layout\": \"%s\", \"fault\": \"%s\", \"param\": "
            "\"%s\", \"causes\": \"%s\", \"place\": \"%s\", \"settings\": {",
            m->number, m->seed, m->layout->name, m->fault != NULL ? m->fault->kind : "none",
            m->param, m->causes, m->place);
    for (size_t i = 0; i < m->settings.n; i++) {
        fprintf(f, "%s\"%s\": \"%s\"", i > 0 ? ", " : "", m->settings.at[i].name,
                m->settings.text[i]);
    }
    fputs("}}", f);
}

void
write_outcome(FILE *f, const struct machine *m)
{
    fprintf(f,
            "  {\"machine\": %u, \"verdict\": \"%s\", \"check\": \"%s\", \"cause\": \"%s\", "
            "\"object\": \"%s\", \"fact\": \"%s\", \"holder\": \"%s\", \"twin\": %s, \"warned\": "
            "%s, \"right\": [%d, %d, %d, %d]",
            m->number, m->verdict.word, m->verdict.check, m->verdict.cause, m->verdict.object,
            m->fact, m->holder, m->twin_passed ? "true" : "false",
            m->verdict.warned ? "true" : "false", m->verdict_right, m->place_right, m->cause_right,
            m->sign_right);
    write_number(f, "time", m->verdict.time);
    write_number(f, "first_sign", m->verdict.sign);
    write_number(f, "departure", m->departure);
    fputc('}', f);
}

/* ---- tables ---- */

struct counts {
    size_t drawn, failed, verdict, over, twin, explained, place, cause, sign;
};

static void
count(struct counts *c, const struct machine *m)
{
    const bool counts = is_explained(m), fails = m->fact[0] != '\0';

    c->drawn++;
    c->twin += !m->twin_passed;
    if (!m->twin_passed) {
        return;
    }
    c->failed += fails;
    c->verdict += fails && m->verdict_right;
    c->over += !fails && m->verdict.failed;
    c->explained += counts;
    c->place += counts && m->place_right;
    c->cause += counts && m->cause_right;
    c->sign += counts && m->sign_right;
}

static void
print_counts(const char *name, const struct counts *c)
{
    printf("%-18s %5zu %6zu %7zu %5zu %5zu %5zu %6zu %5zu\n", name, c->drawn, c->failed, c->verdict,
           c->place, c->cause, c->sign, c->over, c->twin);
}

static void
print_head(const char *name)
{
    printf("\n%-18s drawn failed verdict place cause  sign beyond  twin\n", name);
}

static double
part(size_t of, size_t all)
{
    return all > 0 ? 100.0 * (double)of / (double)all : 100;
}

static size_t
wrongs(const struct machine *m)
{
    if (!m->twin_passed) {
        return 0;
    }
    if (m->fault == NULL) {
        return !m->verdict.passed || m->verdict.warned ? 9 : 0;
    }
    if (is_explained(m)) {
        return (size_t)2 * !m->cause_right + (size_t)2 * !m->place_right + !m->sign_right;
    }
    return m->fact[0] != '\0' || !m->verdict.ended ? 6 : m->verdict.failed;
}

static void
show(const struct machine *m)
{
    printf("%s %u, %s: record %s, quire %s by %s; put down to %s %s (should be %s at %s, held by "
           "%s)",
           m->layout->name, m->number, m->fault != NULL ? m->fault->kind : "healthy",
           m->fact[0] != '\0' ? m->fact : "in order", m->verdict.word,
           m->verdict.check[0] != '\0' ? m->verdict.check : "none",
           m->verdict.cause[0] != '\0' ? m->verdict.cause : "nothing", m->verdict.object, m->causes,
           m->place, m->holder);
    printf("; sign %.4f s, departure %.4f s\n  quire run tests/scan/models/%s", m->verdict.sign,
           m->departure, m->layout->model);
    for (size_t i = 0; i < m->settings.n; i++) {
        printf(" --set '%s=%.9s%s'", m->settings.at[i].name, m->settings.text[i],
               strchr(m->settings.text[i], ' ') != NULL ? strchr(m->settings.text[i], ' ') : "");
    }
    printf("\n");
}

bool
report(const struct machine *m, size_t n, const double bounds[4], size_t false_alarms)
{
    struct counts all = {0};
    size_t healthy = 0, alarms = 0, shown = 0;
    bool kept = true;

    print_head("kind");
    for (size_t k = 0; k < n_faults; k++) {
        struct counts c = {0};
        bool seen = false;
        for (size_t j = 0; j < k; j++) {
            seen = seen || strcmp(faults[j].kind, faults[k].kind) == 0;
        }
        for (size_t i = 0; i < n && !seen; i++) {
            if (m[i].fault != NULL && strcmp(m[i].fault->kind, faults[k].kind) == 0) {
                count(&c, m + i);
            }
        }
        if (c.drawn > 0) {
            print_counts(faults[k].kind, &c);
        }
    }
    print_head("layout");
    for (size_t k = 0; k < LAYOUTS; k++) {
        struct counts c = {0};
        for (size_t i = 0; i < n; i++) {
            if (m[i].fault != NULL && m[i].layout == layouts + k) {
                count(&c, m + i);
            }
        }
        if (c.drawn > 0) {
            print_counts(layouts[k].name, &c);
        }
    }
    for (size_t i = 0; i < n; i++) {
        if (m[i].fault != NULL) {
            count(&all, m + i);
        } else {
            healthy++;
            alarms += !m[i].verdict.passed || m[i].verdict.warned;
        }
    }
    printf("\nworst:\n");
    for (size_t worst = 9; worst > 0; worst--) {
        for (size_t i = 0; i < n && shown < SHOWN; i++) {
            if (wrongs(m + i) == worst) {
                show(m + i);
                shown++;
            }
        }
    }
    const double got[4] = {part(all.verdict, all.failed), part(all.place, all.explained),
                           part(all.cause, all.explained), part(all.sign, all.explained)};
    printf("\nfaults: %zu drawn, %zu fail; verdict %.1f %%, place %.1f %%, cause %.1f %%, first "
           "sign %.1f %%; %zu fail by a check alone, %zu fail without the fault\n",
           all.drawn, all.failed, got[0], got[1], got[2], got[3], all.over, all.twin);
    printf("healthy: %zu machines, %zu false alarms\n", healthy, alarms);
    for (int k = 0; k < 4; k++) {
        kept = kept && got[k] >= bounds[k];
    }
    return kept && alarms <= false_alarms;
}
