/* What the ladder's damping takes, stations side by side. Included once for each number of columns
 * M. doc/theory/spatial-sheet.md, 2 to 4. */

/* u D w of a cell's membrane and twist, at the stations i ...; D at the places */
QUIRE_INLINE wide
NAME(damping_cell)(const struct quire_ladder *l, const double *place, const double *u,
                   const double *w, int stride, bool same)
{
    const double ih2 = 1 / (l->h * l->h), iw2 = 1 / (l->w * l->w), ihw = 1 / (l->h * l->w),
                 half = l->damp_membrane * l->h * l->w / 2,
                 along = l->stretch_md * half * (ih2 * ih2),
                 across = l->stretch_cd * half * (iw2 * iw2), shear = l->shear * half * (ihw * ihw);
    const double *const rows[2] = {u, w};
    wide rate[2][QUIRE_STRAINS], twist = {0};

    UNROLL(3)
    for (int x = 0; x < 3; x++) {
        const double *p = place + x * stride;
        const wide a = load_wide(p), b = load_wide(p + 1), d = load_wide(p + 3 * stride),
                   o = load_wide(p + 3 * stride + 1);
        const wide apart = QUIRE_GAUSS * ((o - d) - (b - a)), e0 = (b - a) + apart,
                   e1 = (o - d) - apart, c0 = d - a, c1 = o - b, m = 0.5 * (c0 + c1);
        wide turn[2];
        UNROLL(2)
        for (int k = 0; k < 2; k++) {
            if (same && k == 1) {
                continue;
            }
            const double *v = rows[k] + x * stride;
            const wide av = load_wide(v), bv = load_wide(v + 1), dv = load_wide(v + 3 * stride),
                       ov = load_wide(v + 3 * stride + 1);
            const wide apart_rate = QUIRE_GAUSS * ((ov - dv) - (bv - av)),
                       u0 = (bv - av) + apart_rate, u1 = (ov - dv) - apart_rate;
            const wide k0 = dv - av, k1 = ov - bv, mv = 0.5 * (k0 + k1);
            const wide now[QUIRE_STRAINS] = {e0 * u0, e1 * u1,          c0 * k0,
                                             c1 * k1, e0 * mv + u0 * m, e1 * mv + u1 * m};
            UNROLL(6)
            for (int s = 0; s < QUIRE_STRAINS; s++) {
                rate[k][s] = x == 0 ? now[s] : rate[k][s] + now[s];
            }
            turn[k] = k1 - k0;
        }
        twist = twist + turn[0] * turn[same ? 0 : 1];
    }
    wide product[QUIRE_STRAINS];
    UNROLL(6)
    for (int s = 0; s < QUIRE_STRAINS; s++) {
        product[s] = rate[0][s] * rate[same ? 0 : 1][s];
    }
    return ((along * (product[0] + product[1]) + across * (product[2] + product[3])) +
            shear * (product[4] + product[5])) +
           (l->damp_twist * l->twist * ihw) * twist;
}

/* second differences along and across at the stations i ... of column j, component c; across: none
 * at the edges */
QUIRE_INLINE void
NAME(damping_bends)(const double *row, int stride, wide along[M], wide across[M])
{
    UNROLL(9)
    for (int j = 0; j < M; j++) {
        const double *x = row + 3 * j * stride;
        along[j] = (load_wide(x - 1) + load_wide(x + 1)) - 2 * load_wide(x);
        if (j > 0 && j < M - 1) {
            across[j] = (load_wide(x - 3 * stride) + load_wide(x + 3 * stride)) - 2 * load_wide(x);
        } else {
            across[j] = (wide){0};
        }
    }
}

/* u D w of bending at the stations i ..., for each column */
QUIRE_INLINE void
NAME(damping_bend)(const struct quire_ladder *l, const struct quire_ladder_work *work,
                   const double *u, const double *w, int i, bool same, wide sum[M])
{
    const double middle = l->across[0][0] + l->across[0][0], edge = l->across[0][0],
                 beside = l->across[0][1];
    const wide hinge = l->damp_bend * load_wide(work->hinge + i),
               strip = l->damp_bend * load_wide(work->strip + i);

    UNROLL(3)
    for (int c = 0; c < 3; c++) {
        wide d[M], e[M], da[M], ea[M];
        NAME(damping_bends)(u + c * work->stride + i, work->stride, d, da);
        if (!same) {
            NAME(damping_bends)(w + c * work->stride + i, work->stride, e, ea);
        }
        UNROLL(9)
        for (int j = 0; j < M; j++) {
            const wide sides = j == 0       ? beside * d[1]
                               : j == M - 1 ? beside * d[M - 2]
                                            : beside * (d[j - 1] + d[j + 1]);
            const wide moment = hinge * ((j == 0 || j == M - 1 ? edge : middle) * d[j] + sides);
            const wide each =
                moment * (same ? d[j] : e[j]) + strip * (da[j] * (same ? da[j] : ea[j]));
            sum[j] = c == 0 ? each : sum[j] + each;
        }
    }
}

/* the stations beyond clamped ends */
QUIRE_INLINE void
NAME(damping_ends)(const struct quire_ladder *l, const struct quire_ladder_work *work,
                   const double *v, double *row, const double rate[2][3])
{
    for (int k = 0; k < BLOCK; k++) {
        double *at = row + k * work->stride;
        at[-1] = v[k] - l->h * rate[0][k % 3];
        at[l->n + 1] = v[l->n * BLOCK + k] + l->h * rate[1][k % 3];
    }
}

QUIRE_INLINE double
NAME(damping_sum)(const struct quire_ladder *l, const struct quire_ladder_work *work,
                  const double *u, const double *w, bool same)
{
    double term[M], lane[8], bent, stretched = 0;
    struct pair cells[M - 1], bends[M];

    memset(cells, 0, sizeof cells);
    memset(bends, 0, sizeof bends);
    for (int i = 0; i <= l->n; i += 8) {
        EACH_PART(p)
        {
            const int at = i + WIDE * p;
            const wide_mask cell = lanes < l->n - at, station = lanes < l->n + 1 - at;
            wide bend[M];
            NAME(damping_bend)(l, work, u, w, at, same, bend);
            for (int j = 0; j < M; j++) {
                bends[j].part[p] += keep_wide(station, bend[j]);
            }
            for (int j = 0; j < M - 1; j++) {
                const ptrdiff_t row = (ptrdiff_t)3 * j * work->stride + at;
                cells[j].part[p] +=
                    keep_wide(cell, NAME(damping_cell)(l, work->place + row, u + row, w + row,
                                                       work->stride, same));
            }
        }
    }
    for (int j = 0; j < M; j++) {
        store_pair(lane, bends[j]);
        term[j] = quire_tree8(lane);
    }
    bent = quire_sum_across(term, M);
    for (int j = 0; j < M - 1; j++) {
        store_pair(lane, cells[j]);
        term[j] = quire_tree8(lane);
    }
    stretched = quire_sum_across(term, M - 1);
    return bent + stretched;
}

static double
NAME(damping)(const struct quire_ladder *l, const struct quire_ladder_work *work, const double *q,
              const double *v, const double *e)
{
    static const double still[2][3] = {{0, 0, 0}, {0, 0, 0}};

    NAME(spread)(l->n, work->stride, q, work->place);
    NAME(spread)(l->n, work->stride, v, work->motion);
    NAME(damping_ends)(l, work, v, work->motion, work->rate);
    if (e == NULL) {
        return NAME(damping_sum)(l, work, work->motion, work->motion, true);
    }
    NAME(spread)(l->n, work->stride, e, work->damped);
    NAME(damping_ends)(l, work, e, work->damped, still);
    return NAME(damping_sum)(l, work, work->motion, work->damped, false);
}
