/* Which drive rollers hold a sheet: contact decides, not where the path has its edges. */
#include <criterion/criterion.h>

#include "cause/drives.h"
#include "fixtures/diagnosis_stage.h"

TestSuite(drives, .init = open_stage, .fini = close_stage);

static size_t
count(void)
{
    struct quire_push push[QUIRE_PUSHES];

    return quire_drives_of(&s.view, 0, push);
}

Test(drives, press_on_a_tail_that_the_path_has_beyond_them)
{
    stage_lay(&s, 0, 0.3 + 0.201, 0.5); /* the trailing edge is 1 mm past n2 */
    cr_assert_eq(count(), 1);
    rollers[3].normal = 0; /* the idler has come down on nothing: its driver rubs on the tail */
    cr_expect_eq(count(), 0);
}

/* In space the view has the nodes of the middle, and sheets bend across. */
Test(drives, press_on_a_sheet_whose_middle_stands_off)
{
    for (int k = 0; k < 4; k++) {
        rollers[k].y += 0.01;
        rollers[k].only_sheet = 1;
    }
    cr_expect_eq(count(), 2);
    for (int k = 0; k < 4; k++) {
        rollers[k].only_sheet = 2; /* another sheet's */
    }
    cr_expect_eq(count(), 0);
}
