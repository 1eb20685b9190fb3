#include "law_fixture.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define SETTINGS 24

FILE *
law_table_open(const char *name)
{
    char path[512], line[LAW_LINE];
    const char *root = getenv("QUIRE_SRCDIR");
    snprintf(path, sizeof path, "%s/tests/data/physics/%s", root != NULL ? root : ".", name);
    FILE *f = fopen(path, "r");
    cr_assert_not_null(f, "%s is missing", path);
    cr_assert_not_null(fgets(line, sizeof line, f));
    return f;
}

size_t
law_table_row(FILE *f, char line[LAW_LINE], const char **cell, size_t capacity)
{
    size_t n = 0;
    if (fgets(line, LAW_LINE, f) == NULL) {
        return 0;
    }
    line[strcspn(line, "\r\n")] = '\0';
    for (char *at = line; at != NULL && n < capacity; n++) {
        char *comma = strchr(at, ',');
        cell[n] = at;
        if (comma != NULL) {
            *comma++ = '\0';
        }
        at = comma;
    }
    return n;
}

static quire_law *
create(const struct quire_kind *kind, const quire_setting *setting, size_t n)
{
    quire_law *law;
    quire_diag *diag = quire_diag_create();
    const quire_status status = quire_law_from_kind(&law, kind, setting, n, diag);
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        char text[512];
        quire_diag_format(diag, i, text, sizeof text);
        cr_log_warn("%s", text);
    }
    quire_diag_destroy(diag);
    cr_assert_eq(status, QUIRE_OK);
    return law;
}

quire_law *
law_make(const struct quire_kind *kind, const char *settings)
{
    char text[1024], *save = NULL;
    quire_setting setting[SETTINGS];
    size_t n = 0;
    snprintf(text, sizeof text, "%s", settings);
    for (char *word = strtok_r(text, ";", &save); word != NULL; word = strtok_r(NULL, ";", &save)) {
        word += strspn(word, " ");
        char *equals = strchr(word, '=');
        cr_assert(equals != NULL && n < SETTINGS);
        *equals = '\0';
        setting[n].name = word;
        setting[n++].value = equals + 1;
    }
    return create(kind, setting, n);
}

/* the sets' letters and what they are called here; units follow in law_from_set() */
static const struct {
    const char *letter, *name;
} names[] = {
    {"k", "stiffness"},         {"m", "exponent"},
    {"m1", "exponent"},         {"c", "damping"},
    {"c_max", "damping"},       {"d_b", "boundary-penetration"},
    {"m2", "damping-exponent"}, {"m3", "indentation-exponent"},
    {"profile", "profile"},     {"rdf", "rebound-damping-factor"},
};

struct set {
    char value[SETTINGS][80];
    double exponent, m2, m3;
    quire_setting setting[SETTINGS];
    size_t n;
};

static void
add(struct set *set, const char *letter, const char *value)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i].letter, letter) == 0) {
            snprintf(set->value[set->n], sizeof set->value[0], "%s", value);
            set->setting[set->n].name = names[i].name;
            set->n++;
            return;
        }
    }
    cr_assert_fail("unknown letter %s", letter);
}

static void
add_unit(struct set *set, bool indentation, size_t i)
{
    const char *name = set->setting[i].name;
    char *end = set->value[i] + strlen(set->value[i]);
    const size_t room = (size_t)(set->value[i] + sizeof set->value[0] - end);
    if (strcmp(name, "stiffness") == 0) {
        snprintf(end, room, " N/m^%.17g", set->exponent);
    } else if (strcmp(name, "boundary-penetration") == 0) {
        snprintf(end, room, " m");
    } else if (strcmp(name, "damping") == 0 && !indentation) {
        snprintf(end, room, " N*s/m");
    } else if (strcmp(name, "damping") == 0) {
        snprintf(end, room, " N*s^%.17g/m^%.17g", set->m2, set->m2 + set->m3);
    } else if (strcmp(name, "profile") == 0) {
        const bool linear = strcmp(set->value[i], "LINEAR") == 0;
        snprintf(set->value[i], sizeof set->value[0], "%s", linear ? "linear" : "step");
    }
    set->setting[i].value = set->value[i];
}

quire_law *
law_from_set(const char *name)
{
    FILE *f = law_table_open("param_sets.csv");
    char line[LAW_LINE];
    const char *cell[4];
    struct set set = {.exponent = 1.0, .m2 = 1.0};
    bool indentation = false;
    while (law_table_row(f, line, cell, 4) == 4) {
        if (strcmp(cell[0], name) != 0) {
            continue;
        }
        indentation = strcmp(cell[1], "mtt3d_indentation") == 0;
        set.exponent =
            strcmp(cell[2], "m") == 0 || strcmp(cell[2], "m1") == 0 ? atof(cell[3]) : set.exponent;
        set.m2 = strcmp(cell[2], "m2") == 0 ? atof(cell[3]) : set.m2;
        set.m3 = strcmp(cell[2], "m3") == 0 ? atof(cell[3]) : set.m3;
        add(&set, cell[2], cell[3]);
    }
    fclose(f);
    cr_assert(set.n > 0, "no set %s", name);
    for (size_t i = 0; i < set.n; i++) {
        add_unit(&set, indentation, i);
    }
    return create(indentation ? &quire_kind_normal_mtt_indentation
                              : &quire_kind_normal_mtt_boundary,
                  set.setting, set.n);
}

struct quire_normal_out
law_normal(const quire_law *law, double overlap, double closing)
{
    const struct quire_normal_in in = {.overlap = overlap, .closing = closing};
    struct quire_normal_out out;
    law->normal->eval(law->compiled, &in, &out);
    return out;
}

struct quire_friction_out
law_friction(const quire_law *law, double slip, double normal, double factor)
{
    const struct quire_friction_in in = {.slip = slip, .normal = normal, .factor = factor};
    struct quire_friction_out out;
    law->friction->eval(law->compiled, &in, &out);
    return out;
}
