/* The columns of a table of runs: their names, units and roles. */
#include "jobs/table_parts.h"

#include <string.h>

#include "kind/value.h"
#include "text/suggest.h"

static const char *const own_names[] = {
    [DOE_COLUMN_RUN] = "run",
    [DOE_COLUMN_POINT] = "point",
    [DOE_COLUMN_OUTER] = "outer",
    [DOE_COLUMN_REPLICATE] = "replicate",
    [DOE_COLUMN_BLOCK] = "block",
    [DOE_COLUMN_STATUS] = "status",
    [DOE_COLUMN_DIAGNOSIS] = "diagnosis",
};
#define N_OWN (sizeof own_names / sizeof own_names[0])

/* ---- the header */

static struct doe_table_column *
find_column(const struct doe_table_reading *r, const char *name, size_t length)
{
    for (size_t i = 0; i < r->n; i++) {
        if (strlen(r->column[i].name) == length && memcmp(r->column[i].name, name, length) == 0) {
            return &r->column[i];
        }
    }
    return NULL;
}

/* units of measurements that no model has: words beside plain numbers */
static bool
is_beside_mechanics(const char *unit)
{
    static const char *const units[] = {"degC", "\u00B0C", "degF", "\u00B0F", "K", "%RH", "% RH"};

    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(unit, units[i]) == 0) {
            return true;
        }
    }
    return false;
}

static quire_status
read_unit(struct doe_table_reading *r, struct doe_table_column *c)
{
    struct quire_unit unit;
    struct quire_unit_error error;

    if (!quire_unit_parse(&unit, c->unit, NULL, NULL, &error)) {
        char excerpt[QUIRE_EXCERPT_SIZE];
        if (r->work == NULL && is_beside_mechanics(c->unit)) {
            c->own_unit = c->unit;
            c->has = (struct quire_unit){1, 0, {0, 0, 0, 0, 0}};
            return QUIRE_OK;
        }
        return quire_diag_error(r->diag, "E-UNIT", c->place, NULL, error.hint,
                                "column '%s': the unit '%s' %s", c->name,
                                quire_excerpt(excerpt, c->unit), error.text);
    }
    c->own_unit = c->unit;
    c->has = unit;
    return QUIRE_OK;
}

/* "name [unit]" as the two */
static quire_status
split_title(struct doe_table_reading *r, struct doe_table_column *c, const char *cell)
{
    if (!quire_table_split(r->arena, cell, &c->name, &c->unit)) {
        return quire_diag_memory_error(r->diag);
    }
    c->unit = c->unit != NULL ? c->unit : "";
    if (c->name[0] == '\0') {
        return quire_diag_error(r->diag, "E-NAME", c->place, NULL, NULL,
                                "the header has a column without a name");
    }
    return QUIRE_OK;
}

static quire_status
read_titles(struct doe_table_reading *r)
{
    quire_status status = quire_table_header(&r->table);

    if (status != QUIRE_OK) {
        return status;
    }
    r->n = 0;
    r->column = quire_arena_get(r->arena, r->table.n, sizeof *r->column);
    if (r->column == NULL) {
        return quire_diag_memory_error(r->diag);
    }
    for (size_t i = 0; status == QUIRE_OK && i < r->table.n; i++) {
        struct doe_table_column c = {.place = quire_table_place(&r->table, i)};
        status = split_title(r, &c, r->table.cell[i]);
        if (status == QUIRE_OK && find_column(r, c.name, strlen(c.name)) != NULL) {
            char excerpt[QUIRE_EXCERPT_SIZE];
            status = quire_diag_error(r->diag, "E-DUPLICATE", c.place, NULL, NULL,
                                      "two columns are named '%s'", quire_excerpt(excerpt, c.name));
        }
        if (status == QUIRE_OK) {
            status = read_unit(r, &c);
        }
        r->column[r->n++] = c;
    }
    return status;
}

/* ---- roles */

static quire_status
refuse_name(struct doe_table_reading *r, const char *name, size_t length)
{
    char hint[200], excerpt[QUIRE_EXCERPT_SIZE];
    char *word = quire_arena_get(r->arena, length + 1, 1);

    if (word == NULL) {
        return quire_diag_memory_error(r->diag);
    }
    memcpy(word, name, length);
    struct quire_suggest s = quire_suggest_begin(word);
    for (size_t i = 0; i < r->n; i++) {
        quire_suggest_offer(&s, r->column[i].name);
    }
    const struct quire_place header = {r->path, r->n > 0 ? r->column[0].place.line : 1, 0};
    return quire_diag_error(r->diag, "E-REFERENCE", header, NULL,
                            quire_suggest_hint(&s, hint, sizeof hint),
                            "the table has no column '%s'", quire_excerpt(excerpt, word));
}

enum list { FACTORS, NOISE, RESPONSES, BLOCKS, WORDS, GROUPS };

static void
take_name(struct doe_table_column *c, enum list list)
{
    if (list == WORDS) {
        c->words = true;
        return;
    }
    c->role = list == RESPONSES ? DOE_COLUMN_MEASURED
              : list == GROUPS  ? DOE_COLUMN_RANDOM
              : list == BLOCKS  ? DOE_COLUMN_BLOCK
                                : DOE_COLUMN_VARIED;
    c->noise = list == NOISE;
}

/* gives the columns of a list of names their role */
static quire_status
take_list(struct doe_table_reading *r, const char *names, enum list list)
{
    for (const char *at = names; at != NULL && *at != '\0';) {
        const char *begin = at + strspn(at, " ");
        size_t length = strcspn(begin, ",");
        at = begin + length + (begin[length] == ',');
        while (length > 0 && begin[length - 1] == ' ') {
            length--;
        }
        struct doe_table_column *c = find_column(r, begin, length);
        if (c == NULL) {
            return refuse_name(r, begin, length);
        }
        if (list != WORDS && c->role != DOE_COLUMN_UNKNOWN) {
            return quire_diag_error(r->diag, "E-DUPLICATE", c->place, NULL, NULL,
                                    "column '%s' has two roles", c->name);
        }
        take_name(c, list);
    }
    return QUIRE_OK;
}

static void
take_own_names(struct doe_table_reading *r)
{
    for (size_t k = 0; k < N_OWN; k++) {
        struct doe_table_column *c =
            own_names[k] != NULL ? find_column(r, own_names[k], strlen(own_names[k])) : NULL;
        if (c != NULL && c->role == DOE_COLUMN_UNKNOWN) {
            c->role = (enum doe_table_role)k;
        }
    }
}

/* whether a factor and a response are left without the columns of other programs */
static bool
has_others(const struct doe_table_reading *r)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n; i++) {
        const enum doe_table_role role = r->column[i].role;
        n += role >= DOE_COLUMN_VARIED && role <= DOE_COLUMN_RANDOM;
        n += role == DOE_COLUMN_UNKNOWN && quire_table_foreign(&r->table, i) == NULL;
    }
    return n > 1;
}

/* what other programs write beside factors and responses; their blocks are blocks */
static void
take_foreign(struct doe_table_reading *r)
{
    const bool others = has_others(r);

    for (size_t i = 0; i < r->n; i++) {
        struct doe_table_column *c = &r->column[i];
        const char *foreign = quire_table_foreign(&r->table, i);
        if (c->role != DOE_COLUMN_UNKNOWN || foreign == NULL || c->words) {
            continue;
        }
        if (strcmp(foreign, QUIRE_TABLE_BLOCKS) == 0 && doe_table_count(r, DOE_COLUMN_BLOCK) == 0) {
            c->role = DOE_COLUMN_BLOCK;
        } else if (others || r->work != NULL) {
            c->role = DOE_COLUMN_LEFT_OUT;
        }
    }
}

/* the worth of the column's numbers in the unit of the study */
static quire_status
take_study_unit(struct doe_table_reading *r, struct doe_table_column *c, const char *unit)
{
    struct quire_unit_error error;

    if (!quire_unit_parse(&c->own, unit, NULL, NULL, &error)) {
        c->own = (struct quire_unit){1, 0, {0, 0, 0, 0, 0}};
    }
    if (!quire_dimension_fits(c->has.dimension, c->own.dimension)) {
        return c->unit[0] == '\0'
                   ? quire_diag_error(r->diag, "E-UNIT", c->place, NULL, NULL,
                                      "column '%s' has no unit; the study has it in %s: '%s [%s]'",
                                      c->name, unit, c->name, unit)
                   : quire_diag_error(r->diag, "E-UNIT", c->place, NULL, NULL,
                                      "column '%s' is in %s; the study has it in %s", c->name,
                                      c->unit, unit[0] != '\0' ? unit : "plain numbers");
    }
    c->own_unit = unit;
    return QUIRE_OK;
}

static quire_status
take_study(struct doe_table_reading *r)
{
    quire_status status = QUIRE_OK;

    for (size_t i = 0; status == QUIRE_OK && i < r->work->n_variable; i++) {
        const struct quire_study_variable *v = &r->work->variable[i];
        struct doe_table_column *c = find_column(r, v->name, strlen(v->name));
        if (c == NULL) {
            status = v->role == QUIRE_STUDY_NOISE || r->response_unit != NULL
                         ? QUIRE_OK
                         : refuse_name(r, v->name, strlen(v->name));
            continue;
        }
        if (v->role == QUIRE_STUDY_NOISE && r->response_unit != NULL) {
            c->role = DOE_COLUMN_LEFT_OUT;
            continue;
        }
        c->role = DOE_COLUMN_VARIED;
        c->noise = v->role == QUIRE_STUDY_NOISE;
        c->variable = v;
        c->words = v->words;
        status = v->words ? QUIRE_OK : take_study_unit(r, c, v->unit);
    }
    for (size_t i = 0; status == QUIRE_OK && i < r->work->n_response; i++) {
        const struct quire_study_response *s = &r->work->response[i];
        struct doe_table_column *c = find_column(r, s->name, strlen(s->name));
        if (c != NULL) {
            c->role = DOE_COLUMN_MEASURED;
            c->response = s;
            const char *unit = r->response_unit != NULL ? r->response_unit[i] : s->measured_in;
            status = unit != NULL ? take_study_unit(r, c, unit) : status;
        }
    }
    return status;
}

/* a column that neither the study nor an export has */
static quire_status
refuse_unknown(struct doe_table_reading *r, const struct doe_table_column *c)
{
    char hint[200], excerpt[QUIRE_EXCERPT_SIZE];
    struct quire_suggest s = quire_suggest_begin(c->name);

    for (size_t i = 0; i < r->work->n_variable; i++) {
        quire_suggest_offer(&s, r->work->variable[i].name);
    }
    for (size_t i = 0; i < r->work->n_response; i++) {
        quire_suggest_offer(&s, r->work->response[i].name);
    }
    return quire_diag_error(
        r->diag, "E-REFERENCE", c->place, NULL, quire_suggest_hint(&s, hint, sizeof hint),
        "the study has no factor and no response '%s'", quire_excerpt(excerpt, c->name));
}

static quire_status
refuse_unknowns(struct doe_table_reading *r)
{
    quire_status status = QUIRE_OK;

    for (size_t i = 0; r->response_unit != NULL && i < r->n; i++) {
        if (r->column[i].role == DOE_COLUMN_UNKNOWN) {
            status = refuse_unknown(r, &r->column[i]);
        }
    }
    return status;
}

size_t
doe_table_count(const struct doe_table_reading *r, enum doe_table_role role)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n; i++) {
        n += r->column[i].role == role;
    }
    return n;
}

/* in an export the responses stand behind the diagnosis */
static void
take_rest(struct doe_table_reading *r)
{
    const struct doe_table_column *diagnosis = find_column(r, "diagnosis", strlen("diagnosis"));
    bool behind = false;

    for (size_t i = 0; i < r->n; i++) {
        struct doe_table_column *c = &r->column[i];
        behind = behind || c == diagnosis;
        if (c->role == DOE_COLUMN_UNKNOWN && behind && r->roles->responses == NULL) {
            c->role = DOE_COLUMN_MEASURED;
        }
    }
    for (size_t i = r->n; doe_table_count(r, DOE_COLUMN_MEASURED) == 0 && i-- > 0;) {
        r->column[i].role =
            r->column[i].role == DOE_COLUMN_UNKNOWN ? DOE_COLUMN_MEASURED : r->column[i].role;
    }
    for (size_t i = 0; i < r->n; i++) {
        struct doe_table_column *c = &r->column[i];
        c->role = c->role != DOE_COLUMN_UNKNOWN ? c->role
                  : r->roles->factors != NULL   ? DOE_COLUMN_LEFT_OUT
                                                : DOE_COLUMN_VARIED;
    }
}

static quire_status
take_roles(struct doe_table_reading *r)
{
    const struct doe_table_roles *roles = r->roles;
    quire_status status = QUIRE_OK;

    if (r->work != NULL) {
        status = take_study(r);
        take_own_names(r);
        take_foreign(r);
        status = status == QUIRE_OK ? refuse_unknowns(r) : status;
    } else if ((status = take_list(r, roles->factors, FACTORS)) == QUIRE_OK &&
               (status = take_list(r, roles->noise, NOISE)) == QUIRE_OK &&
               (status = take_list(r, roles->responses, RESPONSES)) == QUIRE_OK &&
               (status = take_list(r, roles->block, BLOCKS)) == QUIRE_OK &&
               (status = take_list(r, roles->random, GROUPS)) == QUIRE_OK &&
               (status = take_list(r, roles->words, WORDS)) == QUIRE_OK) {
        take_own_names(r);
        take_foreign(r);
        take_rest(r);
    }
    const struct quire_place header = {r->path, r->column[0].place.line, 0};
    for (size_t i = 0; i < r->n; i++) {
        struct doe_table_column *c = &r->column[i];
        c->at = c->role == DOE_COLUMN_VARIED     ? r->n_varied++
                : c->role == DOE_COLUMN_MEASURED ? r->n_measured++
                : c->role == DOE_COLUMN_RANDOM   ? r->n_random++
                                                 : 0;
        c->role = c->role == DOE_COLUMN_UNKNOWN ? DOE_COLUMN_LEFT_OUT : c->role;
        r->has_status = r->has_status || c->role == DOE_COLUMN_STATUS;
        if (c->variable == NULL && !c->words) {
            c->words = !quire_table_column_is_numeric(&r->table.known[i]);
        }
    }
    if (status == QUIRE_OK && r->n_varied == 0 && r->n_random == 0 && r->response_unit == NULL) {
        status = quire_diag_error(r->diag, "E-MISSING", header, NULL, NULL,
                                  "the table has no column of a factor");
    }
    if (status == QUIRE_OK && r->n_measured == 0) {
        status = quire_diag_error(r->diag, "E-MISSING", header, NULL, NULL,
                                  "the table has no column of a response");
    }
    return status;
}

quire_status
doe_table_read_header(struct doe_table_reading *r)
{
    const quire_status status = read_titles(r);

    return status == QUIRE_OK ? take_roles(r) : status;
}

quire_status
doe_table_list_left_out(const struct doe_table_reading *r, const char **out)
{
    bool *unused = quire_arena_get(r->arena, r->n, sizeof *unused);
    struct quire_text list = {0};

    if (unused == NULL) {
        return quire_diag_memory_error(r->diag);
    }
    for (size_t i = 0; i < r->n; i++) {
        unused[i] = r->column[i].role == DOE_COLUMN_LEFT_OUT;
    }
    quire_table_list(&list, &r->table, unused);
    *out = list.failed ? NULL : quire_arena_copy(r->arena, list.data != NULL ? list.data : "");
    quire_text_clear(&list);
    return *out != NULL ? QUIRE_OK : quire_diag_memory_error(r->diag);
}
