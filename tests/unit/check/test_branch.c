/* Sheets that have gone into the branch of another path. */
#include "check/branch.h"
#include "fixtures/check_stage.h"

static struct stage s;
static struct quire_outline outlines[2];
static struct quire_object up;
static const struct quire_object *objects[2];
static struct quire_branch found;

/* "main" along x, and "up", which leaves it at 100 mm by 45 deg, with a channel of 4 mm from 120 mm
 * to 200 mm */
static void
open_stage(void)
{
    stage_open(&s);
    const double origin[2] = {0, 0}, fork[2] = {0.1, 0};
    quire_outline_begin(&outlines[0], origin, 0);
    quire_outline_add_line(&outlines[0], 1.0);
    quire_outline_begin(&outlines[1], fork, 0.78539816339744831);
    quire_outline_add_line(&outlines[1], 0.5);
    up = (struct quire_object){.kind = &quire_kind_path, .name = "up"};
    stage_adopt(&s, &up);
    objects[0] = &s.path_object, objects[1] = &up;
    s.path_object.parent = &s.root;
    STAGE_ADD(&s, &quire_kind_channel, "name=entry", "path=main", "from=0 mm", "to=90 mm",
              "gap=4 mm", "surface=steel");
    STAGE_ADD(&s, &quire_kind_channel, "name=upper", "path=up", "from=120 mm", "to=200 mm",
              "gap=4 mm", "surface=steel");
    s.view.n_path = 2, s.view.path = outlines, s.view.path_object = objects;
}

static void
close_stage(void)
{
    quire_outline_clear(&outlines[0]);
    quire_outline_clear(&outlines[1]);
    stage_close(&s);
}

TestSuite(branch, .init = open_stage, .fini = close_stage);

/* so far along "up", so far to the left of it */
static bool
find(double along, double left)
{
    const double c = 0.70710678118654752;
    s.sheet.lead.x = 0.1 + c * (along - left);
    s.sheet.lead.y = c * (along + left);
    s.sheet.lead.path_distance = s.sheet.lead.x;
    s.sheet.lead.path_height = s.sheet.lead.y;
    return quire_branch_of_lead(&s.view, &s.sheet, &found);
}

Test(branch, is_that_in_whose_channel_a_place_lies)
{
    cr_assert(find(0.15, 0.0019));
    cr_assert(found.path == &up && strcmp(found.channel->name, "upper") == 0);
    cr_assert(fabs(found.at - 0.15) < 1e-12 && fabs(found.from[1] - 0.12 * sqrt(0.5)) < 1e-12);
}

Test(branch, goes_30_mm_beyond_a_channel_and_5_mm_beside_a_path)
{
    cr_assert(find(0.229, 0.001) && found.channel != NULL);
    cr_assert(find(0.231, 0.0049) && found.channel == NULL);
    cr_assert_not(find(0.231, 0.0051));
    cr_assert_not(find(0.51, 0));
}

Test(branch, is_none_where_a_sheet_is_in_its_own)
{
    s.sheet.lead.x = s.sheet.lead.path_distance = 0.104;
    s.sheet.lead.y = s.sheet.lead.path_height = 0.004; /* on both paths */
    cr_assert_not(quire_branch_of_lead(&s.view, &s.sheet, &found));
}

Test(branch, names_the_gate_near_its_beginning)
{
    cr_assert(find(0.15, 0));
    cr_assert_null(quire_branch_gate(&s.view, &found));
    s.guide.moves = true; /* 76 mm from where the channel begins */
    cr_assert_eq(quire_branch_gate(&s.view, &found), &s.guide);
}

Test(branch, takes_places_that_are_not_beside_the_sheets_own_path)
{
    const double c = 0.70710678118654752;
    cr_assert(quire_branch_takes(&s.view, &s.sheet, c * 0.15, 0.1 + c * 0.15, c * 0.15));
    cr_assert_not(quire_branch_takes(&s.view, &s.sheet, 0.004, 0.104, 0.004));
    cr_assert_not(quire_branch_takes(&s.view, &s.sheet, 0.02, 0.2, 0.02)); /* along neither */
}
