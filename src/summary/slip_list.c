#include "summary/slip_list.h"

#include <math.h>

#include "summary/summary_checks.h"

#define PAIRS_SHOWN 4

/* of a sheet, among those of the file */
static size_t
place_in_file(const struct quire_view *view, int sheet)
{
    size_t k = 0;

    while (k < view->n_sheet && quire_in_file_at(view->in_file.sheet, k) != (size_t)sheet) {
        k++;
    }
    return k;
}

static bool
lies_on_sheets(const struct quire_view *view, int sheet)
{
    for (size_t k = 0; k < view->n_interface; k++) {
        const struct quire_interface_view *i = view->interface + k;
        if (i->other >= 0 && (i->sheet == sheet || i->other == sheet)) {
            return true;
        }
    }
    return false;
}

/* the interface as one of this sheet, which is the one that the file has first; false: it is not */
static bool
entry_of(const struct quire_view *view, const struct quire_interface_view *i, int sheet,
         struct quire_slip_entry *out)
{
    *out = (struct quire_slip_entry){view->sheet[sheet].name, i->sort, i->name,
                                     i->other >= 0,           i->slip, i->creep};
    if (i->other < 0) {
        return i->sheet == sheet && lies_on_sheets(view, sheet);
    }
    if (i->sheet != sheet && i->other != sheet) {
        return false;
    }
    const int other = i->sheet == sheet ? i->other : i->sheet;
    if (i->other == sheet) {
        out->name = view->sheet[other].name;
        out->slip = -out->slip;
        out->creep = -out->creep;
    }
    return place_in_file(view, sheet) < place_in_file(view, other);
}

bool
quire_slip_next(const struct quire_view *last, size_t *i, struct quire_slip_entry *out)
{
    const size_t n = last != NULL ? last->n_interface : 0;

    while (n > 0 && *i < n * last->n_sheet) {
        const size_t at = (*i)++;
        const size_t sheet = quire_in_file_at(last->in_file.sheet, at / n);
        if (entry_of(last, last->interface + at % n, (int)sheet, out)) {
            return true;
        }
    }
    return false;
}

/* ---- the line ---- */

/* the next in the order of their slips, of two sheets; false: there is none */
static bool
next_largest(const struct quire_view *last, double below, size_t skip, struct quire_slip_entry *out)
{
    struct quire_slip_entry entry;
    double most = -1;

    for (size_t i = 0; quire_slip_next(last, &i, &entry);) {
        const double slip = fabs(entry.slip);
        if (!entry.on_sheet || slip > below || (slip == below && skip-- > 0)) {
            continue;
        }
        if (slip > most) {
            most = slip;
            *out = entry;
        }
    }
    return most >= 0;
}

void
quire_slip_add_line(struct quire_text *out, const struct quire_view *last)
{
    struct quire_slip_entry entry;
    double below = HUGE_VAL;
    size_t n = 0, shown = 0, alike = 0;

    for (size_t i = 0; quire_slip_next(last, &i, &entry);) {
        n += entry.on_sheet;
    }
    while (shown < PAIRS_SHOWN && next_largest(last, below, alike, &entry)) {
        quire_text_add(out, shown++ == 0 ? "sheets on each other: " : "; ");
        quire_text_visible(out, entry.sheet);
        quire_text_add(out, " on ");
        quire_text_visible(out, entry.name);
        quire_text_add(out, " slips by ");
        quire_lines_add_quantity(out, entry.slip, "m");
        quire_text_add(out, ", creep ");
        quire_lines_add_quantity(out, entry.creep, "m");
        alike = fabs(entry.slip) == below ? alike + 1 : 1;
        below = fabs(entry.slip);
    }
    if (n > shown) {
        quire_text_format(out, " and %zu more", n - shown);
    }
    quire_text_add(out, shown > 0 ? "\n" : "");
}
