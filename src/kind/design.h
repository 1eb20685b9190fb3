/* Designs of experiments: which combinations of values a study tries. A design knows its columns,
 * one for each factor (or noise), only by how many levels they have; the study turns what it says
 * into values. */
#ifndef QUIRE_KIND_DESIGN_H
#define QUIRE_KIND_DESIGN_H

#include <math.h> /* for the tables' ranges */
#include <stdint.h>

#include "base/arena.h"
#include "kind/design_layout.h"
#include "kind/kind.h"
#include "text/text.h"

/* most points of a plan that is made by its indices */
#define QUIRE_DESIGN_POINT_LIMIT 1000000000
#define QUIRE_DESIGN_TABLE_LIMIT 10000000 /* most numbers of a plan that is kept as a table */

/* What a design may know of a factor. */
struct quire_design_column {
    const char *name; /* the parameter */
    /* its values are a list of so many; 0: all between a low and a high one; -1: none are given, a
     * table brings them */
    long levels;
    bool ordered; /* they are numbers, not words */
    /* cumulative probabilities of its levels (levels), the last 1; NULL: all are equally likely */
    const double *share;
    /* the model's own value: number of the level or, where `levels` is 0, coded; NaN if it is none
     * of them */
    double nominal;
    struct quire_place place;
};

/* The value of one column at one point. */
struct quire_design_value {
    enum quire_design_sort {
        QUIRE_DESIGN_CODED,   /* `coded`: -1 is the column's low end, 1 its high end */
        QUIRE_DESIGN_LEVEL,   /* `level`: number in its list, from 0 */
        QUIRE_DESIGN_NOMINAL, /* the model's own value */
        /* `text`, as it would stand in a model file; borrowed from the plan */
        QUIRE_DESIGN_TEXT,
    } sort;
    double coded;
    long level;
    const char *text;
};

struct quire_design_task {
    const struct quire_object *self;          /* <design> */
    const struct quire_design_column *column; /* (n) */
    size_t n;
    uint64_t seed;
    size_t part; /* number of the design among those of the factors; 0: it augments nothing */
    /* Whether the study's <exclude> elements leave a point in; for designs that choose their
     * points. */
    bool (*allows)(void *user, const struct quire_design_value *value);
    void *user;
    /* The points before those of a design that augments others; NULL: there are none. */
    const struct quire_design_plan *earlier;
    /* Turns a value of a column into a coded one or a level where it is one; NULL: all are. */
    void (*code)(void *user, size_t column, struct quire_design_value *value);
    const char *folder;        /* where files that it names lie, "samples/a4-turn/" or "" */
    struct quire_arena *arena; /* for what the plan keeps */
    quire_diag *diag;
};

struct quire_design_plan {
    const struct quire_design_ops *ops;
    const struct quire_design_column *column; /* (n), borrowed */
    size_t n;
    uint64_t points;
    int blocks; /* 0: its points are no blocks */
    uint64_t seed;
    /* coded values are spread evenly over (-1, 1), so that they can stand for probabilities */
    bool samples;
    const void *data; /* the design's own; in the task's arena */
};

/* What every design says of itself; first member of its parameter struct. */
enum { QUIRE_AUGMENTS_NOTHING, QUIRE_AUGMENTS_BLOCK, QUIRE_AUGMENTS_NEW_BLOCK };
struct quire_design_common {
    int of;          /* "factors|noise" */
    int augments;    /* "no|yes|block" */
    long replicates; /* runs of each point, which differ in their noise */
};

#define QUIRE_DESIGN_COMMON(type_)                                                                 \
    QUIRE_CHOICE(type_, common.of, "of", "factors|noise", "factors",                               \
                 "factors: the design varies the factors; noise: it is the outer array, which "    \
                 "varies the noise in the same way at "                                            \
                 "each point of the factors' design"),                                             \
        QUIRE_CHOICE(type_, common.augments, "augments", "no|yes|block", "no",                     \
                     "yes: its points come behind those of the designs before it, which stay as "  \
                     "they are, so that a study that is done "                                     \
                     "can be made larger; block: likewise, as a block of their own"),              \
        QUIRE_INTEGER(type_, common.replicates, "replicates", "1", QUIRE_FROM_TO(1, 1e9),          \
                      "runs of each point; they differ in the noise that is drawn for them")

struct quire_design_ops {
    /* Checks the columns and makes the plan; *out is zeroed but for ops, column, n and seed. All
     * problems are added to the task's diag. */
    quire_status (*make)(struct quire_design_plan *out, const struct quire_design_task *task);
    /* The values of a point, (plan->n); depends on nothing but its arguments. */
    void (*point)(const struct quire_design_plan *plan, uint64_t point,
                  struct quire_design_value *value);
    /* Where a point's value of a column stands in a file; NULL: it stands nowhere. */
    struct quire_place (*place)(const struct quire_design_plan *plan, uint64_t point,
                                size_t column);
    /* What the order of its points means; where it is not free, points of other designs can not be
     * added. */
    enum quire_design_layout layout;
    /* Without factors it is one point, whose replicates draw the noise. */
    bool needs_no_factors;
    /* The block of a point, from 1 to plan->blocks; NULL: there is one block. */
    int (*block)(const struct quire_design_plan *plan, uint64_t point);
    /* Adds what is worth knowing before anything runs, in whole lines: resolution, aliases. NULL:
     * nothing. */
    void (*describe)(const struct quire_design_plan *plan, struct quire_text *out);
};

/* src/design/common.c */

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
