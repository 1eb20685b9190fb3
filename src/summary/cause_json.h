/* The members of a cause that say more of the part that it names. */
#ifndef QUIRE_SUMMARY_CAUSE_JSON_H
#define QUIRE_SUMMARY_CAUSE_JSON_H

#include "base/json.h"
#include "result/result.h"

void quire_cause_json_write(struct quire_json *json, const struct quire_why *why);

#endif
