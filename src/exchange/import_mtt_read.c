/* The terms of RecurDyn's Media Transport Toolkits, and tables of them. */
#include "exchange/import_mtt_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "kind/attributes.h"
#include "kind/synonyms.h"
#include "kind/value.h"
#include "text/suggest.h"

#define MOST_ENTITIES 10000
#define MOST_POINTS   100000

#define GUIDE_TERMS                                                                                \
    {"Contact Parameter", NULL, NULL, true}, {"Guide Velocity", "mm/s", NULL, false},              \
    {                                                                                              \
        "Depth", "mm", NULL, false                                                                 \
    }
#define ROLLER_TERMS                                                                               \
    {"Contact Parameter", NULL, NULL, true}, {"Radius", "mm", NULL, true},                         \
        {"Mass", "kg", NULL, false}, {"Izz", "kg*mm^2", NULL, false},                              \
        {"Angular Velocity", "rad/s", NULL, false},                                                \
    {                                                                                              \
        "Depth", "mm", NULL, false                                                                 \
    }

const struct quire_mtt_sort quire_mtt_sort[QUIRE_MTT_SORTS] = {
    [QUIRE_MTT_HEAD] = {"the head of the table",
                        {{"Toolkit", NULL, "MTT2D|MTT3D", true},
                         {"Sheet Width", "mm", NULL, false}}},
    [QUIRE_MTT_CONTACT] = {"Contact",
                           {{"Stiffness Coefficient", "N/mm^{m1}", NULL, true},
                            {"Damping Coefficient", "N*s^{m2}/mm^{m2+m3}", NULL, false},
                            {"Stiffness Exponent", "", NULL, false},
                            {"Damping Exponent", "", NULL, false},
                            {"Indentation Exponent", "", NULL, false},
                            {"Boundary Penetration", "mm", NULL, false},
                            {"Rebound Damping Factor", "", NULL, false},
                            {"Maximum Penetration", "mm", NULL, false},
                            {"Friction Interpolation", NULL, "STEP|LINEAR", false},
                            {"Friction Coefficient", "", NULL, false},
                            {"Threshold Velocity", "mm/s", NULL, false},
                            {"Static Friction Coefficient", "", NULL, false},
                            {"Static Threshold Velocity", "mm/s", NULL, false},
                            {"Dynamic Threshold Velocity", "mm/s", NULL, false},
                            {"Maximum Friction Force", "N", NULL, false},
                            {"Overdrive Factor", "N^-1", NULL, false},
                            {"Friction Factor at Vertex", "", NULL, false}}},
    [QUIRE_MTT_SHEET] = {"Sheet",
                         {{"Number of Segments", "", NULL, true},
                          {"Segment Length", "mm", NULL, true},
                          {"Thickness", "mm", NULL, true},
                          {"Density", "kg/mm^3", NULL, true},
                          {"Young's Modulus", "N/mm^2", NULL, true},
                          {"Sheet C", "N*s/mm^2", NULL, false},
                          {"Curl Radius", "mm", NULL, false},
                          {"Width", "mm", NULL, false},
                          {"Start Point X", "mm", NULL, true},
                          {"Start Point Y", "mm", NULL, true},
                          {"Direction Point X", "mm", NULL, true},
                          {"Direction Point Y", "mm", NULL, true},
                          {"Initial Velocity", "mm/s", NULL, false},
                          {"Segments Across", "", NULL, false}}},
    [QUIRE_MTT_FIXED_ROLLER] = {"Fixed Roller",
                                {ROLLER_TERMS,
                                 {"Center X", "mm", NULL, true},
                                 {"Center Y", "mm", NULL, true}}},
    [QUIRE_MTT_MOVABLE_ROLLER] = {"Movable Roller",
                                  {ROLLER_TERMS,
                                   {"Fixed Roller Name", NULL, NULL, true},
                                   {"Direction Angle", "deg", NULL, true},
                                   {"Translational Direction", "deg", NULL, false},
                                   {"Initial Gap", "mm", NULL, false},
                                   {"Maximum Gap", "mm", NULL, false},
                                   {"Spring Stiffness", "N/mm", NULL, false},
                                   {"Spring Damping", "N*s/mm", NULL, false},
                                   {"Spring Preload", "N", NULL, false}}},
    [QUIRE_MTT_LINEAR_GUIDE] = {"Linear Guide",
                                {GUIDE_TERMS,
                                 {"Contact Side", NULL, "Up|Down", true},
                                 {"PEdge Radius", "mm", NULL, false},
                                 {"Point X", "mm", NULL, false},
                                 {"Point Y", "mm", NULL, false}}},
    [QUIRE_MTT_ARC_GUIDE] = {"Arc Guide",
                             {GUIDE_TERMS,
                              {"Contact Direction", NULL, "Inside|Outside", true},
                              {"Center X", "mm", NULL, true},
                              {"Center Y", "mm", NULL, true},
                              {"Radius", "mm", NULL, true},
                              {"Start Angle", "deg", NULL, true},
                              {"Angle", "deg", NULL, true},
                              {"PEdge Radius", "mm", NULL, false}}},
    [QUIRE_MTT_CIRCLE_GUIDE] = {"Circle Guide",
                                {GUIDE_TERMS,
                                 {"Center X", "mm", NULL, true},
                                 {"Center Y", "mm", NULL, true},
                                 {"Radius", "mm", NULL, true}}},
};

/* ---- entities ---- */

static quire_status
add_entity(struct quire_mtt *mtt, int sort, const char *name)
{
    const struct quire_table *t = &mtt->table;
    if (mtt->n == MOST_ENTITIES) {
        return quire_diag_error(t->diag, "E-LIMIT", t->place, NULL, NULL, "more than %d entities",
                                MOST_ENTITIES);
    }
    if ((mtt->n & (mtt->n - 1)) == 0) { /* it is full: 0, 1, 2, 4, ... */
        struct quire_mtt_entity *more =
            realloc(mtt->entity, (mtt->n > 0 ? 2 * mtt->n : 1) * sizeof *more);
        if (more == NULL) {
            return quire_diag_memory_error(t->diag);
        }
        mtt->entity = more;
    }
    mtt->entity[mtt->n++] =
        (struct quire_mtt_entity){.sort = sort, .name = name, .place = t->place};
    return QUIRE_OK;
}

static quire_status
check_name(const struct quire_mtt *mtt, int sort, const char *name)
{
    const struct quire_table *t = &mtt->table;
    char excerpt[QUIRE_EXCERPT_SIZE];
    if (!quire_name_is_valid(name) || strlen(name) > QUIRE_NAME_LIMIT) {
        return quire_diag_error(t->diag, "E-NAME", quire_table_place(t, 1), NULL,
                                "letters, digits, '_' and '-', beginning with a letter",
                                "'%s' cannot be the name of a %s", quire_excerpt(excerpt, name),
                                quire_mtt_sort[sort].name);
    }
    for (size_t i = 1; i < mtt->n; i++) {
        if (strcmp(mtt->entity[i].name, name) == 0 &&
            (mtt->entity[i].sort == QUIRE_MTT_CONTACT) == (sort == QUIRE_MTT_CONTACT)) {
            return quire_diag_error(t->diag, "E-DUPLICATE", quire_table_place(t, 1), NULL, NULL,
                                    "the name '%s' was used in line %d before",
                                    quire_excerpt(excerpt, name), mtt->entity[i].place.line);
        }
    }
    return QUIRE_OK;
}

/* what follows belongs to it whatever its name is */
static quire_status
begin_entity(struct quire_mtt *mtt, int sort, const char *name)
{
    const quire_status status = check_name(mtt, sort, name);
    return quire_status_worse(status, add_entity(mtt, sort, name));
}

/* ---- their values ---- */

static quire_status
add_point(struct quire_mtt_entity *e, struct quire_mtt_value value, quire_diag *diag)
{
    if (e->n_point == MOST_POINTS) {
        return quire_diag_error(diag, "E-LIMIT", value.place, NULL, NULL,
                                "more than %d coordinates of points", MOST_POINTS);
    }
    if ((e->n_point & (e->n_point - 1)) == 0) {
        struct quire_mtt_value *more =
            realloc(e->point, (e->n_point > 0 ? 2 * e->n_point : 1) * sizeof *more);
        if (more == NULL) {
            return quire_diag_memory_error(diag);
        }
        e->point = more;
    }
    e->point[e->n_point++] = value;
    return QUIRE_OK;
}

static bool
is_choice(const char *word, const char *choices)
{
    const size_t length = strlen(word);
    for (const char *at = choices; at != NULL; at = strchr(at, '|')) {
        at += *at == '|';
        if (strncmp(at, word, length) == 0 && (at[length] == '|' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

static quire_status
take_value(struct quire_mtt_entity *e, int k, struct quire_mtt_value value, quire_diag *diag)
{
    const struct quire_mtt_term *term = &quire_mtt_sort[e->sort].term[k];
    char hint[QUIRE_EXCERPT_SIZE], excerpt[QUIRE_EXCERPT_SIZE];
    if (term->choices != NULL && !is_choice(value.text, term->choices)) {
        return quire_diag_error(diag, "E-CHOICE", value.place, NULL,
                                quire_suggest_choice(value.text, term->choices, hint, sizeof hint),
                                "%s is %s, not '%s'", term->name, term->choices,
                                quire_excerpt(excerpt, value.text));
    }
    if (e->sort == QUIRE_MTT_LINEAR_GUIDE && (k == LINEAR_X || k == LINEAR_Y)) {
        if ((e->n_point % 2 == 0) != (k == LINEAR_X)) {
            return quire_diag_error(
                diag, "E-MODEL", value.place, NULL, "each Point X has its Point Y behind it",
                "%s is where Point %c belongs", term->name, k == LINEAR_X ? 'Y' : 'X');
        }
        return add_point(e, value, diag);
    }
    if (e->value[k].text != NULL) {
        return quire_diag_error(diag, "E-DUPLICATE", value.place, NULL, NULL,
                                "%s was given in line %d before", term->name,
                                e->value[k].place.line);
    }
    e->value[k] = value;
    return QUIRE_OK;
}

static quire_status
unknown_term(const struct quire_mtt *mtt, const struct quire_mtt_sort *sort, const char *name)
{
    const struct quire_table *t = &mtt->table;
    struct quire_suggest suggest = quire_suggest_begin(name);
    const struct quire_synonym *other = quire_synonym_find(name);
    char hint[120], excerpt[QUIRE_EXCERPT_SIZE];
    if (other != NULL && other->term != NULL && strcmp(other->term, name) != 0) {
        snprintf(hint, sizeof hint, "did you mean '%s'?", other->term);
        return quire_diag_error(t->diag, "E-UNKNOWN-ATTRIBUTE", quire_table_place(t, 0), NULL, hint,
                                "'%s' is no parameter of %s%s", quire_excerpt(excerpt, name),
                                mtt->n > 1 ? "a " : "", sort->name);
    }
    for (int k = 0; sort->term[k].name != NULL; k++) {
        quire_suggest_offer(&suggest, sort->term[k].name);
    }
    for (int k = QUIRE_MTT_HEAD + 1; k < QUIRE_MTT_SORTS; k++) {
        quire_suggest_offer(&suggest, quire_mtt_sort[k].name);
    }
    return quire_diag_error(t->diag, "E-UNKNOWN-ATTRIBUTE", quire_table_place(t, 0), NULL,
                            quire_suggest_hint(&suggest, hint, sizeof hint),
                            "'%s' is no parameter of %s%s", quire_excerpt(excerpt, name),
                            mtt->n > 1 ? "a " : "", sort->name);
}

/* a row: the beginning of an entity, or a parameter of the last one */
static quire_status
take_row(struct quire_mtt *mtt)
{
    const struct quire_table *t = &mtt->table;
    const char *name = t->cell[0], *text = t->n > 1 ? t->cell[1] : "",
               *unit = t->n > 2 ? t->cell[2] : "";
    struct quire_mtt_entity *e = &mtt->entity[mtt->n - 1];
    if (t->n > t->n_known) {
        return quire_table_check_row(t, t->n_known);
    }
    for (int k = QUIRE_MTT_HEAD + 1; k < QUIRE_MTT_SORTS; k++) {
        if (strcmp(name, quire_mtt_sort[k].name) == 0) {
            return begin_entity(mtt, k, text);
        }
    }
    for (int k = 0; quire_mtt_sort[e->sort].term[k].name != NULL; k++) {
        if (strcmp(name, quire_mtt_sort[e->sort].term[k].name) == 0) {
            return *text == '\0'
                       ? quire_diag_error(t->diag, "E-MISSING", t->place, NULL, NULL,
                                          "%s has no value", name)
                       : take_value(e, k,
                                    (struct quire_mtt_value){text, unit, quire_table_place(t, 1)},
                                    t->diag);
        }
    }
    return unknown_term(mtt, &quire_mtt_sort[e->sort], name);
}

static quire_status
check_complete(const struct quire_mtt *mtt)
{
    quire_status status = QUIRE_OK;
    for (size_t i = 0; i < mtt->n; i++) {
        const struct quire_mtt_entity *e = &mtt->entity[i];
        const struct quire_mtt_term *term = quire_mtt_sort[e->sort].term;
        for (int k = 0; term[k].name != NULL; k++) {
            if (term[k].required && e->value[k].text == NULL) {
                status =
                    quire_diag_error(mtt->table.diag, "E-MISSING", e->place, e->name, NULL,
                                     "%s has no %s", quire_mtt_sort[e->sort].name, term[k].name);
            }
        }
        if (e->sort == QUIRE_MTT_LINEAR_GUIDE && (e->n_point < 4 || e->n_point % 2 != 0)) {
            status = quire_diag_error(mtt->table.diag, "E-MISSING", e->place, e->name, NULL,
                                      "a linear guide has two points or more, each with X and Y");
        }
    }
    return status;
}

/* columns behind the three are of no use, and allowed if another program writes them anywhere */
static quire_status
take_header(struct quire_mtt *mtt)
{
    static const char *const name[] = {"parameter", "value", "unit"};
    static const size_t used[] = {0, 1, 2};
    struct quire_table *t = &mtt->table;
    const quire_status status = quire_table_header(t);
    bool good = status == QUIRE_OK && t->n >= 3;

    for (size_t i = 0; good && i < t->n; i++) {
        good = i < 3 ? strcmp(t->cell[i], name[i]) == 0 : quire_table_foreign(t, i) != NULL;
    }
    if (status == QUIRE_OK && !good) {
        return quire_diag_error(t->diag, "E-MISSING", t->place, NULL,
                                "doc/guide/from-mtt.md shows one",
                                "the first line does not name 'parameter', 'value' and 'unit'");
    }
    return status != QUIRE_OK ? status
                              : quire_status_worse(quire_table_note_others(t, used, 3),
                                                   add_entity(mtt, QUIRE_MTT_HEAD, ""));
}

quire_status
quire_mtt_read(struct quire_mtt *out, const char *csv, size_t size, const char *file_name,
               quire_diag *diag)
{
    *out = (struct quire_mtt){.entity = NULL};
    quire_status status = quire_table_open(&out->table, csv, size, file_name, diag);
    if (status == QUIRE_OK) {
        status = take_header(out);
    }
    if (status != QUIRE_OK) {
        return status;
    }
    quire_status reading = QUIRE_OK;
    while (quire_table_next(&out->table, &reading) && reading == QUIRE_OK &&
           !quire_diag_may_stop(diag, status)) {
        status = quire_status_worse(status, take_row(out));
    }
    status = quire_status_worse(status, reading);
    return status == QUIRE_OK ? check_complete(out) : status;
}

void
quire_mtt_clear(struct quire_mtt *mtt)
{
    for (size_t i = 0; i < mtt->n; i++) {
        free(mtt->entity[i].point);
    }
    free(mtt->entity);
    quire_table_clear(&mtt->table);
}
