/* Two-ended elimination of the ladder's matrix. Included once for each number of columns M.
 * doc/theory/spatial-sheet.md, 6. */

#define SKIPS  (M >= QUIRE_COLUMNS_SKIP)
#define PADDED ((BLOCK + 7) / 8 * 8)
/* what is beyond BLOCK may begin within a vector */
#define PADDED_TWICE (((SKIPS ? BLOCK + PADDED : 2 * BLOCK) + 7) / 8 * 8)
#define NARROW       ((BLOCK + WIDE - 1) / WIDE)     /* vectors of one station's rows */
#define BROAD        ((2 * BLOCK + WIDE - 1) / WIDE) /* of two stations' */
#define MIRROR(p_)   (3 * (M - 1 - (p_) / 3) + (p_) % 3)
#define PAIRS        (3 * (M / 2))

/* Takes from `from_`, or adds up into it, a term for each unknown of a station: those of an unknown
 * and its mirror image in z together, so that the sum's mirror image is the same to the last bit;
 * those of the middle column last. */
#define SUBTRACT_EACH(from_, term_, first_, stride_)                                               \
    UNROLL(16)                                                                                     \
    for (int k_ = first_; k_ < BLOCK - PAIRS; k_ += stride_) {                                     \
        from_ -= k_ < PAIRS ? term_(k_) + term_(MIRROR(k_)) : term_(k_);                           \
    }
#define SUM_EACH(sum_, term_)                                                                      \
    UNROLL(16)                                                                                     \
    for (int k_ = 0; k_ < BLOCK - PAIRS; k_++) {                                                   \
        const wide each_ = k_ < PAIRS ? term_(k_) + term_(MIRROR(k_)) : term_(k_);                 \
        sum_ = k_ == 0 ? each_ : sum_ + each_;                                                     \
    }

/* One pair p, q of unknowns of Gauss's and Jordan's inversion in place, or one unknown where q ==
 * p. */
QUIRE_INLINE void
NAME(pivot)(wide a[BLOCK][NARROW], int p, int q)
{
    const double pp = a[p][p / WIDE][p % WIDE], pq = a[p][q / WIDE][q % WIDE],
                 qp = a[q][p / WIDE][p % WIDE], qq = a[q][q / WIDE][q % WIDE];
    const double scale = 1 / (p == q ? pp : pp * qq - pq * qp);
    wide by_p[NARROW], by_q[NARROW];

    UNROLL(8)
    for (int c = 0; c < NARROW; c++) {
        const wide row_p = without(a[p][c], c, p, q) + unit(c, p),
                   row_q = without(a[q][c], c, p, q) + unit(c, q);
        by_p[c] = p == q ? scale * row_p : scale * (qq * row_p - pq * row_q);
        by_q[c] = scale * (pp * row_q - qp * row_p);
    }
    UNROLL(M < 9 ? 16 : 1)
    for (int r = 0; r < BLOCK; r++) {
        const double f = a[r][p / WIDE][p % WIDE], g = a[r][q / WIDE][q % WIDE];
        UNROLL(8)
        for (int c = 0; c < NARROW; c++) {
            const wide rest = without(a[r][c], c, p, q);
            a[r][c] = r == p   ? by_p[c]
                      : r == q ? by_q[c]
                      : p == q ? rest - f * by_p[c]
                               : rest - (f * by_p[c] + g * by_q[c]);
        }
    }
}

/* inverses of the diagonal blocks of some stations, side by side */
QUIRE_INLINE void
NAME(invert)(const struct quire_slab_factor *f, const int *station, const int stations)
{
    wide a[2][BLOCK][NARROW];

    for (int s = 0; s < stations; s++) {
        const double *from = f->entry + (ptrdiff_t)station[s] * BLOCK * ROW + 2 * BLOCK;
        UNROLL(M < 9 ? 16 : 1)
        for (int r = 0; r < BLOCK; r++) {
            UNROLL(8)
            for (int c = 0; c < NARROW; c++) {
                a[s][r][c] = load_wide(from + r * ROW + WIDE * c);
            }
        }
    }
    UNROLL(M < 9 ? 15 : 1)
    for (int k = 0; k < BLOCK - PAIRS; k++) {
        UNROLL(2)
        for (int s = 0; s < stations; s++) {
            NAME(pivot)(a[s], k, k < PAIRS ? MIRROR(k) : k);
        }
    }
    for (int s = 0; s < stations; s++) {
        double *to = f->inverse + (ptrdiff_t)station[s] * BLOCK * PADDED;
        UNROLL(M < 9 ? 16 : 1)
        for (int r = 0; r < BLOCK; r++) {
            UNROLL(8)
            for (int c = 0; c < NARROW; c++) {
                store_wide(to + r * PADDED + WIDE * c, a[s][r][c]);
            }
        }
    }
}

/* Whether the rows of a station in the columns of another meet only columns of the same component,
 * and of the same node or one beside it, as where nothing but bending joins them. */
QUIRE_INLINE bool
NAME(meets_own)(const struct quire_slab_factor *f, int row, int column)
{
    const double *entry = f->entry + (ptrdiff_t)column * BLOCK * ROW + (row - column + 2) * BLOCK;
    wide_mask any = {0};

    UNROLL(M < 5 ? 9 : 1)
    for (int k = 0; k < BLOCK; k++, entry += ROW) {
        UNROLL(8)
        for (int c = 0; c < NARROW; c++) {
            any |= (wide_mask)load_wide(entry + WIDE * c) & foreign(c, k, BLOCK);
        }
    }
    any <<= 1; /* zeros have signs */
    UNROLL(8)
    for (int k = 1; k < WIDE; k++) {
        any[0] |= any[k];
    }
    return any[0] == 0;
}

/* `size` rows from `rows` on times the inverse, of a station to which every entry may join them. */
QUIRE_INLINE void
NAME(all_left)(const double *rows, const double *inverse, int size, double *left, wide r[BLOCK])
{
    wide l[BLOCK];

    UNROLL(M < 9 ? 16 : 1)
    for (int p = 0; p < BLOCK; p++) {
        l[p] = keep_wide(lanes < size, load_wide(rows + p * ROW)); /* what stands behind stays */
    }
    UNROLL(M < 9 ? 16 : 1)
    for (int p = 0; p < BLOCK; p++) {
        const double *by = inverse + p * PADDED;
#define TERM(k_) (by[k_] * l[k_])
        SUM_EACH(r[p], TERM)
#undef TERM
        store_wide(left + p * PADDED_TWICE, r[p]);
    }
}

/* The sum of the three terms of such rows as SUM_EACH() has it of all: of a pair at once, the
 * middle column's last. */
QUIRE_INLINE wide
NAME(own_sum)(int part, wide before, wide here, wide next)
{
    const wide_mask at = lanes + WIDE * part, upper = at >= 3 * (M / 2 + 1),
                    middle = (at >= 3 * (M / 2)) & ~upper;
    const wide first = select_wide(upper, next, before), third = select_wide(upper, before, next);

    return (first + select_wide(middle, third, here)) + select_wide(middle, here, third);
}

/* ... of a station of which each node's component meets its own and that of the nodes beside it. */
QUIRE_INLINE void
NAME(own_left)(const double *rows, const double *inverse, double *left)
{
    _Alignas(64) double band[3][NARROW * WIDE] = {{0}};
    wide by[3][NARROW];

    for (int k = 0; k < BLOCK; k++) {
        band[0][k] = k < 3 ? 0 : rows[(k - 3) * ROW + k];
        band[1][k] = rows[k * ROW + k];
        band[2][k] = k >= BLOCK - 3 ? 0 : rows[(k + 3) * ROW + k];
    }
    memcpy(by, band, sizeof by);
    for (int p = 0; p < BLOCK; p++, inverse += PADDED) {
        UNROLL(8)
        for (int c = 0; c < NARROW; c++) {
            const double *at = inverse + WIDE * c;
            const wide_mask k = lanes + WIDE * c;
            const wide before = keep_wide(k >= 3, load_wide(at - 3)),
                       here = keep_wide(k < BLOCK, load_wide(at)),
                       next = keep_wide(k < BLOCK - 3, load_wide(at + 3));
            store_wide(left + p * PADDED_TWICE + WIDE * c,
                       NAME(own_sum)(c, by[0][c] * before, by[1][c] * here, by[2][c] * next));
        }
    }
}

/* Both stations' rows where the second one is such; the upper half goes over the lower one's end.
 */
QUIRE_INLINE void
NAME(skip_left)(const double *rows, const double *inverse, int way, double *left)
{
    for (int half = 0; half < 2; half++, rows += BLOCK, left += BLOCK) {
        if (half == (way > 0 ? 1 : 0)) {
            NAME(own_left)(rows, inverse, left);
            continue;
        }
        UNROLL(1)
        for (int c = 0; c < NARROW; c++) {
            wide r[BLOCK];
            NAME(all_left)(rows + WIDE * c, inverse, BLOCK - WIDE * c, left + WIDE * c, r);
        }
    }
}

/* Takes from x what column `by` of such rows makes of `left`: of component b of node j, in the
 * order of SUBTRACT_EACH(). */
QUIRE_INLINE wide
NAME(subtract_own)(wide x, const double *by, const double *left, int j, int b)
{
    const int k = 3 * j + b, out = j > M / 2 ? k + 3 : k - 3, in = j > M / 2 ? k - 3 : k + 3;
#define TERM(k_) (by[k_] * load_wide(left + (ptrdiff_t)(k_)*PADDED_TWICE))
    if (j == M / 2) {
        x -= TERM(out) + TERM(in);
        return x - TERM(k);
    }
    if (j > 0 && j < M - 1) {
        x -= TERM(out);
    }
    x -= TERM(k);
    return x - TERM(in);
#undef TERM
}

/* Takes an inverted station out of the next `neighbours` seen from its end, which is the first for
 * way = 1, the last for way = -1. */
/* what would be copied five times would not fit the processor's cache */
static __attribute__((noinline)) void
NAME(eliminate)(const struct quire_slab_factor *f, int station, int way, int neighbours)
{
    double *own = f->entry + (ptrdiff_t)station * BLOCK * ROW,
           *left = f->left + (ptrdiff_t)station * BLOCK * PADDED_TWICE;
    const double *inverse = f->inverse + (ptrdiff_t)station * BLOCK * PADDED,
                 *rows = way > 0 ? own + 3 * BLOCK : own;
    const int next = station + 2 * way;
    const bool apart = neighbours == 2 && NAME(meets_own)(f, station, next) &&
                       (!SKIPS || NAME(meets_own)(f, next, station));

    if (SKIPS && apart) {
        NAME(skip_left)(rows, inverse, way, left);
    }
    UNROLL(M < 3 ? 6 : 1)
    for (int c = 0; c < BROAD; c++) {
        wide r[BLOCK];
        if (SKIPS && apart) {
            UNROLL(M < 9 ? 16 : 1)
            for (int p = 0; p < BLOCK; p++) {
                r[p] = load_wide(left + p * PADDED_TWICE + WIDE * c);
            }
        } else {
            NAME(all_left)
            (rows + WIDE * c, inverse, neighbours * BLOCK - WIDE * c, left + WIDE * c, r);
        }
#define TERM(k_) (by[k_] * r[k_])
        UNROLL(1)
        for (int d = 1; d <= neighbours; d++) {
            double *column = f->entry + (ptrdiff_t)(station + way * d) * BLOCK * ROW;
            if (d == 2 && apart) {
                UNROLL(3)
                for (int b = 0; b < 3; b++) {
                    UNROLL(M < 3 ? 2 : 1)
                    for (int j = 0; j < M; j++) {
                        const double *by = column + (3 * j + b) * ROW + (2 - way * d) * BLOCK;
                        double *to =
                            column + (3 * j + b) * ROW + (way > 0 ? 3 - d : d) * BLOCK + WIDE * c;
                        wide x = load_wide(to);
                        if (SKIPS) {
                            x = NAME(subtract_own)(x, by, left + WIDE * c, j, b);
                        } else {
                            SUBTRACT_EACH(x, TERM, b, 3)
                        }
                        store_wide(to, x);
                    }
                }
                continue;
            }
            UNROLL(M < 3 ? 6 : 1)
            for (int b = 0; b < BLOCK; b++, column += ROW) {
                const double *by = column + (2 - way * d) * BLOCK;
                double *to = column + (way > 0 ? 3 - d : d) * BLOCK + WIDE * c;
                wide x = load_wide(to);
                SUBTRACT_EACH(x, TERM, 0, 1)
                store_wide(to, x);
            }
        }
#undef TERM
    }
}

/* The first of the two stations that are left; before it, `first` stations are eliminated from the
 * trailing edge. */
QUIRE_INLINE int
NAME(middle)(const struct quire_slab_factor *f)
{
    return (f->n_station - 2) / 2;
}

/* takes a station's right-hand side out of that of the next one or two */
QUIRE_INLINE void
NAME(forward)(const struct quire_slab_factor *f, double *vector, int station, int way,
              int neighbours)
{
    const double *b = vector + (ptrdiff_t)station * PADDED,
                 *left = f->left + (ptrdiff_t)station * BLOCK * PADDED_TWICE;

    UNROLL(2)
    for (int d = 1; d <= neighbours; d++) {
        const double *rows = left + (way > 0 ? d - 1 : 2 - d) * BLOCK;
        double *to = vector + (ptrdiff_t)(station + way * d) * PADDED;
        UNROLL(8)
        for (int c = 0; c < NARROW; c++) {
            wide x = load_wide(to + WIDE * c);
#define TERM(k_) (b[k_] * load_wide(rows + (k_)*PADDED_TWICE + WIDE * c))
            SUBTRACT_EACH(x, TERM, 0, 1)
#undef TERM
            store_wide(to + WIDE * c, x);
        }
    }
}

/* a station's unknowns from those of the next one or two */
QUIRE_INLINE void
NAME(back)(const struct quire_slab_factor *f, double *vector, int station, int way, int neighbours)
{
    const double *inverse = f->inverse + (ptrdiff_t)station * BLOCK * PADDED;
    double *b = vector + (ptrdiff_t)station * PADDED;
    _Alignas(64) double rest[NARROW * WIDE];

    UNROLL(8)
    for (int c = 0; c < NARROW; c++) {
        wide x = load_wide(b + WIDE * c);
        UNROLL(2)
        for (int d = neighbours; d > 0; d--) {
            const double *solved = vector + (ptrdiff_t)(station + way * d) * PADDED;
            const double *rows = f->entry + (ptrdiff_t)(station + way * d) * BLOCK * ROW +
                                 (2 - way * d) * BLOCK + WIDE * c;
#define TERM(k_) (solved[k_] * load_wide(rows + (k_)*ROW))
            SUBTRACT_EACH(x, TERM, 0, 1)
#undef TERM
        }
        store_wide(rest + WIDE * c, x);
    }
    UNROLL(8)
    for (int c = 0; c < NARROW; c++) {
        wide x = {0};
#define TERM(k_) (rest[k_] * load_wide(inverse + (k_)*PADDED + WIDE * c))
        SUM_EACH(x, TERM)
#undef TERM
        store_wide(b + WIDE * c, x);
    }
}

QUIRE_INLINE void
NAME(spread_out)(const struct quire_slab_factor *f, const double *r)
{
    for (int i = 0; i < f->n_station; i++) {
        memcpy(f->vector + (ptrdiff_t)i * PADDED, r + (ptrdiff_t)i * BLOCK, sizeof(double) * BLOCK);
    }
}

/* from the two stations in the middle to both ends, when all others have been taken out of these */
static void
NAME(solve_back)(const struct quire_slab_factor *f, double *r)
{
    const int middle = NAME(middle)(f), last = f->n_station - 1;
    double *vector = f->vector;

    NAME(back)(f, vector, middle + 1, 1, 0);
    NAME(back)(f, vector, middle, 1, 1);
    if (last - middle > middle + 1) {
        NAME(back)(f, vector, middle + 2, -1, 2);
    }
    for (int k = middle - 1; k >= 0; k--) {
        NAME(back)(f, vector, k, 1, 2);
        NAME(back)(f, vector, last - k, -1, 2);
    }
    for (int i = 0; i <= last; i++) {
        memcpy(r + (ptrdiff_t)i * BLOCK, vector + (ptrdiff_t)i * PADDED, sizeof(double) * BLOCK);
    }
}

/* The right-hand side goes along: what it takes is hidden behind the inversions. */
static void
NAME(factorise)(struct quire_slab_factor *given, double *r)
{
    const struct quire_slab_factor f = *given;
    const int middle = NAME(middle)(&f);

    NAME(spread_out)(&f, r);
    for (int k = 0; k <= middle;
         k++) { /* the leading edge's half has as many stations, or one more */
        const int both[2] = {k, f.n_station - 1 - k};
        const int from = k < middle ? 0 : 1, to = both[1] > middle + 1 ? 2 : 1;
        if (to - from == 2 && M == 2) { /* more columns than two would not fit the registers */
            NAME(invert)(&f, both, 2);
        }
        for (int e = from; e < to; e++) {
            if (to - from < 2 || M > 2) {
                NAME(invert)(&f, both + e, 1);
            }
            NAME(eliminate)(&f, both[e], e == 0 ? 1 : -1, 2);
            NAME(forward)(&f, f.vector, both[e], e == 0 ? 1 : -1, 2);
        }
    }
    NAME(invert)(&f, &(int){middle}, 1);
    NAME(eliminate)(&f, middle, 1, 1);
    NAME(forward)(&f, f.vector, middle, 1, 1);
    NAME(invert)(&f, &(int){middle + 1}, 1);
    NAME(solve_back)(&f, r);
}

static void
NAME(solve)(const struct quire_slab_factor *given, double *r)
{
    const struct quire_slab_factor f = *given;
    const int middle = NAME(middle)(&f), last = f.n_station - 1;

    NAME(spread_out)(&f, r);
    for (int k = 0; k < middle; k++) {
        NAME(forward)(&f, f.vector, k, 1, 2);
        NAME(forward)(&f, f.vector, last - k, -1, 2);
    }
    if (last - middle > middle + 1) {
        NAME(forward)(&f, f.vector, middle + 2, -1, 2);
    }
    NAME(forward)(&f, f.vector, middle, 1, 1);
    NAME(solve_back)(&f, r);
}

#undef SKIPS
#undef PADDED
#undef PADDED_TWICE
#undef NARROW
#undef BROAD
#undef MIRROR
#undef PAIRS
#undef SUBTRACT_EACH
#undef SUM_EACH
