/* Forces of the ladder, stations side by side. Included once for each number of columns M.
 * doc/theory/spatial-sheet.md, 2 to 4. */

/* from station-major vectors to a row for each component of each column */
QUIRE_INLINE void
NAME(spread)(int n, int stride, const double *restrict a, double *restrict row)
{
    for (int i = 0; i <= n; i++) {
        UNROLL(32)
        for (int k = 0; k < BLOCK; k++) {
            row[k * stride + i] = a[i * BLOCK + k];
        }
    }
}

/* places and velocities together, as bending and its damping see them, with the stations beyond
 * clamped ends */
QUIRE_INLINE void
NAME(damp)(const struct quire_ladder *l, const struct quire_ladder_work *w)
{
    const double beta = l->damp_bend;
    const int n = l->n, stride = w->stride;

    for (int k = 0; k < BLOCK; k++) {
        double *damped = w->damped + k * stride;
        for (int i = 0; i <= n; i += WIDE) {
            store_wide(damped + i, load_wide(w->place + k * stride + i) +
                                       beta * load_wide(w->motion + k * stride + i));
        }
        damped[-1] = damped[0] - l->h * (w->direction[0][k % 3] + beta * w->rate[0][k % 3]);
        damped[n + 1] = damped[n] + l->h * (w->direction[1][k % 3] + beta * w->rate[1][k % 3]);
    }
}

/* moments of bending along: forces on neighbours, not yet differenced */
QUIRE_INLINE void
NAME(bend)(const struct quire_ladder *l, const struct quire_ladder_work *w)
{
    const int stride = w->stride, n = l->n;
    const double middle = l->across[0][0] + l->across[0][0], edge = l->across[0][0],
                 beside = l->across[0][1];

    for (int i = 0; i <= n; i += WIDE) {
        const wide stiffness = load_wide(w->hinge + i);
        UNROLL(3)
        for (int c = 0; c < 3; c++) {
            wide d[M];
            UNROLL(9)
            for (int j = 0; j < M; j++) {
                const double *x = w->damped + (3 * j + c) * stride + i;
                d[j] = stiffness * ((load_wide(x - 1) + load_wide(x + 1)) - 2 * load_wide(x));
            }
            UNROLL(9)
            for (int j = 0; j < M; j++) {
                const wide sides = j == 0       ? beside * d[1]
                                   : j == M - 1 ? beside * d[M - 2]
                                                : beside * (d[j - 1] + d[j + 1]);
                store_wide(w->moment + (3 * j + c) * stride + i,
                           (j == 0 || j == M - 1 ? edge : middle) * d[j] + sides);
            }
        }
    }
    for (int k = 0; k < BLOCK; k++) { /* what the last vector wrote behind the sheet's end */
        w->moment[k * stride + n + 1] = 0;
    }
}

/* pulls of one cell's nodes and its stresses, at the stations i ... */
QUIRE_INLINE void
NAME(cell)(const struct quire_ladder *l, const struct quire_ladder_work *w, int j, int i)
{
    const int stride = w->stride;
    const double near = 1 - QUIRE_GAUSS, far = QUIRE_GAUSS, beta = l->damp_membrane,
                 ih2 = 1 / (l->h * l->h), iw2 = 1 / (l->w * l->w), ihw = 1 / (l->h * l->w),
                 half = l->h * l->w / 2, along = l->stretch_md * half * ih2,
                 across = l->stretch_cd * half * iw2, shear = l->shear * half * ihw,
                 twist = l->twist * ihw;
    wide e[2][3], m[3], c[2][3], k[2][3], em[2], cm[2], ee[2], cc[2], er[2], cr[2], sr[2];

    UNROLL(3)
    for (int x = 0; x < 3; x++) {
        const double *p = w->place + (3 * j + x) * stride + i,
                     *v = w->motion + (3 * j + x) * stride + i;
        const wide a = load_wide(p), b = load_wide(p + 1), d = load_wide(p + 3 * stride),
                   o = load_wide(p + 3 * stride + 1);
        const wide av = load_wide(v), bv = load_wide(v + 1), dv = load_wide(v + 3 * stride),
                   ov = load_wide(v + 3 * stride + 1);
        const wide apart = QUIRE_GAUSS * ((o - d) - (b - a)),
                   apart_rate = QUIRE_GAUSS * ((ov - dv) - (bv - av));
        const wide u0 = (bv - av) + apart_rate, u1 = (ov - dv) - apart_rate;
        e[0][x] = (b - a) + apart;
        e[1][x] = (o - d) - apart;
        c[0][x] = d - a;
        c[1][x] = o - b;
        k[0][x] = dv - av;
        k[1][x] = ov - bv;
        m[x] = 0.5 * (c[0][x] + c[1][x]);
        const wide mv = 0.5 * (k[0][x] + k[1][x]);
        const wide now[] = {e[0][x] * e[0][x], e[1][x] * e[1][x], c[0][x] * c[0][x],
                            c[1][x] * c[1][x], e[0][x] * m[x],    e[1][x] * m[x]};
        const wide rate[] = {e[0][x] * u0,
                             e[1][x] * u1,
                             c[0][x] * k[0][x],
                             c[1][x] * k[1][x],
                             e[0][x] * mv + u0 * m[x],
                             e[1][x] * mv + u1 * m[x]};
        UNROLL(2)
        for (int g = 0; g < 2; g++) {
            ee[g] = x == 0 ? now[g] : ee[g] + now[g];
            cc[g] = x == 0 ? now[2 + g] : cc[g] + now[2 + g];
            em[g] = x == 0 ? now[4 + g] : em[g] + now[4 + g];
            er[g] = x == 0 ? rate[g] : er[g] + rate[g];
            cr[g] = x == 0 ? rate[2 + g] : cr[g] + rate[2 + g];
            sr[g] = x == 0 ? rate[4 + g] : sr[g] + rate[4 + g];
        }
    }
    UNROLL(2)
    for (int g = 0; g < 2; g++) {
        ee[g] = along * ((0.5 * (ee[g] * ih2 - 1)) + (beta * ih2) * er[g]);
        cc[g] = across * ((0.5 * (cc[g] * iw2 - 1)) + (beta * iw2) * cr[g]);
        em[g] = shear * (ihw * em[g] + (beta * ihw) * sr[g]);
        cm[g] = ee[g];
        store_wide(w->stress + (QUIRE_STRAINS * j + g) * stride + i, ee[g]);
        store_wide(w->stress + (QUIRE_STRAINS * j + 2 + g) * stride + i, cc[g]);
        store_wide(w->stress + (QUIRE_STRAINS * j + 4 + g) * stride + i, em[g]);
    }
    UNROLL(3)
    for (int x = 0; x < 3; x++) {
        const wide p0 = cm[0] * e[0][x] + em[0] * m[x], p1 = cm[1] * e[1][x] + em[1] * m[x];
        const wide lower = near * p0 + far * p1, upper = far * p0 + near * p1,
                   q = 0.5 * (em[0] * e[0][x] + em[1] * e[1][x]);
        const wide turn = twist * ((c[1][x] - c[0][x]) + l->damp_twist * (k[1][x] - k[0][x]));
        const wide near_pull = cc[0] * c[0][x] + (q - turn),
                   far_pull = cc[1] * c[1][x] + (q + turn);
        double *pull = w->pull + (12 * j + x) * stride + i;
        store_wide(pull, lower + near_pull);
        store_wide(pull + 3 * stride, upper - near_pull);
        store_wide(pull + 6 * stride, far_pull - lower);
        store_wide(pull + 9 * stride, -far_pull - upper);
    }
}

/* sum of what two cells pull the node between them with, or of the one cell at an edge */
QUIRE_INLINE wide
NAME(pulls)(const struct quire_ladder_work *w, int j, int c, int i, int end)
{
    const double *upper = w->pull + (12 * j + 6 * end + c) * w->stride + i,
                 *lower = upper - (ptrdiff_t)9 * w->stride;

    return j == 0       ? load_wide(upper)
           : j == M - 1 ? load_wide(lower)
                        : load_wide(lower) + load_wide(upper);
}

/* sums of all forces */
QUIRE_INLINE void
NAME(sum)(const struct quire_ladder *l, const struct quire_ladder_work *w)
{
    const int stride = w->stride;

    for (int i = 0; i <= l->n; i += WIDE) {
        UNROLL(3)
        for (int c = 0; c < 3; c++) {
            /* moments of bending across, from the column before the first */
            wide across[M + 2] = {{0}};
            UNROLL(9)
            for (int j = 1; j < M - 1; j++) {
                const double *x = w->damped + (3 * j + c) * stride + i;
                across[j + 1] =
                    load_wide(w->strip + i) *
                    ((load_wide(x - 3 * stride) + load_wide(x + 3 * stride)) - 2 * load_wide(x));
            }
            UNROLL(9)
            for (int j = 0; j < M; j++) {
                const double *x = w->moment + (3 * j + c) * stride + i;
                wide f = 2 * load_wide(x) - (load_wide(x - 1) + load_wide(x + 1));
                if (M > 2) {
                    f += 2 * across[j + 1] - (across[j] + across[j + 2]);
                }
                store_wide(w->force + (3 * j + c) * stride + i,
                           f + (NAME(pulls)(w, j, c, i, 0) + NAME(pulls)(w, j, c, i - 1, 1)));
            }
        }
    }
}

static void
NAME(forces)(const struct quire_ladder *l, struct quire_ladder_work *work, const double *q,
             const double *v, double *restrict f)
{
    const struct quire_ladder_work w = *work;
    const int n = l->n, stride = w.stride;

    NAME(spread)(n, stride, q, w.place);
    NAME(spread)(n, stride, v, w.motion);
    NAME(damp)(l, &w);
    NAME(bend)(l, &w);
    for (int j = 0; j < M - 1; j++) {
        for (int i = 0; i < n; i += WIDE) {
            NAME(cell)(l, &w, j, i);
        }
    }
    for (int k = 0; k < 12 * (M - 1); k++) { /* beyond the leading edge nothing pulls */
        w.pull[k * stride + n] = 0;
    }
    NAME(sum)(l, &w);
    for (int k = 0; k < BLOCK; k++) { /* the station beyond a clamped end goes where the end goes */
        w.force[k * stride] -= w.moment[k * stride];
        w.force[k * stride + n] -= w.moment[k * stride + n];
    }
    for (int i = 0; i <= n; i++) {
        UNROLL(32)
        for (int k = 0; k < BLOCK; k++) {
            f[i * BLOCK + k] += w.force[k * stride + i];
        }
    }
}
