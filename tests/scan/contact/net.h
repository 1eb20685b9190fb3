/* The nets of contact: models drawn by a seed, and sweeps, run through the public library and
 * judged by exact answers, by other machines or by themselves. */
#ifndef QUIRE_TESTS_NET_H
#define QUIRE_TESTS_NET_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include <quire/run.h>

#include "../draw.h"

/* ---- a model's text ---- */

struct text {
    char at[12000];
    size_t n;
};
void say(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool toss(struct draw *at);

/* ---- a run ---- */

/* One parameter of a model, as a run sets it. */
struct given {
    const char *name;
    double value;
    const char *unit;
};

struct wanted {
    struct given set[4]; /* a name that is NULL ends them */
    double sample;       /* [s]; 0: the first and the last alone */
    bool trajectory;
    double position_tolerance; /* [m]; 0: as the model says */
    bool rest;                 /* the state of rest has no series */
};

struct ran {
    quire_model *model;
    quire_run *run; /* NULL: it did not come to its end */
    json_t *summary;
    json_t *frames; /* an array of the trajectory's frames, behind its head; NULL: none */
    quire_verdict verdict;
    bool warned; /* of too few segments */
    char why[200];
};
/* NULL: as models say; or all of them in "spatial" motion */
extern const char *net_motion;
bool net_run(struct ran *r, const struct text *t, const struct wanted *wanted);
void net_done(struct ran *r);

/* A number of the summary: an object in it, and a name there; NaN where it is missing. */
double net_number(const struct ran *r, const char *object, const char *name);
/* The values of a series' column, by its name without the unit; NULL: there is none. To be freed.
 */
double *net_column(const struct ran *r, const char *name, size_t *n);

/* One frame of the trajectory: nodes [m], column by column within a row, rows from the trailing
 * edge.
 */
struct frame {
    double time;
    size_t rows, columns;
    double (*at)[3];
};
bool net_frame(struct frame *f, const struct ran *r, size_t k); /* its nodes are to be freed */

/* ---- kinds ---- */

#define MOST_VALUES 32
/* What came of a drawn model. */
struct drawn {
    bool done;
    double value[MOST_VALUES];
    char text[480]; /* what is to be said of it; "": nothing */
};

struct net_kind {
    const char *name, *about;
    unsigned models; /* in the whole scan */
    void (*write)(struct text *t, unsigned seed, unsigned number);
    void (*run)(struct drawn *out, unsigned seed, unsigned number);
    /* prints the rows of the table; whether all figures are reached */
    bool (*judge)(const struct drawn *of, size_t n);
};
extern const struct net_kind net_walls, net_gates, net_space_walls, net_space_gates, net_lips,
    net_sticky_lips, net_impact_lips, net_thresholds, net_glide, net_rest, net_rope, net_slot,
    net_press, net_slopes, net_space_slopes, net_energy, net_space_energy, net_bends, net_flat,
    net_crowned, net_behind, net_joints;

/* A row of the table. */
bool net_row(const char *figure, const char *asked, bool good, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* What is printed without being asked. */
void net_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
