/* Which elements of a model matter to a failure, and the numbers in them. */
#ifndef QUIRE_REVIEW_SUSPECT_RANKS_H
#define QUIRE_REVIEW_SUSPECT_RANKS_H

#include "model/object.h"
#include "result/causes.h"

struct quire_arena;

/* What a cause says: names, of the part to examine first, then of others that it names, then of
 * the drives that held the sheet. */
struct quire_culprits {
    const char *sheet; /* NULL: none */
    const char *const *name;
    size_t n_cause, n_named, n; /* so many names, from the first on, are of that sort or before */
    enum quire_mechanism mechanism;
};

enum quire_suspect_rank {
    QUIRE_SUSPECT_OTHER = 1,
    QUIRE_SUSPECT_NEAR,  /* the sheet, what acts on it, what the others refer to or touch with */
    QUIRE_SUSPECT_NAMED, /* a part that the cause names, with what drives it and its contacts */
    QUIRE_SUSPECT_CAUSE, /* the same of the part to examine */
};

/* The numbers of a model, element by element. */
struct quire_numbers {
    const struct quire_object **object; /* (n_object), each before its children */
    double *value;                      /* (n) of all fields of all objects */
    size_t *owner;                      /* (n) */
    const struct quire_field **field;   /* (n) */
    size_t n_object, n;
};

/* false: memory ran out */
bool quire_numbers_list(struct quire_numbers *self, const struct quire_object *root,
                        struct quire_arena *arena);

/* What is known of the base model, whose elements end with the next reading. */
struct quire_suspect_base {
    struct quire_arena *arena;
    struct quire_numbers numbers;
    int *rank;    /* (n_object): enum quire_suspect_rank; 0: it only watches, or calculates */
    size_t *part; /* (n_object) the child of the root to which it belongs */
    /* (n_object) its kind, and its number among the children of this kind that its parent has; what
     * stands below the root itself has 0 */
    const struct quire_kind **kind;
    size_t *turn;
    bool *by_other; /* (numbers.n) a parameter sets it */
    enum quire_mechanism mechanism;
};

/* Numbers and ranks of a model; false: memory ran out. */
bool quire_suspect_base_find(struct quire_suspect_base *self, const struct quire_object *root,
                             const struct quire_culprits *culprits);

/* Whether an element is of those by which the mechanism of the cause acts: drives for speeds, what
 * grips for slip. */
bool quire_suspect_is_apt(const struct quire_suspect_base *self, size_t object);

#endif
