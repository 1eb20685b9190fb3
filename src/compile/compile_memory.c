/* A lower bound of the memory that piles and spatial sheets need, checked before any is allocated:
 * systems that overcommit memory would kill the program later. doc/theory/stacks.md, 5;
 * doc/adr/0214-many-sheets.md. */
#define QUIRE_PLACE_SPACE
#include "base/memory.h"
#include "compile/compile.h"
#include "contact/sheets/space_sheets_book.h"
#include "model/kinds_settings.h"
#include "state/coupling.h"

#define GIGABYTE 1e9

/* unknowns of a node, or of a station in space */
static double
unknowns_of(const struct quire_sheet *s)
{
    return s->ladder != NULL ? s->ladder->block : 2;
}

/* Its own matrix in space: five blocks a station, and three more when it is factored. Otherwise a
 * sheet is small: nodes are limited in number (compile/compile_sheet.c). */
static double
bytes_of_sheet(const struct quire_sheet *s)
{
    const double block = unknowns_of(s);

    return s->ladder != NULL ? 8 * block * block * (s->chain.n + 1) * sizeof(double) : 0;
}

/* What couples two sheets that lie on each other: at each node, or place, of either. */
static double
bytes_of_ties(const struct quire_sheet *s)
{
    const double nodes = s->chain.n + 1, columns = s->ladder != NULL ? s->ladder->m : 0;

    return s->ladder != NULL ? 2 * nodes *
                                   ((columns - 1) * sizeof(struct quire_space_tie) +
                                    0.25 * columns * sizeof(struct space_sheets_places))
                             : 2 * nodes * sizeof(struct quire_tie);
}

/* Of the matrix of a pile, both halves: the rows of one sheet. They reach back to where the sheet
 * before touches, or two nodes along all sheets, whichever is nearer. */
static double
bytes_of_rows(const struct quire_sheet *s, int sheets)
{
    const double own = unknowns_of(s) * (s->chain.n + 1), across = unknowns_of(s) * 2 * sheets;

    return own * 2 * fmin(own, across) * sizeof(double);
}

static const struct quire_sheet_params *
params_of(const struct quire_sheet *s)
{
    return s->object->params;
}

/* Whether sheet k lies on the one before from the start, and is solved for together with it. Where
 * friction holds, both may rest. */
static bool
lies_on_last(const struct quire_system *sys, int k)
{
    const struct quire_sheet_params *p = params_of(sys->sheet + k);
    const int law = k > 0 ? sys->sheet_law[k * sys->n_sheet + k - 1] : -1;

    return p->pile != QUIRE_PILE_NONE && p->number > 1 && law >= 0 &&
           (sys->solver->resting_sheets != QUIRE_RESTING_SKIPPED ||
            !quire_law_holds(sys->law + law));
}

void
quire_compile_check_memory(struct quire_compile *c)
{
    const struct quire_system *sys = c->sys;
    const double limit = quire_memory_limit();
    const struct quire_object *most = c->root;
    double bytes = 0, largest = 0;
    int end;

    for (int k = 0; k < sys->n_sheet; k = end) {
        double here = 0;
        for (end = k + 1; end < sys->n_sheet && lies_on_last(sys, end); end++) {
        }
        for (int i = k; i < end; i++) {
            const struct quire_sheet *s = sys->sheet + i;
            here += bytes_of_sheet(s);
            here += i > k ? bytes_of_ties(s) + bytes_of_rows(s, end - k) : 0;
        }
        most = here > largest ? sys->sheet[k].object : most;
        largest = fmax(largest, here);
        bytes += here;
    }
    if (bytes > limit) {
        c->status = quire_object_error(
            most, c->diag, "E-LIMIT",
            sys->spatial ? "use fewer sheets, segments or columns" : "use fewer sheets or segments",
            "the sheets need at least %.3g GB of memory, but the limit is %.3g GB",
            bytes / GIGABYTE, limit / GIGABYTE);
    }
}
