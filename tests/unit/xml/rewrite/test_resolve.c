/* The model as it is understood is the model: read back it has the same objects with the same
 * values, wherever parts of instances stand. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <quire/describe.h>

#include "fixtures/tables.h"

#define MOST_TEXT 20000

/* one of everything that has a place, a direction, a side or a sense, given and left to its default
 */
#define PARTS                                                                                      \
    "<path name='p' from='10 mm, 20 mm' heading='5 deg'><line length='80 mm'/><arc radius='40 "    \
    "mm' angle='60 deg' turn='left'/><line length='200 mm'/></path>"                               \
    "<path name='q'><line length='80 mm'/></path>"                                                 \
    "<drive name='feed' speed='0.4 m/s'/>"                                                         \
    "<nip name='n1' path='p' at='20 mm' load='6 N' rate='250 N/m' tilt='0.1 deg' pivot='3 "        \
    "mm'><driver radius='10 mm' surface='rubber' drive='feed'/>"                                   \
    "<idler radius='8 mm' surface='rubber' mass='20 g'/></nip>"                                    \
    "<channel name='bend' path='p' from='40 mm' to='140 mm' gap='4 mm' mouth='1 mm' "              \
    "surface='steel' across-from='-4 mm'/>"                                                        \
    "<channel name='level' path='p' from='5 mm' to='15 mm' gap='4 mm' surface='steel' tilt='2 "    \
    "deg'/>"                                                                                       \
    "<roller name='free' centre='60 mm, 60 mm' sense='clockwise' radius='5 mm' surface='rubber' "  \
    "drive='feed'/>"                                                                               \
    "<roller name='plain' centre='70 mm, 60 mm' radius='5 mm' surface='rubber' slide='20 deg' "    \
    "mass='1 g'/>"                                                                                 \
    "<roller name='beside' path='p' at='30 mm' offset='8 mm' side='left' radius='6 mm' "           \
    "surface='rubber'/>"                                                                           \
    "<roller name='by-default' path='p' at='130 mm' radius='6 mm' surface='rubber'/>"              \
    "<guide name='straight' surface='steel' side='left' velocity='0.1 m/s'><line from='-60 mm, 8 " \
    "mm' to='5 mm, 17 mm'/></guide>"                                                               \
    "<guide name='round' surface='steel'><arc centre='0 mm, 90 mm' radius='20 mm' "                \
    "start-angle='-30 deg' angle='100 deg'/></guide>"                                              \
    "<guide name='three' surface='steel'><arc from='0 mm, 190 mm' through='10 mm, 195 mm' to='20 " \
    "mm, 190 mm'/></guide>"                                                                        \
    "<guide name='drum' surface='steel'><circle centre='150 mm, -40 mm' radius='12 mm'/></guide>"  \
    "<guide name='bent' surface='steel'><spline points='150 mm, 20 mm; 160 mm, 60 mm; 190 mm, 90 " \
    "mm' start-heading='80 deg' end-heading='20 deg'/></guide>"                                    \
    "<guide name='flap' surface='steel'><polyline points='20 mm, 17 mm; 26 mm, 18 mm; 36 mm, 19 "  \
    "mm'/>"                                                                                        \
    "<pivot at='20 mm, 17 mm' inertia='1e-7 kg*m^2' stiffness='1e-3 N*m/rad' rest='2 deg' "        \
    "from='-10 deg' to='25 deg' angle='1 deg' preload='1e-4 N*m'/></guide>"                        \
    "<guide name='stop' surface='steel'><line from='20 mm, 17 mm' to='26 mm, 18 mm'/>"             \
    "<pivot at='20 mm, 17 mm' inertia='1e-7 kg*m^2' from='-10 deg'/></guide>"                      \
    "<guide name='plate' surface='steel'><line from='90 mm, 17 mm' to='96 mm, 18 mm'/><slide "     \
    "direction='0.6, 0.8' mass='1 g'/></guide>"                                                    \
    "<side-guide name='edge' path='p' from='10 mm' to='30 mm' across='60 mm' surface='steel' "     \
    "side='right'/>"                                                                               \
    "<sleeve name='held' path='p' from='150 mm' to='160 mm' stiffness='1 kN/m^2'/>"                \
    "<sensor name='eye' kind='edge' path='p' at='60 mm' across='2 mm'/>"                           \
    "<sensor name='ray' kind='distance' path='p' at='45 mm' offset='-15 mm'/>"                     \
    "<sensor name='beam' kind='distance' from='30 mm, 40 mm'/>"                                    \
    "<rule name='faster' when='eye.lead'><set drive='feed' speed='0.6 m/s' ramp='5 ms'/></rule>"   \
    "<rule name='slower' when='eye.lead.count &gt; 2' if='outer.lead.count &lt; 9'><set "          \
    "drive='feed' speed='0.2 m/s'/></rule>"                                                        \
    "<check name='drawn' kind='tension' path='p' at='50 mm' largest='2 N'/>"

#define BEFORE                                                                                     \
    "<model version='1' name='m' motion='spatial'><parameters><parameter name='turned' value='37 " \
    "deg'/></parameters>"                                                                          \
    "<settings><run end='0.1 s' sample='1 ms'/></settings><media name='paper' grammage='80 "       \
    "g/m^2' thickness='0.1 mm' modulus-md='4 GPa'/>"                                               \
    "<contact name='grip'><normal law='linear' stiffness='1e4 N/m'/><friction law='mtt-step' "     \
    "dynamic-coefficient='0.8' threshold-velocity='10 mm/s'/>"                                     \
    "</contact><pair surface='*' contact='grip'/><path name='main'><line length='1 "               \
    "m'/></path><sensor name='outer' kind='edge' path='main' at='0.5 m'/>"
#define AFTER                                                                                      \
    "<sheet name='s' media='paper' length='60 mm' width='80 mm' segments='6'><start path='main' "  \
    "lead='61 mm'/></sheet></model>"

struct machine {
    char folder[40], path[60];
};

static struct machine
set_up(void)
{
    struct machine m = {.folder = "/tmp/quire-resolve-XXXXXX"};
    cr_assert_not_null(mkdtemp(m.folder));
    snprintf(m.path, sizeof m.path, "%s/m.xml", m.folder);
    return m;
}

static void
tear_down(const struct machine *m)
{
    unlink(m->path);
    rmdir(m->folder);
}

static void
write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    cr_assert(f != NULL && fputs(text, f) >= 0 && fclose(f) == 0);
}

static void
expect_no_problem(const quire_diag *diag)
{
    char problem[400];
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        quire_diag_format(diag, i, problem, sizeof problem);
        cr_expect_eq(quire_diag_get(diag, i)->severity, QUIRE_WARNING, "%s", problem);
    }
}

static quire_model *
load(const char *path, const quire_setting *settings, size_t n)
{
    quire_diag *diag = quire_diag_create();
    quire_model *model = NULL;
    quire_model_load(&model, path, settings, n, diag);
    expect_no_problem(diag);
    quire_diag_destroy(diag);
    cr_assert_not_null(model, "%s", path);
    return model;
}

static char *
resolve(const char *path, const quire_setting *settings, size_t n)
{
    quire_diag *diag = quire_diag_create();
    char *text = NULL;
    quire_model_resolve(&text, path, settings, n, 0, diag);
    expect_no_problem(diag);
    quire_diag_destroy(diag);
    cr_assert_not_null(text, "%s", path);
    return text;
}

/* ---- two trees ---- */

static bool
is_put_in(const struct quire_object *object)
{
    static const char *const elements[] = {"include",  "defaults", "parameters",
                                           "assembly", "instance", "attached"};
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
        if (strcmp(object->kind->element, elements[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void
write_bits(struct quire_text *out, const double *value, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        quire_text_format(out, isnan(value[i]) ? "none, " : "%a, ", value[i]);
    }
}

/* a value to the bit, in a way of its own */
static void
write_field(struct quire_text *out, const void *params, const struct quire_field *f,
            const struct quire_field *fields)
{
    const void *at = (const char *)params + f->offset;
    const struct quire_points *points = at;
    const struct quire_object *to;
    switch (f->type) {
    case QUIRE_FIELD_REAL: write_bits(out, at, 1); break;
    case QUIRE_FIELD_VECTOR: write_bits(out, at, 2); break;
    case QUIRE_FIELD_TRIPLE: write_bits(out, at, 3); break;
    case QUIRE_FIELD_POINTS:
        write_bits(out, points->at != NULL ? points->at[0] : NULL, 2 * points->n);
        break;
    case QUIRE_FIELD_REFERENCE:
        to = *(const struct quire_object *const *)at;
        quire_text_add(out, to != NULL ? to->name : "");
        break;
    default: quire_value_write(out, params, f, fields);
    }
    quire_text_add(out, ".");
}

/* of a roller by a path it is the path that says which way it turns, and of one by its centre there
 * is no side */
static bool
is_meaningless(const struct quire_object *object, const struct quire_field *f)
{
    return strcmp(object->kind->element, "roller") == 0 &&
           strcmp(f->name, quire_object_has(object, "path") ? "sense" : "side") == 0;
}

static int
compare_objects(const struct quire_object *a, const struct quire_object *b)
{
    char label[300];
    int n = 1;
    cr_assert_eq(a->kind, b->kind);
    quire_object_label(a, label, sizeof label);
    for (const struct quire_field *f = a->kind->fields; f != NULL && f->name != NULL; f++) {
        struct quire_text x = {0}, y = {0};
        write_field(&x, a->params, f, a->kind->fields);
        write_field(&y, b->params, f, b->kind->fields);
        cr_expect(is_meaningless(a, f) || strcmp(x.data, y.data) == 0, "%s of %s: %s, %s", f->name,
                  label, x.data, y.data);
        quire_text_clear(&x);
        quire_text_clear(&y);
    }
    size_t j = 0;
    for (size_t i = 0; i < a->n_child; i++) {
        if (is_put_in(a->child[i])) {
            continue;
        }
        while (j < b->n_child && is_put_in(b->child[j])) {
            j++;
        }
        cr_assert_lt(j, b->n_child, "%s", label);
        n += compare_objects(a->child[i], b->child[j++]);
    }
    return n;
}

/* the model at `path` with these settings is its resolved text without any; returns how many
 * objects it has */
static int
expect_same(const char *path, const quire_setting *settings, size_t n_setting)
{
    const struct machine m = set_up();
    char *text = resolve(path, settings, n_setting);
    write_file(m.path, text);
    quire_model *a = load(path, settings, n_setting), *b = load(m.path, NULL, 0);
    const int n = compare_objects(a->root, b->root);
    quire_free(text);
    quire_model_destroy(a);
    quire_model_destroy(b);
    tear_down(&m);
    return n;
}

/* of stations along a path, within each other */
#define ALONG                                                                                      \
    "<assembly name='station'><parameter name='load' value='6 N'/><drive name='feed' speed='0.4 "  \
    "m/s'/>"                                                                                       \
    "<nip name='nip' at='0 mm' load='{load}' rate='250 N/m'><driver radius='10 mm' "               \
    "surface='rubber' drive='feed'/>"                                                              \
    "<idler radius='8 mm' surface='rubber' mass='20 g'/></nip><channel name='throat' from='12.3 "  \
    "mm' to='71.7 mm' gap='4 mm' surface='steel'/>"                                                \
    "<roller name='beside' at='31 mm' offset='8 mm' radius='6 mm' surface='rubber'/><sensor "      \
    "name='eye' kind='edge' at='33 mm'/>"                                                          \
    "<sensor name='ray' kind='distance' at='45 mm' offset='-15 mm' heading='80 deg'/>"             \
    "<rule name='on' when='eye.lead' if='outer.lead.count &lt; 3'><set drive='feed' speed='0.6 "   \
    "m/s'/></rule></assembly>"                                                                     \
    "<assembly name='pair'><instance name='x' assembly='station' at='3.3 mm'/><instance name='y' " \
    "assembly='station' at='90.1 mm' mirrored='yes'>"                                              \
    "<set parameter='load' value='7 N'/></instance></assembly>"

static void
expect_same_text(const char *instances, const quire_setting *settings, size_t n_setting)
{
    const struct machine m = set_up();
    char *text = malloc(MOST_TEXT);
    cr_assert_lt(snprintf(text, MOST_TEXT, "%s<assembly name='a'>%s</assembly>%s%s%s", BEFORE,
                          PARTS, ALONG, instances, AFTER),
                 MOST_TEXT);
    write_file(m.path, text);
    free(text);
    cr_expect_gt(expect_same(m.path, settings, n_setting), 20, "%s", instances);
    tear_down(&m);
}

static const char *const instances[] = {
    "<instance name='i' assembly='a'/>",
    "<instance name='i' assembly='a' at='0.1 m, 3.3 mm' across='7.1 mm'/>",
    "<instance name='i' assembly='a' angle='{turned}'/>",
    "<instance name='i' assembly='a' mirrored='yes'/>",
    "<instance name='i' assembly='a' mirrored='yes' angle='-90 deg' at='1 mm, 0 mm'/>",
    "<instance name='i' assembly='a' mirrored='yes' angle='{turned}' across='-7.1 mm'/>",
    "<instance name='i' assembly='a' count='3' pitch='330 mm, 1.7 mm' angle='10 deg'/>",
    "<assembly name='b'><instance name='n' assembly='a' mirrored='yes' angle='{turned}' at='10 mm, "
    "0 mm'/><instance name='o' assembly='a'/></assembly>"
    "<assembly name='c'><instance name='m' assembly='b' mirrored='yes' angle='90 deg' at='0 mm, 10 "
    "mm' across='1 mm'/></assembly>"
    "<instance name='i' assembly='c' count='2' pitch='1 m, 0 m'/>",
    "<instance name='s' assembly='station' path='main' at='111 mm' count='2' pitch='70.7 mm'/>",
    "<instance name='s' assembly='pair' path='main' at='{turned/1 deg*3.7 mm}' count='3' "
    "pitch='170.7 mm' mirrored='yes'/>",
    /* what other elements take over from parts */
    "<instance name='i' assembly='a' mirrored='yes' angle='{turned}'/><guide name='alike' "
    "like='i-round'/><roller name='twin' like='i-plain'/>",
};

Test(resolve, parts_stand_where_their_instances_put_them)
{
    for (size_t i = 0; i < sizeof instances / sizeof *instances; i++) {
        expect_same_text(instances[i], NULL, 0);
    }
}

Test(resolve, with_other_parameters)
{
    const quire_setting turned = {"turned", "-212.3 deg"};
    const quire_setting both[] = {{"turned", "91 deg"}, {"s-2-y-load", "8 N"}};
    for (size_t i = 0; i < sizeof instances / sizeof *instances; i++) {
        expect_same_text(instances[i], &turned, 1);
    }
    expect_same_text("<instance name='s' assembly='pair' path='main' at='{turned/1 deg*3.7 mm}' "
                     "count='3' pitch='170.7 mm'/>",
                     both, 2);
}

Test(resolve, every_element)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/tests/data/models/good-every-element.xml",
             getenv("QUIRE_SRCDIR"));
    cr_expect_gt(expect_same(path, NULL, 0), 100);
}

/* what is printed tells whose part an element is, and what became of which value */
Test(resolve, origins)
{
    const struct machine m = set_up();
    char text[MOST_TEXT];
    static const char *const wanted[] = {
        "; in instance s-1-y, ",
        "at: \"0 mm\" placed",
        "path: of the instance, ",
        "drive: \"feed\" renamed",
        "side: \"left\" assumed, placed",
        " side=\"right\"",
        "when=\"s-1-y-eye.lead\"",
        "when: \"eye.lead\" renamed",
        "s-1-y-load = 7 N (",
    };
    snprintf(text, sizeof text,
             "%s%s<instance name='s' assembly='pair' path='main' at='7 mm' count='1'/>%s", BEFORE,
             ALONG, AFTER);
    write_file(m.path, text);
    char *resolved = resolve(m.path, NULL, 0);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        cr_expect_not_null(strstr(resolved, wanted[i]), "%s\n%s", wanted[i], resolved);
    }
    cr_expect_null(strstr(resolved, "<assembly"));
    cr_expect_null(strstr(resolved, "<instance"));
    quire_free(resolved);
    tear_down(&m);
}

Test(resolve, a_library_of_assemblies_is_refused)
{
    const struct machine m = set_up();
    quire_diag *diag = quire_diag_create();
    char *text;
    write_file(m.path, "<library version='1'><assembly name='a'><drive name='feed' speed='1 "
                       "m/s'/></assembly></library>");
    cr_expect_eq(quire_model_resolve(&text, m.path, NULL, 0, 0, diag), QUIRE_ERROR_INPUT);
    cr_expect_null(text);
    cr_assert_eq(quire_diag_count(diag), 1);
    cr_expect_str_eq(quire_diag_get(diag, 0)->code, "E-MODEL");
    cr_expect_eq(quire_diag_get(diag, 0)->line, 1);
    quire_diag_destroy(diag);
    tear_down(&m);
}

/* ---- values ---- */

/* all the digits that a double can have */
static void
make_long(double *value)
{
    *value *= 1 - 1e-9 / 3;
}

/* false where there is no value */
static bool
reads_back(const struct quire_kind *kind, const struct quire_field *f)
{
    struct table_instance instance = table_instance_create(kind);
    struct quire_text text = {0}, first = {0}, second = {0};
    char *good = table_good_text(kind, f, &instance);
    if (table_read_code(kind, f, &instance, good)[0] == '\0' && f->type == QUIRE_FIELD_REAL) {
        make_long((double *)(void *)((char *)instance.params + f->offset));
    }
    quire_value_write(&text, instance.params, f, kind->fields);
    const bool any = text.size > 0;
    if (any) {
        write_field(&first, instance.params, f, kind->fields);
        const char *code = table_read_code(kind, f, &instance, text.data);
        write_field(&second, instance.params, f, kind->fields);
        cr_expect_str_eq(first.data, second.data, "<%s %s>: %s %s", kind->element, f->name,
                         text.data, code);
    }
    quire_text_clear(&text);
    quire_text_clear(&first);
    quire_text_clear(&second);
    free(good);
    table_instance_destroy(&instance);
    return any;
}

/* every field of every kind: the text of a value is read as the same value to the bit, also where
 * that has all its digits */
Test(resolve, values_read_back)
{
    int n = 0;
    EACH_KIND(kind)
    {
        if (kind->fields == NULL) {
            continue;
        }
        EACH_FIELD(f, kind)
        {
            n += f->type != QUIRE_FIELD_FILE && reads_back(kind, f);
        }
    }
    cr_expect_gt(n, 500);
}
