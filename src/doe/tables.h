/* Verbs that read a table of runs in place of a study: their options. */
#ifndef QUIRE_DOE_TABLES_H
#define QUIRE_DOE_TABLES_H

#include "doe/verbs.h"
#include "jobs/table_runs.h"

enum {
    DOE_TABLE_FACTORS = DOE_OPTION_LAST + 100,
    DOE_TABLE_NOISE,
    DOE_TABLE_RESPONSES,
    DOE_TABLE_BLOCK,
    DOE_TABLE_WORDS,
    DOE_TABLE_RANDOM,
    DOE_TABLE_ROWS,
    DOE_TABLE_TERMS,
    DOE_TABLE_SELECT,
    DOE_TABLE_TRANSFORM,
    DOE_TABLE_BETTER,
    DOE_TABLE_TARGET,
    DOE_TABLE_MINIMUM,
    DOE_TABLE_MAXIMUM,
    DOE_TABLE_IMPORTANCE
};
#define DOE_TABLE_OPTIONS                                                                          \
    {"factors", required_argument, NULL, DOE_TABLE_FACTORS},                                       \
        {"noise", required_argument, NULL, DOE_TABLE_NOISE},                                       \
        {"responses", required_argument, NULL, DOE_TABLE_RESPONSES},                               \
        {"block", required_argument, NULL, DOE_TABLE_BLOCK},                                       \
        {"words", required_argument, NULL, DOE_TABLE_WORDS},                                       \
        {"random", required_argument, NULL, DOE_TABLE_RANDOM},                                     \
        {"rows", required_argument, NULL, DOE_TABLE_ROWS},                                         \
        {"terms", required_argument, NULL, DOE_TABLE_TERMS},                                       \
        {"select", required_argument, NULL, DOE_TABLE_SELECT},                                     \
        {"transform", required_argument, NULL, DOE_TABLE_TRANSFORM},                               \
        {"better", required_argument, NULL, DOE_TABLE_BETTER},                                     \
        {"target", required_argument, NULL, DOE_TABLE_TARGET},                                     \
        {"minimum", required_argument, NULL, DOE_TABLE_MINIMUM},                                   \
        {"maximum", required_argument, NULL, DOE_TABLE_MAXIMUM},                                   \
    {                                                                                              \
        "importance", required_argument, NULL, DOE_TABLE_IMPORTANCE                                \
    }

struct doe_table_options {
    struct doe_table_roles roles;
    struct doe_table_goal *goal; /* (roles.n_goal), owned */
    bool any;                    /* some role was given, which a study has by itself */
};

/* Takes one of these; false after a message. *taken: it was one. */
bool doe_take_table_option(const struct cli_verb *verb, struct doe_table_options *self, int c,
                           bool *taken);
void doe_table_options_clear(struct doe_table_options *self);

/* The file is a table by its name, "*.csv". */
bool doe_is_table(const char *path);
/* A note of columns that were left out (verb: "doe analyse"). */
void doe_note_left_out(const char *verb, const char *left_out, bool quiet);

#endif
