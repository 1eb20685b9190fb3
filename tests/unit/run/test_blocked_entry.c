/* Sheets that find no room where they should enter: a jam, with the sheet that lies there and its
 * cause. Notes are 60 mm long, 0.1 mm thick, and fly at 0.5 m/s. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>
#include <string.h>

#include "fixtures/rest_stage.h"

#define SETTINGS NO_GRAVITY "<run end=\"0.5 s\" sample=\"10 ms\"/>"
#define QUIET                                                                                      \
    "<check kind=\"stall\" enabled=\"no\"/><check kind=\"late\" enabled=\"no\"/>"                  \
    "<check kind=\"out-of-channel\" enabled=\"no\"/>"
#define PATH "<path name=\"main\" from=\"0 mm, 0 mm\"><line length=\"1 m\"/></path>" QUIET
#define NOTES(more, speed)                                                                         \
    "<sheet name=\"note\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"12\" " more     \
    "><start path=\"main\" lead=\"12 mm\" speed=\"" speed "\"/></sheet>"
#define TOUCH                                                                                      \
    "<contact name=\"c\"><normal law=\"linear\" stiffness=\"2e4 N/m\" reference-length=\"5 "       \
    "mm\"/></contact><pair media=\"m\" other-media=\"m\" contact=\"c\"/>"

static const char *const motion[] = {"planar", "spatial"};

static bool
tells(const struct rest *r, const char *words)
{
    return strstr(quire_run_summary_text(r->run), words) != NULL;
}

static bool
entered(const struct rest *r, const char *sheet)
{
    char name[64];

    snprintf(name, sizeof name, "%s.lead.x", sheet);
    return !isnan(quire_run_figure(r->run, name));
}

static double
figure(const struct rest *r, const char *what)
{
    char name[64];

    snprintf(name, sizeof name, "blocked-entry.%s", what);
    return quire_run_figure(r->run, name);
}

static void
expect_no_nan(const struct rest *r)
{
    const char *text = quire_run_summary_json(r->run);

    cr_expect(strstr(text, "nan,") == NULL && strstr(text, "NaN") == NULL);
}

/* The first one has flown 59.5 mm when the second one comes. */
Test(blocked_entry, ends_the_run)
{
    for (int k = 0; k < 2; k++) {
        struct rest r;
        rest_find(&r, motion[k], SETTINGS, PATH NOTES("count=\"2\" pitch=\"119 ms\"", "0.5 m/s"));
        cr_assert_eq(r.status, QUIRE_OK, "%s", motion[k]);
        cr_expect_eq(quire_run_verdict(r.run), QUIRE_VERDICT_FAILED);
        cr_expect_eq(figure(&r, "failed"), 1);
        cr_expect_float_eq(quire_run_figure(r.run, "jam.time"), 0.119, 1e-9, "%g s",
                           quire_run_figure(r.run, "jam.time"));
        cr_expect_float_eq(figure(&r, "value"), 0.5e-3, 1e-6, "%g m", figure(&r, "value"));
        cr_expect_not(entered(&r, "note.2"));
        cr_expect(tells(&r, "0.119 s simulated, stopped by the jam"));
        cr_expect(
            tells(&r, "sheet 'note.2' cannot enter: 'note.1' still overlaps its start position by "
                      "0.5 mm, and moves at 500 mm/s"),
            "%s", quire_run_summary_text(r.run));
        expect_no_nan(&r);
        rest_done(&r);
    }
}

/* The third one comes when the first one has gone: the one before it, that never entered, is in
 * nobody's way. */
Test(blocked_entry, leaves_out_the_sheet_where_the_run_goes_on)
{
    for (int k = 0; k < 2; k++) {
        struct rest r;
        rest_find(&r, motion[k], SETTINGS,
                  PATH "<check kind=\"blocked-entry\" stop=\"no\"/>" NOTES(
                      "count=\"3\" pitch=\"119 ms\"", "0.5 m/s"));
        cr_assert_eq(r.status, QUIRE_OK, "%s", motion[k]);
        cr_expect_eq(quire_run_verdict(r.run), QUIRE_VERDICT_FAILED);
        cr_expect_float_eq(quire_run_figure(r.run, "jam.time"), 0.119, 1e-9, "%g s",
                           quire_run_figure(r.run, "jam.time"));
        cr_expect_not(entered(&r, "note.2"));
        cr_expect(entered(&r, "note.1") && entered(&r, "note.3"));
        cr_expect(tells(&r, "0.5 s simulated"));
        expect_no_nan(&r);
        rest_done(&r);
    }
}

/* At 50 ms and 100 ms the first one lies there. */
Test(blocked_entry, looks_past_sheets_that_never_entered)
{
    struct rest r;

    rest_find(&r, "planar", SETTINGS,
              PATH "<check kind=\"blocked-entry\" stop=\"no\"/>" NOTES(
                  "count=\"4\" pitch=\"50 ms\"", "0.5 m/s"));
    cr_assert_eq(r.status, QUIRE_OK);
    cr_expect_not(entered(&r, "note.2") || entered(&r, "note.3"));
    cr_expect(entered(&r, "note.4"));
    cr_expect_float_eq(figure(&r, "value"), 35e-3, 1e-6, "%g m", figure(&r, "value"));
    rest_done(&r);
}

/* Where no check covers the sheet. */
Test(blocked_entry, is_an_error_where_nothing_judges_it)
{
    static const char *const check[] = {
        "<check kind=\"blocked-entry\" enabled=\"no\"/>",
        "<check kind=\"blocked-entry\" sheet=\"note.1\"/>",
        "<check kind=\"blocked-entry\" until=\"0.1 s\"/>",
    };

    for (size_t k = 0; k < sizeof check / sizeof check[0]; k++) {
        char parts[2000];
        struct rest r;
        snprintf(parts, sizeof parts, PATH "%s" NOTES("count=\"2\" pitch=\"119 ms\"", "0.5 m/s"),
                 check[k]);
        rest_find(&r, "planar", SETTINGS, parts);
        cr_expect_eq(r.status, QUIRE_ERROR_NUMERIC, "%s", check[k]);
        cr_expect(rest_says(&r, "E-NUM-NO-ROOM", "whose trailing edge is 0.5 mm behind"), "%s",
                  check[k]);
        rest_done(&r);
    }
}

Test(blocked_entry, passes_where_there_is_room)
{
    struct rest r;

    rest_find(&r, "planar", SETTINGS, PATH NOTES("count=\"2\" pitch=\"121 ms\"", "0.5 m/s"));
    cr_assert_eq(r.status, QUIRE_OK);
    cr_expect_eq(quire_run_verdict(r.run), QUIRE_VERDICT_PASSED);
    cr_expect_eq(figure(&r, "failed"), 0);
    rest_done(&r);
    rest_find(&r, "planar", SETTINGS, PATH NOTES("count=\"2\" pitch=\"1 s\"", "0.5 m/s"));
    cr_assert_eq(r.status, QUIRE_OK);
    cr_expect(strstr(quire_run_summary_json(r.run), "no sheet entered after another") != NULL);
    rest_done(&r);
    rest_find(&r, "planar", SETTINGS, PATH NOTES("", "0.5 m/s"));
    cr_assert_eq(r.status, QUIRE_OK);
    cr_expect(strstr(quire_run_summary_json(r.run), "blocked-entry") == NULL);
    rest_done(&r);
}

/* The first of the stream is blocked by a sheet that lies there: those that follow it by a gap wait
 * for it. */
Test(blocked_entry, lets_streams_with_a_gap_wait)
{
    for (int k = 0; k < 2; k++) {
        struct rest r;
        rest_find(&r, motion[k], SETTINGS,
                  PATH TOUCH "<check kind=\"blocked-entry\" stop=\"no\"/>"
                             "<sheet name=\"lying\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "
                             "segments=\"12\"><start from=\"-20 mm, 0 mm\"/></sheet>"
                             "<sheet name=\"note\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "
                             "segments=\"12\" count=\"3\" gap=\"20 mm\"><start path=\"main\" "
                             "lead=\"12 mm\" speed=\"0.5 m/s\" time=\"5 ms\"/></sheet>");
        cr_assert_eq(r.status, QUIRE_OK, "%s", motion[k]);
        cr_expect_eq(quire_run_verdict(r.run), QUIRE_VERDICT_FAILED);
        cr_expect(tells(&r, "sheet 'note.1' cannot enter: 'lying' "), "%s",
                  quire_run_summary_text(r.run));
        cr_expect(tells(&r, ", and is stopped"));
        for (int i = 1; i <= 3; i++) {
            char name[16];
            snprintf(name, sizeof name, "note.%d", i);
            cr_expect_not(entered(&r, name), "%s", name);
        }
        expect_no_nan(&r);
        rest_done(&r);
    }
}

/* A rule that releases the next sheet does not release a blocked one anew. */
Test(blocked_entry, is_not_made_good_by_another_release)
{
    struct rest r;

    rest_find(&r, "planar", SETTINGS,
              PATH "<check kind=\"blocked-entry\" stop=\"no\"/>"
                   "<rule name=\"a\" time=\"0 ms\"><release sheet=\"note\"/></rule>"
                   "<rule name=\"b\" time=\"50 ms\"><release sheet=\"note\"/></rule>"
                   "<rule name=\"c\" time=\"200 ms\"><release sheet=\"note\"/></rule>"
                   "<sheet name=\"note\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "
                   "segments=\"12\" count=\"3\"><start path=\"main\" lead=\"12 mm\" speed=\"0.5 "
                   "m/s\" on=\"command\"/></sheet>");
    cr_assert_eq(r.status, QUIRE_OK);
    cr_expect(entered(&r, "note.1") && entered(&r, "note.3"));
    cr_expect_not(entered(&r, "note.2"));
    cr_expect_float_eq(quire_run_figure(r.run, "jam.time"), 0.05, 1e-9);
    rest_done(&r);
}

/* A nip pushes the first one against a wall. */
#define STUCK                                                                                      \
    "<contact name=\"c\"><normal law=\"linear\" stiffness=\"2e4 N/m\" reference-length=\"5 "       \
    "mm\"/><friction law=\"mtt-step\" dynamic-coefficient=\"0.8\" threshold-velocity=\"5 "         \
    "mm/s\"/></contact><pair contact=\"c\"/><drive name=\"feed\" speed=\"0.5 m/s\"/>"              \
    "<nip name=\"n1\" path=\"main\" at=\"0 mm\" load=\"1 N\" rate=\"500 N/m\" max-gap=\"2 mm\">"   \
    "<driver radius=\"10 mm\" surface=\"rubber\" drive=\"feed\"/><idler radius=\"10 mm\" "         \
    "surface=\"rubber\" mass=\"20 g\" inertia=\"1e-6 kg*m^2\"/></nip>"                             \
    "<guide name=\"wall\" surface=\"steel\"><polyline points=\"20 mm, 10 mm; 20 mm, -10 mm; 40 "   \
    "mm, -10 mm; 40 mm, 10 mm\"/></guide>"

Test(blocked_entry, has_the_cause_of_the_sheet_that_lies_there)
{
    struct rest r;

    rest_find(&r, "planar", SETTINGS, PATH STUCK NOTES("count=\"2\" pitch=\"60 ms\"", "0.5 m/s"));
    cr_assert_eq(r.status, QUIRE_OK);
    cr_expect_eq(figure(&r, "failed"), 1);
    cr_expect(tells(&r, "cause: of sheet 'note.1', the leading edge is stubbed on guide 'wall'"),
              "%s", quire_run_summary_text(r.run));
    cr_expect(tells(&r, "drives: nip 'n1'"));
    cr_expect(strstr(quire_run_summary_json(r.run), "\"sheet\": \"note.1\"") != NULL);
    rest_done(&r);
}
