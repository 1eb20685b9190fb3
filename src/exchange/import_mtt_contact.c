#include "exchange/import_mtt_contact.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define REBOUND          0.001 /* MTT's default of the rebound damping factor */
#define STATIC_VELOCITY  1e-3  /* RecurDyn's default thresholds [m/s] */
#define DYNAMIC_VELOCITY 1.5e-3

static bool
is_guide(int sort)
{
    return sort == QUIRE_MTT_LINEAR_GUIDE || sort == QUIRE_MTT_ARC_GUIDE ||
           sort == QUIRE_MTT_CIRCLE_GUIDE;
}

static bool
is_roller(int sort)
{
    return sort == QUIRE_MTT_FIXED_ROLLER || sort == QUIRE_MTT_MOVABLE_ROLLER;
}

const struct quire_mtt_entity *
quire_mtt_find(const struct quire_mtt_import *m, int sort, const char *name)
{
    for (size_t i = 1; i < m->mtt.n; i++) {
        if (m->mtt.entity[i].sort == sort && strcmp(m->mtt.entity[i].name, name) == 0) {
            return &m->mtt.entity[i];
        }
    }
    return NULL;
}

_Static_assert((int)GUIDE_CONTACT == (int)ROLLER_CONTACT, "one place for the contact of all");

/* the first roller, or guide, that has the contact; NULL: none */
static const struct quire_mtt_entity *
find_user(const struct quire_mtt_import *m, const char *contact, bool (*sort)(int))
{
    for (size_t i = 1; i < m->mtt.n; i++) {
        const struct quire_mtt_entity *e = &m->mtt.entity[i];
        if (sort(e->sort) && e->value[GUIDE_CONTACT].text != NULL &&
            strcmp(e->value[GUIDE_CONTACT].text, contact) == 0) {
            return e;
        }
    }
    return NULL;
}

struct exponents {
    double stiffness, damping, indentation;
    bool has_indentation;
};

static struct exponents
read_exponents(struct quire_mtt_import *m, const struct quire_mtt_entity *e)
{
    struct exponents x = {quire_mtt_number_or(m, e, CONTACT_STIFFNESS_EXPONENT, 1.0),
                          quire_mtt_number_or(m, e, CONTACT_DAMPING_EXPONENT, 1.0),
                          quire_mtt_number_or(m, e, CONTACT_INDENTATION_EXPONENT, 0.0),
                          quire_mtt_has(e, CONTACT_INDENTATION_EXPONENT)};
    if (x.has_indentation && quire_mtt_has(e, CONTACT_BOUNDARY)) {
        quire_mtt_refuse(m, "E-MODEL", &e->value[CONTACT_INDENTATION_EXPONENT],
                         "Indentation Exponent",
                         "the damping goes either with it or with Boundary Penetration");
    }
    if (!x.has_indentation && quire_mtt_has(e, CONTACT_DAMPING_EXPONENT) &&
        fabs(x.damping - 1.0) > 0.0) {
        quire_mtt_refuse(m, "E-MODEL", &e->value[CONTACT_DAMPING_EXPONENT], "Damping Exponent",
                         "other than 1 needs an Indentation Exponent");
    }
    return x;
}

/* "N/" and "mm" to the power 1.5 are "N/mm^1.5" */
static const char *
power_unit(char unit[QUIRE_MTT_UNIT_SIZE], const char *base, const char *length, double exponent)
{
    char number[QUIRE_NUMBER_SIZE];
    const bool once = !(exponent < 1.0) && !(exponent > 1.0);
    snprintf(unit, QUIRE_MTT_UNIT_SIZE, "%.30s%.4s%s%.30s", base, length, once ? "" : "^",
             once ? "" : quire_number_write(number, exponent));
    return unit;
}

/* "N*s^2/mm^3.5" */
static const char *
damping_unit(char unit[QUIRE_MTT_UNIT_SIZE], const struct exponents *x, const char *length)
{
    char base[QUIRE_MTT_UNIT_SIZE], per[QUIRE_MTT_UNIT_SIZE];
    snprintf(per, sizeof per, "%.60s/", power_unit(base, "N*", "s", x->damping));
    return power_unit(unit, per, length, x->damping + x->indentation);
}

static void
write_normal(struct quire_mtt_import *m, const struct quire_mtt_entity *e, double reference_length)
{
    const struct exponents x = read_exponents(m, e);
    char unit[QUIRE_MTT_UNIT_SIZE], own[QUIRE_MTT_UNIT_SIZE], si[QUIRE_MTT_UNIT_SIZE];
    power_unit(unit, "N/", "mm", x.stiffness);
    quire_mtt_tell_slice(m, e, CONTACT_STIFFNESS, unit, "times");
    quire_mtt_use(m, e, CONTACT_STIFFNESS);
    quire_mtt_use(m, e, CONTACT_DAMPING);
    const double stiffness =
        quire_mtt_read_value(m, &e->value[CONTACT_STIFFNESS], "Stiffness Coefficient", unit);
    damping_unit(own, &x, "mm");
    quire_mtt_tell_slice(m, e, CONTACT_DAMPING, own, "times");
    const double damping =
        quire_mtt_read_value(m, &e->value[CONTACT_DAMPING], "Damping Coefficient", own);
    if (reference_length > 0.0) {
        quire_text_add(&m->out, "    <!-- MTT lets a guide touch the ends of segments: the law is "
                                "that of one Segment Length -->\n");
    }
    const char *const law = x.has_indentation ? "mtt-indentation" : "mtt-boundary";
    quire_text_add(&m->out, "    ");
    quire_mtt_begin(m, e, &quire_family_normal, "normal", law);
    quire_mtt_add_word(m, "law", law, "");
    quire_mtt_add_number(m, CONTACT_STIFFNESS, "stiffness", stiffness * m->slices,
                         power_unit(si, "N/", "m", x.stiffness));
    quire_mtt_add_number(m, CONTACT_STIFFNESS_EXPONENT, "exponent", x.stiffness, "");
    if (quire_mtt_has(e, CONTACT_DAMPING)) {
        quire_mtt_add_number(m, CONTACT_DAMPING, "damping", damping * m->slices,
                             damping_unit(si, &x, "m"));
    }
    if (x.has_indentation) {
        quire_mtt_add_number(m, CONTACT_DAMPING_EXPONENT, "damping-exponent", x.damping, "");
        quire_mtt_add_number(m, CONTACT_INDENTATION_EXPONENT, "indentation-exponent", x.indentation,
                             "");
    } else {
        quire_mtt_add_number(m, CONTACT_BOUNDARY, "boundary-penetration",
                             quire_mtt_number_or(m, e, CONTACT_BOUNDARY, 0.0), "m");
    }
    quire_mtt_add_number(m, CONTACT_REBOUND, "rebound-damping-factor",
                         quire_mtt_number_or(m, e, CONTACT_REBOUND, REBOUND), "");
    if (quire_mtt_has(e, CONTACT_MAXIMUM_PENETRATION)) {
        quire_mtt_add_number(m, CONTACT_MAXIMUM_PENETRATION, "maximum-penetration",
                             quire_mtt_number(m, e, CONTACT_MAXIMUM_PENETRATION), "m");
    }
    if (reference_length > 0.0) {
        quire_mtt_add_number(m, -1, "reference-length", reference_length, "m");
    }
    quire_mtt_end(m, "/>\n");
}

/* Two thresholds are kept as two, also with one coefficient: a static one that is not given is the
 * dynamic one. A dynamic threshold alone is where the one coefficient is reached. */
static void
write_thresholds(struct quire_mtt_import *m, const struct quire_mtt_entity *e)
{
    const bool two =
        quire_mtt_has(e, CONTACT_STATIC_FRICTION) || quire_mtt_has(e, CONTACT_STATIC_THRESHOLD);
    if (quire_mtt_has(e, CONTACT_THRESHOLD) &&
        (two || quire_mtt_has(e, CONTACT_DYNAMIC_THRESHOLD))) {
        quire_mtt_refuse(m, "E-MODEL", &e->value[CONTACT_THRESHOLD], "Threshold Velocity",
                         "there is either one, or a static and a dynamic one");
    }
    if (two) {
        if (quire_mtt_has(e, CONTACT_STATIC_FRICTION)) {
            quire_mtt_add_number(m, CONTACT_STATIC_FRICTION, "static-coefficient",
                                 quire_mtt_number(m, e, CONTACT_STATIC_FRICTION), "");
        }
        quire_mtt_add_number(m, CONTACT_STATIC_THRESHOLD, "static-velocity",
                             quire_mtt_number_or(m, e, CONTACT_STATIC_THRESHOLD, STATIC_VELOCITY),
                             "m/s");
        quire_mtt_add_number(m, CONTACT_DYNAMIC_THRESHOLD, "dynamic-velocity",
                             quire_mtt_number_or(m, e, CONTACT_DYNAMIC_THRESHOLD, DYNAMIC_VELOCITY),
                             "m/s");
    } else {
        const int k =
            quire_mtt_has(e, CONTACT_THRESHOLD) ? CONTACT_THRESHOLD : CONTACT_DYNAMIC_THRESHOLD;
        quire_mtt_add_number(m, k, "threshold-velocity",
                             quire_mtt_number_or(m, e, k, STATIC_VELOCITY), "m/s");
    }
}

static void
write_friction(struct quire_mtt_import *m, const struct quire_mtt_entity *e)
{
    if (!quire_mtt_has(e, CONTACT_FRICTION)) {
        return;
    }
    const bool linear = quire_mtt_has(e, CONTACT_INTERPOLATION) &&
                        strcmp(e->value[CONTACT_INTERPOLATION].text, "LINEAR") == 0;
    const char *const law = linear ? "mtt-linear" : "mtt-step";
    quire_mtt_use(m, e, CONTACT_INTERPOLATION);
    quire_mtt_tell_slice(m, e, CONTACT_MAXIMUM_FRICTION, "N", "times");
    quire_text_add(&m->out, "    ");
    quire_mtt_begin(m, e, &quire_family_friction, "friction", law);
    quire_mtt_add_word(m, "law", law, "");
    quire_mtt_add_number(m, CONTACT_FRICTION, "dynamic-coefficient",
                         quire_mtt_number(m, e, CONTACT_FRICTION), "");
    write_thresholds(m, e);
    if (quire_mtt_has(e, CONTACT_MAXIMUM_FRICTION)) {
        quire_mtt_add_number(m, CONTACT_MAXIMUM_FRICTION, "maximum-force",
                             quire_mtt_number(m, e, CONTACT_MAXIMUM_FRICTION) * m->slices, "N");
    }
    quire_mtt_end(m, "/>\n");
}

static void
write_factors(struct quire_mtt_import *m, const struct quire_mtt_entity *e)
{
    if (quire_mtt_has(e, CONTACT_OVERDRIVE)) {
        quire_mtt_tell_slice(m, e, CONTACT_OVERDRIVE, "N^-1", "divided by");
        quire_text_add(&m->out, "    ");
        quire_mtt_begin(m, e, &quire_family_contact, "overdrive", NULL);
        quire_mtt_add_number(m, CONTACT_OVERDRIVE, "factor",
                             quire_mtt_number(m, e, CONTACT_OVERDRIVE) / m->slices, "N^-1");
        quire_mtt_end(m, "/>\n");
    }
    if (quire_mtt_has(e, CONTACT_VERTEX)) {
        quire_text_add(&m->out, "    ");
        quire_mtt_begin(m, e, &quire_family_contact, "vertex", NULL);
        quire_mtt_add_number(m, CONTACT_VERTEX, "friction-factor",
                             quire_mtt_number(m, e, CONTACT_VERTEX), "");
        quire_mtt_end(m, "/>\n");
    }
}

void
quire_mtt_write_contact(struct quire_mtt_import *m, const struct quire_mtt_entity *e,
                        double segment)
{
    const bool of_guide = find_user(m, e->name, is_guide) != NULL,
               of_roller = find_user(m, e->name, is_roller) != NULL;
    const struct quire_mtt_value here = {"", "", e->place};
    if (of_guide && of_roller) {
        quire_mtt_refuse(m, "E-MODEL", &here, e->name,
                         "rollers and guides have it; give the guides a contact of their own");
    }
    if (of_guide && !(segment > 0.0)) {
        quire_mtt_refuse(m, "E-MISSING", &here, e->name,
                         "a guide has it, and there is no Sheet whose Segment Length would say to "
                         "what length it belongs");
    }
    if ((of_guide && quire_mtt_has(e, CONTACT_OVERDRIVE)) ||
        (of_roller && quire_mtt_has(e, CONTACT_VERTEX))) {
        quire_mtt_refuse(m, "E-MODEL", &e->value[of_guide ? CONTACT_OVERDRIVE : CONTACT_VERTEX],
                         of_guide ? "Overdrive Factor" : "Friction Factor at Vertex",
                         of_guide ? "only rollers overdrive" : "only guides have it");
    }
    quire_text_format(&m->out, "  <contact name=\"%s\">\n", e->name);
    m->indent = "    ";
    write_normal(m, e, of_guide ? segment : 0.0);
    write_friction(m, e);
    write_factors(m, e);
    m->indent = "  ";
    quire_text_add(&m->out, "  </contact>\n");
    if (of_guide || of_roller) {
        quire_text_format(&m->out, "  <pair media=\"*\" surface=\"%s\" contact=\"%s\"/>\n", e->name,
                          e->name);
    }
}

void
quire_mtt_add_surface(struct quire_mtt_import *m, const struct quire_mtt_entity *e)
{
    const struct quire_mtt_value *v = &e->value[GUIDE_CONTACT];
    if (v->text != NULL && quire_mtt_find(m, QUIRE_MTT_CONTACT, v->text) == NULL) {
        quire_mtt_refuse(m, "E-REFERENCE", v, "Contact Parameter",
                         "there is no Contact of that name");
    }
    quire_mtt_use(m, e, GUIDE_CONTACT);
    quire_mtt_add_word(m, "surface", v->text, "");
}
