/* The log of a run. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "events/event_log.h"
#include "fixtures/rules_stage.h"

Test(events, holds_what_it_promises)
{
    struct quire_event_log log = {0};
    struct quire_event event = quire_event_at(0, QUIRE_EVENT_RULE, "r");
    quire_status status = QUIRE_OK;

    for (size_t i = 0; i < QUIRE_EVENTS_MOST && status == QUIRE_OK; i++) {
        event.time = (double)i;
        status = quire_event_log_add(&log, &event);
    }
    cr_expect_eq(status, QUIRE_OK);
    cr_expect_eq(log.n, 1000000);
    cr_expect(!log.full);
    cr_expect_eq(quire_event_log_add(&log, &event), QUIRE_ERROR_LIMIT);
    cr_expect(log.full);
    cr_expect_eq(log.n, 1000000);
    cr_expect_eq(log.event[log.n - 1].time, 999999);
    quire_event_log_clear(&log);
}

#define SAYS 600

/* Two states that give way to each other every half millisecond, and say much of it. */
Test(events, say_when_there_are_too_many)
{
    static const char *const rule[] = {
        "<rule when=\"mode = a\" delay=\"0.5 ms\"> <go state=\"mode\" to=\"b\"/>",
        "<rule when=\"mode = b\" delay=\"0.5 ms\"> <go state=\"mode\" to=\"a\"/>"};
    static const char say[] = "<say text=\"x\"/>";
    char *text = malloc(20000 + 2 * SAYS * sizeof say), *at = text;
    quire_model *model;

    at += sprintf(at,
                  "%s<state name=\"mode\" values=\"a, b\"/><rule time=\"1 ms\"> <go state=\"mode\" "
                  "to=\"b\"/> </rule>",
                  WORLD(""));
    for (int k = 0; k < 2; k++) {
        at += sprintf(at, "%s", rule[k]);
        for (int i = 0; i < SAYS; i++) {
            at += sprintf(at, "%s", say);
        }
        at += sprintf(at, "</rule>");
    }
    quire_run *run = rules_simulate(&model, text, QUIRE_ERROR_LIMIT, "E-LIMIT");
    quire_run_destroy(run);
    quire_model_destroy(model);
    free(text);
}

Test(events, keep_the_order_of_one_time)
{
    static const struct {
        double time;
        const char *source;
    } came[] = {{0.2, "d"}, {0.1, "a"}, {0.1, "b"}, {0.3, "f"}, {0.2, "e"}, {0.1, "c"}};
    struct quire_event_log log = {0};

    for (size_t i = 0; i < sizeof came / sizeof *came; i++) {
        const struct quire_event event =
            quire_event_at(came[i].time, QUIRE_EVENT_RULE, came[i].source);
        cr_assert_eq(quire_event_log_add(&log, &event), QUIRE_OK);
    }
    cr_assert_eq(log.n, 6);
    for (size_t i = 0; i < log.n; i++) {
        cr_assert_eq(log.event[i].source[0], "abcdef"[i], "event %zu is '%s'", i,
                     log.event[i].source);
    }
    quire_event_log_clear(&log);
}
