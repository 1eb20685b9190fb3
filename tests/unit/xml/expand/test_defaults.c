/* <defaults>: which of several values an attribute gets. Each test sets two sources against each
 * other. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "body/nip.h"
#include "body/roller.h"
#include "kind/sensor.h"
#include "model/kinds_media.h"
#include "model/object.h"

#define KIND_DEFAULT 0.05 /* of damping-ratio */
#define GRAMMAGE     "grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\""

static quire_model *
read_model(const char *body, const quire_setting *settings, size_t n)
{
    char text[4000], first[600] = "";
    quire_model *model;
    quire_diag *diag = quire_diag_create();
    snprintf(text, sizeof text, "<model version=\"1\" name=\"m\">\n%s</model>\n", body);
    const quire_status status =
        quire_model_parse(&model, text, strlen(text), "m.xml", settings, n, diag);
    if (quire_diag_count(diag) > 0) {
        quire_diag_format(diag, 0, first, sizeof first);
    }
    quire_diag_destroy(diag);
    cr_assert_eq(status, QUIRE_OK, "%s\n%s", first, text);
    return model;
}

static const struct quire_object *
named(const struct quire_object *root, const char *name)
{
    for (size_t i = 0; i < root->n_child; i++) {
        if (root->child[i]->name != NULL && strcmp(root->child[i]->name, name) == 0) {
            return root->child[i];
        }
    }
    cr_assert(false, "there is no '%s'", name);
    return NULL;
}

/* the damping ratio of medium 'a' */
static void
expect(double want, const char *body)
{
    quire_model *model = read_model(body, NULL, 0);
    const struct quire_media_params *media = named(model->root, "a")->params;
    cr_expect_eq(media->damping_ratio, want, "%g instead of %g:\n%s", media->damping_ratio, want,
                 body);
    quire_model_destroy(model);
}

#define ALL    "<defaults><media damping-ratio=\"0.6\"/></defaults>\n"
#define PARENT "<defaults class=\"p\"><media damping-ratio=\"0.5\"/></defaults>\n"
#define CLASS  "<defaults class=\"c\" parent=\"p\"><media damping-ratio=\"0.4\"/></defaults>\n"
#define EMPTY  "<defaults class=\"e\" parent=\"p\"/>\n"
#define LIKE   "<media name=\"b\" damping-ratio=\"0.3\" " GRAMMAGE "/>\n"

Test(defaults, own_value_comes_before_like_class_and_all)
{
    expect(0.2, LIKE "<media name=\"a\" like=\"b\" damping-ratio=\"0.2\"/>");
    expect(0.2, PARENT CLASS "<media name=\"a\" class=\"c\" damping-ratio=\"0.2\" " GRAMMAGE "/>");
    expect(0.2, ALL "<media name=\"a\" damping-ratio=\"0.2\" " GRAMMAGE "/>");
}

Test(defaults, like_comes_before_class_and_all)
{
    expect(0.3, PARENT CLASS LIKE "<media name=\"a\" like=\"b\" class=\"c\"/>");
    expect(0.3, ALL LIKE "<media name=\"a\" like=\"b\"/>");
}

Test(defaults, class_comes_before_parent_and_all)
{
    expect(0.4, PARENT CLASS "<media name=\"a\" class=\"c\" " GRAMMAGE "/>");
    expect(0.4, ALL PARENT CLASS "<media name=\"a\" class=\"c\" " GRAMMAGE "/>");
}

Test(defaults, parent_comes_before_all)
{
    expect(0.5, ALL PARENT EMPTY "<media name=\"a\" class=\"e\" " GRAMMAGE "/>");
}

Test(defaults, all_come_before_the_kind)
{
    expect(0.6, ALL "<media name=\"a\" " GRAMMAGE "/>");
    expect(0.6, ALL "<defaults class=\"n\"/><media name=\"a\" class=\"n\" " GRAMMAGE "/>");
    expect(KIND_DEFAULT, "<defaults class=\"n\"/><media name=\"a\" class=\"n\" " GRAMMAGE "/>");
}

/* it may stand anywhere, as everything in a model */
Test(defaults, order_in_the_file_does_not_matter)
{
    expect(0.4, "<media name=\"a\" class=\"c\" " GRAMMAGE "/>" CLASS PARENT ALL);
}

/* what b gets from its class is no part of what a takes over from b, whichever of them comes first
 */
Test(defaults, like_takes_what_is_written_and_the_class)
{
    const char *b = "<media name=\"b\" class=\"c\" " GRAMMAGE "/>";
    const char *more[] = {"<media name=\"a\" like=\"b\"/>",
                          "<media name=\"a\" like=\"b\" class=\"o\"/>"};
    const double want[] = {0.4, 0.1};
    for (int i = 0; i < 4; i++) {
        char body[2000];
        snprintf(body, sizeof body,
                 "%s<defaults class=\"o\"><media damping-ratio=\"0.1\"/><sheet/></defaults>%s%s",
                 PARENT CLASS, i % 2 == 0 ? b : more[i / 2], i % 2 == 0 ? more[i / 2] : b);
        expect(want[i / 2], body);
    }
}

Test(defaults, required_attributes_may_come_from_a_class)
{
    expect(KIND_DEFAULT,
           "<defaults class=\"c\"><media " GRAMMAGE "/></defaults><media name=\"a\" class=\"c\"/>");
}

Test(defaults, parameters_are_put_in)
{
    const quire_setting setting[] = {{"ratio", "0.7"}, {"sort", "d"}};
    const char *body =
        "<parameters><parameter name=\"ratio\" value=\"0.1\"/><parameter name=\"sort\" "
        "value=\"c\"/></parameters>"
        "<defaults class=\"c\"/><defaults class=\"d\"><media damping-ratio=\"{ratio}\"/></defaults>"
        "<media name=\"a\" class=\"{sort}\" " GRAMMAGE "/>";
    expect(KIND_DEFAULT, body);
    quire_model *model = read_model(body, setting, 2);
    cr_expect_eq(
        ((const struct quire_media_params *)named(model->root, "a")->params)->damping_ratio, 0.7);
    quire_model_destroy(model);
}

/* a value whose unit hangs on an exponent waits for the element that has it */
Test(defaults, units_may_hang_on_what_the_element_gives)
{
    const char *body =
        "<defaults class=\"c\"><normal law=\"mtt-boundary\" stiffness=\"2e5 N/m^1.3\"/></defaults>"
        "<contact name=\"k\" class=\"c\"><normal exponent=\"1.3\" damping=\"0.5 N*s/m\" "
        "boundary-penetration=\"0.02 mm\" "
        "reference-length=\"5 mm\"/><friction law=\"mtt-step\" dynamic-coefficient=\"1\" "
        "threshold-velocity=\"1 mm/s\"/></contact>";
    quire_model_destroy(read_model(body, NULL, 0));
}

/* what one kind of the element takes may be said, whichever kind the class names itself */
Test(defaults, may_be_for_any_kind_of_an_element)
{
    const char *good[] = {"damping=\"1 N*s/m\"", "damping=\"1 Pa*s/m\"",
                          "law=\"linear\" exponent=\"1.5\""};
    for (int i = 0; i < 3; i++) {
        char body[200];
        snprintf(body, sizeof body, "<defaults><normal %s/></defaults>", good[i]);
        quire_model_destroy(read_model(body, NULL, 0));
    }
}

#define NIP                                                                                        \
    "<path name=\"main\" from=\"0 mm, 0 mm\"><line length=\"1 m\"/></path><drive name=\"d\" "      \
    "speed=\"1 m/s\"/>"                                                                            \
    "<defaults class=\"c\"><nip path=\"main\" load=\"8 N\" rate=\"500 N/m\"/><driver radius=\"10 " \
    "mm\" surface=\"rubber\" drive=\"d\"/>"                                                        \
    "<idler radius=\"9 mm\" surface=\"pom\"/></defaults>"                                          \
    "<defaults class=\"o\" parent=\"c\"><idler radius=\"7 mm\"/></defaults>"

static double
radius(const struct quire_object *nip, const struct quire_kind *kind)
{
    const struct quire_object *roller = quire_object_child_of(nip, kind);
    cr_assert_not_null(roller);
    return ((const struct quire_roller_params *)roller->params)->radius;
}

/* elements inside are of the class of what they stand in; taken over by like=, of that of where
 * they stand */
Test(defaults, hold_for_what_is_inside)
{
    quire_model *model = read_model(
        NIP "<nip name=\"n1\" class=\"c\" at=\"0 mm\"><driver/><idler/></nip>"
            "<nip name=\"n2\" class=\"c\" at=\"100 mm\"><driver/><idler class=\"o\"/></nip>"
            "<nip name=\"n3\" class=\"o\" at=\"200 mm\"><driver/><idler/></nip>"
            "<nip name=\"n4\" like=\"n1\" class=\"o\" at=\"300 mm\"/>",
        NULL, 0);
    cr_expect_eq(radius(named(model->root, "n1"), &quire_kind_driver), 0.01);
    cr_expect_eq(radius(named(model->root, "n1"), &quire_kind_idler), 0.009);
    cr_expect_eq(radius(named(model->root, "n2"), &quire_kind_idler), 0.007);
    cr_expect_eq(radius(named(model->root, "n3"), &quire_kind_idler), 0.007);
    cr_expect_eq(radius(named(model->root, "n3"), &quire_kind_driver), 0.01);
    cr_expect_eq(radius(named(model->root, "n4"), &quire_kind_idler), 0.009);
    cr_expect(quire_object_has(named(model->root, "n4"), "load"));
    quire_model_destroy(model);
}

/* parts of an instance stand in the assembly, as written, and that in the instance: the nearest
 * that has a class tells */
Test(defaults, hold_for_parts_of_instances)
{
    quire_model *model = read_model(
        NIP "<defaults class=\"p\" parent=\"c\"><idler radius=\"8 mm\"/></defaults>"
            "<assembly name=\"open\"><nip name=\"n\" at=\"0 mm\"><driver/><idler/></nip></assembly>"
            "<assembly name=\"set\" class=\"o\"><nip name=\"n\" at=\"0 mm\"><driver/><idler/></nip>"
            "<nip name=\"m\" class=\"p\" at=\"20 mm\"><driver/><idler/></nip></assembly>"
            "<assembly name=\"outer\"><instance name=\"i\" assembly=\"open\"/><instance name=\"j\" "
            "class=\"p\" assembly=\"open\"/>"
            "<instance name=\"k\" class=\"p\" assembly=\"set\"/></assembly>"
            "<instance name=\"a\" class=\"o\" assembly=\"open\" path=\"main\" at=\"10 mm\"/>"
            "<instance name=\"b\" class=\"p\" assembly=\"open\" path=\"main\" at=\"10 mm\" "
            "count=\"2\" pitch=\"30 mm\"/>"
            "<instance name=\"s\" class=\"p\" assembly=\"set\" path=\"main\" at=\"10 mm\"/>"
            "<instance name=\"x\" class=\"o\" assembly=\"outer\"/>",
        NULL, 0);
    static const struct {
        const char *name;
        double radius;
    } want[] = {{"a-n", 0.007}, {"b-1-n", 0.008}, {"b-2-n", 0.008}, {"s-n", 0.007},
                {"s-m", 0.008}, {"x-i-n", 0.007}, {"x-j-n", 0.008}, {"x-k-n", 0.007}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        cr_expect_eq(radius(named(model->root, want[i].name), &quire_kind_idler), want[i].radius,
                     "%s", want[i].name);
    }
    quire_model_destroy(model);
}

/* where an instance stands comes before what a class says of paths, whether the part or its class
 * says where on it */
Test(defaults, path_of_the_instance_comes_before_that_of_the_class)
{
    static const char *const cases[] = {
        "<defaults class=\"c\"><sensor/></defaults><assembly name=\"s\"><sensor name=\"n\" at=\"30 "
        "mm\"/></assembly>",
        "<defaults class=\"c\"><sensor at=\"30 mm\"/></defaults><assembly name=\"s\"><sensor "
        "name=\"n\"/></assembly>",
        "<defaults class=\"c\"><sensor path=\"b\"/></defaults><assembly name=\"s\"><sensor "
        "name=\"n\" at=\"30 mm\"/></assembly>",
        "<defaults class=\"c\"><sensor path=\"b\" at=\"30 mm\"/></defaults><assembly "
        "name=\"s\"><sensor name=\"n\"/></assembly>"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char body[1000];
        snprintf(body, sizeof body,
                 "<path name=\"a\"><line length=\"1 m\"/></path><path name=\"b\"><line length=\"2 "
                 "m\"/></path><defaults><sensor kind=\"edge\"/></defaults>"
                 "%s<instance name=\"i\" class=\"c\" assembly=\"s\" path=\"a\" at=\"20 mm\"/>",
                 cases[i]);
        quire_model *model = read_model(body, NULL, 0);
        const struct quire_sensor_common *sensor = named(model->root, "i-n")->params;
        cr_expect_str_eq(sensor->path->name, "a", "%zu", i);
        cr_expect_float_eq(sensor->at, 0.05, 1e-15, "%zu: %g", i, sensor->at);
        quire_model_destroy(model);
    }
}

/* the kind may come from the defaults, and defaults of other kinds are left out */
Test(defaults, kind_may_be_chosen_by_a_default)
{
    quire_model *model = read_model(
        "<defaults><normal law=\"mtt-boundary\" boundary-penetration=\"0.02 mm\"/></defaults>"
        "<contact name=\"a\"><normal stiffness=\"1e6 N/m^1.3\" exponent=\"1.3\" damping=\"1 "
        "N*s/m\"/></contact>"
        "<contact name=\"b\"><normal law=\"hunt-crossley\" stiffness=\"1e6 N/m^1.5\" "
        "restitution=\"0.5\"/></contact>",
        NULL, 0);
    cr_expect_str_eq(named(model->root, "a")->child[0]->kind->variant, "mtt-boundary");
    cr_expect_str_eq(named(model->root, "b")->child[0]->kind->variant, "hunt-crossley");
    quire_model_destroy(model);
}

/* where they stand, whether anything has them or not */
Test(defaults, wrong_values_are_refused)
{
    static const struct {
        const char *media, *code;
        int column;
    } cases[] = {{"thickness=\"0.1 mm\" grammage=\"80 s\"", "E-UNIT", 47},
                 {"grammage=\"heavy\"", "E-NUMBER", 28},
                 {"thickness=\"-1 mm\"", "E-RANGE", 28}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int used = 0; used < 2; used++) {
            char text[400];
            quire_model *model;
            quire_diag *diag = quire_diag_create();
            const int n = snprintf(text, sizeof text,
                                   "<model version=\"1\" name=\"m\">\n<defaults class=\"c\"><media "
                                   "%s/></defaults>%s\n</model>\n",
                                   cases[i].media, used ? "<media name=\"a\" class=\"c\"/>" : "");
            cr_expect_eq(quire_model_parse(&model, text, (size_t)n, "m.xml", NULL, 0, diag),
                         QUIRE_ERROR_INPUT);
            size_t first = 0; /* error: that nobody uses them is a warning */
            while (first < quire_diag_count(diag) && quire_diag_get(diag, first)->code[0] == 'W') {
                first++;
            }
            cr_assert_lt(first, quire_diag_count(diag));
            const quire_problem *p = quire_diag_get(diag, first);
            cr_expect_str_eq(p->code, cases[i].code);
            cr_expect(p->line == 2 && p->column == cases[i].column, "%d:%d %s", p->line, p->column,
                      p->text);
            quire_diag_destroy(diag);
            quire_model_destroy(model);
        }
    }
}

Test(defaults, unused_class_is_a_warning)
{
    const char text[] = "<model version=\"1\" name=\"m\">\n<defaults class=\"used\"/>\n<defaults "
                        "class=\"c\" parent=\"used\"/>\n</model>\n";
    quire_model *model;
    quire_diag *diag = quire_diag_create();
    cr_assert_eq(quire_model_parse(&model, text, strlen(text), "m.xml", NULL, 0, diag), QUIRE_OK);
    cr_assert_eq(quire_diag_count(diag), 1);
    cr_expect_str_eq(quire_diag_get(diag, 0)->code, "W-UNUSED");
    cr_expect_eq(quire_diag_get(diag, 0)->line, 3);
    quire_diag_destroy(diag);
    quire_model_destroy(model);
}

/* ---- children of elements that are like others ---- */

#define MACHINE                                                                                    \
    "<path name=\"p\" from=\"0 mm, 0 mm\"><line length=\"300 mm\"/></path>\n"                      \
    "<drive name=\"feed\" speed=\"1 m/s\"/><drive name=\"exit\" speed=\"2 m/s\"/>\n"
#define N1                                                                                         \
    "<nip name=\"n1\" path=\"p\" at=\"0 mm\" load=\"5 N\"><driver radius=\"10 mm\" "               \
    "surface=\"rubber\" drive=\"feed\" inertia=\"2 kg*m^2\"><clutch name=\"c\" "                   \
    "torque=\"1 N*m\"/></driver><idler radius=\"8 mm\" surface=\"pom\"/></nip>\n"
#define N2 "<nip name=\"n2\" like=\"n1\" at=\"100 mm\"><driver drive=\"exit\"/></nip>\n"
#define N3 "<nip name=\"n3\" like=\"n2\" at=\"200 mm\"><driver radius=\"12 mm\"/></nip>\n"

static const struct quire_roller_params *
driver_of(const quire_model *model, const char *nip, size_t *n_child)
{
    const struct quire_object *object = named(model->root, nip);
    for (size_t i = 0; i < object->n_child; i++) {
        if (strcmp(object->child[i]->kind->element, "driver") == 0) {
            *n_child = object->child[i]->n_child;
            return object->child[i]->params;
        }
    }
    cr_assert(false, "nip '%s' has no driver", nip);
    return NULL;
}

Test(like, child_that_lacks_attributes_takes_them_over)
{
    const char *order[] = {MACHINE N1 N2 N3, MACHINE N3 N2 N1};
    for (int i = 0; i < 2; i++) {
        size_t n;
        quire_model *model = read_model(order[i], NULL, 0);
        const struct quire_roller_params *two = driver_of(model, "n2", &n);
        cr_expect_eq(two->radius, 0.010);
        cr_expect_str_eq(two->surface, "rubber");
        cr_expect_str_eq(two->drive->name, "exit");
        cr_expect_eq(two->inertia, 2.0);
        cr_expect_eq(n, 1, "the clutch");
        const struct quire_roller_params *three = driver_of(model, "n3", &n);
        cr_expect_eq(three->radius, 0.012);
        cr_expect_str_eq(three->drive->name, "exit");
        cr_expect_eq(three->inertia, 2.0);
        cr_expect_eq(n, 1);
        quire_model_destroy(model);
    }
}

/* as it did before children could take over anything */
Test(like, complete_child_replaces_the_other_whole)
{
    const char *bodies[] = {
        MACHINE N1 "<nip name=\"n2\" like=\"n1\"><driver radius=\"9 mm\" surface=\"pom\" "
                   "drive=\"exit\"/></nip>",
        MACHINE N1 "<defaults class=\"c\"><driver radius=\"9 mm\" surface=\"pom\"/></defaults>"
                   "<nip name=\"n2\" like=\"n1\"><driver class=\"c\" drive=\"exit\"/></nip>"};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        char text[3000];
        size_t n_child,
            n = (size_t)snprintf(text, sizeof text,
                                 "<model version=\"1\" name=\"m\">\n%s</model>\n", bodies[i]);
        quire_model *model;
        quire_diag *diag = quire_diag_create();
        cr_assert_eq(quire_model_parse(&model, text, n, "m.xml", NULL, 0, diag), QUIRE_OK);
        const struct quire_roller_params *two = driver_of(model, "n2", &n_child);
        cr_expect_eq(two->radius, 0.009);
        cr_expect_eq(two->inertia, 0.0);
        cr_expect_eq(n_child, 0, "no clutch");
        size_t notes = 0;
        for (size_t k = 0; k < quire_diag_count(diag); k++) {
            const quire_problem *p = quire_diag_get(diag, k);
            if (strcmp(p->code, "N-LIKE") == 0) {
                notes++;
                cr_expect(strstr(p->text, "'inertia' is not taken over") != NULL, "%s", p->text);
            }
        }
        cr_expect_eq(notes, 1);
        quire_diag_destroy(diag);
        quire_model_destroy(model);
    }
}

Test(like, another_law_takes_nothing_over)
{
    const char *b[] = {"dynamic-coefficient=\"0.2\" threshold-velocity=\"1 mm/s\"",
                       "threshold-velocity=\"1 mm/s\""};
    const size_t problems[] = {0, 1};
    for (int i = 0; i < 2; i++) {
        char text[1000];
        const size_t n = (size_t)snprintf(
            text, sizeof text,
            "<model version=\"1\" name=\"m\">\n<contact name=\"a\"><normal law=\"linear\" "
            "stiffness=\"1 kN/m\"/><friction law=\"regularised\" dynamic-coefficient=\"0.3\" "
            "regularisation-velocity=\"1 mm/s\"/></contact>\n<contact name=\"b\" "
            "like=\"a\"><friction "
            "law=\"mtt-step\" %s/></contact>\n</model>\n",
            b[i]);
        quire_model *model = NULL;
        quire_diag *diag = quire_diag_create();
        cr_expect_eq(quire_model_parse(&model, text, n, "m.xml", NULL, 0, diag),
                     problems[i] == 0 ? QUIRE_OK : QUIRE_ERROR_INPUT);
        size_t missing = 0;
        for (size_t k = 0; k < quire_diag_count(diag); k++) {
            const char *code = quire_diag_get(diag, k)->code;
            missing += strcmp(code, "E-MISSING") == 0;
            cr_expect_str_neq(code, "N-LIKE");
        }
        cr_expect_eq(missing, problems[i]);
        quire_diag_destroy(diag);
        quire_model_destroy(model);
    }
}
