#include "remembering.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/catalog.h"
#include "xml/read/read.h"

struct remembering_flip remembering_flip[REMEMBERING_FLIPS];
int remembering_flips;

static void
note(const struct remembering_flip *flip)
{
    if (remembering_flips < REMEMBERING_FLIPS) {
        remembering_flip[remembering_flips] = *flip;
    }
    remembering_flips++;
}

/* ---- standard linear solid ---- */

struct maxwell {
    struct quire_normal_common common;
    double stiffness, branch, relaxation, drag;
};

static const struct quire_field maxwell_fields[] = {
    QUIRE_REAL(struct maxwell, stiffness, "stiffness", "N/m", QUIRE_REQUIRED, QUIRE_POSITIVE, "k",
               NULL),
    QUIRE_REAL(struct maxwell, branch, "branch", "N/m", QUIRE_REQUIRED, QUIRE_POSITIVE, "b", NULL),
    QUIRE_REAL(struct maxwell, relaxation, "relaxation", "s", QUIRE_REQUIRED, QUIRE_POSITIVE, "tau",
               NULL),
    QUIRE_REAL(struct maxwell, drag, "drag", "", "0", QUIRE_ANY, "c", NULL),
    QUIRE_NORMAL_COMMON(struct maxwell),
    QUIRE_FIELD_END,
};

static quire_status
maxwell_compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    (void)diag;
    memcpy(compiled, self->params, sizeof(struct maxwell));
    return QUIRE_OK;
}

static void
maxwell_eval(const void *compiled, const struct quire_normal_in *in, struct quire_normal_out *out)
{
    const struct maxwell *c = compiled;

    out->rate[0] = -in->state[0] / c->relaxation;
    out->rate_d_state[0][0] = -1 / c->relaxation;
    if (!(in->overlap > 0)) {
        return;
    }
    out->rate[0] += in->closing + c->drag * in->slip;
    out->rate_d_closing[0] = 1;
    out->rate_d_slip[0] = c->drag;
    out->elastic = c->stiffness * in->overlap;
    out->force = out->elastic + c->branch * in->state[0];
    out->d_overlap = c->stiffness;
    out->d_state[0] = c->branch;
}

static double
maxwell_stored(const void *compiled, double overlap)
{
    const struct maxwell *c = compiled;

    return overlap > 0 ? 0.5 * c->stiffness * overlap * overlap : 0;
}

static const struct quire_normal_law maxwell_law = {.compiled_size = sizeof(struct maxwell),
                                                    .n_state = 1,
                                                    .may_pull = true,
                                                    .compile = maxwell_compile,
                                                    .eval = maxwell_eval,
                                                    .stored = maxwell_stored};
static const struct quire_kind maxwell_kind = {.family = "normal",
                                               .element = "normal",
                                               .selector = "law",
                                               .variant = "test-maxwell",
                                               .size = sizeof(struct maxwell),
                                               .fields = maxwell_fields,
                                               .help = "a test",
                                               .ops = &maxwell_law};

/* ---- Hunt-Crossley with the impact speed of each touch ---- */

struct impact {
    struct quire_normal_common common;
    double stiffness, exponent, restitution, least, loss;
};

static const struct quire_field impact_fields[] = {
    QUIRE_REAL(struct impact, exponent, "exponent", "", "1.5", QUIRE_POSITIVE, "n", NULL),
    QUIRE_REAL(struct impact, stiffness, "stiffness", "N/m^{exponent}", QUIRE_REQUIRED,
               QUIRE_POSITIVE, "k", NULL),
    QUIRE_REAL(struct impact, restitution, "restitution", "", QUIRE_REQUIRED, QUIRE_POSITIVE, "e",
               NULL),
    QUIRE_REAL(struct impact, least, "least-speed", "m/s", "0 m/s", QUIRE_NON_NEGATIVE, "v_min",
               NULL),
    QUIRE_NORMAL_COMMON(struct impact),
    QUIRE_FIELD_END,
};

double
remembering_loss(double e)
{
    double low = 1e-9, high = (1 - 1e-12) / e;

    for (int k = 0; k < 200; k++) {
        const double d = 0.5 * (low + high);
        if (d * (1 + e) > log((1 + d) / (1 - e * d))) {
            low = d;
        } else {
            high = d;
        }
    }
    return low;
}

static quire_status
impact_compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    struct impact *c = compiled;

    (void)diag;
    memcpy(c, self->params, sizeof *c);
    c->loss = remembering_loss(c->restitution);
    return QUIRE_OK;
}

static void
impact_eval(const void *compiled, const struct quire_normal_in *in, struct quire_normal_out *out)
{
    const struct impact *c = compiled;
    const double speed = in->memory->captured[0], rate = speed > 0 ? c->loss / speed : 0;

    cr_assert(in->overlap > 0, "a law without states is called for an overlap of %g m",
              in->overlap);
    out->elastic = c->stiffness * pow(in->overlap, c->exponent);
    out->force = out->elastic * (1 + rate * in->closing);
    out->d_overlap = c->exponent * out->force / in->overlap;
    out->d_closing = out->elastic * rate;
}

static double
impact_stored(const void *compiled, double overlap)
{
    const struct impact *c = compiled;

    return overlap > 0 ? c->stiffness * pow(overlap, c->exponent + 1) / (c->exponent + 1) : 0;
}

static void
overlap_root(const void *compiled, const struct quire_normal_in *in, double *g)
{
    (void)compiled;
    g[0] = in->overlap;
}

static void
impact_flip(const void *compiled, const struct quire_normal_in *in, int root,
            struct quire_law_memory *memory)
{
    (void)root;
    memory->mode = in->overlap > 0;
    memory->captured[0] =
        memory->mode == 1 ? fmax(in->closing, ((const struct impact *)compiled)->least) : 0;
    note(&(struct remembering_flip){memory->mode, in->overlap, in->closing, 0, 0});
}

static const struct quire_normal_law impact_law = {.compiled_size = sizeof(struct impact),
                                                   .n_mode = 2,
                                                   .n_root = 1,
                                                   .middle = true,
                                                   .compile = impact_compile,
                                                   .eval = impact_eval,
                                                   .stored = impact_stored,
                                                   .roots = overlap_root,
                                                   .flip = impact_flip};
static const struct quire_kind impact_kind = {.family = "normal",
                                              .element = "normal",
                                              .selector = "law",
                                              .variant = "test-impact",
                                              .size = sizeof(struct impact),
                                              .fields = impact_fields,
                                              .help = "a test",
                                              .ops = &impact_law};

/* ---- a force that is there while the surfaces approach: under a load it flutters for ever ---- */

struct flutter {
    struct quire_normal_common common;
    double force;
};

static const struct quire_field flutter_fields[] = {
    QUIRE_REAL(struct flutter, force, "force", "N", QUIRE_REQUIRED, QUIRE_POSITIVE, "F", NULL),
    QUIRE_NORMAL_COMMON(struct flutter),
    QUIRE_FIELD_END,
};

static quire_status
flutter_compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    (void)diag;
    memcpy(compiled, self->params, sizeof(struct flutter));
    return QUIRE_OK;
}

static void
flutter_eval(const void *compiled, const struct quire_normal_in *in, struct quire_normal_out *out)
{
    out->force = in->memory->mode == 1 ? ((const struct flutter *)compiled)->force : 0;
}

static double
nothing_stored(const void *compiled, double overlap)
{
    (void)compiled;
    (void)overlap;
    return 0;
}

static void
closing_root(const void *compiled, const struct quire_normal_in *in, double *g)
{
    (void)compiled;
    g[0] = in->overlap > 0 ? in->closing : -1;
}

static void
flutter_flip(const void *compiled, const struct quire_normal_in *in, int root,
             struct quire_law_memory *memory)
{
    (void)compiled;
    (void)root;
    memory->mode = in->overlap > 0 && in->closing > 0;
    note(&(struct remembering_flip){memory->mode, in->overlap, in->closing, 0, 0});
}

static const struct quire_normal_law flutter_law = {.compiled_size = sizeof(struct flutter),
                                                    .n_mode = 2,
                                                    .n_root = 1,
                                                    .compile = flutter_compile,
                                                    .eval = flutter_eval,
                                                    .stored = nothing_stored,
                                                    .roots = closing_root,
                                                    .flip = flutter_flip};
static const struct quire_kind flutter_kind = {.family = "normal",
                                               .element = "normal",
                                               .selector = "law",
                                               .variant = "test-flutter",
                                               .size = sizeof(struct flutter),
                                               .fields = flutter_fields,
                                               .help = "a test",
                                               .ops = &flutter_law};

/* ---- Dahl's friction with a strength that follows the normal force ---- */

struct bristle {
    double coefficient, slip;
};

static const struct quire_field bristle_fields[] = {
    QUIRE_REAL(struct bristle, coefficient, "coefficient", "", QUIRE_REQUIRED, QUIRE_POSITIVE, "mu",
               NULL),
    QUIRE_REAL(struct bristle, slip, "slip", "m", QUIRE_REQUIRED, QUIRE_POSITIVE, "s", NULL),
    QUIRE_FIELD_END,
};

static quire_status
bristle_compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    (void)diag;
    memcpy(compiled, self->params, sizeof(struct bristle));
    return QUIRE_OK;
}

static void
bristle_eval(const void *compiled, const struct quire_friction_in *in,
             struct quire_friction_out *out)
{
    const struct bristle *c = compiled;
    const double z = in->state[0], bent = z / c->slip, mu = c->coefficient * in->factor;

    out->limit = mu * in->normal;
    out->force = -mu * in->normal * bent;
    out->d_normal = -mu * bent;
    out->d_factor = -c->coefficient * in->normal * bent;
    out->d_state[0] = -mu * in->normal / c->slip;
    if (!(in->normal > 0)) {
        return; /* nothing bends or straightens it */
    }
    out->rate[0] = in->slip - fabs(in->slip) * bent;
    out->rate_d_slip[0] = 1 - (in->slip > 0 ? bent : -bent);
    out->rate_d_state[0][0] = -fabs(in->slip) / c->slip;
}

static const struct quire_friction_law bristle_law = {.compiled_size = sizeof(struct bristle),
                                                      .n_state = 1,
                                                      .compile = bristle_compile,
                                                      .eval = bristle_eval};
static const struct quire_kind bristle_kind = {.family = "friction",
                                               .element = "friction",
                                               .selector = "law",
                                               .variant = "test-bristle",
                                               .size = sizeof(struct bristle),
                                               .fields = bristle_fields,
                                               .help = "a test",
                                               .ops = &bristle_law};

/* ---- Coulomb's friction with a spring while it sticks; the state is the way slid ---- */

struct stick {
    double fixed, moving, stiffness, damping;
};

enum { STICK, SLIP };

static const struct quire_field stick_fields[] = {
    QUIRE_REAL(struct stick, fixed, "static-coefficient", "", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "mu_s", NULL),
    QUIRE_REAL(struct stick, moving, "dynamic-coefficient", "", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "mu_d", NULL),
    QUIRE_REAL(struct stick, stiffness, "stiffness", "N/m", QUIRE_REQUIRED, QUIRE_POSITIVE, "k",
               NULL),
    QUIRE_REAL(struct stick, damping, "damping", "N*s/m", QUIRE_REQUIRED, QUIRE_NON_NEGATIVE, "c",
               NULL),
    QUIRE_FIELD_END,
};

static quire_status
stick_compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    (void)diag;
    memcpy(compiled, self->params, sizeof(struct stick));
    return QUIRE_OK;
}

static double
held_force(const struct stick *c, const struct quire_friction_in *in)
{
    return -c->stiffness * (in->state[0] - in->memory->captured[0]) - c->damping * in->slip;
}

static void
stick_eval(const void *compiled, const struct quire_friction_in *in, struct quire_friction_out *out)
{
    const struct stick *c = compiled;

    if (!(in->normal > 0)) {
        return;
    }
    out->rate[0] = in->slip;
    out->rate_d_slip[0] = 1;
    out->limit = c->fixed * in->normal;
    if (in->memory->mode == STICK) {
        out->force = held_force(c, in);
        out->d_slip = -c->damping;
        out->d_state[0] = -c->stiffness;
    } else {
        out->force = -in->memory->captured[1] * c->moving * in->normal;
        out->d_normal = -in->memory->captured[1] * c->moving;
    }
}

/* 0: the force that holds reaches its limit; 1: the slip ends */
static void
stick_roots(const void *compiled, const struct quire_friction_in *in, double *g)
{
    const struct stick *c = compiled;
    const bool sticks = in->memory->mode == STICK;

    g[0] = sticks && in->normal > 0 ? c->fixed * in->normal - fabs(held_force(c, in)) : 1;
    g[1] = !sticks && in->normal > 0 ? in->memory->captured[1] * in->slip : 1;
}

static void
stick_flip(const void *compiled, const struct quire_friction_in *in, int root,
           struct quire_law_memory *memory)
{
    const struct stick *c = compiled;

    if (root == 0) {
        if (fabs(held_force(c, in)) < c->fixed * in->normal) {
            return; /* it has come down to the limit, from the start */
        }
        memory->mode = SLIP;
        memory->captured[1] = held_force(c, in) < 0 ? 1 : -1;
    } else {
        memory->mode = STICK;
        memory->captured[0] = in->state[0];
    }
    note(&(struct remembering_flip){memory->mode, 0, 0, in->slip, in->normal});
}

static const struct quire_friction_law stick_law = {.compiled_size = sizeof(struct stick),
                                                    .n_state = 1,
                                                    .n_mode = 2,
                                                    .n_root = 2,
                                                    .compile = stick_compile,
                                                    .eval = stick_eval,
                                                    .roots = stick_roots,
                                                    .flip = stick_flip};
static const struct quire_kind stick_kind = {.family = "friction",
                                             .element = "friction",
                                             .selector = "law",
                                             .variant = "test-stick",
                                             .size = sizeof(struct stick),
                                             .fields = stick_fields,
                                             .help = "a test",
                                             .ops = &stick_law};

/* ---- reading ---- */

static const struct quire_catalog *
catalog(void)
{
    static const struct quire_kind *const own[] = {&maxwell_kind, &impact_kind, &flutter_kind,
                                                   &bristle_kind, &stick_kind};
    static const struct quire_kind *kinds[256];
    static struct quire_catalog all = {.kind = kinds, .n = 0};
    const struct quire_catalog *real = quire_catalog_all();

    cr_assert_lt(real->n + 5, sizeof kinds / sizeof kinds[0]);
    memcpy(kinds, real->kind, sizeof *kinds * real->n);
    memcpy(kinds + real->n, own, sizeof own);
    all.n = real->n + 5;
    return &all;
}

static void
complain(const quire_diag *diag)
{
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        char line[512];
        quire_diag_format(diag, i, line, sizeof line);
        cr_log_warn("%s", line);
    }
}

quire_model *
remembering_model(const char *parts)
{
    static const char head[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><model version=\"1\" "
                               "name=\"test\" motion=\"planar\">";
    const size_t size = sizeof head + strlen(parts) + 20;
    char *text = malloc(size);
    quire_diag *diag = quire_diag_create();
    quire_model *model;

    cr_assert(text != NULL && diag != NULL);
    const int length = snprintf(text, size, "%s%s</model>", head, parts);
    const quire_status status =
        quire_xml_read(&model, catalog(), text, (size_t)length, "test.xml", NULL, 0, diag);
    complain(diag);
    cr_assert_eq(status, QUIRE_OK, "the model is refused");
    quire_diag_destroy(diag);
    free(text);
    return model;
}

void
remembering_open(struct machine *m, const char *parts)
{
    quire_diag *diag = quire_diag_create();

    memset(m, 0, sizeof *m);
    m->model = remembering_model(parts);
    const quire_status status = quire_system_create(&m->system, m->model, diag);
    complain(diag);
    quire_diag_destroy(diag);
    cr_assert_eq(status, QUIRE_OK, "the model is refused");
    cr_assert_eq(quire_state_create(&m->state, m->system), QUIRE_OK);
    const struct quire_layout *l = &m->system->layout;
    m->n = l->nv + l->nz;
    m->y = aligned_alloc(64, sizeof(double) * (l->length + QUIRE_LANES));
    cr_assert_not_null(m->y);
    quire_state_start(m->state, m->y);
}
