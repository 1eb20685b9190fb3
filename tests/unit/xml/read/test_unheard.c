/* What is read does not depend on who hears of problems: nobody, or a list that is full of those of
 * others. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <quire/describe.h>
#include <quire/import.h>
#include <quire/model.h>

#include "base/diag.h"
#include "fixtures/drawn.h"
#include "model/object.h"

/* the caller's; full of warnings */
static quire_diag *
full_list(void)
{
    quire_diag *diag = quire_diag_create();
    for (int i = 0; i < QUIRE_PROBLEM_LIMIT; i++) {
        quire_diag_warning(diag, "W-UNUSED", (struct quire_place){NULL, 0, 0}, NULL, NULL,
                           "of something else");
    }
    return diag;
}

static size_t
parts_of_instance(quire_diag *diag)
{
    static const char text[] =
        "<model version='1' name='a'><assembly name='station'><sensor name='eye' kind='edge' "
        "path='p' at='10 mm'/></assembly>"
        "<path name='p'><line length='100 mm'/></path><instance name='one' assembly='station'/>"
        "<instance name='two' assembly='station'/></model>";
    quire_model *model = NULL;
    size_t n = 0;
    cr_assert_eq(quire_model_parse(&model, text, strlen(text), "model.xml", NULL, 0, diag),
                 QUIRE_OK);
    for (size_t i = 0; quire_object_next_in(model->root, &quire_family_sensor, &i) != NULL;) {
        n++;
    }
    quire_model_destroy(model);
    return n;
}

static quire_status
set_unknown(quire_diag *diag)
{
    static const char text[] = "<model version='1' name='a'><assembly name='station'><sensor "
                               "name='eye' kind='edge' path='p' at='10 mm'/></assembly>"
                               "<path name='p'><line length='100 mm'/></path><instance name='one' "
                               "assembly='station'><set parameter='b' value='1'/></instance>"
                               "</model>";
    quire_model *model = NULL;
    const quire_status status =
        quire_model_parse(&model, text, strlen(text), "model.xml", NULL, 0, diag);
    quire_model_destroy(model);
    return status;
}

static size_t
strokes_of_drawing(quire_diag *diag)
{
    static const char text[] = "0\nSECTION\n2\nENTITIES\n0\nLINE\n8\nA\n10\n0\n20\n0\n11\n1\n21\n0"
                               "\n0\nLINE\n8\nA\n10\n0\n20\n5\n11\n1\n21\n5\n0\nENDSEC\n0\nEOF\n";
    const struct quire_drawing_options options = {
        .unit = 1e-3, .scale = 1.0, .tolerance = 1e-6, .file = "a.dxf"};
    struct quire_drawing drawing;
    cr_assert_eq(read_drawing(&drawing, text, strlen(text), &options, diag), QUIRE_OK);
    const size_t n = drawing.n;
    quire_drawing_clear(&drawing);
    return n;
}

static quire_status
import_contact(quire_diag *diag)
{
    static const char csv[] =
        "parameter,value,unit\nToolkit,MTT2D,\nSheet Width,210,mm\nContact,plain,\nStiffness "
        "Coefficient,5,\nDamping Coefficient,0.01,\n";
    char *xml = NULL;
    const quire_status status = quire_import_mtt(&xml, csv, strlen(csv), "a.csv", diag);
    cr_assert(status != QUIRE_OK || strstr(xml, "plain") != NULL);
    quire_free(xml);
    return status;
}

Test(unheard, instances_have_their_parts)
{
    quire_diag *full = full_list();
    cr_expect_eq(parts_of_instance(NULL), 2);
    cr_expect_eq(parts_of_instance(full), 2);
    quire_diag_destroy(full);
}

Test(unheard, instances_that_set_what_there_is_not_are_refused)
{
    quire_diag *full = full_list();
    cr_expect_eq(set_unknown(NULL), QUIRE_ERROR_INPUT);
    cr_expect_eq(set_unknown(full), QUIRE_ERROR_INPUT);
    quire_diag_destroy(full);
}

Test(unheard, drawings_have_all_their_strokes)
{
    quire_diag *full = full_list();
    cr_expect_eq(strokes_of_drawing(NULL), 2);
    cr_expect_eq(strokes_of_drawing(full), 2);
    quire_diag_destroy(full);
}

Test(unheard, tables_are_read_to_their_end)
{
    quire_diag *full = full_list();
    cr_expect_eq(import_contact(NULL), QUIRE_OK);
    cr_expect_eq(import_contact(full), QUIRE_OK);
    quire_diag_destroy(full);
}
