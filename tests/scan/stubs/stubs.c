/* Whether the check of stubs before a run agrees with runs, on machines drawn by a seed:
 *     stubs SEED MACHINES [MISSES FALSE]
 *     stubs SEED MACHINES all         says a line of every machine
 *     stubs SEED show=N FILE          writes the model of machine N
 * Bounds: how many leading edges may come to stand unwarned, and of how many percent of the
 * machines it may be warned though the sheet runs in cleanly; ends with 1 when one is broken. Wrong
 * ones are listed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stubs.h"

#define LEAST 0.2e-3 /* steps of less [m] are not counted as missed */

/* ---- the table ---- */

struct count {
    unsigned machines, of[STUB_OUTCOMES], warned[STUB_OUTCOMES], missed;
};

static bool
is_high(const struct machine *m)
{
    return m->height > LEAST || (m->kind != LIP && m->kind != STEP);
}

static void
say_row(const char *name, const struct count *c)
{
    unsigned warned = 0;
    for (int k = 0; k < STUB_OUTCOMES; k++) {
        warned += c->warned[k];
    }
    printf("%-6s | %4u | %4u %4u | %4u %4u | %3u %3u | %3u %3u | %3u | %4u\n", name, c->machines,
           c->of[STOPPED], c->missed, c->of[PASSED], c->warned[PASSED], c->of[HELD],
           c->warned[HELD], c->of[STRAYED], c->warned[STRAYED], c->of[BROKEN], warned);
}

static void
say_machine(const struct machine *m, const struct result *r)
{
    const double deg = 180 / acos(-1);
    printf("%u/%u %s %s%s: height %.2f mm face %.0f deg gap %.2f size %.2f offset %.2f bend %.0f "
           "open %.1f grammage %.0f curl %.1f mu %.2f x%.1f load %.1f speed %.2f at %.1f modulus "
           "%.1f width %.0f grip %.2f; front %.1f held %.1f y %.2f%s%s\n",
           m->seed, m->number, stub_kinds[m->kind], stub_outcomes[r->outcome],
           r->warned ? " WARNED" : "", 1e3 * m->height, m->face * deg, 1e3 * m->gap, 1e3 * m->size,
           1e3 * m->offset, m->bend * deg, 1e3 * m->open, 1e3 * m->grammage,
           m->mirrored ? -m->curl : m->curl, m->glide, m->vertex, m->load, m->speed,
           1e3 * place_of(m), 1e-9 * m->modulus, 1e3 * m->width, m->grip, 1e3 * r->front,
           1e3 * r->held, 1e3 * r->height, r->text[0] != '\0' ? ": " : "", r->text);
}

static bool
scan(unsigned seed, unsigned n, bool all, const double bounds[2])
{
    struct count sum[STUB_KINDS + 1] = {0};
    unsigned warnings = 0;

    for (unsigned i = 0; i < n; i++) {
        struct machine m;
        struct result r;
        draw_machine(&m, seed, i);
        run_machine(&r, &m);
        const bool missed = r.outcome == STOPPED && !r.warned && is_high(&m);
        if (all || missed || (r.outcome == PASSED && r.warned) || r.outcome == BROKEN) {
            say_machine(&m, &r);
        }
        for (int k = 0; k < 2; k++) {
            struct count *c = sum + (k == 0 ? (int)m.kind : STUB_KINDS);
            c->machines++;
            c->of[r.outcome]++;
            c->warned[r.outcome] += r.warned;
            c->missed += missed;
        }
        warnings += r.warned;
        fflush(stdout);
    }
    puts("kind   |    n | stopped, missed | passed, false | held, warned | strayed, warned | "
         "broken | warned");
    for (int k = 0; k < STUB_KINDS; k++) {
        say_row(stub_kinds[k], sum + k);
    }
    const struct count *c = sum + STUB_KINDS;
    say_row("all", c);
    const double wrong = 100.0 * c->warned[PASSED] / fmax(n, 1);
    printf(
        "seed %u: %u of %u stops missed; %u of %u warnings false, %.1f %% of the machines; %u runs "
        "broke off\n",
        seed, c->missed, c->of[STOPPED], c->warned[PASSED], warnings, wrong, c->of[BROKEN]);
    return c->missed <= bounds[0] && wrong <= bounds[1] && c->of[BROKEN] * 100 <= n;
}

static int
show(unsigned seed, unsigned number, const char *name)
{
    static struct text t;
    struct machine m;
    FILE *f = fopen(name, "w");

    if (f == NULL) {
        fprintf(stderr, "stubs: cannot write %s\n", name);
        return 1;
    }
    draw_machine(&m, seed, number);
    write_machine(&t, &m);
    fwrite(t.at, 1, t.n, f);
    return fclose(f) == 0 ? 0 : 1;
}

int
main(int argc, char **argv)
{
    const bool all = argc == 4 && strcmp(argv[3], "all") == 0,
               one = argc == 4 && strncmp(argv[2], "show=", 5) == 0;
    double bounds[2] = {0, 2};

    if (!draw_works() || !(argc == 3 || all || one || argc == 5)) {
        fputs("usage: stubs SEED MACHINES [all | MISSES FALSE]\n       stubs SEED show=N FILE\n",
              stderr);
        return 2;
    }
    const unsigned seed = (unsigned)strtoul(argv[1], NULL, 10);
    if (one) {
        return show(seed, (unsigned)strtoul(argv[2] + 5, NULL, 10), argv[3]);
    }
    for (int k = 0; argc == 5 && k < 2; k++) {
        bounds[k] = strtod(argv[3 + k], NULL);
    }
    return scan(seed, (unsigned)strtoul(argv[2], NULL, 10), all, bounds) ? 0 : 1;
}
