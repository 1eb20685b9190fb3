#include "design/common.h"

#include <math.h>
#include <string.h>

#include "kind/value.h"
#include "model/problem.h"

bool
quire_design_multiply(const struct quire_design_task *task, uint64_t *product, uint64_t factor)
{
    if (factor != 0 && *product > QUIRE_DESIGN_POINT_LIMIT / factor) {
        quire_object_error(
            task->self, task->diag, "E-LIMIT",
            "use fewer levels, or a design that tries only a part of all combinations",
            "the plan has more than %d points", QUIRE_DESIGN_POINT_LIMIT);
        return false;
    }
    *product *= factor;
    return true;
}

quire_status
quire_design_need_levels(const struct quire_design_task *task, long least, long most)
{
    quire_status status = QUIRE_OK;
    for (size_t j = 0; j < task->n; j++) {
        const struct quire_design_column *c = &task->column[j];
        if (c->levels == 0 || (c->levels >= least && c->levels <= most)) {
            continue;
        }
        if (c->levels < 0) {
            status = quire_object_error(task->self, task->diag, "E-MISSING", NULL,
                                        "factor '%s' has neither 'levels' nor 'low' and 'high'",
                                        c->name);
        } else if (most == 0) {
            status = quire_object_error(
                task->self, task->diag, "E-MODEL", NULL,
                "this design needs ranges ('low' and 'high'); factor '%s' has levels", c->name);
        } else {
            status = quire_object_error(
                task->self, task->diag, "E-MODEL",
                "give it this number of levels, or 'low' and 'high'",
                least == most ? "factor '%s' has %ld levels; this design needs %ld"
                              : "factor '%s' has %ld levels; this design needs at least %ld",
                c->name, c->levels, least);
        }
    }
    return status;
}

/* studies may come from strangers: they read what lies beside or below them, nothing else */
static bool
leads_out(const char *name)
{
    for (const char *p = name, *slash; p != NULL; p = slash != NULL ? slash + 1 : NULL) {
        if (strncmp(p, "..", 2) == 0 && (p[2] == '/' || p[2] == '\0')) {
            return true;
        }
        slash = strchr(p, '/');
    }
    return name[0] == '/' || name[0] == '\0';
}

quire_status
quire_design_path(const char **out, struct quire_arena *arena, const struct quire_object *self,
                  const char *folder, const char *name, quire_diag *diag)
{
    char excerpt[QUIRE_EXCERPT_SIZE];
    if (leads_out(name)) {
        return quire_object_error(self, diag, "E-REFERENCE",
                                  "files that a study names must be in the study's folder or below",
                                  "'%s' is not in the study's folder or below",
                                  quire_excerpt(excerpt, name));
    }
    struct quire_text path = {0};
    quire_text_add(&path, folder);
    quire_text_add(&path, name);
    *out = path.failed ? NULL : quire_arena_copy(arena, path.data);
    quire_text_clear(&path);
    return *out != NULL ? QUIRE_OK : quire_diag_memory_error(diag);
}

struct quire_design_value
quire_design_at_level(const struct quire_design_column *column, long i, long n)
{
    if (column->levels == 0) {
        /* symmetric about 0 to the last bit */
        return (struct quire_design_value){
            .sort = QUIRE_DESIGN_CODED,
            .coded = n > 1 ? (double)(2 * i - (n - 1)) / (double)(n - 1) : 0.0};
    }
    return (struct quire_design_value){.sort = QUIRE_DESIGN_LEVEL, .level = i};
}

/* ---- what is augmented ---- */

uint64_t
quire_design_earlier_points(const struct quire_design_task *task)
{
    return task->earlier != NULL ? task->earlier->points : 0;
}

static bool
read_earlier(const struct quire_design_task *task, uint64_t point, struct quire_design_value *value)
{
    bool known = true;
    task->earlier->ops->point(task->earlier, point, value);
    const bool allowed = task->allows == NULL || task->allows(task->user, value);
    for (size_t j = 0; j < task->n; j++) {
        if (task->code != NULL) {
            task->code(task->user, j, &value[j]);
        }
        known =
            known && (value[j].sort == QUIRE_DESIGN_LEVEL || value[j].sort == QUIRE_DESIGN_CODED);
    }
    return allowed && known;
}

const struct quire_design_value *
quire_design_list_earlier(const struct quire_design_task *task, size_t *n)
{
    const uint64_t points = quire_design_earlier_points(task);
    *n = 0;
    if (points > QUIRE_DESIGN_TABLE_LIMIT / (task->n + 1)) {
        quire_object_error(task->self, task->diag, "E-LIMIT", NULL,
                           "%llu points are too many to be augmented in this way",
                           (unsigned long long)points);
        return NULL;
    }
    struct quire_design_value *list =
        quire_arena_get(task->arena, (size_t)(points + 1) * task->n, sizeof *list);
    if (list == NULL) {
        quire_diag_memory_error(task->diag);
        return NULL;
    }
    for (uint64_t i = 0; i < points; i++) {
        *n += read_earlier(task, i, list + *n * task->n) ? 1 : 0;
    }
    return list;
}

double
quire_design_coded(const struct quire_design_column *column, const struct quire_design_value *value)
{
    if (value->sort == QUIRE_DESIGN_CODED) {
        return value->coded;
    }
    return column->levels > 1
               ? (double)(2 * value->level - (column->levels - 1)) / (double)(column->levels - 1)
               : 0.0;
}

/* a study's seed has 53 bits */
uint64_t
quire_design_seed(const struct quire_design_task *task)
{
    return task->seed ^ (uint64_t)task->part << 53;
}

struct quire_design_value
quire_design_at_share(const struct quire_design_column *column, double u)
{
    if (column->levels == 0) {
        return (struct quire_design_value){.sort = QUIRE_DESIGN_CODED, .coded = 2.0 * u - 1.0};
    }
    long level = column->share != NULL ? 0 : (long)floor(u * (double)column->levels);
    while (column->share != NULL && level + 1 < column->levels && u >= column->share[level]) {
        level++;
    }
    return (struct quire_design_value){
        .sort = QUIRE_DESIGN_LEVEL, .level = level < column->levels ? level : column->levels - 1};
}
