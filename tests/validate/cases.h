/* The cases, one line each, in the order in which they run and stand in the page. Each is a `const struct validation_case` of this name
 * with case_ before it, in one of the files case_*.c. */
CASE(heavy_cantilever)  /* S1 */
CASE(tip_load)          /* S2 */
CASE(end_moment)        /* S3 */
CASE(columns)           /* S4 */
CASE(cantilever_test)   /* S5 */
CASE(loop)              /* S6 */
CASE(vibration)         /* M1 */
CASE(hanging_chain)     /* M2 */
CASE(rods)              /* P1 */
CASE(folded_chain)      /* P2 */
CASE(reverse_spaghetti) /* D1 */
CASE(bounce)            /* C1 */
CASE(bouncing_ball)     /* C2 */
CASE(incline)           /* C3 */
CASE(creep)             /* C4 */
CASE(nip_start)         /* N1 */
CASE(idler_spin_up)     /* N2 */
CASE(span)              /* N3 */
CASE(capstan)           /* N4 */
CASE(overdrive)         /* N5 */
CASE(drag)              /* N6 */
CASE(moving_table)      /* N7 */
CASE(coast_down)        /* N8 */
CASE(robertson)         /* I1 */
CASE(van_der_pol)       /* I2 */
