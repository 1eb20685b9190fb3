/* Which sheets a check looks at, and when; and which sheets of a pile wait. */
#include <criterion/criterion.h>

#include "body/sheet.h"
#include "check/around.h"
#include "check/scope.h"
#include "fixtures/check_stage.h"

extern const struct quire_kind quire_kind_check_stall, quire_kind_check_no_feed;

Test(scope, names_are_of_one_sheet_or_of_all_that_an_element_stands_for)
{
    cr_expect(quire_sheet_is_meant("page", "page"));
    cr_expect(quire_sheet_is_meant("page", "page.1"));
    cr_expect(quire_sheet_is_meant("page", "page.12"));
    cr_expect(quire_sheet_is_meant("page.1", "page.1"));
    cr_expect_not(quire_sheet_is_meant("page.1", "page.12"));
    cr_expect_not(quire_sheet_is_meant("page.1", "page"));
    cr_expect_not(quire_sheet_is_meant("page", "pages"));
    cr_expect_not(quire_sheet_is_meant("page", "page.lead"));
    cr_expect_not(quire_sheet_is_meant("page", "page."));
}

Test(scope, is_all_unless_it_is_limited)
{
    const struct quire_check_common none = {.sheet = NULL},
                                    open = {.sheet = "each", .from = NAN, .until = NAN},
                                    limited = {.sheet = "page", .from = 0.1, .until = 0.3};
    struct quire_check_result out = {.cause = "nothing was seen"};

    cr_expect(quire_scope_has(&none, "page", 1e9));
    cr_expect(quire_scope_has(&open, "page", 0));
    cr_expect(quire_scope_has(&limited, "page.3", 0.1));
    cr_expect(quire_scope_has(&limited, "page.3", 0.3));
    cr_expect(quire_scope_has(&limited, NULL, 0.2));
    cr_expect_not(quire_scope_has(&limited, "page.3", 0.0999));
    cr_expect_not(quire_scope_has(&limited, "page.3", 0.3001));
    cr_expect_not(quire_scope_has(&limited, "card", 0.2));
    quire_scope_say(&open, &out);
    cr_expect_str_eq(out.cause, "nothing was seen");
    quire_scope_say(&limited, &out);
    cr_expect_str_eq(out.cause, "nothing was seen; the check is limited to sheet 'page', times "
                                "from 0.1 s, times until 0.3 s");
}

/* ---- at work ---- */

static struct stage s;

static void
open_stage(void)
{
    stage_open(&s);
}

static void
close_stage(void)
{
    stage_close(&s);
}

TestSuite(scope_at_work, .init = open_stage, .fini = close_stage);

/* the sheet stands in the nip from 0 to 0.4 s; when the stall was found, NaN: never */
static double
find_stall(struct quire_object *check)
{
    static _Alignas(16) char memory[4096];
    const struct quire_check_ops *ops = check->kind->ops;
    struct quire_check_result result;

    memset(memory, 0, sizeof memory);
    stage_grip(&s, true);
    for (int k = 0; k <= 200; k++) {
        stage_lay(&s, 0.002 * k, 0.15, 0);
        quire_scope_sample(check, memory, &s.view);
        if (ops->judge(check, memory, &s.view, false, &result)) {
            return s.view.time;
        }
    }
    return NAN;
}

Test(scope_at_work, begins_when_it_is_said)
{
    const double stall =
        find_stall(STAGE_ADD(&s, &quire_kind_check_stall, "sheet=page", "from=0.2 s"));

    cr_expect(fabs(stall - 0.25) < 0.003, "%g", stall);
}

Test(scope_at_work, ends_when_it_is_said)
{
    cr_expect(isnan(find_stall(STAGE_ADD(&s, &quire_kind_check_stall, "until=0.04 s"))));
}

Test(scope_at_work, leaves_other_sheets_alone)
{
    s.sheet.name = "card";
    cr_expect(isnan(find_stall(STAGE_ADD(&s, &quire_kind_check_stall, "sheet=page"))));
}

/* ---- what is refused ---- */

static void
refuses(const char *first, const char *second, const char *text)
{
    quire_diag *diag = quire_diag_create();
    struct quire_object *check = STAGE_ADD(&s, &quire_kind_check_stall, "name=c", "speed=1 mm/s");
    struct quire_check_common *common = check->params;
    char line[300] = "";

    common->sheet = first;
    common->from = second != NULL ? 0.3 : (double)NAN;
    common->until = second != NULL ? 0.3 : (double)NAN;
    cr_expect_neq(quire_scope_check(check, diag), QUIRE_OK);
    cr_assert_eq(quire_diag_count(diag), 1);
    quire_diag_format(diag, 0, line, sizeof line);
    cr_expect_not_null(strstr(line, text), "%s", line);
    quire_diag_destroy(diag);
}

Test(scope_at_work, refuses_sheets_that_there_are_not)
{
    refuses("pge", NULL, "no such sheet");
}

Test(scope_at_work, refuses_first)
{
    refuses("first", NULL, "use each or the name of a sheet");
}

Test(scope_at_work, refuses_an_end_before_the_start)
{
    refuses("page", "0.3 s", "must be earlier than 'until'");
}

/* ---- piles ---- */

enum { PILE = 3 };

struct pile {
    struct quire_sheet_params params[PILE];
    struct quire_object object[PILE];
    struct quire_sheet_view sheet[PILE];
};

static void
lay_pile(struct pile *p)
{
    static const char *const name[PILE] = {"page.1", "page.2", "page.3"};

    for (int k = 0; k < PILE; k++) {
        p->params[k] = (struct quire_sheet_params){.pile = QUIRE_PILE_RIGHT, .number = k + 1};
        p->object[k] = s.sheet_object;
        p->object[k].name = name[k];
        p->object[k].params = &p->params[k];
        p->sheet[k] = s.sheet;
        p->sheet[k].name = name[k];
        p->sheet[k].object = &p->object[k];
    }
    s.view.sheet = p->sheet;
    s.view.n_sheet = PILE;
}

static void
move_to(struct pile *p, int sheet, double lead)
{
    p->sheet[sheet].lead.path_distance = lead;
    p->sheet[sheet].trail.path_distance = lead - p->sheet[sheet].length;
}

Test(scope_at_work, sheets_of_a_pile_wait_for_earlier_ones)
{
    struct pile p;

    lay_pile(&p);
    cr_expect_not(quire_around_waits(&s.view, 0));
    cr_expect(quire_around_waits(&s.view, 1));
    cr_expect(quire_around_waits(&s.view, 2));
    move_to(&p, 0, p.sheet[1].lead.path_distance + 0.99 * p.sheet[0].length);
    cr_expect(quire_around_waits(&s.view, 1));
    move_to(&p, 0, p.sheet[1].lead.path_distance + 1.01 * p.sheet[0].length);
    cr_expect_not(quire_around_waits(&s.view, 1));
    cr_expect(quire_around_waits(&s.view, 2));
}

Test(scope_at_work, other_sheets_do_not_wait)
{
    struct pile p;

    lay_pile(&p);
    p.params[1].pile = QUIRE_PILE_NONE; /* a stream */
    cr_expect_not(quire_around_waits(&s.view, 1));
    lay_pile(&p);
    p.sheet[0].name = "card.1"; /* of another pile */
    cr_expect_not(quire_around_waits(&s.view, 1));
    lay_pile(&p);
    p.sheet[0].entered = false;
    cr_expect_not(quire_around_waits(&s.view, 1));
}

/* The first of a pile stands in the nip: that is a stall. The others stand with it, and wait. */
Test(scope_at_work, a_pile_stalls_with_its_first_sheet_alone)
{
    static _Alignas(16) char memory[4096];
    struct quire_object *check = STAGE_ADD(&s, &quire_kind_check_stall, "name=c", "speed=1 mm/s");
    const struct quire_check_ops *ops = check->kind->ops;
    struct quire_check_result result;
    struct pile p;

    for (int first = 0; first < 2; first++) {
        memset(memory, 0, sizeof memory);
        stage_lay(&s, 0, 0.15, 0);
        stage_grip(&s, true);
        lay_pile(&p);
        bool stalled = false;
        for (int k = 0; k <= 100 && !stalled; k++) {
            s.view.time = 0.002 * k;
            for (int i = 0; i < PILE && first == 1; i++) { /* the first one goes */
                move_to(&p, 0, 0.15 + 0.5 * s.view.time);
            }
            quire_scope_sample(check, memory, &s.view);
            stalled = ops->judge(check, memory, &s.view, false, &result);
        }
        cr_expect_eq(stalled, first == 0);
    }
}
