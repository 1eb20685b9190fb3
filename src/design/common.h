/* What designs share. */
#ifndef QUIRE_DESIGN_COMMON_H
#define QUIRE_DESIGN_COMMON_H

#include "kind/design.h"

/* Multiplies *product unless that goes beyond QUIRE_DESIGN_POINT_LIMIT; then reports it and returns
 * false. */
bool quire_design_multiply(const struct quire_design_task *task, uint64_t *product,
                           uint64_t factor);
/* Reports each column that does not have one of so many levels (a range has any number); `most` 0:
 * only ranges will do. */
quire_status quire_design_need_levels(const struct quire_design_task *task, long least, long most);
/* The value of a column at level i of n, evenly spaced where the column is a range. */
struct quire_design_value quire_design_at_level(const struct quire_design_column *column, long i,
                                                long n);
/* "folder/name" in the arena; refused where `name` leads out of the folder. */
quire_status quire_design_path(const char **out, struct quire_arena *arena,
                               const struct quire_object *self, const char *folder,
                               const char *name, quire_diag *diag);
/* How many points there are before those of the task's design. */
uint64_t quire_design_earlier_points(const struct quire_design_task *task);
/* Those of them that <exclude> leaves in and whose values are all coded or levels, in the arena (*n
 * x task->n); NULL after reporting that they are too many, or that memory ran out. */
const struct quire_design_value *quire_design_list_earlier(const struct quire_design_task *task,
                                                           size_t *n);
/* The coded value of a column's value, also of a level: -1 the first of its list, 1 the last. */
double quire_design_coded(const struct quire_design_column *column,
                          const struct quire_design_value *value);
/* A seed for chance in the task's design, another one for each that is added. */
uint64_t quire_design_seed(const struct quire_design_task *task);
/* The value of a column for a number u in [0, 1): a level for as much of that range as its share
 * is. */
struct quire_design_value quire_design_at_share(const struct quire_design_column *column, double u);

#endif
