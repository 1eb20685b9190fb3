/* Older files: steps of a table of their own, so that the machinery is tested apart from what
 * versions have changed. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "xml/rewrite/upgrade.h"

static const struct quire_change from_0[] = {
    {QUIRE_CHANGE_RENAME_ATTRIBUTE, "roller", "r", NULL, "radius", NULL},
    {QUIRE_CHANGE_RENAME_ELEMENT, "wheel", NULL, NULL, "roller", NULL},
    {QUIRE_CHANGE_DROP_ATTRIBUTE, "roller", "soft", "yes", NULL, "give it a <sleeve>"},
    {QUIRE_CHANGE_DROP_ATTRIBUTE, "roller", "soft", NULL, NULL, NULL},
    {.element = NULL},
};
static const struct quire_change from_1[] = {
    {QUIRE_CHANGE_RENAME_ELEMENT, "roller", NULL, NULL, "cylinder", NULL},
    {QUIRE_CHANGE_RENAME_ATTRIBUTE, "model", "title", NULL, "name", NULL},
    {.element = NULL},
};
static const struct quire_version_step step[] = {{0, from_0}, {1, from_1}};
static const struct quire_version_steps steps = {step, 2};

/* the new text and "CODE line:column" of what is told, in order; lines are those of the file, which
 * later steps no longer see */
static void
expect(const char *text, int from, const char *wanted, const char *told)
{
    char *out, list[500] = "";
    size_t size;
    quire_diag *diag = quire_diag_create();
    cr_expect_eq(quire_upgrade_by(&steps, &out, &size, from, text, strlen(text), "u.xml", diag),
                 QUIRE_OK);
    cr_assert_not_null(out);
    cr_expect_str_eq(out, wanted);
    cr_expect_eq(size, strlen(wanted));
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        const quire_problem *p = quire_diag_get(diag, i);
        const size_t n = strlen(list);
        snprintf(list + n, sizeof list - n, "%s%c %d:%d", i > 0 ? ", " : "", p->code[0], p->line,
                 p->column);
    }
    cr_expect_str_eq(list, told);
    free(out);
    quire_diag_destroy(diag);
}

Test(upgrade, leaves_the_present_version_alone)
{
    expect("<model version=\"2\"  ><!-- x --><wheel r='1'/></model>", -1,
           "<model version=\"2\"  ><!-- x --><wheel r='1'/></model>", "");
}

Test(upgrade, takes_one_step_and_keeps_layout)
{
    expect("\xEF\xBB\xBF<!-- roller r='1' -->\r\n<model version = '1' title='t'>\n <roller  "
           "a='1'\n r='2'></roller ></model>\n\n",
           -1,
           "\xEF\xBB\xBF<!-- roller r='1' -->\r\n<model version = \"2\" name='t'>\n <cylinder  "
           "a='1'\n r='2'></cylinder ></model>\n\n",
           "N 2:8, N 2:22, N 3:2");
}

Test(upgrade, takes_all_steps)
{
    expect("<model version='0'>\n<roller r='2'\n  soft='yes' b='1'/><roller soft='no'/></model>",
           -1, "<model version=\"2\">\n<cylinder radius='2' b='1'/><cylinder/></model>",
           "N 1:8, N 2:9, N 3:3, W 3:3, N 3:29, N 0:0, N 0:0, N 0:0");
}

Test(upgrade, takes_a_file_without_a_version_for_the_oldest)
{
    expect("<model title='t'><wheel/></model>", -1,
           "<model version=\"2\" name='t'><cylinder/></model>",
           "N 1:1, N 1:18, N 0:0, N 0:0, N 0:0");
}

Test(upgrade, believes_who_knows_better)
{
    expect("<model version='2'><wheel/></model>", 1, "<model version=\"2\"><wheel/></model>",
           "N 1:8");
    expect("<model version='2'><roller/></model>", 1, "<model version=\"2\"><cylinder/></model>",
           "N 1:8, N 1:20");
    expect("<model version='1'><roller/></model>", 2, "<model version=\"2\"><cylinder/></model>",
           "N 1:8, N 1:20");
}

Test(upgrade, looks_neither_into_comments_nor_into_foreign_data)
{
    expect("<model version='1'><!-- <roller/> --><user-data><roller/></user-data></model>", -1,
           "<model version=\"2\"><!-- <roller/> --><user-data><roller/></user-data></model>",
           "N 1:8");
}

Test(upgrade, refuses_what_it_does_not_know)
{
    static const char *const bad[] = {"<model\n version='3'/>", "<model\n version='x'/>",
                                      "<model\n version='99999999999999'/>",
                                      "<model\n version='1'>"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char *out;
        size_t size;
        quire_diag *diag = quire_diag_create();
        cr_expect_eq(
            quire_upgrade_by(&steps, &out, &size, -1, bad[i], strlen(bad[i]), "u.xml", diag),
            QUIRE_ERROR_INPUT, "%s", bad[i]);
        cr_expect_null(out);
        cr_assert_eq(quire_diag_count(diag), 1);
        cr_expect_eq(quire_diag_get(diag, 0)->line, 2, "%s", bad[i]);
        quire_diag_destroy(diag);
    }
}

/* each step leads to the next version, and says which attribute, element and new name it means */
Test(upgrade, table_is_in_order)
{
    for (size_t i = 0; i < quire_upgrade_steps.n; i++) {
        cr_expect_eq(quire_upgrade_steps.step[i].from, (int)i);
        for (const struct quire_change *c = quire_upgrade_steps.step[i].changes; c->element != NULL;
             c++) {
            cr_expect_eq(c->attribute == NULL, c->kind == QUIRE_CHANGE_RENAME_ELEMENT);
            cr_expect_eq(c->to == NULL, c->kind == QUIRE_CHANGE_DROP_ATTRIBUTE);
        }
    }
}
