/* What else is said of a cause: speeds, what rules did, what a clutch carries. */
#ifndef QUIRE_SUMMARY_CAUSE_DETAILS_H
#define QUIRE_SUMMARY_CAUSE_DETAILS_H

#include "result/result.h"
#include "text/text.h"

/* "all drives were stopped by rule 'stage' at 0.37 s" */
void quire_details_add_rule(struct quire_text *out, const struct quire_why *why);

/* " turns backward, at -300 mm/s, the others at 300 mm/s", or " turns at 150 mm/s, ..."; `before`
 * comes before that. Nothing where no drive is named. */
void quire_details_add_speed(struct quire_text *out, const struct quire_why *why,
                             const char *before);

/* "; the others turn at 300 mm/s", behind a drive that is stopped. */
void quire_details_add_others(struct quire_text *out, const struct quire_why *why);

/* Whether all drives that turn have one speed. */
bool quire_details_all_alike(const struct quire_why *why);

/* ", which turn at 150 mm/s", of all drives. */
void quire_details_add_all_speeds(struct quire_text *out, const struct quire_why *why);

/* " (pressing with 12.4 N)", of the guide that is named. */
void quire_details_add_pressing(struct quire_text *out, const struct quire_why *why);

/* Whether the clutch of the drive that is named slips, its drive ahead. */
bool quire_details_gives_way(const struct quire_why *why);

/* Behind the part that is named: "; rule 'stage' stopped nip 'n2' at 0.37 s", and what its clutch
 * carries. */
void quire_details_add(struct quire_text *out, const struct quire_why *why);

#endif
