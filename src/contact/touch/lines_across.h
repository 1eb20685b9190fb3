/* Along which lines across the width a sheet in space meets guides, and what of the width each
 * stands for. doc/theory/spatial-contact.md, 3. */
#ifndef QUIRE_CONTACT_TOUCH_LINES_ACROSS_H
#define QUIRE_CONTACT_TOUCH_LINES_ACROSS_H

#include "state/state.h"

/* By which rule what is extruded across is added up over the width of a sheet: by lines at the
 * columns of nodes alone; on sheets of two or three columns by lines half-way between them as well;
 * by five lines, on guides that bend, where a sheet touches with a part of its width. The latter
 * two are Simpson's there. doc/theory/spatial-contact.md, 3. */
enum quire_rule_across { QUIRE_BY_COLUMNS, QUIRE_BY_HALVES, QUIRE_BY_FIVE, QUIRE_RULES_ACROSS };

/* What of the width a line stands for: half of that [m], where its middle is from the line [m], and
 * its share. */
struct quire_strip {
    double half, middle, share;
};

/* By which rule a guide acts on a sheet, enum quire_rule_across. Laws that remember or hold on have
 * their memory in columns of nodes, and those alone are turned with tilted guides. */
int quire_guide_rule(const struct quire_system *system, int sheet, int guide);

/* How many lines the finest rule has on a sheet of m columns. */
int quire_lines_across(int m);

/* The strips of one of these lines, by each rule that has it. */
void quire_strips_of_line(const struct quire_sheet *sheet, int line,
                          struct quire_strip strip[QUIRE_RULES_ACROSS]);

/* Whether a law of the guide keeps anything of the sheet. */
bool quire_guide_keeps(const struct quire_system *system, int sheet, int guide);

#endif
