/* Along which lines across the width a sheet in space meets guides, and what of the width each
 * stands for. doc/theory/spatial-contact.md, 3. */
#ifndef QUIRE_CONTACT_TOUCH_LINES_ACROSS_H
#define QUIRE_CONTACT_TOUCH_LINES_ACROSS_H

#include "state/state.h"

/* How the contact of a guide is integrated over the width of a sheet: by the trapezoidal rule with
 * lines at the columns of nodes; on sheets of two or three columns by Simpson's rule with lines
 * half-way between the columns as well, or, on guides that bend, with five lines. Sheets touch such
 * guides with a part of their width. doc/theory/spatial-contact.md, 3. */
enum quire_rule_across { QUIRE_BY_COLUMNS, QUIRE_BY_HALVES, QUIRE_BY_FIVE, QUIRE_RULES_ACROSS };

/* The strip of the width that a line stands for: half its width [m], the distance of its middle
 * from the line [m], and its share of the width. */
struct quire_strip {
    double half, middle, share;
};

/* The rule of a guide and a sheet, enum quire_rule_across. Laws with memory have it at the columns
 * of nodes, and tilted guides turn only these: both use the columns. */
int quire_guide_rule(const struct quire_system *system, int sheet, int guide);

/* How many lines the finest rule has on a sheet of m columns. */
int quire_lines_across(int m);

/* The strips of one of these lines, by each rule that has it. */
void quire_strips_of_line(const struct quire_sheet *sheet, int line,
                          struct quire_strip strip[QUIRE_RULES_ACROSS]);

/* Whether a law of the guide has memory or friction that sticks with this sheet. */
bool quire_guide_keeps(const struct quire_system *system, int sheet, int guide);

#endif
