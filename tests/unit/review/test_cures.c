/* Cures by single changes: which values count as cures, and that what was planted comes first. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <quire/describe.h>
#include <quire/explain.h>

#include "../fixtures/simulate.h"

/* Runs a model that fails and searches cures of that; the text is the caller's. */
static char *
search(const char *text, bool json)
{
    char folder[] = "cures-XXXXXX", *answer = NULL;
    quire_run_options options = quire_run_options_default();
    quire_cures_options cures = quire_cures_options_default();
    quire_model *model;
    bool found;

    cr_assert_not_null(mkdtemp(folder));
    options.directory = folder;
    quire_run *run = simulate_text(&model, text, NULL, 0, &options);
    cr_expect_eq(quire_run_verdict(run), QUIRE_VERDICT_FAILED, "it should fail: %s", text);
    quire_run_destroy(run);
    quire_model_destroy(model);
    cr_assert_eq(quire_explain_cures(folder, &cures, json, &found, &answer, NULL), QUIRE_OK);
    cr_expect(eq(int, found, strstr(answer, json ? "\"passes\"" : "1. ") != NULL));
    return answer;
}

/* At twice its speed the edge comes in time, and goes through a wall later. */
Test(cures, are_no_runs_that_are_doubtful)
{
    char *answer = search(
        "<model version='1' name='m' motion='planar'>"
        "<parameters><parameter name='speed' value='0.05 m/s'/></parameters>"
        "<settings><gravity vector='0 m/s^2, 0 m/s^2'/><run end='0.25 s' sample='5 ms'/></settings>"
        "<media name='p' grammage='80 g/m^2' thickness='0.1 mm' modulus-md='4 GPa'/>"
        "<contact name='c'><normal law='linear' stiffness='1e-6 N/m'/></contact>"
        "<pair contact='c'/>"
        "<path name='main' from='0 mm, 0 mm'><line length='1 m'/></path>"
        "<guide name='wall' surface='w' side='both' thickness='0.2 mm'>"
        "<line from='70 mm, -10 mm' to='70 mm, 10 mm'/></guide>"
        "<sensor name='s' kind='edge' path='main' at='65 mm'/>"
        "<check name='in-time' kind='arrival' sensor='s' latest='0.15 s'/>"
        "<sheet name='page' media='p' length='50 mm' width='20 mm' segments='4'>"
        "<start path='main' lead='55 mm' speed='{speed}'/></sheet></model>",
        false);
    cr_expect_null(strstr(answer, "1. speed"), "%s", answer);
    cr_expect_not_null(strstr(answer, "neither passed nor failed: speed"), "%s", answer);
    quire_free(answer);
}

/* Two nips, each with its own factor, load, friction and start, and parameters that act on all. */
#define PARAMETER(name, value) "<parameter name='" name "' value='" value "'/>"
#define GRIP(n)                                                                                    \
    "<contact name='grip" n "'><normal law='linear' stiffness='1e5 N/m' damping='10 N*s/m'/>"      \
    "<friction law='mtt-step' dynamic-coefficient='{grip" n                                        \
    "}' threshold-velocity='5 mm/s'/></contact><pair media='*' surface='rubber" n                  \
    "' contact='grip" n "'/>"
#define NIP(n, at)                                                                                 \
    "<drive name='feed" n "' speed='0 mm/s'><to time='{on" n "}' speed='0 mm/s'/><to time='{on" n  \
    " + 10 ms}' speed='{factor" n "*speed}'/></drive><nip name='n" n "' path='main' at='" at       \
    "' load='{load" n "}'><driver radius='10 mm' surface='rubber" n "' drive='feed" n              \
    "'/><idler radius='10 mm' surface='rubber" n "' mass='10 g' inertia='1e-6 kg*m^2'/></nip>"
#define MACHINE                                                                                    \
    "<model version='1' name='m' motion='planar'><parameters>" PARAMETER(                          \
        "speed", "400 mm/s") PARAMETER("thickness", "0.1 mm") PARAMETER("modulus", "4 GPa")        \
        PARAMETER("gap", "3 mm") PARAMETER("load1", "6 N") PARAMETER("load2", "6 N") PARAMETER(    \
            "grip1", "1") PARAMETER("grip2", "1") PARAMETER("on1", "5 ms") PARAMETER("on2",        \
                                                                                     "5 ms")       \
            PARAMETER("factor1", "1") PARAMETER("factor2", "1") PARAMETER(                         \
                "burr",                                                                            \
                "-1 mm") "</parameters><settings><run end='0.5 s' sample='5 ms'/></settings>"      \
                         "<media name='p' grammage='80 g/m^2' thickness='{thickness}' "            \
                         "modulus-md='{modulus}'/>" GRIP("1") GRIP(                                \
                             "2") "<contact name='glide'>"                                         \
                                  "<normal law='linear' stiffness='1e5 N/m' damping='1 N*s/m'/>"   \
                                  "<friction law='mtt-step' dynamic-coefficient='0.2' "            \
                                  "threshold-velocity='5 mm/s'/></contact>"                        \
                                  "<pair media='*' surface='glide' contact='glide'/>"              \
                                  "<path name='main' from='0 mm, 0 mm'><line length='400 "         \
                                  "mm'/></path>"                                                   \
                                  "<channel name='c' path='main' from='-80 mm' to='-6 mm' "        \
                                  "gap='{gap}' surface='glide'/>"                                  \
                                  "<channel name='d' path='main' from='10 mm' to='65 mm' "         \
                                  "gap='{gap}' mouth='2 mm'"                                       \
                                  " surface='glide'/>"                                             \
                                  "<guide name='burr' surface='glide' side='both' thickness='0.2 " \
                                  "mm'>"                                                           \
                                  "<line from='40 mm, -5 mm' to='40 mm, {-gap/2 + "                \
                                  "burr}'/></guide>" NIP("1", "0 mm") NIP(                         \
                                      "2",                                                         \
                                      "80 mm") "<sensor name='s' kind='edge' path='main' at='110 " \
                                               "mm'/>"                                             \
                                               "<check name='arrives' kind='arrival' sensor='s' "  \
                                               "earliest='0.2 s' latest='0.4 s'/>"                 \
                                               "<sheet name='page' media='p' length='90 mm' "      \
                                               "width='60 mm' segments='30'>"                      \
                                               "<start path='main' lead='5 mm'/></sheet></model>"

static void
plant(const char *parameter, const char *value, char out[8192])
{
    char start[64];

    snprintf(start, sizeof start, "name='%s' value='", parameter);
    const char *at = strstr(MACHINE, start);
    cr_assert_not_null(at);
    at += strlen(start);
    snprintf(out, 8192, "%.*s%s%s", (int)(at - MACHINE), MACHINE, value, strchr(at, '\''));
}

/* Its number among the cures; 0: it is none. */
static int
rank_of(const char *answer, const char *parameter)
{
    const char *end = strstr(answer, "\"no-cure\""), *name = answer;
    char entry[80];
    int rank = 0;

    snprintf(entry, sizeof entry, "\"name\": \"%s\"", parameter);
    const char *own = strstr(answer, entry);
    if (own == NULL || own > end) {
        return 0;
    }
    for (; name != NULL && name <= own; name = strstr(name + 1, "\"name\": ")) {
        rank++;
    }
    return rank - 1;
}

Test(cures, begin_with_what_was_planted)
{
    static const char *const planted[][2] = {
        {"factor2", "0.05"}, {"on2", "0.9 s"}, {"grip1", "0.002"},
        {"factor1", "0.1"},  {"on1", "0.7 s"}, {"burr", "2.5 mm"},
    };
    for (size_t i = 0; i < sizeof planted / sizeof *planted; i++) {
        char text[8192];
        plant(planted[i][0], planted[i][1], text);
        char *answer = search(text, true);
        const int rank = rank_of(answer, planted[i][0]);
        cr_expect(rank >= 1 && rank <= 3, "%s = %s is number %d of\n%s", planted[i][0],
                  planted[i][1], rank, answer);
        quire_free(answer);
    }
}
