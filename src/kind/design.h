/* Designs of experiments: which combinations of values a study tries. A design knows its columns,
 * one for each factor (or noise), only by how many levels they have; the study turns what it says
 * into values. */
#ifndef QUIRE_KIND_DESIGN_H
#define QUIRE_KIND_DESIGN_H

#include <math.h> /* for the tables' ranges */
#include <stdint.h>

#include "base/arena.h"
#include "formula/formula.h"
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
    /* For conditions: names of columns by their numbers, and the SI value of a column's value, of
     * words the number of the level. NULL: there are no conditions. */
    const struct quire_formula_names *names;
    double (*value)(void *user, size_t column, const struct quire_design_value *value);
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
    /* what a block is called, "whole plot", where differences between blocks are chance; NULL: they
     * are not */
    const char *random_blocks;
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
                 "factors: the design varies the factors; noise: it is an outer array, which "     \
                 "varies the noise in the same way at each point of the factors' design"),         \
        QUIRE_CHOICE(                                                                              \
            type_, common.augments, "augments", "no|yes|block", "no",                              \
            "yes: its points follow those of the previous designs, which stay unchanged, so a "    \
            "completed study can be extended; block: the same, as a separate block"),              \
        QUIRE_INTEGER(type_, common.replicates, "replicates", "1", QUIRE_FROM_TO(1, 1e9),          \
                      "number of runs of each point; they differ in the noise drawn for them")

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
    /* What the order of its points means; where it is not free, points of other designs cannot be
     * added. */
    enum quire_design_layout layout;
    /* Without factors it is one point, whose replicates draw the noise. */
    bool needs_no_factors;
    /* its points have a value of each factor, also of those of one level */
    bool says_all;
    /* The block of a point, from 1 to plan->blocks; NULL: there is one block. */
    int (*block)(const struct quire_design_plan *plan, uint64_t point);
    /* Adds what is worth knowing before anything runs, in whole lines: resolution, aliases. NULL:
     * nothing. */
    void (*describe)(const struct quire_design_plan *plan, struct quire_text *out);
};

#endif
