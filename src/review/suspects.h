/* What of a model might be changed to cure a failure: its parameters, and numbers in the elements
 * of those objects that are named by a cause. */
#ifndef QUIRE_REVIEW_SUSPECTS_H
#define QUIRE_REVIEW_SUSPECTS_H

#include "review/rerun.h"
#include "review/suspect_guesses.h"

struct quire_suspect {
    char name[200]; /* "nip_load", or "load of nip 'n2'" */
    /* of an attribute: its object, "nip 'n2'", and where it is in the file, "nip[n2]@load",
     * "nip[n2]/idler[1]@mass": below the root, each element with its name, or else with its number
     * among those of its kind in its parent */
    char of[120], address[300];
    bool is_parameter;
    size_t object; /* of an attribute: number of its element in the tree */
    const struct quire_field *field;
    char unit[32];      /* of the three below; "" where they have none */
    double value;       /* in the run */
    double least, most; /* that may be set; may be infinite */
    double tolerance;   /* to either side; NaN: none is given */
    int rank;           /* enum quire_suspect_rank */
    bool is_apt;        /* the mechanism of the cause acts by it */
    bool is_included;   /* the parameter is of a file that the model includes */
    size_t reach;       /* parts of the machine that it changes */
    /* what it was before it was set, and what makes it as others of its kind are */
    double guess[QUIRE_SUSPECT_GUESSES];
    size_t n_guess;
};

struct quire_suspects {
    struct quire_suspect *one; /* (n), in the order in which to try them */
    size_t n;
};

/* Finds them. Parameters of checks, sensors and settings alone are none; nor are attributes that a
 * parameter sets. quire_suspects_clear() in any case. */
quire_status quire_suspects_find(struct quire_suspects *out, struct quire_rerun *rerun,
                                 const struct quire_culprits *culprits, quire_diag *diag);

/* The greater, the earlier in the answer: what feeds the part to examine comes first, factors of
 * included files last. */
int quire_suspect_turn(const struct quire_suspect *self);

void quire_suspects_clear(struct quire_suspects *self);

/* The model with another value of a suspect; it ends with the next one. Problems of a value that is
 * refused are added to diag. */
quire_status quire_suspects_model(struct quire_rerun *rerun, const struct quire_suspect *suspect,
                                  double value, const quire_model **out, quire_diag *diag);

#endif
