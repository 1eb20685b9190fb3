/* From text to a tree of objects. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "xml_fixture.h"

static const struct box_params *
box(const quire_model *model, const char *name)
{
    for (size_t i = 0; i < model->root->n_child; i++) {
        const struct quire_object *o = model->root->child[i];
        if (strcmp(o->kind->element, "box") == 0 && strcmp(o->name, name) == 0) {
            return o->params;
        }
    }
    cr_assert_fail("no box '%s'", name);
    return NULL;
}

static const struct quire_object *
box_object(const quire_model *model, size_t index)
{
    return model->root->child[index];
}

static quire_model *
read_good(const char *body)
{
    quire_diag *diag = quire_diag_create();
    quire_model *model;
    char buf[900] = "";
    const quire_status status = test_read(&model, body, diag);
    quire_diag_format(diag, 0, buf, sizeof buf);
    cr_assert_eq(status, QUIRE_OK, "%s", buf);
    quire_diag_destroy(diag);
    return model;
}

Test(read, tree)
{
    quire_model *m = read_good("<!-- c --><?pi?>\n"
                               "<box name='a' size='2 mm' friend='b' corner='1 mm, 2 mm'>\n"
                               "  <part shape='round' radius='1 mm'/><part name='p' shape='square' "
                               "side='3 mm'/><note/></box>\n"
                               "<box name='b' size='1 m' text='x &lt; "
                               "&amp;&#65;'/>\n<user-data><any x='1'>text<y/></any></user-data>");
    cr_assert_eq(m->root->n_child, 2);
    cr_expect_str_eq(m->root->name, "m");
    const struct quire_object *a = box_object(m, 0), *b = box_object(m, 1);
    cr_expect_eq(box(m, "a")->size, 0.002);
    cr_expect_eq(box(m, "a")->friend, b);
    cr_expect_eq(box(m, "a")->corner[1], 0.002);
    cr_expect_str_eq(box(m, "b")->text, "x < &A");
    cr_assert_eq(a->n_child, 3);
    cr_expect_str_eq(a->child[1]->kind->variant, "square");
    cr_expect_str_eq(a->child[1]->name, "p");
    cr_expect_eq(a->child[0]->parent, a);
    cr_expect_eq(a->child[1]->place.line, 4);
    cr_expect_eq(a->child[1]->place.column, 38);
    cr_expect(quire_object_has(a, "corner"));
    cr_expect_not(quire_object_has(b, "count"));
    quire_xml_free(m);
}

Test(read, problems_in_file_order)
{
    test_problems("<box name='a' size='2 m/s'/>\n"
                  "<bx name='b'/>\n"
                  "<box name='c' sise='1 mm'/>\n"
                  "<box name='d' size='1 mm'\n     friend='e'/>\n"
                  "<box name='d' size='1 mm'><part/><part shape='rond'/><note/><note/></box>\n"
                  "<part shape='round'/>",
                  "E-UNIT 2:15", "E-UNKNOWN-ELEMENT 3:1", "E-UNKNOWN-ATTRIBUTE 4:15",
                  "E-REFERENCE 6:6", "E-DUPLICATE 7:1", "E-MISSING 7:27", "E-CHOICE 7:40",
                  "E-UNKNOWN-ELEMENT 8:1", NULL);
    test_problems("<box name='a' size='1 mm'><note/><note/></box><lid name='l'/><lid "
                  "name='k'><part shape='round' radius='1 m'/></lid>",
                  "E-TOO-MANY 2:34", "E-MISSING 2:47", "E-TOO-MANY 2:62", NULL);
}

Test(read, structure)
{
    test_problems("words", "E-XML 2:1", NULL);
    test_problems("<box name='a' size='1 mm'>words</box>", "E-XML 2:27", NULL);
    test_problems("<box name='a' size='1 mm'><![CDATA[words]]></box>", "E-XML 2:27", NULL);
    test_problems("<x:box xmlns:x='urn:x' name='a'/>", "E-UNKNOWN-ELEMENT 2:8", NULL);
    test_problems("<box xmlns='urn:x' name='a'/>", "E-UNKNOWN-ELEMENT 2:6", NULL);
    test_problems("<box xmlns:x='urn:x' x:name='b' name='a' size='1 mm'/>",
                  "E-UNKNOWN-ATTRIBUTE 2:22", NULL);
    test_problems("<user-data><x:any xmlns:x='urn:x'/></user-data>", NULL);
    test_problems("<box name='a'", "E-XML 2:14", "E-XML 2:14", NULL);
}

static void
expect_root(const char *text, const char *code, int line)
{
    quire_diag *diag = quire_diag_create();
    quire_model *model;
    cr_expect_eq(test_read_file(&model, text, strlen(text), NULL, 0, diag), QUIRE_ERROR_INPUT, "%s",
                 text);
    cr_assert_geq(quire_diag_count(diag), 1, "%s", text);
    cr_expect_str_eq(quire_diag_get(diag, 0)->code, code, "%s", text);
    cr_expect_eq(quire_diag_get(diag, 0)->line, line, "%s", text);
    quire_diag_destroy(diag);
}

Test(read, root)
{
    expect_root("<study version='1' name='m'/>", "E-UNKNOWN-ELEMENT", 1);
    expect_root("<model name='m'/>", "E-VERSION", 1);
    expect_root("<model version='2' name='m'><unheard-of/></model>", "E-VERSION", 1);
    expect_root("<model version='1'/>", "E-MISSING", 1);
    expect_root("  \n", "E-XML", 2);
    expect_root("hello", "E-XML", 1);
    expect_root("<model version='1' name='m'/><model/>", "E-XML", 1);
    expect_root("<model version='1' name='m' name='n'/>", "E-XML", 1);
    expect_root("<model version='1' name='m'>&undefined;</model>", "E-XML", 1);
    quire_model *model;
    static const char schema[] =
        "<model version='1' name='m' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' "
        "xsi:noNamespaceSchemaLocation='quire.xsd'/>";
    cr_expect_eq(test_read_file(&model, schema, strlen(schema), NULL, 0, NULL), QUIRE_OK);
    quire_xml_free(model);
}

Test(read, checks_see_sound_objects_only)
{
    test_checks = 0;
    test_problems("<box name='a' size='0 mm'/><box name='b' size='1 mm' count='13'/>"
                  "<box name='c' size='1 mm'><part shape='round'/></box><box name='d' size='1 mm' "
                  "friend='x'/>",
                  "E-RANGE 2:15", "E-MODEL 2:28", "E-MISSING 2:92", "E-REFERENCE 2:145", NULL);
    cr_expect_eq(test_checks, 1);
}

/* ---- like ---- */

Test(like, attributes_and_children)
{
    quire_model *m =
        read_good("<box name='b' like='a' count='7'/>\n"
                  "<box name='a' size='2 mm' stiffness='3 N/m^2' exponent='2' doc='first'>"
                  "<part name='p' shape='round' radius='1 mm'/><part shape='square' side='1 "
                  "mm'/><note/></box>\n"
                  "<box name='c' like='b'><part shape='square' side='9 mm'/></box>");
    cr_expect_eq(box(m, "b")->size, 0.002);
    cr_expect_eq(box(m, "b")->stiffness, 3);
    cr_expect_eq(box(m, "b")->count, 7);
    cr_expect_eq(box(m, "c")->count, 7);
    cr_expect_eq(box(m, "a")->count, 1);
    cr_expect(
        quire_object_has(box_object(m, 2), "exponent")); /* what is taken over counts as given */
    const struct quire_object *b = box_object(m, 0), *c = box_object(m, 2);
    cr_assert_eq(b->n_child, 3);
    cr_expect_null(b->child[0]->name); /* a copied child leaves its name behind */
    cr_expect_eq(b->child[0]->parent, b);
    cr_expect_eq(((const struct part_params *)b->child[1]->params)->side, 0.001);
    cr_assert_eq(c->n_child, 2); /* its own parts instead of a's, and a's note */
    cr_expect_eq(((const struct part_params *)c->child[0]->params)->side, 0.009);
    cr_expect_str_eq(c->child[1]->kind->element, "note");
    quire_xml_free(m);
}

/* being like something named does not give a name */
Test(like, name_is_not_taken_over)
{
    quire_model *m =
        read_good("<box name='a' size='2 mm'><part name='p' shape='round' radius='1 mm'/>"
                  "<part like='p'/></box>");
    const struct quire_object *copy = box_object(m, 0)->child[1];
    cr_expect_null(copy->name);
    cr_expect_eq(((const struct part_params *)copy->params)->radius, 0.001);
    quire_xml_free(m);
}

Test(like, problems)
{
    test_problems("<box name='a' like='b'/><box name='b' like='c'/><box name='c' like='b'/>",
                  "E-REFERENCE 2:39", NULL);
    test_problems("<box name='a' like='a' size='1 mm'/>", "E-REFERENCE 2:15", NULL);
    test_problems("<lid name='a'><part shape='round' radius='1 m'/></lid><box name='b' like='a' "
                  "size='1 mm'/>",
                  "E-REFERENCE 2:69", NULL);
    /* a wrong value is reported where it stands, once */
    test_problems("<box name='a' size='0 mm'/>\n<box name='b' like='a'/>\n<box name='c' like='b'/>",
                  "E-RANGE 2:15", NULL);
    test_problems("<box name='a' size='1 mm'><part shape='round'/></box><box name='b' like='a'/>",
                  "E-MISSING 2:27", NULL);
    /* the unit is wrong only together with the new exponent */
    test_problems(
        "<box name='a' size='1 mm' stiffness='1 N/m^1.5'/><box name='b' like='a' exponent='1'/>",
        "E-UNIT 2:27", NULL);
}

/* ---- parameters ---- */

#define PARAMETERS                                                                                 \
    "<parameters><parameter name='w' value='2 mm'/><parameter name='t' value='abc'/>"              \
    "<parameter name='d' value='{2*w + 1 um}' doc='{not looked at}'/></parameters>\n"

Test(parameters, inserted_and_evaluated)
{
    quire_model *m = read_good(PARAMETERS "<box name='a' size='{w}' text='x-{t}-{ t }' "
                                          "corner='{w}, {-d}'/><box name='b' size='{(w+d)/2}'/>");
    cr_expect_eq(box(m, "a")->size, 0.002);
    cr_expect_str_eq(box(m, "a")->text, "x-abc-abc");
    cr_expect_float_eq(box(m, "a")->corner[1], -0.004001, 1e-18);
    cr_expect_float_eq(box(m, "b")->size, 0.0030005, 1e-18);
    cr_assert_eq(m->n_parameter, 3);
    cr_expect_str_eq(m->parameter[2].value, "0.004001 m");
    cr_expect_str_eq(m->parameter[2].doc, "{not looked at}");
    quire_xml_free(m);
}

Test(parameters, problems)
{
    test_problems("<box name='a' size='{w}'/>", "E-PARAMETER 2:15", NULL);
    test_problems(
        "<parameters><parameter name='w' value='1 mm'/></parameters><box name='a' size='1 mm'/>",
        "W-UNUSED 2:13", NULL);
    test_problems(PARAMETERS "<box name='a' size='{w} + {d}' text='{t}'/>", "E-UNIT 3:15", NULL);
    test_problems(PARAMETERS "<box name='a' size='{w + 1}' text='{t}{d}'/>", "E-PARAMETER 3:15",
                  NULL);
    test_problems(PARAMETERS "<box name='a' size='{t*2}' text='{d}'/>", "E-PARAMETER 3:15", NULL);
    test_problems(PARAMETERS "<box name='a' size='{w' text='{t}{d}'/>", "E-PARAMETER 3:15", NULL);
    test_problems(PARAMETERS "<box name='a' size='w}' text='{t}{d}'/>", "E-PARAMETER 3:15", NULL);
    test_problems(PARAMETERS "<box name='a' size='{}' text='{t}{d}'/>", "E-PARAMETER 3:15", NULL);
    test_problems("<parameters><parameter name='a' value='{b}'/><parameter name='b' value='1 "
                  "mm'/></parameters><box name='x' size='{a}'/>",
                  "E-PARAMETER 2:33", NULL); /* further down; and what uses it stays quiet */
    test_problems("<parameters><parameter name='a-b' value='1 mm'/><parameter name='c' "
                  "value='1'/><parameter name='c' value='2'/></parameters>"
                  "<box name='x' size='{c} mm'/>",
                  "E-NAME 2:13", "W-UNUSED 2:13", "E-DUPLICATE 2:80", NULL);
    test_problems("<parameters><parameter name='a'/><parameter value='1'/></parameters><box "
                  "name='x' size='{a}'/>",
                  "E-MISSING 2:13", "E-MISSING 2:34", NULL);
}

Test(parameters, set_from_outside)
{
    static const char text[] = "<model version='1' name='m'><parameters><parameter name='w' "
                               "value='2 mm'/><parameter name='v' value='{2*w}'/>"
                               "</parameters><box name='a' size='{v}'/></model>";
    quire_diag *diag = quire_diag_create();
    quire_model *m;
    const quire_setting good[] = {{"w", "1 mm"}, {"w", "5 mm"}}, unknown[] = {{"ww", "1 mm"}},
                        bad[] = {{"w", "5 s"}};
    cr_assert_eq(test_read_file(&m, text, strlen(text), good, 2, diag), QUIRE_OK);
    cr_expect_eq(box(m, "a")->size, 0.01); /* the last one counts, and goes on into v */
    cr_expect_str_eq(m->parameter[0].value, "5 mm");
    quire_xml_free(m);
    cr_expect_eq(test_read_file(&m, text, strlen(text), unknown, 1, diag), QUIRE_ERROR_INPUT);
    cr_expect_str_eq(quire_diag_get(diag, 0)->hint, "did you mean 'w'?");
    cr_expect_eq(test_read_file(&m, text, strlen(text), bad, 1, diag), QUIRE_ERROR_INPUT);
    cr_expect_str_eq(quire_diag_get(diag, 1)->code, "E-UNIT");
    quire_diag_destroy(diag);
}
