#include "cad/chain.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "cad/chain_joints.h"
#include "cad/chain_site.h"
#include "geometry/outline.h"
#include "geometry/piece.h"

#define NOBODY SIZE_MAX

/* One of the two ends of a stroke: 2 i its first, 2 i + 1 its last point. */
struct end {
    double at[2];
    int64_t cell[2]; /* of a grid as wide as ends are joined */
    size_t number;
};

struct chaining {
    struct quire_chain_site site;
    struct end *end; /* (n_end), by cell */
    size_t n_end;
    size_t *partner; /* (2 n): the end that meets this one; NOBODY */
    bool *seen;      /* (n): the stroke is in a chain that was looked at */
};

/* A chain: where it begins, and how its first stroke in the file lies in it. */
struct chain {
    size_t begin;  /* end of a stroke at which it begins */
    size_t n;      /* strokes */
    size_t oldest; /* its first stroke in the file */
    bool against;  /* which is run through backwards */
    bool closed;
    double distance; /* of its end, or joint, nearest to the start point [m] */
    size_t nearest;  /* that end, or the end of a stroke behind that joint */
};

static const double *
end_point(const struct quire_drawing *drawing, size_t number)
{
    const struct quire_stroke *stroke = &drawing->stroke[number / 2];
    return number % 2 == 0 ? drawing->pieces.piece[stroke->first].from
                           : drawing->pieces.piece[stroke->first + stroke->n - 1].to;
}

/* ---- which ends meet ---- */

static int
compare_cells(const int64_t a[2], const int64_t b[2])
{
    if (a[0] != b[0]) {
        return a[0] < b[0] ? -1 : 1;
    }
    return a[1] < b[1] ? -1 : a[1] > b[1];
}

static int
compare_ends(const void *a, const void *b)
{
    const struct end *x = a, *y = b;
    const int order = compare_cells(x->cell, y->cell);
    return order != 0 ? order : x->number < y->number ? -1 : x->number > y->number;
}

/* index of the first end that is not before this cell */
static size_t
find_cell(const struct chaining *c, const int64_t cell[2])
{
    size_t low = 0, high = c->n_end;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare_cells(c->end[middle].cell, cell) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static quire_status
report_branch(const struct chaining *c, const struct end *e)
{
    char at[QUIRE_CHAIN_PLACE_SIZE];
    return quire_chain_error(
        &c->site, "delete duplicate lines, or give this outline a layer of its own",
        "more than two lines meet at %s", quire_chain_place_words(&c->site, e->at, at));
}

/* Strokes shorter than the reach of a joint were refused, so that both ends of one are never
 * partners by chance. */
static quire_status
find_partner(struct chaining *c, const struct end *e)
{
    for (int k = 0; k < 9; k++) {
        const int64_t cell[2] = {e->cell[0] + k / 3 - 1, e->cell[1] + k % 3 - 1};
        for (size_t i = find_cell(c, cell);
             i < c->n_end && compare_cells(c->end[i].cell, cell) == 0; i++) {
            const struct end *other = &c->end[i];
            if (other == e || quire_chain_distance(e->at, other->at) > c->site.options->join) {
                continue;
            }
            if (c->partner[e->number] != NOBODY) {
                return report_branch(c, e);
            }
            c->partner[e->number] = other->number;
        }
    }
    return QUIRE_OK;
}

/* nearness is not transitive: a joint is one of two ends that have each other */
static quire_status
find_partners(struct chaining *c)
{
    quire_status status = QUIRE_OK;
    for (size_t i = 0; i < c->n_end && status == QUIRE_OK; i++) {
        status = find_partner(c, &c->end[i]);
    }
    for (size_t i = 0; i < c->n_end && status == QUIRE_OK; i++) {
        const size_t number = c->end[i].number, partner = c->partner[number];
        if (partner != NOBODY && c->partner[partner] != number) {
            status = report_branch(c, &c->end[i]);
        }
    }
    return status;
}

static quire_status
check_length(const struct chaining *c, const struct quire_stroke *stroke)
{
    double length = 0.0;
    for (size_t i = stroke->first; i < stroke->first + stroke->n; i++) {
        length += c->site.drawing->pieces.piece[i].length;
    }
    if (length > 2.0 * c->site.options->join) {
        return QUIRE_OK;
    }
    char at[QUIRE_CHAIN_PLACE_SIZE];
    return quire_chain_error(
        &c->site, "choose a smaller 'join', or delete the line",
        "a line at %s, is only %.3g mm long, but ends %.3g mm apart are joined",
        quire_chain_place_words(&c->site, c->site.drawing->pieces.piece[stroke->first].from, at),
        quire_chain_drawn(&c->site, length), quire_chain_drawn(&c->site, c->site.options->join));
}

static quire_status
gather_ends(struct chaining *c)
{
    const size_t n = 2 * c->site.drawing->n;
    quire_status status = QUIRE_OK;
    c->end = calloc(n, sizeof *c->end);
    c->partner = calloc(n, sizeof *c->partner);
    c->seen = calloc(c->site.drawing->n, sizeof *c->seen);
    if (c->end == NULL || c->partner == NULL || c->seen == NULL) {
        return quire_diag_memory_error(c->site.diag);
    }
    for (size_t number = 0; number < n && status == QUIRE_OK; number++) {
        const double *at = end_point(c->site.drawing, number);
        struct end *e = &c->end[c->n_end++];
        *e = (struct end){.at = {at[0], at[1]}, .number = number};
        e->cell[0] = (int64_t)floor(at[0] / c->site.options->join);
        e->cell[1] = (int64_t)floor(at[1] / c->site.options->join);
        c->partner[number] = NOBODY;
        status = number % 2 == 0 ? check_length(c, &c->site.drawing->stroke[number / 2]) : status;
    }
    qsort(c->end, c->n_end, sizeof *c->end, compare_ends);
    return status == QUIRE_OK ? find_partners(c) : status;
}

/* ---- chains ---- */

/* runs through the chain from this end on; `closed` ones come back to it */
static struct chain
walk(struct chaining *c, size_t begin)
{
    struct chain chain = {.begin = begin, .oldest = NOBODY, .distance = HUGE_VAL};
    const bool wants = !isnan(c->site.options->start[0]);
    const double start[2] = {c->site.options->scale * c->site.options->start[0],
                             c->site.options->scale * c->site.options->start[1]};
    size_t at = begin;
    for (;;) {
        const size_t stroke = at / 2, far = at ^ 1u;
        const double near =
            wants ? quire_chain_distance(end_point(c->site.drawing, at), start) : HUGE_VAL;
        c->seen[stroke] = true;
        chain.n++;
        if (stroke < chain.oldest) {
            chain.oldest = stroke;
            chain.against = at % 2 != 0;
        }
        if (near < chain.distance && (c->partner[at] != NOBODY || at == begin)) {
            chain.distance = near;
            chain.nearest = at;
        }
        at = c->partner[far];
        if (at == NOBODY || at == begin) {
            chain.closed = at == begin;
            if (!chain.closed) { /* only its two ends count */
                const double a = wants ? quire_chain_distance(end_point(c->site.drawing, begin),
                                                              start)
                                       : HUGE_VAL,
                             b = wants
                                     ? quire_chain_distance(end_point(c->site.drawing, far), start)
                                     : HUGE_VAL;
                chain.nearest = b < a ? far : begin;
                chain.distance = fmin(a, b);
            }
            return chain;
        }
    }
}

/* The next chain that was not looked at, open ones first: from a free end, or, where there are
 * none left, from any stroke. */
static bool
next_chain(struct chaining *c, size_t *from, struct chain *out)
{
    for (; *from < 4 * c->site.drawing->n; (*from)++) {
        const size_t number = *from % (2 * c->site.drawing->n);
        const bool loops = *from >= 2 * c->site.drawing->n;
        if (!c->seen[number / 2] && (loops || c->partner[number] == NOBODY)) {
            *out = walk(c, number);
            return true;
        }
    }
    return false;
}

/* the two chains' ends, or points, that are nearest to each other, told */
static quire_status
report_several(const struct chaining *c, size_t n, const struct chain *a, const struct chain *b)
{
    const double *p = end_point(c->site.drawing, a->begin),
                 *q = end_point(c->site.drawing, b->begin);
    double best = HUGE_VAL, at[2] = {p[0], p[1]};
    char one[QUIRE_CHAIN_PLACE_SIZE], other[QUIRE_CHAIN_PLACE_SIZE];
    for (size_t i = 0; i < c->n_end;
         i++) { /* neighbours in the order of the grid come near enough */
        const struct end *e = &c->end[i];
        for (size_t k = i + 1; k < c->n_end && k < i + 50; k++) {
            const struct end *f = &c->end[k];
            const double apart = quire_chain_distance(e->at, f->at);
            if (c->partner[e->number] == NOBODY && c->partner[f->number] == NOBODY &&
                e->number / 2 != f->number / 2 && apart < best) {
                best = apart;
                at[0] = e->at[0];
                at[1] = e->at[1];
            }
        }
    }
    if (best < HUGE_VAL) {
        return quire_chain_error(
            &c->site,
            "close the gap in the drawing, choose a larger 'join', or set by 'start' "
            "which of them is meant",
            "there are %zu separate outlines: they end %.6g mm apart at %s", n,
            quire_chain_drawn(&c->site, best), quire_chain_place_words(&c->site, at, one));
    }
    return quire_chain_error(&c->site, "set 'start' to choose one of them",
                             "there are %zu separate outlines, at %s, and at %s", n,
                             quire_chain_place_words(&c->site, p, one),
                             quire_chain_place_words(&c->site, q, other));
}

static quire_status
choose_chain(struct chaining *c, struct chain *out)
{
    const bool wants = !isnan(c->site.options->start[0]);
    struct chain chain, other = {0};
    size_t from = 0, n = 0;
    while (next_chain(c, &from, &chain)) {
        if (n == 0 || (wants && chain.distance < out->distance)) {
            *out = chain;
        } else if (!wants && n == 1) {
            other = chain;
        }
        n++;
    }
    if (n == 0) {
        return quire_chain_error(&c->site, NULL, "nothing is drawn there but texts or points");
    }
    return n > 1 && !wants ? report_several(c, n, out, &other) : QUIRE_OK;
}

/* the chain's strokes one after the other, from the end at which it shall begin */
static quire_status
lay_out(const struct chaining *c, const struct chain *chain, struct quire_outline *out)
{
    const bool wants = !isnan(c->site.options->start[0]);
    size_t at = chain->begin;
    if (wants) {
        at = chain->nearest;
    }
    if (chain->against && (chain->closed || !wants)) { /* as its oldest stroke was drawn */
        size_t last = at;
        if (chain->closed) {
            last = c->partner[at];
        } else {
            while (c->partner[last ^ 1u] != NOBODY) {
                last = c->partner[last ^ 1u];
            }
            last ^= 1u;
        }
        at = last;
    }
    for (size_t k = 0; k < chain->n; k++) {
        const struct quire_stroke *stroke = &c->site.drawing->stroke[at / 2];
        for (size_t i = 0; i < stroke->n; i++) {
            const size_t index = stroke->first + (at % 2 == 0 ? i : stroke->n - 1 - i);
            struct quire_piece piece = c->site.drawing->pieces.piece[index];
            if (at % 2 != 0) {
                quire_piece_reverse(&piece);
            }
            if (quire_outline_add_piece(out, &piece) != QUIRE_OK) {
                return quire_diag_memory_error(c->site.diag);
            }
        }
        at = c->partner[at ^ 1u];
    }
    out->closed = chain->closed;
    return QUIRE_OK;
}

quire_status
quire_drawing_chain(struct quire_outline *out, const struct quire_drawing *drawing,
                    const struct quire_chain_options *options, quire_diag *diag)
{
    struct chaining c = {.site = {drawing, options, diag}};
    struct chain chain = {0};
    *out = (struct quire_outline){0};
    quire_status status =
        drawing->n > 0
            ? gather_ends(&c)
            : quire_chain_error(&c.site, NULL, "nothing is drawn there but texts or points");
    status = status == QUIRE_OK ? choose_chain(&c, &chain) : status;
    status = status == QUIRE_OK ? lay_out(&c, &chain, out) : status;
    status = status == QUIRE_OK ? quire_chain_join(&c.site, out) : status;
    free(c.end);
    free(c.partner);
    free(c.seen);
    if (status != QUIRE_OK) {
        quire_outline_clear(out);
    }
    return status;
}
