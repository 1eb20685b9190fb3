/* The warning that two columns of nodes are too few. */
#include <criterion/criterion.h>
#include <string.h>

#include "base/diag.h"
#include "judge/column_check.h"
#include "model/object.h"

static const struct quire_kind kind = {.family = &quire_family_body, .element = "sheet"};
static const struct quire_object object = {.kind = &kind, .name = "page"};

static size_t
warnings_of(size_t columns, double twist, bool spatial)
{
    struct quire_column_check c = {0};
    struct quire_sheet_view sheet = {.name = "page",
                                     .object = &object,
                                     .entered = true,
                                     .n_column = columns,
                                     .width = 0.2,
                                     .twist_mean = 0.001,
                                     .twist_limit = 0.015,
                                     .squeeze = 4e-5};
    struct quire_view view = {.spatial = spatial, .n_sheet = 1, .sheet = &sheet};
    quire_diag *diag = quire_diag_create();
    cr_assert_eq(quire_column_check_observe(&c, &view), QUIRE_OK);
    view.time = 0.25;
    sheet.twist_mean = twist;
    cr_assert_eq(quire_column_check_observe(&c, &view), QUIRE_OK);
    view.time = 0.5;
    sheet.twist_mean = 0.002; /* calm again */
    cr_assert_eq(quire_column_check_observe(&c, &view), QUIRE_OK);
    quire_column_check_warn(&c, diag);
    const size_t n = quire_diag_count(diag);
    if (n > 0) {
        const quire_problem *p = quire_diag_get(diag, 0);
        cr_assert_str_eq(p->code, "W-COLUMNS");
        cr_assert_not_null(strstr(p->text, "0.03 rad/m over its length at 0.25 s"), "%s", p->text);
        cr_assert_not_null(strstr(p->text, "above 0.015 rad/m"), "%s", p->text);
        /* 200 mm sqrt(4e-5) / pi */
        cr_assert_not_null(strstr(p->text, "waves 0.403 mm high"), "%s", p->text);
    }
    quire_column_check_clear(&c);
    quire_diag_destroy(diag);
    return n;
}

Test(columns, are_too_few_where_a_sheet_of_two_twists_beyond_the_limit)
{
    cr_assert_eq(warnings_of(2, 0.03, true), 1);
    cr_assert_eq(warnings_of(2, 0.014, true), 0);
    cr_assert_eq(warnings_of(3, 0.03, true), 0);
    cr_assert_eq(warnings_of(2, 0.03, false), 0);
}
