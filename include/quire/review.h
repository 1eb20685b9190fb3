/* Design review of a paper path by closed formulas, without a run. */
#ifndef QUIRE_REVIEW_H
#define QUIRE_REVIEW_H

#include <quire/model.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct quire_review quire_review;

typedef enum quire_review_verdict {
    QUIRE_REVIEW_OK,
    QUIRE_REVIEW_DOUBTFUL, /* beyond the usual range */
    QUIRE_REVIEW_WRONG,    /* sheets can hardly pass, or a unit is wrong */
} quire_review_verdict;

/* A rule of the review. All strings are static. */
typedef struct quire_review_rule {
    const char *name;    /* "span" */
    const char *title;   /* the comparison */
    const char *formula; /* the meaning of its letters */
    const char *cure;    /* what to change */
    const char *source;
    const char *unit;        /* SI unit of the values; "" for ratios */
    const char *letter, *of; /* of the value; of what the limits are multiples, or their unit */
    /* ok from ok_from to ok_to, wrong outside of wrong_from to wrong_to, doubtful elsewhere; may be
     * infinite */
    double ok_from, ok_to, wrong_from, wrong_to;
} quire_review_rule;

/* All rules; *n_rule, where that is not NULL, receives their number. */
QUIRE_API const quire_review_rule *quire_review_rules(size_t *n_rule);

/* A line of a review. Strings belong to the review. */
typedef struct quire_review_line {
    const quire_review_rule *rule;
    const char *part;  /* the part of the machine: "nip 'n2'" */
    const char *sheet; /* the name of the sheet that decides; NULL: none does */
    int line;          /* of the part in its file; 0: unknown */
    double value;      /* in rule->unit */
    double limit;      /* what the limits of the rule are multiples of, in rule->unit */
    /* the limits of the rule for this part, in rule->unit */
    double ok_from, ok_to, wrong_from, wrong_to;
    quire_review_verdict verdict;
    const char *value_text, *limit_text; /* for people, with units; the limit nearest to matter */
} quire_review_line;

/* Applies all rules to `model`: each rule to each part that it is about, with the sheet that is
 * nearest to the limit. Lines are sorted by rule, then by their place in the model. diag, which may
 * be NULL, receives warnings of the preparation of a run. On success the caller owns *out and frees
 * it with quire_review_destroy(); the model may be destroyed before it. QUIRE_ERROR_INPUT: no run
 * of the model can start. QUIRE_ERROR_LIMIT: out of memory. */
QUIRE_API quire_status quire_review_create(quire_review **out, const quire_model *model,
                                           quire_diag *diag);
QUIRE_API void quire_review_destroy(quire_review *review);

QUIRE_API size_t quire_review_count(const quire_review *review);
/* Line i, from 0; lines beyond the last are empty, with rule NULL. */
QUIRE_API quire_review_line quire_review_at(const quire_review *review, size_t i);
/* The worst verdict of all lines. */
QUIRE_API quire_review_verdict quire_review_worst(const quire_review *review);
/* "ok", "doubtful", "wrong". Static string. */
QUIRE_API const char *quire_review_word(quire_review_verdict verdict);

/* The review as a JSON document (doc/formats.md). The text belongs to the review. */
QUIRE_API const char *quire_review_json(const quire_review *review);

#ifdef __cplusplus
}
#endif
#endif
