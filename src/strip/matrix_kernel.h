/* Matrix of the ladder, the rows of two nodes side by side. Included once for each number of
 * columns M. doc/theory/spatial-sheet.md, 5. */

/* Of one cell with the nodes a, d | b, c: gradients of its strains by the near nodes a, d, from
 * which those by b, c follow; what columns multiply them with; and the stresses' own part, 4 x 4
 * numbers, times the unit matrix. */
struct NAME(cell_rows) {
    /* gradient along; gradient of shear by the mean vector across, by the vector along */
    struct pair n[2], shear[2], mean[2];
    struct pair across[2];              /* of the near, of the far nodes */
    double column[QUIRE_STRAINS][2][8]; /* near, far */
    struct pair stress[4][2];           /* of a column's node; near, far rows */
};

/* constants of all cells */
struct NAME(weights) {
    struct pair along[2], shear[2], mean, across;
    double along_now, along_rate, across_now, across_rate, shear_now, shear_rate, stress;
};

QUIRE_INLINE struct NAME(weights) NAME(weigh)(const struct quire_ladder *l, double cq, double cv)
{
    const double near = 1 - QUIRE_GAUSS, far = QUIRE_GAUSS, now = cq + cv * l->damp_membrane,
                 rate = cq * l->damp_membrane, half = l->h * l->w / 2;
    const double ih2 = 1 / (l->h * l->h), iw2 = 1 / (l->w * l->w), ihw = 1 / (l->h * l->w);
    const quire_v4 one = {1, 1, 1, 0};
    const struct pair first = pair_of(-near * one, -far * one),
                      second = pair_of(-far * one, -near * one);

    return (struct NAME(weights)){
        .along = {mixed(ih2, first, 0, first), mixed(ih2, second, 0, second)},
        .shear = {mixed(ihw, first, 0, first), mixed(ihw, second, 0, second)},
        .mean = pair_of(-0.5 * ihw * one, 0.5 * ihw * one),
        .across = pair_of(-iw2 * one, iw2 * one),
        .along_now = now * (l->stretch_md * half),
        .along_rate = rate * (l->stretch_md * half),
        .across_now = now * (l->stretch_cd * half),
        .across_rate = rate * (l->stretch_cd * half),
        .shear_now = now * (l->shear * half),
        .shear_rate = rate * (l->shear * half),
        .stress = cq};
}

/* the stresses' own part; symmetric to the last bit if the cell is mirrored */
QUIRE_INLINE void
NAME(stress_part)(const struct NAME(weights) * w, const double *stress, int stride,
                  struct pair out[4][2])
{
    const double near = 1 - QUIRE_GAUSS, far = QUIRE_GAUSS, nn = near * near, nf = near * far,
                 ff = far * far, g = w->stress;
    const double s0 = g * stress[0], s1 = g * stress[stride], p = g * stress[2 * stride],
                 r = g * stress[3 * stride], t0 = g * stress[4 * stride],
                 t1 = g * stress[5 * stride];
    const double a = nn * s0 + ff * s1, b = nf * (s0 + s1), d = ff * s0 + nn * s1,
                 u = near * t0 + far * t1, v = far * t0 + near * t1;
    const double e = 0.5 * (v - u), o = 0.5 * (u + v);
    const double aa = (a + u) + p, ad = (b + e) - p, dd = (d - v) + p, bb = (a - u) + r,
                 bc = (b - e) - r, cc = (d + v) + r, ac = -b - o, bd = o - b;

    out[0][0] = pair_of(quire_all4(aa), quire_all4(ad));
    out[1][0] = pair_of(quire_all4(ad), quire_all4(dd));
    out[2][0] = pair_of(quire_all4(-a), quire_all4(bd));
    out[3][0] = pair_of(quire_all4(ac), quire_all4(-d));
    out[0][1] = pair_of(quire_all4(-a), quire_all4(ac));
    out[1][1] = pair_of(quire_all4(bd), quire_all4(-d));
    out[2][1] = pair_of(quire_all4(bb), quire_all4(bc));
    out[3][1] = pair_of(quire_all4(bc), quire_all4(cc));
}

/* a cell from its near and far stations' places and velocities */
QUIRE_INLINE void
NAME(prepare)(const struct NAME(weights) * w, const double *near_q, const double *far_q,
              const double *near_v, const double *far_v, const double *stress, int stride,
              struct NAME(cell_rows) * out)
{
    const quire_v4 a = quire_load4(near_q), d = quire_load4(near_q + 3), b = quire_load4(far_q),
                   c = quire_load4(far_q + 3);
    const quire_v4 av = quire_load4(near_v), dv = quire_load4(near_v + 3), bv = quire_load4(far_v),
                   cv = quire_load4(far_v + 3);
    const quire_v4 apart = QUIRE_GAUSS * ((c - d) - (b - a)),
                   apart_rate = QUIRE_GAUSS * ((cv - dv) - (bv - av));
    const quire_v4 along[2] = {(b - a) + apart, (c - d) - apart};
    const quire_v4 along_rate[2] = {(bv - av) + apart_rate, (cv - dv) - apart_rate};
    const quire_v4 across[2] = {d - a, c - b}, across_rate[2] = {dv - av, cv - bv};
    const struct pair mean = twice(0.5 * (across[0] + across[1])),
                      mean_rate = twice(0.5 * (across_rate[0] + across_rate[1]));

    UNROLL(2)
    for (int g = 0; g < 2; g++) {
        const struct pair e = twice(along[g]), u = twice(along_rate[g]);
        out->n[g] = times(w->along[g], e);
        const struct pair x = mixed(w->along_now, out->n[g], w->along_rate, times(w->along[g], u));
        store_pair(out->column[g][0], x);
        store_pair(out->column[g][1], mixed(-1, x, 0, x));
        out->shear[g] = times(w->shear[g], mean);
        out->mean[g] = times(w->mean, e);
        const struct pair xn =
            mixed(w->shear_now, out->shear[g], w->shear_rate, times(w->shear[g], mean_rate));
        const struct pair xm = mixed(w->shear_now, out->mean[g], w->shear_rate, times(w->mean, u));
        store_pair(out->column[4 + g][0], plus(xm, xn));
        store_pair(out->column[4 + g][1], minus(xm, xn));
        out->across[g] = times(w->across, twice(across[g]));
        store_pair(out->column[2 + g][g], mixed(w->across_now, out->across[g], w->across_rate,
                                                times(w->across, twice(across_rate[g]))));
    }
    NAME(stress_part)(w, stress, stride, out->stress);
}

/* -(cq K + cv D) of one cell in column c of its node k: rows of the near and of the far nodes */
QUIRE_INLINE void
NAME(cell_column)(const struct NAME(cell_rows) * r, int k, int c, struct pair *near,
                  struct pair *far)
{
    static const _Alignas(32) double component[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    const quire_mask4 lane = (quire_mask4)(quire_lanes(component[c]) != quire_all4(0));
    const int side = k / 2, at = 4 * (k % 2) + c;
    const double x0 = r->column[0][side][at], x1 = r->column[1][side][at],
                 y = r->column[2 + side][side][at], x4 = r->column[4][side][at],
                 x5 = r->column[5][side][at];
    const struct pair here = pair_of((quire_v4)lane, (quire_v4)lane);

    EACH_PART(p)
    {
        const wide_mask keep = (wide_mask)here.part[p];
        const wide u = (x0 * r->n[0].part[p] + x1 * r->n[1].part[p]) +
                       (x4 * r->shear[0].part[p] + x5 * r->shear[1].part[p]);
        const wide v = x4 * r->mean[0].part[p] + x5 * r->mean[1].part[p];
        const wide own = y * r->across[side].part[p];
        near->part[p] =
            (side == 0 ? own + (v + u) : v + u) + keep_wide(keep, r->stress[k][0].part[p]);
        far->part[p] =
            (side == 1 ? own + (v - u) : v - u) + keep_wide(keep, r->stress[k][1].part[p]);
    }
}

/* rows of one station in one column: what is constant, and pairs of rows of the nodes j - 1, j and
 * j, j + 1 */
QUIRE_INLINE void
NAME(write_rows)(double *to, const double *constant, int j, struct pair lower, struct pair upper)
{
#if M == 2 && WIDE == 8
    /* what stands behind is written over, too */
    store_wide(to, load_wide(constant) + close_up(j == 0 ? upper : lower));
#else
    UNROLL(9)
    for (int p = 0; p < M; p++) {
        quire_v4 rows = quire_load4(constant + 3 * p);
        if (p == j - 1) {
            rows += half_of(lower, 0);
        } else if (p == j + 1) {
            rows += half_of(upper, 1);
        } else if (p == j) {
            rows += j == 0       ? half_of(upper, 0)
                    : j == M - 1 ? half_of(lower, 1)
                                 : half_of(lower, 1) + half_of(upper, 0);
        }
        quire_store4(to + 3 * p, rows); /* the fourth is written over by what comes next */
    }
#endif
}

QUIRE_INLINE void
NAME(copy_rows)(double *to, const double *constant)
{
    UNROLL(8)
    for (int k = 0; k < BLOCK; k += WIDE) {
        store_wide(to + k, load_wide(constant + k));
    }
}

/* All columns of one station, from the cells before and behind it. Rows are written in ascending
 * order, some beyond their end. */
QUIRE_INLINE void
NAME(station)(double *to, const double *constant, const struct NAME(cell_rows) * before,
              const struct NAME(cell_rows) * behind)
{
    UNROLL(M < 3 ? 2 : 1)
    for (int j = 0; j < M; j++) {
        UNROLL(M < 5 ? 3 : 1)
        for (int c = 0; c < 3; c++) {
            const double *from = constant + (3 * j + c) * ROW;
            double *out = to + (3 * j + c) * ROW;
            /* of the lower and the upper cells: stations before, here, behind */
            struct pair rows[2][3];
            UNROLL(2)
            for (int s = 0; s < 2; s++) {
                if (s == 0 ? j > 0 : j < M - 1) {
                    struct pair here;
                    NAME(cell_column)(before + j - 1 + s, 3 - s, c, &rows[s][0], &rows[s][1]);
                    NAME(cell_column)(behind + j - 1 + s, 1 - s, c, &here, &rows[s][2]);
                    rows[s][1] = plus(rows[s][1], here);
                } else {
                    rows[s][0] = rows[s][1] = rows[s][2] = twice(quire_all4(0));
                }
            }
            NAME(copy_rows)(out, from);
            UNROLL(3)
            for (int k = 0; k < 3; k++) {
                NAME(write_rows)
                (out + (k + 1) * BLOCK, from + (k + 1) * BLOCK, j, rows[0][k], rows[1][k]);
            }
            NAME(copy_rows)(out + 4 * BLOCK, from + 4 * BLOCK);
        }
    }
}

static void
NAME(matrix)(const struct quire_ladder *l, const struct quire_ladder_work *work, const double *q,
             const double *v, double cq, double cv, struct quire_slabs *s)
{
    const int n = l->n, stride = work->stride;
    const struct NAME(weights) weights = NAME(weigh)(l, cq, cv);
    struct NAME(cell_rows) cells[2][M - 1];
    double last[2][BLOCK + 1]; /* a copy of the last station that may be read beyond its end */

    memset(cells, 0, sizeof cells);
    memcpy(last[0], q + (ptrdiff_t)n * BLOCK, sizeof(double) * BLOCK);
    memcpy(last[1], v + (ptrdiff_t)n * BLOCK, sizeof(double) * BLOCK);
    last[0][BLOCK] = last[1][BLOCK] = 0;
    for (int i = 0; i <= n; i++) {
        struct NAME(cell_rows) *behind = cells[i & 1];
        const double *near_q = q + (ptrdiff_t)i * BLOCK, *near_v = v + (ptrdiff_t)i * BLOCK;
        const double *far_q = i + 1 < n ? near_q + BLOCK : last[0],
                     *far_v = i + 1 < n ? near_v + BLOCK : last[1];
        for (int j = 0; i < n && j < M - 1; j++) {
            NAME(prepare)
            (&weights, near_q + 3 * j, far_q + 3 * j, near_v + 3 * j, far_v + 3 * j,
             work->stress + (ptrdiff_t)(QUIRE_STRAINS * j) * stride + i, stride, behind + j);
        }
        if (i == n) {
            memset(behind, 0, sizeof cells[0]);
        }
        const int kind = i < 2 ? i : i > n - 2 ? i - n + 4 : 2;
        NAME(station)
        (s->entry + (ptrdiff_t)i * BLOCK * ROW, work->constant + (ptrdiff_t)kind * BLOCK * ROW,
         cells[1 - (i & 1)], behind);
    }
}
