/* Instances of assemblies and parameters: what is said of their mistakes. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include <quire/model.h>

/* the only problem of a model with this in it */
static const char *
problem(const char *body)
{
    static char why[600];
    char text[2000];
    quire_model *model;
    quire_diag *diag = quire_diag_create();
    snprintf(text, sizeof text, "<model version=\"1\" name=\"m\">\n%s</model>\n", body);
    cr_assert_eq(quire_model_parse(&model, text, strlen(text), "m.xml", NULL, 0, diag),
                 QUIRE_ERROR_INPUT, "%s", body);
    quire_diag_format(diag, 0, why, sizeof why);
    cr_expect_eq(quire_diag_count(diag), 1, "%s", body);
    quire_diag_destroy(diag);
    return why;
}

static void
expect(const char *body, const char *words)
{
    const char *why = problem(body);
    cr_expect_not_null(strstr(why, words), "%s\ninstead of: %s\n%s", why, words, body);
}

#define PATH       "<path name=\"main\"><line length=\"1 m\"/></path>"
#define SENSOR(at) "<sensor name=\"eye\" kind=\"edge\" path=\"main\" at=\"" at "\"/>"
#define INSTANCE   "<instance name=\"i\" assembly=\"a\"/>"

/* by the names that hold inside, not by those that parts have outside */
Test(instances, hints_are_names_inside_of_the_assembly)
{
    expect(PATH "<assembly name=\"a\"><parameter name=\"place\" value=\"1 mm\"/>" SENSOR(
               "{place + plcae}") "</assembly>" INSTANCE,
           "did you mean 'place'?");
    expect(PATH "<assembly name=\"a\">" SENSOR(
               "1 mm") "<sensor name=\"two\" like=\"eey\"/></assembly>" INSTANCE,
           "did you mean 'eye'?");
    expect("<assembly name=\"a\"><path name=\"belt\"><line length=\"1 m\"/></path>"
           "<sensor name=\"eye\" kind=\"edge\" path=\"bolt\" at=\"1 mm\"/></assembly>" INSTANCE,
           "did you mean 'belt'?");
}

Test(instances, what_can_not_be_used_is_told_once)
{
    expect(
        PATH
        "<parameters><parameter name=\"p\" value=\"3 kg\" maximum=\"2 mm\"/></parameters>" SENSOR(
            "{p}"),
        "is a mass; its maximum, 2 mm, is a length");
    expect(
        PATH
        "<assembly name=\"a\"><parameter name=\"p\" value=\"3 mm\" choices=\"1 mm, 2 mm\"/>" SENSOR(
            "{p}") "</assembly>"
                   "<instance name=\"i\" assembly=\"a\" count=\"3\"/>",
        "must be one of 1 mm, 2 mm");
    expect(PATH "<parameters><parameter name=\"p\" value=\"{2*p}\"/></parameters>" SENSOR("{p}"),
           "parameter 'p' is used in its own definition");
}

Test(instances, a_part_that_belongs_elsewhere_is_told_where)
{
    expect("<set parameter=\"p\" value=\"1 mm\"/>", "it belongs inside <instance>");
}
