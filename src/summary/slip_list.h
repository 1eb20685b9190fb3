/* How far sheets that have lain on each other have slipped, in the order of the model file. */
#ifndef QUIRE_SUMMARY_SLIP_LIST_H
#define QUIRE_SUMMARY_SLIP_LIST_H

#include "kind/view.h"
#include "text/text.h"

/* A sheet on another one, or on a guide or roller; of two sheets the one that the file has first is
 * on the other. Names are borrowed. */
struct quire_slip_entry {
    const char *sheet, *sort, *name;
    bool on_sheet;
    double slip, creep; /* of the sheet past the other along the feed; part of it [m] */
};

/* Goes on from *i, 0 at first; false: there are no more. Of sheets that have lain on no other sheet
 * there is none. `last` may be NULL. */
bool quire_slip_next(const struct quire_view *last, size_t *i, struct quire_slip_entry *out);

/* The line that a run prints: the largest slips of two sheets; nothing where there are none. */
void quire_slip_add_line(struct quire_text *out, const struct quire_view *last);

#endif
