/* The kinds of the families "rule" and "action". */
#ifndef QUIRE_RULE_KINDS_H
#define QUIRE_RULE_KINDS_H

#include "kind/kind.h"

extern const struct quire_kind quire_kind_rule, quire_kind_action_set, quire_kind_action_stop;

#endif
