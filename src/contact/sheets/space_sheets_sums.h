/* What touching places of two sheets in space do to the matrix, summed up over those that lie on
 * the same stations and cells of both: as lines across a cell mostly do. Derivation with the same
 * letters: doc/theory/stacks.md, 8. */
#ifndef QUIRE_CONTACT_SHEETS_SPACE_SHEETS_SUMS_H
#define QUIRE_CONTACT_SHEETS_SPACE_SHEETS_SUMS_H

#include "contact/sheets/space_sheets_joint.h"
#include "state/room.h"

/* Rows and columns of such a sum: b's nodes in the order station, column, component; then for each
 * of a's two columns of nodes how its place moves and how its derivative along does, which the
 * weights of the stations are left off. Whole vectors; the last two are 0. */
enum {
    SUM_OTHER = 18,
    SUM_OWN = 6,
    SUM_LEFT = SUM_OTHER,
    SUM_RIGHT = SUM_LEFT + SUM_OWN,
    SUM_ROWS = SUM_RIGHT + SUM_OWN,
    SUM_WIDE = 32,
    TURN_TILES = 5 /* of four each, with what b's nodes have in them */
};

struct joint_sums {
    int station[2], column[2]; /* of a and b; nothing is summed up: station[0] is -1 */
    double b[3], d[3];         /* a's weights along */
    double of[SUM_ROWS][SUM_WIDE];
};

/* a quantity by b's nodes and by what a's columns move */
struct joint_row {
    double of[SUM_WIDE + 4];
};

QUIRE_INLINE void
spread_change(const struct space_joint *j, const struct joint_change *x, struct joint_row *row)
{
    const struct space_place *foot = j->foot;
    double *to = row->of;

    for (int l = 0; l < 3; l++) {
        const quire_v4 here = foot->b[l] * x->foot.p + foot->d[l] * x->foot.s,
                       beside = foot->b[l] * x->foot.e;
        quire_store4(to + 6 * l, foot->c[0] * here + foot->e[0] * beside);
        quire_store4(to + 6 * l + 3, foot->c[1] * here + foot->e[1] * beside);
    }
    for (int i = 0; i < 2; i++) {
        quire_store4(to + SUM_LEFT + SUM_OWN * i, -j->on->c[i] * x->foot.p);
        quire_store4(to + SUM_LEFT + SUM_OWN * i + 3, j->on->c[i] * x->own);
    }
    quire_store4(to + SUM_ROWS, quire_all4(0));
}

/* The same by rows, and the foot's way along and across. */
struct joint_rows {
    struct joint_row force[3], pair_a[2], pair_b[2], along, across;
};

QUIRE_INLINE void
spread_changes(const struct space_joint *j, const struct joint_changes *x, struct joint_rows *r)
{
    const quire_v4 none = {0};

    for (int i = 0; i < 3; i++) {
        spread_change(j, x->force + i, r->force + i);
    }
    for (int i = 0; i < 2; i++) {
        spread_change(j, x->pair_a + i, r->pair_a + i);
        spread_change(j, x->pair_b + i, r->pair_b + i);
    }
    spread_change(j, &(struct joint_change){j->foot->s, none}, &r->along);
    spread_change(j, &(struct joint_change){j->foot->t, none}, &r->across);
}

/* a's rows lose what acts on it; the first place's are stored, not added */
QUIRE_INLINE void
sum_first_rows(const struct space_joint *j, const struct joint_rows *r, bool first,
               struct joint_sums *sums)
{
    const struct joint_row *const row[5] = {r->force, r->force + 1, r->force + 2, r->pair_a,
                                            r->pair_a + 1};

    for (int i = 0; i < 2; i++) {
        const double by = j->on->c[i];
        double(*const to)[SUM_WIDE] = sums->of + SUM_LEFT + SUM_OWN * i;
        for (int q = 0; q < 5; q++) {
            for (int k = 0; k < SUM_WIDE; k++) {
                to[q][k] = (first ? 0 : to[q][k]) - by * row[q]->of[k];
            }
        }
    }
}

/* What acts on a row of b at component q: with its weights of the force, of the pair, and as the
 * foot moves along and across. */
struct row_weights {
    double force, pair, along, across;
};

/* All three stations' rows at component q. Along z no pair acts. */
QUIRE_INLINE void
sum_component(const struct row_weights w[3], const struct space_place *foot,
              const struct joint_rows *r, int q, bool pairs, bool first, struct joint_sums *sums)
{
    const double c0 = foot->c[0], c1 = foot->c[1], g0 = foot->e[0], g1 = foot->e[1];
    const double *const force = r->force[q].of, *const pair = r->pair_b[pairs ? q : 0].of,
                        *const along = r->along.of, *const across = r->across.of;
    double(*const to)[SUM_WIDE] = sums->of + q;

    QUIRE_IVDEP
    for (int k = 0; k < SUM_WIDE; k++) {
        for (int l = 0; l < 3; l++) {
            double here = w[l].force * force[k];
            if (pairs) {
                here -= w[l].pair * pair[k];
            }
            here -= w[l].along * along[k];
            const double beside = w[l].across * across[k];
            to[6 * l][k] = (first ? 0 : to[6 * l][k]) + (c0 * here - g0 * beside);
            to[6 * l + 3][k] = (first ? 0 : to[6 * l + 3][k]) + (c1 * here - g1 * beside);
        }
    }
}

/* b's rows likewise, which the weights change of as the foot moves */
QUIRE_INLINE void
sum_second_rows(const struct space_joint *j, const struct joint_rows *r, bool first,
                struct joint_sums *sums)
{
    const struct space_place *foot = j->foot;
    const quire_v4 moment = j->moment_b * j->at_b.pair;
    struct row_weights w[3][3];

    for (int l = 0; l < 3; l++) {
        const quire_v4 along = foot->dd[l] * moment - foot->d[l] * j->force,
                       across = foot->d[l] * moment - foot->b[l] * j->force;
        for (int q = 0; q < 3; q++) {
            w[q][l] = (struct row_weights){foot->b[l], foot->d[l], along[q], across[q]};
        }
    }
    sum_component(w[0], foot, r, 0, true, first, sums);
    sum_component(w[1], foot, r, 1, true, first, sums);
    sum_component(w[2], foot, r, 2, false, first, sums);
}

/* the rows of sheets that are solved for; what stands in others is of no use */
QUIRE_INLINE void
sum_all_rows(const struct space_joint *j, const struct joint_rows *r, bool first,
             struct joint_sums *sums)
{
    const struct quire_part *part = j->state->part;

    if (part->has_sheet[j->a]) {
        sum_first_rows(j, r, first, sums);
    }
    if (part->has_sheet[j->b]) {
        sum_second_rows(j, r, first, sums);
    }
}

/* ---- to the matrix ---- */

/* All numbers of a's two columns from those of how the places on them move, by its weights. */
QUIRE_INLINE void
weigh_columns(const struct joint_sums *sums, const double *of, double *to)
{
    const quire_v4 left = quire_load4(of), left_turn = quire_load4(of + 3),
                   right = quire_load4(of + SUM_OWN), right_turn = quire_load4(of + SUM_OWN + 3);

    for (int k = 0; k < 3; k++) {
        const quire_v4 l = sums->b[k] * left + sums->d[k] * left_turn,
                       r = sums->b[k] * right + sums->d[k] * right_turn;
        put_rows(to + 6 * k, (quire_v4[]){l, r}, 2);
    }
}

/* What `columns` has in its rows, to the columns of a sheet's matrix at these stations. */
QUIRE_INLINE void
add_to_slabs(const struct quire_slabs *slabs, int station, int column,
             const double columns[18][4 * TURN_TILES])
{
    const ptrdiff_t next = (ptrdiff_t)slabs->block * slabs->row - slabs->block;
    double *first = quire_slab_entries(slabs, station, station, 3 * column) + 3 * column;

    for (int l = 0; l < 3; l++, first += next) {
        for (int i = 0; i < 6; i++) {
            double *to = first + (ptrdiff_t)i * slabs->row;
            for (int k = 0; k < 3; k++, to += slabs->block) {
                for (int r = 0; r < 6; r++) {
                    to[r] += columns[6 * l + i][6 * k + r];
                }
            }
        }
    }
}

/* As many columns as rows, 4 n, from the column `first` on, as rows. */
QUIRE_INLINE void
turn_over(int n, const double of[][SUM_WIDE], int first, double to[][4 * TURN_TILES])
{
    for (int i = 0; i < 4 * n; i += 4) {
        for (int k = 0; k < 4 * n; k += 4) {
            quire_v4 column[4];
            quire_transpose4(column, quire_load4(of[i] + first + k),
                             quire_load4(of[i + 1] + first + k), quire_load4(of[i + 2] + first + k),
                             quire_load4(of[i + 3] + first + k));
            for (int m = 0; m < 4; m++) {
                quire_store4(to[k + m] + i, column[m]);
            }
        }
    }
}

/* a's rows in a's columns */
QUIRE_INLINE void
put_first_sums(const struct joint_sums *sums, const struct quire_slabs *slabs)
{
    double columns[2 * SUM_OWN][4 * TURN_TILES], turned[2 * SUM_OWN][18], all[18][4 * TURN_TILES];

    turn_over(3, sums->of + SUM_LEFT, SUM_LEFT, columns);
    for (int k = 0; k < 2 * SUM_OWN; k++) {
        quire_store4(columns[k] + 2 * SUM_OWN, quire_all4(0)); /* so that whole vectors are there */
        weigh_columns(sums, columns[k], turned[k]);
    }
    for (int l = 0; l < 3; l++) {
        for (int i = 0; i < 2; i++) {
            for (int q = 0; q < 3; q++) {
                const double *place = turned[SUM_OWN * i + q], *turn = turned[SUM_OWN * i + 3 + q];
                for (int k = 0; k < 18; k++) {
                    all[6 * l + 3 * i + q][k] = sums->b[l] * place[k] + sums->d[l] * turn[k];
                }
            }
        }
    }
    add_to_slabs(slabs, sums->station[0], sums->column[0], all);
}

QUIRE_INLINE void
put_second_sums(const struct joint_sums *sums, const struct quire_slabs *slabs)
{
    double all[4 * TURN_TILES][4 * TURN_TILES];

    turn_over(TURN_TILES, sums->of, 0, all); /* the last rows are of no use */
    add_to_slabs(slabs, sums->station[1], sums->column[1], all);
}

/* both sheets' rows in each other's columns */
QUIRE_INLINE void
put_tied_sums(const struct joint_sums *sums, struct quire_space_tie *tie)
{
    for (int l = 0; l < 3; l++) {
        for (int i = 0; i < 2; i++) {
            for (int q = 0; q < 3; q++) {
                const double *place = sums->of[SUM_LEFT + SUM_OWN * i + q],
                             *turn = sums->of[SUM_LEFT + SUM_OWN * i + 3 + q];
                for (int k = 0; k < 18; k++) {
                    tie->by_second[6 * l + 3 * i + q][k] =
                        sums->b[l] * place[k] + sums->d[l] * turn[k];
                }
            }
        }
    }
    for (int i = 0; i < 18; i++) {
        weigh_columns(sums, sums->of[i] + SUM_LEFT, tie->by_first[i]);
    }
}

/* one more; NULL when memory runs out */
static struct quire_space_tie *
new_space_tie(struct quire_state *st)
{
    if (st->n_space_tie == st->cap_space_tie &&
        !quire_room_enlarge(&st->space_tie, sizeof *st->space_tie, st->n_space_tie,
                            &st->cap_space_tie)) {
        st->failed = true;
        return NULL;
    }
    return st->space_tie + st->n_space_tie++;
}

/* Adds what is summed up of the sheets a and b, and begins anew. */
static QUIRE_CLONES void
finish_joint_sums(struct quire_state *st, int a, int b, struct joint_sums *sums)
{
    const bool first = st->part->has_sheet[a], second = st->part->has_sheet[b];
    struct quire_space_tie *tie = NULL;

    if (sums->station[0] < 0) {
        return;
    }
    if (first) {
        put_first_sums(sums, &st->sheet[a].slabs);
    }
    if (second) {
        put_second_sums(sums, &st->sheet[b].slabs);
    }
    if (first && second) {
        tie = new_space_tie(st);
    }
    if (tie != NULL) {
        tie->sheet[0] = a;
        tie->sheet[1] = b;
        memcpy(tie->station, sums->station, sizeof tie->station);
        memcpy(tie->column, sums->column, sizeof tie->column);
        put_tied_sums(sums, tie);
    }
    sums->station[0] = -1;
}

/* The sums that a place belongs to: what was summed up so far where it lies elsewhere is added
 * first. Returns whether it is the first place there. */
QUIRE_INLINE bool
open_joint_sums(const struct space_joint *j, struct joint_sums *sums)
{
    const struct space_place *on = j->on, *foot = j->foot;

    if (sums->station[0] == on->station && sums->station[1] == foot->station &&
        sums->column[0] == on->column && sums->column[1] == foot->column &&
        memcmp(sums->b, on->b, sizeof sums->b) == 0) {
        return false;
    }
    finish_joint_sums(j->state, j->a, j->b, sums);
    sums->station[0] = on->station;
    sums->station[1] = foot->station;
    sums->column[0] = on->column;
    sums->column[1] = foot->column;
    memcpy(sums->b, on->b, sizeof sums->b);
    memcpy(sums->d, on->d, sizeof sums->d);
    for (int i = 0; i < 2; i++) { /* no pair acts along z */
        memset(sums->of[SUM_LEFT + SUM_OWN * i + 5], 0, sizeof sums->of[0]);
    }
    return true;
}

#endif
