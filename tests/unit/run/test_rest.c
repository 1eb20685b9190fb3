/* Runs that look for a state of rest, through the public functions. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>
#include <string.h>

#define MEDIA "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>"
#define NO_GRAVITY "<gravity vector=\"0 m/s^2, 0 m/s^2\"/>"
#define SHEET(children)                                                                            \
    "<sheet name=\"page\" media=\"m\" length=\"50 mm\" width=\"210 mm\" segments=\"40\">"          \
    "<start from=\"0 mm, 0 mm\"/>" children "</sheet>"
#define EULER 0.069087 /* critical load of that sheet, clamped and free [N] */

struct rest {
    quire_model *model;
    quire_run *run;
    quire_diag *diag;
    quire_status status;
};

static void
find(struct rest *r, const char *settings, const char *parts)
{
    char text[4096];
    const int n = snprintf(text, sizeof text, "<model version=\"1\" name=\"rest\"><settings>%s</settings>%s%s</model>", settings, MEDIA, parts);

    *r = (struct rest){.diag = quire_diag_create()};
    r->status = quire_model_parse(&r->model, text, (size_t)n, "rest.xml", NULL, 0, r->diag);
    if (r->status == QUIRE_OK) {
        r->status = quire_run_create(&r->run, r->model, NULL, r->diag);
    }
    if (r->status == QUIRE_OK) {
        r->status = quire_run_execute(r->run, r->diag);
    }
}

static void
done(struct rest *r)
{
    quire_run_destroy(r->run);
    quire_model_destroy(r->model);
    quire_diag_destroy(r->diag);
}

static bool
says(const struct rest *r, const char *code, const char *words)
{
    for (size_t i = 0; i < quire_diag_count(r->diag); i++) {
        char line[1024];
        quire_diag_format(r->diag, i, line, sizeof line);
        if (strstr(line, code) != NULL && strstr(line, words) != NULL) {
            return true;
        }
    }
    return false;
}

/* What a clamp takes up: the weight, and its moment about the clamp. */
Test(rest, reactions_balance_the_loads)
{
    struct rest r;
    find(&r, "<run kind=\"equilibrium\"/>", SHEET("<clamp end=\"trail\"/><load force=\"0.01 N, 0 N\"/>"));
    cr_assert_eq(r.status, QUIRE_OK);
    const double weight = 0.08 * 0.05 * 0.21 * 9.80665;
    cr_expect_float_eq(quire_run_figure(r.run, "page.trail.reaction.y"), weight, 1e-6 * weight);
    cr_expect_float_eq(quire_run_figure(r.run, "page.trail.reaction.x"), -0.01, 1e-8);
    double x[64], y[64], moment = -0.01 * 0;
    const size_t n = quire_run_nodes(r.run, "page", x, y, 64);
    for (size_t i = 0; i < n; i++) {
        moment += (i == 0 || i + 1 == n ? 0.5 : 1) * weight / 40 * x[i];
    }
    moment += 0.01 * y[n - 1]; /* counter-clockwise from the clamp */
    cr_expect_float_eq(quire_run_figure(r.run, "page.trail.reaction.moment"), moment, 1e-5 * moment);
    cr_expect_float_eq(quire_run_figure(r.run, "page.lead.angle"), atan2(y[n - 1] - y[n - 2], x[n - 1] - x[n - 2]), 1e-12);
    cr_expect_eq(quire_run_row_count(r.run), 1);
    done(&r);
}

/* Below Euler's load a straight column stays straight; above it the straight one is unstable and is left, to the side asked for. */
Test(rest, columns_buckle_above_the_critical_load)
{
    static const struct {
        double load;
        const char *side;
        int left, sign;
    } cases[] = {{0.99, "", 0, 0}, {1.01, "", 1, 1}, {1.01, " imperfection=\"-1e-5\"", 1, -1}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rest r;
        char settings[200], parts[400];
        snprintf(settings, sizeof settings, NO_GRAVITY "<run kind=\"equilibrium\"%s/>", cases[i].side);
        snprintf(parts, sizeof parts, SHEET("<clamp end=\"trail\"/><load force=\"%.9f N, 0 N\"/>"), -cases[i].load * EULER);
        find(&r, settings, parts);
        cr_assert_eq(r.status, QUIRE_OK);
        const double y = quire_run_figure(r.run, "page.lead.y");
        cr_expect_eq((int)quire_run_figure(r.run, "equilibrium.unstable-states"), cases[i].left);
        cr_expect(cases[i].sign == 0 ? fabs(y) < 1e-9 : cases[i].sign * y > 5e-3, "lead edge at %g", y);
        done(&r);
    }
}

Test(rest, unstable_states_are_named_when_they_are_not_left)
{
    struct rest r;
    find(&r, NO_GRAVITY "<run kind=\"equilibrium\" imperfection=\"0\"/>", SHEET("<clamp end=\"trail\"/><load force=\"-0.08 N, 0 N\"/>"));
    cr_expect_eq(r.status, QUIRE_ERROR_NUMERIC);
    cr_expect(says(&r, "E-NUM-UNSTABLE", "sheet 'page'"));
    cr_expect(isnan(quire_run_figure(r.run, "page.lead.y")), "a failed run yields no numbers");
    done(&r);
}

Test(rest, a_sheet_that_nothing_holds_is_named)
{
    struct rest r;
    find(&r, "<run kind=\"equilibrium\"/>", SHEET(""));
    cr_expect_eq(r.status, QUIRE_ERROR_NUMERIC);
    cr_expect(says(&r, "E-NUM-NO-EQUILIBRIUM", "sheet 'page'"));
    done(&r);
}

/* Holds and loads are followed to the time asked for; the way there decides which state is found. */
Test(rest, holds_are_followed)
{
    struct rest r;
    find(&r, NO_GRAVITY "<run kind=\"equilibrium\" at=\"1 s\"/>",
         SHEET("<clamp end=\"trail\"/><clamp end=\"lead\"><to time=\"2 s\" shape=\"linear\" shift=\"-4 mm, 0 mm\"/></clamp>"));
    cr_assert_eq(r.status, QUIRE_OK);
    cr_expect_float_eq(quire_run_figure(r.run, "page.lead.x"), 48e-3, 1e-12);
    cr_expect_float_eq(quire_run_figure(r.run, "page.lead.reaction.x"), -quire_run_figure(r.run, "page.trail.reaction.x"), 1e-6);
    cr_expect_float_eq(quire_run_figure(r.run, "page.lead.reaction.moment"), -quire_run_figure(r.run, "page.trail.reaction.moment"), 1e-8);
    done(&r);
}
