#include "trace/frames.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/kernel.h"

#define BODY_POINTS 4
#define FULL_TURN   6.28318530717958647693

void
quire_frames_clear(struct quire_frames *self)
{
    free(self->first);
    free(self->column);
    free(self->more);
    free(self->time);
    free(self->place);
    *self = (struct quire_frames){0};
}

/* how many numbers a sheet has besides its mid-line: tensions; of spatial ones nodes before them,
 * and forces of contact */
static size_t
more_numbers(const struct quire_frames_sheet *sheet)
{
    const size_t n_segment = sheet->n_node > 0 ? sheet->n_node - 1 : 0;
    return sheet->n_column > 0 ? 3 * sheet->n_node * sheet->n_column + n_segment + sheet->n_node
                               : n_segment;
}

quire_status
quire_frames_shape(struct quire_frames *self, const struct quire_frames_sheet *sheet,
                   size_t n_sheet, size_t n_roller, size_t n_body, size_t n_solid)
{
    quire_frames_clear(self);
    self->first = calloc(n_sheet + 1, sizeof *self->first);
    self->column = calloc(n_sheet + 1, sizeof *self->column);
    self->more = calloc(n_sheet + 1, sizeof *self->more);
    if (self->first == NULL || self->column == NULL || self->more == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    self->n_sheet = n_sheet;
    self->n_roller = n_roller;
    self->n_body = n_body;
    self->n_solid = n_solid;
    self->stride = 1;
    for (size_t i = 0; i < n_sheet; i++) {
        self->first[i + 1] = self->first[i] + sheet[i].n_node;
        self->column[i] = sheet[i].n_column;
    }
    self->more[0] = 2 * (self->first[n_sheet] + n_roller + BODY_POINTS * n_body);
    bool spatial = false;
    for (size_t i = 0; i < n_sheet; i++) {
        self->more[i + 1] = self->more[i] + more_numbers(&sheet[i]);
        spatial = spatial || sheet[i].n_column > 0;
    }
    self->solid = self->more[n_sheet] + (spatial ? n_roller : 0);
    self->width = self->solid + QUIRE_FRAMES_SOLID * n_solid;
    return QUIRE_OK;
}

void
quire_frames_add_gates(struct quire_frames *self, size_t n)
{
    self->n_gate = n;
    self->width += QUIRE_FRAMES_POSE * n;
}

quire_status
quire_frames_begin(struct quire_frames *self, const struct quire_view *view)
{
    struct quire_frames_sheet *sheet = calloc(view->n_sheet + 1, sizeof *sheet);
    if (sheet == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    for (size_t i = 0; i < view->n_sheet; i++) {
        const struct quire_sheet_view *s = quire_view_sheet(view, i);
        sheet[i] = (struct quire_frames_sheet){s->n_node, view->spatial ? s->n_column : 0};
    }
    size_t n_body = view->n_body, n_solid = 0;
    while (n_solid < view->n_body && quire_view_body(view, n_solid)->is_solid) {
        n_solid++;
    }
    for (size_t i = 0; i < view->n_roller; i++) {
        n_body += quire_roller_deforms(&view->roller[i]) ? 1 : 0;
    }
    const quire_status status =
        quire_frames_shape(self, sheet, view->n_sheet, view->n_roller, n_body, n_solid);
    size_t n_gate = 0;
    for (size_t i = 0; i < view->n_guide; i++) {
        n_gate += view->guide[i].moves ? 1 : 0;
    }
    quire_frames_add_gates(self, n_gate);
    free(sheet);
    return status;
}

/* Of metres micrometres, of newtons micronewtons, halves away from zero. */
QUIRE_INLINE int32_t
millionths(double value)
{
    const double um = 1e6 * value;
    const bool there = um > -2000000000.5 && um < 2000000000.5; /* also false for NaN */
    const int32_t whole = (int32_t)(there ? um : 0);
    const double rest = um - whole;

    return there ? whole + (rest >= 0.5) - (rest <= -0.5) : QUIRE_FRAMES_ABSENT;
}

static bool
set_capacity(struct quire_frames *self, size_t capacity)
{
    double *time = realloc(self->time, capacity * sizeof *time);
    if (time == NULL) {
        return false;
    }
    self->time = time;
    const size_t width = self->width > 0 ? self->width : 1;
    if (capacity > SIZE_MAX / sizeof *self->place / width) {
        return false;
    }
    int32_t *place = realloc(self->place, capacity * width * sizeof *place);
    if (place == NULL) {
        return false;
    }
    self->place = place;
    self->capacity = capacity;
    return true;
}

static bool
grow(struct quire_frames *self)
{
    return self->n < self->capacity ||
           set_capacity(self, self->capacity > 0 ? 2 * self->capacity : 4);
}

quire_status
quire_frames_expect(struct quire_frames *self, size_t samples)
{
    /* and the last one */
    const size_t n = (samples < QUIRE_FRAMES_MOST ? samples : QUIRE_FRAMES_MOST) + 1;
    return n <= self->capacity || set_capacity(self, n) ? QUIRE_OK : QUIRE_ERROR_LIMIT;
}

/* the corners of the face of its cuboid, or of one as large as it, that looks most along z */
static void
fill_face(int32_t *at, const struct quire_body_view *body)
{
    static const double corner[BODY_POINTS][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    const double middle[2] = {body->x, body->y};
    double most = -1;
    int face = 0;

    for (int d = 0; d < 3; d++) {
        const double *a = body->axes[d], length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
        if (fabs(a[2]) > most * length) {
            most = fabs(a[2]) / length;
            face = d;
        }
    }
    const double *a = body->axes[face], *u = body->axes[(face + 1) % 3],
                 *v = body->axes[(face + 2) % 3];
    for (size_t i = 0; i < BODY_POINTS; i++) {
        for (int d = 0; d < 2; d++) {
            *at++ = millionths(middle[d] + copysign(1, a[2]) * a[d] + corner[i][0] * u[d] +
                               corner[i][1] * v[d]);
        }
    }
}

static void
fill_body(int32_t *at, const struct quire_body_view *body)
{
    static const double disc[BODY_POINTS][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}},
                        block[BODY_POINTS][2] = {
                            {0.5, 0.5}, {-0.5, 0.5}, {-0.5, -0.5}, {0.5, -0.5}};
    const double c = cos(body->angle), s = sin(body->angle);

    if (body->is_solid && !(body->radius > 0)) {
        fill_face(at, body);
        return;
    }
    for (size_t i = 0; i < BODY_POINTS; i++) {
        const bool round = body->radius > 0.0;
        const double x = round ? body->radius * disc[i][0] : body->width * block[i][0],
                     y = round ? body->radius * disc[i][1] : body->height * block[i][1];
        const double u = c * x - s * y, v = s * x + c * y;
        *at++ = millionths(body->x + body->stretch[0][0] * u + body->stretch[0][1] * v);
        *at++ = millionths(body->y + body->stretch[1][0] * u + body->stretch[1][1] * v);
    }
}

/* a soft roller: where its material is that began to the right, on top, ... if it had not turned */
static void
fill_outline(int32_t *at, const struct quire_roller_view *roller)
{
    struct quire_body_view body = {.radius = roller->radius, .x = roller->x, .y = roller->y};

    memcpy(body.stretch, roller->stretch, sizeof body.stretch);
    fill_body(at, &body);
}

static QUIRE_CLONES int32_t *
fill_numbers(int32_t *restrict at, const double *restrict value, size_t n)
{
    QUIRE_IVDEP
    for (size_t i = 0; i < n; i++) {
        at[i] = millionths(value[i]);
    }
    return at + n;
}

static QUIRE_CLONES int32_t *
fill_pairs(int32_t *restrict at, const double *restrict x, const double *restrict y, size_t n)
{
    QUIRE_IVDEP
    for (size_t i = 0; i < n; i++) {
        at[2 * i] = millionths(x[i]);
        at[2 * i + 1] = millionths(y[i]);
    }
    return at + 2 * n;
}

static int32_t *
fill_absent(int32_t *at, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        *at++ = QUIRE_FRAMES_ABSENT;
    }
    return at;
}

static void
fill_more(struct quire_frames *self, size_t frame, size_t index,
          const struct quire_sheet_view *sheet)
{
    int32_t *at = quire_frames_nodes_at(self, frame, index),
            *end = quire_frames_nodes_at(self, frame, index + 1);
    const bool spatial = self->column[index] > 0;
    if (sheet->entered && at < end) {
        at = spatial ? fill_numbers(at, sheet->node, 3 * sheet->n_node * sheet->n_column) : at;
        at = fill_numbers(at, sheet->tension, sheet->n_node - 1);
        at = spatial ? fill_numbers(at, sheet->contact, sheet->n_node) : at;
    }
    if (at < end) {
        fill_absent(at, (size_t)(end - at));
    }
}

static void
fill(struct quire_frames *self, size_t frame, const struct quire_view *view)
{
    int32_t *at = self->place + frame * self->width;
    self->time[frame] = view->time;
    for (size_t i = 0; i < self->n_sheet; i++) {
        const struct quire_sheet_view *sheet = quire_view_sheet(view, i);
        const size_t n = quire_frames_node_count(self, i);
        at = sheet->entered ? fill_pairs(at, sheet->x, sheet->y, n) : fill_absent(at, 2 * n);
    }
    for (size_t i = 0; i < self->n_roller; i++) {
        const struct quire_roller_view *roller = quire_view_roller(view, i);
        *at++ = millionths(roller->x);
        *at++ = millionths(roller->y);
    }
    for (size_t i = 0; i < view->n_body; i++, at += 2 * BODY_POINTS) {
        fill_body(at, quire_view_body(view, i));
    }
    for (size_t i = 0; i < view->n_roller; i++) {
        const struct quire_roller_view *roller = quire_view_roller(view, i);
        if (quire_roller_deforms(roller)) {
            fill_outline(at, roller);
            at += 2 * BODY_POINTS;
        }
    }
    for (size_t i = 0; i < self->n_sheet; i++) {
        fill_more(self, frame, i, quire_view_sheet(view, i));
    }
    for (size_t i = 0; quire_frames_has_shifts(self) && i < self->n_roller; i++) {
        quire_frames_shifts_at(self, frame)[i] = millionths(quire_view_roller(view, i)->shift);
    }
    for (size_t i = 0; i < self->n_solid; i++) {
        const struct quire_body_view *body = quire_view_body(view, i);
        int32_t *solid = fill_numbers(quire_frames_solid_at(self, frame, i),
                                      (const double[]){body->x, body->y, body->z}, 3);
        fill_numbers(solid, body->axes[0], 9);
    }
    for (size_t i = 0, gate = 0; i < view->n_guide && gate < self->n_gate; i++) {
        const struct quire_guide_view *guide = quire_view_guide(view, i);
        if (guide->moves) {
            at = fill_numbers(quire_frames_gate_at(self, frame, gate++), guide->origin, 2);
            *at = millionths(remainder(guide->turn, FULL_TURN)); /* a paddle goes round and round */
        }
    }
}

/* The number of samples is not known beforehand: when there are too many frames, every second one
 * goes. */
static void
thin_out(struct quire_frames *self)
{
    size_t kept = 0;
    for (size_t i = 0; i < self->n; i += 2, kept++) {
        self->time[kept] = self->time[i];
        memmove(self->place + kept * self->width, self->place + i * self->width,
                self->width * sizeof *self->place);
    }
    self->n = kept;
    self->stride *= 2;
}

static quire_status
append(struct quire_frames *self, const struct quire_view *view)
{
    if (!grow(self)) {
        return QUIRE_ERROR_LIMIT;
    }
    fill(self, self->n++, view);
    return QUIRE_OK;
}

quire_status
quire_frames_add(struct quire_frames *self, const struct quire_view *view)
{
    if (self->n >= QUIRE_FRAMES_MOST) {
        thin_out(self);
    }
    return self->seen++ % self->stride == 0 ? append(self, view) : QUIRE_OK;
}

quire_status
quire_frames_add_last(struct quire_frames *self, const struct quire_view *view)
{
    if (self->n > 0 && self->time[self->n - 1] >= view->time) {
        fill(self, self->n - 1, view);
        return QUIRE_OK;
    }
    return append(self, view);
}

static bool
all_there(const int32_t *at, size_t n)
{
    int absent = 0;
    for (size_t i = 0; i < n; i++) { /* none is left out: so it goes many at a time */
        absent |= at[i] == QUIRE_FRAMES_ABSENT;
    }
    return absent == 0;
}

const int32_t *
quire_frames_sheet(const struct quire_frames *self, size_t frame, size_t sheet, size_t *n)
{
    const int32_t *at = quire_frames_line_at(self, frame, sheet);
    *n = quire_frames_node_count(self, sheet);
    return *n > 0 && all_there(at, 2 * *n) ? at : NULL;
}

const int32_t *
quire_frames_roller(const struct quire_frames *self, size_t frame, size_t roller)
{
    return quire_frames_roller_at(self, frame, roller);
}

const int32_t *
quire_frames_body(const struct quire_frames *self, size_t frame, size_t body)
{
    return quire_frames_body_at(self, frame, body);
}

double
quire_frames_shift(const struct quire_frames *self, size_t frame, size_t roller)
{
    const int32_t um = quire_frames_has_shifts(self) ? quire_frames_shifts_at(self, frame)[roller]
                                                     : QUIRE_FRAMES_ABSENT;
    return um != QUIRE_FRAMES_ABSENT ? 1e-6 * um : 0;
}

bool
quire_frames_shifts(const struct quire_frames *self, size_t roller)
{
    for (size_t frame = 0; frame < self->n; frame++) {
        if (quire_frames_shift(self, frame, roller) != 0) {
            return true;
        }
    }
    return false;
}

const int32_t *
quire_frames_nodes(const struct quire_frames *self, size_t frame, size_t sheet)
{
    size_t n;
    if (self->column[sheet] == 0 || quire_frames_sheet(self, frame, sheet, &n) == NULL) {
        return NULL;
    }
    const int32_t *at = quire_frames_nodes_at(self, frame, sheet);
    return all_there(at, 3 * n * self->column[sheet]) ? at : NULL;
}

bool
quire_frames_append(struct quire_frames *self, double time)
{
    if (!grow(self)) {
        return false;
    }
    self->time[self->n] = time;
    for (size_t i = 0; i < self->width; i++) {
        self->place[self->n * self->width + i] = QUIRE_FRAMES_ABSENT;
    }
    self->n++;
    return true;
}

size_t
quire_frames_nearest(const struct quire_frames *self, double time)
{
    size_t best = 0;
    for (size_t i = 1; i < self->n; i++) {
        if (fabs(self->time[i] - time) < fabs(self->time[best] - time)) {
            best = i;
        }
    }
    return best;
}

bool
quire_frames_solid(const struct quire_frames *self, size_t frame, size_t solid, double centre[3],
                   double axis[3][3])
{
    const int32_t *at = quire_frames_solid_at(self, frame, solid);

    for (size_t i = 0; i < QUIRE_FRAMES_SOLID; i++) {
        if (at[i] == QUIRE_FRAMES_ABSENT) {
            return false;
        }
        *(i < 3 ? &centre[i] : &axis[i / 3 - 1][i % 3]) = 1e-6 * at[i];
    }
    return true;
}
