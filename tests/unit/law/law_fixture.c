#include "law_fixture.h"

#include <criterion/criterion.h>
#include <math.h>
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
    for (size_t i = 0; status != QUIRE_OK && i < quire_diag_count(diag); i++) {
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

void
law_set_read(struct law_set *set, const char *name)
{
    FILE *f = law_table_open("param_sets.csv");
    char line[LAW_LINE];
    const char *cell[4];
    *set = (struct law_set){.n = 0};
    while (law_table_row(f, line, cell, 4) == 4) {
        if (strcmp(cell[0], name) == 0) {
            cr_assert(set->n < LAW_LETTERS);
            snprintf(set->law, sizeof set->law, "%s", cell[1]);
            snprintf(set->letter[set->n], sizeof set->letter[0], "%s", cell[2]);
            snprintf(set->value[set->n++], sizeof set->value[0], "%s", cell[3]);
        }
    }
    fclose(f);
    cr_assert(set->n > 0, "no set %s", name);
}

const char *
law_set_text(const struct law_set *set, const char *letter)
{
    for (size_t i = 0; i < set->n; i++) {
        if (strcmp(set->letter[i], letter) == 0) {
            return set->value[i];
        }
    }
    return NULL;
}

double
law_set_value(const struct law_set *set, const char *letter)
{
    const char *text = law_set_text(set, letter);
    cr_assert_not_null(text, "no letter %s", letter);
    return atof(text);
}

/* how each source's laws are written here; %letter stands for a number of the set */
static const struct {
    /* the set's law, and its letter and value that choose among several */
    const char *law, *choice;
    const struct quire_kind *kind;
    const char *settings;
} spellings[] = {
    {"mtt3d_indentation", NULL, &quire_kind_normal_mtt_indentation,
     "stiffness=%k N/m^%m1; exponent=%m1; damping=%c N*s^%m2/m^%(m2+m3); damping-exponent=%m2; "
     "indentation-exponent=%m3; rebound-damping-factor=%rdf"},
    {"mtt3d_boundary", "profile=STEP", &quire_kind_normal_mtt_boundary,
     "stiffness=%k N/m^%m; exponent=%m; damping=%c_max N*s/m; boundary-penetration=%d_b m; "
     "rebound-damping-factor=%rdf"},
    {"mtt3d_boundary", "profile=LINEAR", &quire_kind_normal_mtt_boundary,
     "stiffness=%k N/m^%m; exponent=%m; damping=%c_max N*s/m; boundary-penetration=%d_b m; "
     "rebound-damping-factor=%rdf; profile=linear"},
#define HERTZ "effective-modulus=%E_eff Pa; effective-radius=%R_eff m; "
    {"demlab", "formula=NONE", &quire_kind_normal_demlab_hertz,
     HERTZ "damping=none; viscous-coefficient=%eta N*s/m"},
    {"demlab", "formula=CRITICAL_RATIO", &quire_kind_normal_demlab_hertz,
     HERTZ "damping=critical-ratio; effective-mass=%m_eff kg; critical-ratio=%xi"},
    {"demlab", "formula=TTI", &quire_kind_normal_demlab_hertz,
     HERTZ "damping=tti; effective-mass=%m_eff kg; restitution=%e"},
    {"demlab", "formula=TTI_EXACT", &quire_kind_normal_demlab_hertz,
     HERTZ "damping=tti-exact; effective-mass=%m_eff kg; restitution=%e"},
    {"demlab", "formula=KK", &quire_kind_normal_demlab_hertz,
     HERTZ "damping=kk; kk-coefficient=%eta N*s/m^1.5"},
    {"demlab", "formula=LH", &quire_kind_normal_demlab_hertz,
     HERTZ "damping=lh; effective-mass=%m_eff kg; lh-coefficient=%eta s^-1"},
    {"hooke_si", NULL, &quire_kind_normal_hooke_scale_invariant,
     "youngs-modulus=%Y Pa; mean-radius=%(ri+rj)/2 m; damping=%gamma_n N*s/m"},
    {"eepa", NULL, &quire_kind_normal_eepa,
     "stiffness=%kc N/m^%n; exponent=%n; plasticity-ratio=%lam; pull-off-force=%f_adh N; "
     "adhesion-stiffness=%k_adh N/m^%chi; "
     "adhesion-exponent=%chi; damping=%dc N*s/m"},
#define IMPACT                                                                                     \
    "stiffness=%k N/m^%n; exponent=%n; restitution=%e; damping=%dc N*s/m; "                        \
    "minimum-impact-velocity=%v_min m/s; impact-velocity=%v_imp m/s"
    {"impact_damped", "model=HC", &quire_kind_normal_hunt_crossley, IMPACT},
    {"impact_damped", "model=MIXED", &quire_kind_normal_gonthier_carvalho_martins, IMPACT},
    {"impact_damped", "model=EXACT", &quire_kind_normal_restitution_exact, IMPACT},
};

static bool
is_chosen(const struct law_set *set, const char *choice)
{
    const char *equals = choice != NULL ? strchr(choice, '=') : NULL;
    char letter[16];
    if (choice == NULL) {
        return true;
    }
    snprintf(letter, sizeof letter, "%.*s", (int)(equals - choice), choice);
    return strcmp(law_set_text(set, letter), equals + 1) == 0;
}

static bool
is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* reads a letter's value; returns what is behind it */
static const char *
take_letter(const struct law_set *set, const char *at, double *value)
{
    char letter[16];
    size_t n = 0;
    while (is_letter(at[n]) && n + 1 < sizeof letter) {
        letter[n] = at[n];
        n++;
    }
    letter[n] = '\0';
    *value = law_set_value(set, letter);
    return at + n;
}

/* writes the settings with numbers in place of %letter, %(letter+letter) and %(letter+letter)/2 */
static void
spell(const struct law_set *set, const char *settings, char *out, size_t size)
{
    size_t n = 0;
    for (const char *at = settings; *at != '\0';) {
        if (*at != '%') {
            cr_assert(n + 1 < size);
            out[n++] = *at++;
            continue;
        }
        double value, other = 0.0;
        const bool sum = at[1] == '(';
        at = take_letter(set, at + (sum ? 2 : 1), &value);
        if (sum) {
            at = take_letter(set, at + 1, &other) + 1;
        }
        if (sum && strncmp(at, "/2", 2) == 0) {
            value = 0.5 * (value + other);
            at += 2;
        } else {
            value += other;
        }
        n += (size_t)snprintf(out + n, size - n, "%.17g", value);
        cr_assert(n < size);
    }
    out[n] = '\0';
}

quire_law *
law_of_set(const struct law_set *set, const char *more)
{
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        char settings[1024];
        if (strcmp(spellings[i].law, set->law) == 0 && is_chosen(set, spellings[i].choice)) {
            spell(set, spellings[i].settings, settings, sizeof settings);
            strncat(settings, more, sizeof settings - strlen(settings) - 1);
            return law_make(spellings[i].kind, settings);
        }
    }
    cr_assert_fail("no law here is %s", set->law);
    return NULL;
}

quire_law *
law_from_set(const char *name)
{
    struct law_set set;
    law_set_read(&set, name);
    return law_of_set(&set, "");
}

bool
law_agrees(double value, double reference, double largest)
{
    return fabs(value - reference) <= fmax(1e-12 * fabs(reference), 1e-14 * largest);
}

struct quire_normal_out
law_normal(const quire_law *law, double overlap, double closing)
{
    struct quire_law_memory memory = law->memory;
    const struct quire_normal_in in = {.overlap = overlap, .closing = closing, .memory = &memory};
    struct quire_normal_out out;
    memory.mode = overlap > 0.0 && law->normal->n_mode > 0 ? QUIRE_LAW_CLOSED : 0;
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
