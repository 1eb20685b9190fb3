/* What machines in space cannot do yet: refused, where it is written, before anything moves. */
#include "compile/compile.h"
#include "model/problem.h"

static void
refuse(struct quire_compile *c, const struct quire_object *where, const char *what)
{
    c->status =
        quire_status_first(c->status, quire_object_error(where, c->diag, "E-MODEL",
                                                         "use motion=\"planar\"", "%s", what));
}

/* An edge has no places where laws could remember, or friction hold on. */
static void
check_edges(struct quire_compile *c, const struct quire_guide *guide)
{
    bool keeps = false;

    for (int k = 0; k < c->sys->n_sheet; k++) {
        const struct quire_contact_law *law =
            guide->law[2 * k] >= 0 ? c->sys->law + guide->law[2 * k] : NULL;
        keeps = keeps || (law != NULL && (quire_law_keeps(law) || quire_law_holds(law)));
    }
    if (keeps) {
        c->status = quire_status_first(
            c->status,
            quire_object_error(
                guide->object, c->diag, "E-MODEL", "use laws without history in its pair",
                "laws with history and static friction are not supported on side guides"));
    }
}

/* a body that stays in the plane */
static void
check_body(struct quire_compile *c, const struct quire_free *body)
{
    bool keeps = false;

    for (int k = 0; body->sheet_law != NULL && k < 2 * c->sys->n_sheet; k++) {
        keeps =
            keeps || (body->sheet_law[k] >= 0 && quire_law_keeps(c->sys->law + body->sheet_law[k]));
    }
    if (keeps) {
        refuse(c, body->object, "laws with history between blocks and sheets need a planar model");
    }
    for (int k = 0; k < c->sys->n_tilted; k++) {
        const struct quire_guide *guide = c->sys->guide + c->sys->tilted[k];
        if (body->law[c->sys->tilted[k]] >= 0) {
            c->status = quire_status_first(
                c->status, quire_object_error(
                               body->object, c->diag, "E-MODEL",
                               "keep it clear of that guide by 'across-from' and 'across-to'",
                               "discs and blocks cannot touch tilted guides, such as guide '%s'",
                               guide->name));
        }
    }
}

void
quire_compile_space_limits(struct quire_compile *c)
{
    const struct quire_system *sys = c->sys;

    if (!sys->spatial) {
        return;
    }
    for (int k = 0; k < sys->n_free; k++) {
        check_body(c, sys->free + k);
    }
    for (int k = 0; k < sys->n_spring; k++) {
        const struct quire_anchor *end = sys->spring[k].end;
        if (end[0].kind == QUIRE_ANCHOR_SHEET || end[1].kind == QUIRE_ANCHOR_SHEET) {
            refuse(c, sys->spring[k].object, "springs act on sheets in planar models only");
        }
    }
    for (int k = 0; sys->n_solid > 0 && k < sys->n_tilted; k++) {
        c->status = quire_status_first(c->status,
                                       quire_object_error(sys->guide[sys->tilted[k]].object,
                                                          c->diag, "E-MODEL", "remove one of them",
                                                          "solids cannot touch tilted guides"));
    }
    for (int k = 0; k < sys->n_wall; k++) {
        check_edges(c, sys->guide + sys->wall[k].guide);
    }
}
