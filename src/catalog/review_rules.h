/* The numbers of the review's rules in their table. */
#ifndef QUIRE_CATALOG_REVIEW_RULES_H
#define QUIRE_CATALOG_REVIEW_RULES_H

#include <quire/review.h>

#include "text/text.h"

enum quire_review_number {
    QUIRE_RULE_SPAN,
    QUIRE_RULE_SENSOR,
    QUIRE_RULE_FREE_LENGTH,
    QUIRE_RULE_ENTRY,
    QUIRE_RULE_DEFLECT,
    QUIRE_RULE_MOUTH,
    QUIRE_RULE_GAP,
    QUIRE_RULE_BEND,
    QUIRE_RULE_BEND_FORCE,
    QUIRE_RULE_RATIO,
    QUIRE_RULE_LOAD,
    QUIRE_RULE_SPEED,
    QUIRE_RULES
};

/* In letters: "d <= 0.95 L", or what is wrong: "d > L". */
void quire_review_range(struct quire_text *out, const quire_review_rule *rule, bool wrong);

#endif
