#include "xml/rewrite/upgrade_steps.h"

/* before the first release */
static const struct quire_change from_0[] = {
    {QUIRE_CHANGE_DROP_ATTRIBUTE, "run", "stop-on-jam", "no", NULL,
     "jams say for themselves whether they end the run: give those that shall not a <check> with "
     "stop=\"no\""},
    {QUIRE_CHANGE_DROP_ATTRIBUTE, "run", "stop-on-jam", NULL, NULL, NULL},
    {.element = NULL},
};

static const struct quire_version_step steps[] = {{0, from_0}};

const struct quire_version_steps quire_upgrade_steps = {steps, sizeof steps / sizeof *steps};
