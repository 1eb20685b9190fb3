#include "trace/machine_outline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/outline.h"
#include "geometry/piece.h"
#include "kind/pressure.h"
#include "kind/sensor.h"
#include "kind/shape.h"
#include "path/places.h"

#define MOUTH_CHORDS 8
/* 4 degrees [rad]: a chord leaves its arc by 0.06 % of the radius */
#define TOGETHER   1e-9 /* [m] */
#define ARC_STEP   0.0698131700797732
#define TEETH      2.5 /* of a comb for each height of its bristles */
#define MOST_TEETH 250
#define LEANS      0.4 /* of the height, by which roots of bristles that lean are drawn behind */

static void
clear_lines(struct quire_polyline *line, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        free(line[i].at);
        free(line[i].rim);
    }
    free(line);
}

void
quire_machine_clear(struct quire_machine *self)
{
    for (size_t i = 0; self->outline != NULL && i < self->n_path; i++) {
        quire_outline_clear(&self->outline[i]);
    }
    free(self->outline);
    free(self->object);
    clear_lines(self->guide, self->n_guide);
    clear_lines(self->path, self->n_path);
    clear_lines(self->pressure, self->n_pressure);
    free(self->roller);
    free(self->body);
    free(self->ball);
    free(self->nip);
    free(self->sensor);
    free(self->sheet);
    free(self->disc);
    *self = (struct quire_machine){0};
}

static size_t
chords(const struct quire_piece *piece)
{
    return piece->radius > 0.0 ? (size_t)ceil(piece->sweep / ARC_STEP) + 1 : 1;
}

/* whether a piece begins where the one before it ends; the surfaces of a closed wall do not meet */
static bool
goes_on(const struct quire_piece *before, const struct quire_piece *piece)
{
    return fabs(piece->from[0] - before->to[0]) < TOGETHER &&
           fabs(piece->from[1] - before->to[1]) < TOGETHER;
}

/* the outline as a chain of points */
static quire_status
flatten(struct quire_polyline *line, const struct quire_outline *outline)
{
    size_t n = 1;
    for (size_t i = 0; i < outline->n; i++) {
        n += chords(&outline->piece[i]) + 1;
    }
    line->at = malloc(n * sizeof *line->at);
    if (line->at == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    line->n = 0;
    for (size_t i = 0; i < outline->n; i++) {
        const struct quire_piece *piece = &outline->piece[i];
        const size_t m = chords(piece);
        for (size_t j = i > 0 && goes_on(piece - 1, piece) ? 1 : 0; j <= m; j++) {
            quire_piece_at(piece, piece->length * (double)j / (double)m, line->at[line->n++], NULL);
        }
    }
    return QUIRE_OK;
}

/* both rims of a wall at distance s along its way */
static void
add_rims(struct quire_polyline *line, const struct quire_wall_view *wall, double s)
{
    const double out = fmax(fmax(-s, s - wall->way.length), 0.0);
    const double away =
        wall->mouth > 0.0 ? wall->radius - sqrt(fmax(wall->radius * wall->radius - out * out, 0.0))
                          : 0.0;
    double foot[2], along[2];
    quire_outline_at(&wall->way, s, foot, along);
    for (int k = 0; k < 2; k++) {
        const double up = k == 0 ? -wall->height : wall->height;
        double *at = line->rim[line->n_rim][k];
        at[0] = foot[0] - up * along[1];
        at[1] = foot[1] + up * along[0];
        at[2] = wall->z - wall->side * away;
    }
    line->n_rim++;
}

/* A guide as contact knows it: its surface and end walls, or both surfaces of a wall. */
static quire_status
flatten_guide(struct quire_polyline *line, const struct quire_guide_view *guide)
{
    struct quire_outline solid;
    quire_status status =
        quire_outline_solid(&solid, guide->outline, guide->other, guide->side, guide->depth);
    if (status == QUIRE_OK) {
        status = flatten(line, &solid);
    }
    quire_outline_clear(&solid);
    return status;
}

static quire_status
stand_up(struct quire_polyline *line, const struct quire_wall_view *wall)
{
    size_t n = 2 * MOUTH_CHORDS + 1;
    for (size_t i = 0; i < wall->way.n; i++) {
        n += chords(&wall->way.piece[i]);
    }
    line->rim = malloc(n * sizeof *line->rim);
    if (line->rim == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    for (int k = MOUTH_CHORDS; k > 0 && wall->ends[0] && wall->mouth > 0.0; k--) {
        add_rims(line, wall, -wall->mouth * k / MOUTH_CHORDS);
    }
    for (size_t i = 0; i < wall->way.n; i++) {
        const struct quire_piece *piece = &wall->way.piece[i];
        const size_t m = chords(piece);
        for (size_t j = i == 0 ? 0 : 1; j <= m; j++) {
            add_rims(line, wall, piece->start + piece->length * (double)j / (double)m);
        }
    }
    for (int k = 1; k <= MOUTH_CHORDS && wall->ends[1] && wall->mouth > 0.0; k++) {
        add_rims(line, wall, wall->way.length + wall->mouth * k / MOUTH_CHORDS);
    }
    return QUIRE_OK;
}

/* Bristles as the teeth of a comb along their guide. */
static quire_status
comb(struct quire_polyline *line, const struct quire_bed_view *bed, double side)
{
    const size_t teeth = 2 + (size_t)(fmin(TEETH * bed->tips.length / bed->height, MOST_TEETH));

    line->at = malloc(3 * teeth * sizeof *line->at);
    if (line->at == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    line->n = 3 * teeth;
    line->side = 0.0;
    for (size_t i = 0; i < teeth; i++) {
        double tip[2], t[2];
        quire_outline_at(&bed->tips, bed->tips.length * (double)i / (double)(teeth - 1), tip, t);
        for (int d = 0; d < 2; d++) {
            const double normal = side * (d == 0 ? -t[1] : t[0]),
                         root = tip[d] - bed->height * (normal + LEANS * bed->lean * t[d]);
            line->at[3 * i][d] = line->at[3 * i + 2][d] = root;
            line->at[3 * i + 1][d] = tip[d];
        }
    }
    return QUIRE_OK;
}

static quire_status
gather_guides(struct quire_machine *self, const struct quire_view *view)
{
    size_t moving = 0;

    self->guide = calloc(view->n_guide + 1, sizeof *self->guide);
    if (self->guide == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    for (size_t i = 0; i < view->n_guide; i++) {
        const struct quire_guide_view *guide = quire_view_guide(view, i);
        struct quire_polyline *line = &self->guide[self->n_guide++];
        line->name = guide->name;
        line->moves = guide->moves;
        line->gate = guide->moves ? moving++ : 0;
        line->side = guide->side;
        line->across[0] = guide->across[0];
        line->across[1] = guide->across[1];
        line->rise[0] = guide->rise[0];
        line->rise[1] = guide->rise[1];
        if ((guide->bed != NULL       ? comb(line, guide->bed, guide->side)
             : guide->outline != NULL ? flatten_guide(line, guide)
                                      : QUIRE_OK) != QUIRE_OK ||
            (guide->wall != NULL && stand_up(line, guide->wall) != QUIRE_OK)) {
            return QUIRE_ERROR_LIMIT;
        }
    }
    return QUIRE_OK;
}

static quire_status
gather_sheets(struct quire_machine *self, const struct quire_view *view)
{
    self->spatial = view->spatial;
    self->sheet = calloc(view->n_sheet + 1, sizeof *self->sheet);
    for (size_t i = 0; self->sheet != NULL && i < view->n_sheet; i++) {
        const struct quire_sheet_view *sheet = quire_view_sheet(view, i);
        self->sheet[self->n_sheet++] =
            (struct quire_leaf){sheet->name, sheet->width, sheet->thickness};
    }
    return self->sheet != NULL ? QUIRE_OK : QUIRE_ERROR_LIMIT;
}

static quire_status
gather_discs(struct quire_machine *self, const struct quire_view *view)
{
    size_t n = 0;
    for (size_t i = 0; i < view->n_roller; i++) {
        n += view->roller[i].n_pad;
    }
    self->disc = calloc(n + 1, sizeof *self->disc);
    for (size_t i = 0; self->disc != NULL && i < view->n_roller; i++) {
        const struct quire_roller_view *r = quire_view_roller(view, i);
        self->roller[i].disc = self->n_disc;
        self->roller[i].n_disc = r->n_pad;
        for (size_t j = 0; j < r->n_pad; j++) {
            const struct quire_pad_view *p = &r->pad[j];
            self->disc[self->n_disc++] =
                (struct quire_disc){.at = {p->at[0] - r->x, p->at[1] - r->y, p->at[2]},
                                    .axis = {p->axis[0], p->axis[1], p->axis[2]},
                                    .radius = p->radius,
                                    .half = p->half};
        }
    }
    return self->disc != NULL ? QUIRE_OK : QUIRE_ERROR_LIMIT;
}

static quire_status
gather_rollers(struct quire_machine *self, const struct quire_view *view)
{
    self->roller = calloc(view->n_roller + 1, sizeof *self->roller);
    self->nip = calloc(view->n_nip + 1, sizeof *self->nip);
    self->body = calloc(view->n_body + view->n_roller + 1, sizeof *self->body);
    for (size_t i = 0; i < view->n_body; i++) {
        self->n_ball += view->body[i].n_ball;
    }
    self->ball = calloc(self->n_ball + 1, sizeof *self->ball);
    if (self->roller == NULL || self->nip == NULL || self->body == NULL || self->ball == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    for (size_t i = 0, ball = 0; i < view->n_body; ball += quire_view_body(view, i++)->n_ball) {
        const struct quire_body_view *b = quire_view_body(view, i);
        self->body[self->n_body++] = (struct quire_shape){.name = b->name,
                                                          .radius = b->radius,
                                                          .soft = b->is_soft,
                                                          .cuboid = b->is_cuboid,
                                                          .ball = ball,
                                                          .n_ball = b->n_ball};
        for (size_t j = 0; j < b->n_ball; j++) {
            self->ball[ball + j] = b->ball[j];
        }
    }
    for (size_t i = 0; i < view->n_roller; i++) {
        const struct quire_roller_view *r = quire_view_roller(view, i);
        self->roller[self->n_roller++] = (struct quire_wheel){.name = r->name,
                                                              .x = r->x,
                                                              .y = r->y,
                                                              .radius = r->radius,
                                                              .driver = r->is_driver,
                                                              .in_nip = r->nip >= 0,
                                                              .free = r->is_free};
    }
    for (size_t i = 0; i < view->n_roller; i++) {
        const struct quire_roller_view *r = quire_view_roller(view, i);
        if (quire_roller_deforms(r)) {
            self->roller[i].soft = true;
            self->body[self->n_body++] = (struct quire_shape){.name = r->name,
                                                              .radius = r->radius,
                                                              .soft = true,
                                                              .of_roller = true,
                                                              .roller = (int)i,
                                                              .driven = r->is_driver};
        }
    }
    for (size_t i = 0; i < view->n_nip; i++) {
        const struct quire_nip_view *nip = quire_view_nip(view, i);
        self->nip[self->n_nip++] = (struct quire_mark){.name = nip->name, .x = nip->x, .y = nip->y};
    }
    return gather_discs(self, view);
}

/* Traces a path of the model; pieces that cannot be traced were refused when the model was read.
 */
static quire_status
trace_path(struct quire_outline *out, const struct quire_object *path)
{
    const struct quire_path_params *params = path->params;
    quire_outline_begin(out, params->from, params->heading);
    for (size_t i = 0; i < path->n_child; i++) {
        const struct quire_object *piece = path->child[i];
        const struct quire_shape_ops *ops = piece->kind->ops;
        if (ops != NULL && piece->kind->family == &quire_family_path_piece &&
            ops->trace(piece, out, NULL) != QUIRE_OK) {
            return QUIRE_ERROR_LIMIT;
        }
    }
    return QUIRE_OK;
}

struct quire_disc
quire_disc_shifted(const struct quire_disc *disc, double shift)
{
    struct quire_disc moved = *disc;
    for (int c = 0; c < 3; c++) {
        moved.at[c] += shift * disc->axis[c];
    }
    return moved;
}

void
quire_machine_note_turning(struct quire_machine *self, const struct quire_view *view)
{
    for (size_t i = 0; i < self->n_roller; i++) {
        struct quire_wheel *wheel = &self->roller[i];
        const struct quire_roller_view *roller = quire_view_roller(view, i);
        if ((roller->is_driver || roller->nip < 0) &&
            fabs(roller->shaft_speed) > fabs(wheel->fastest)) {
            wheel->fastest = roller->shaft_speed;
            wheel->turn = roller->shaft_speed > 0.0 ? 1.0 : -1.0;
        }
    }
}

const struct quire_outline *
quire_machine_outline(const struct quire_machine *self, const struct quire_object *path)
{
    for (size_t i = 0; path != NULL && i < self->n_path; i++) {
        if (self->object[i] == path) {
            return &self->outline[i];
        }
    }
    return NULL;
}

static quire_status
gather_paths(struct quire_machine *self, const struct quire_object *root)
{
    self->path = calloc(root->n_child + 1, sizeof *self->path);
    self->outline = calloc(root->n_child + 1, sizeof *self->outline);
    self->object = calloc(root->n_child + 1, sizeof *self->object);
    if (self->path == NULL || self->outline == NULL || self->object == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    const struct quire_object *path;
    quire_status status = QUIRE_OK;
    for (size_t i = 0;
         status == QUIRE_OK && (path = quire_object_next_of(root, &quire_kind_path, &i)) != NULL;) {
        const size_t k = self->n_path++;
        self->object[k] = path;
        self->path[k].name = path->name;
        status = trace_path(&self->outline[k], path);
        if (status == QUIRE_OK) {
            status = flatten(&self->path[k], &self->outline[k]);
        }
    }
    return status;
}

static quire_status
gather_sensors(struct quire_machine *self, const struct quire_object *root)
{
    self->sensor = calloc(root->n_child + 1, sizeof *self->sensor);
    if (self->sensor == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    for (size_t i = 0; i < root->n_child; i++) {
        const struct quire_object *sensor = root->child[i];
        if (sensor->kind->family != &quire_family_sensor) {
            continue;
        }
        const struct quire_sensor_common *common = sensor->params;
        const struct quire_outline *outline = quire_machine_outline(self, common->path);
        if (outline != NULL && isfinite(common->at)) {
            struct quire_mark *mark = &self->sensor[self->n_sensor++];
            double point[2];
            quire_outline_at(outline, common->at, point, mark->direction);
            mark->name = sensor->name;
            mark->x = point[0];
            mark->y = point[1];
            mark->across = isnan(common->across) ? 0 : common->across;
        }
    }
    return QUIRE_OK;
}

static quire_status
gather_pressures(struct quire_machine *self, const struct quire_object *root)
{
    self->pressure = calloc(root->n_child + 1, sizeof *self->pressure);
    for (size_t i = 0; self->pressure != NULL && i < root->n_child; i++) {
        const struct quire_object *object = root->child[i];
        if (object->kind->family != &quire_family_pressure) {
            continue;
        }
        const struct quire_pressure_ops *ops = object->kind->ops;
        struct quire_polyline *line = &self->pressure[self->n_pressure++];
        line->name = object->name;
        line->at = calloc(QUIRE_PRESSURE_POINTS + 1, sizeof *line->at);
        if (line->at == NULL) {
            return QUIRE_ERROR_LIMIT;
        }
        if (ops->outline != NULL) {
            line->n = (size_t)ops->outline(object->params, line->at);
            memcpy(line->at[line->n++], line->at[0], sizeof *line->at);
        }
    }
    return self->pressure != NULL ? QUIRE_OK : QUIRE_ERROR_LIMIT;
}

quire_status
quire_machine_gather(struct quire_machine *self, const struct quire_model *model,
                     const struct quire_view *view)
{
    quire_machine_clear(self);
    quire_status status = gather_sheets(self, view);
    if (status == QUIRE_OK) {
        status = gather_guides(self, view);
    }
    if (status == QUIRE_OK) {
        status = gather_rollers(self, view);
    }
    if (status == QUIRE_OK && model != NULL && model->root != NULL) {
        status = gather_paths(self, model->root);
        if (status == QUIRE_OK) {
            status = gather_sensors(self, model->root);
        }
        if (status == QUIRE_OK) {
            status = gather_pressures(self, model->root);
        }
    }
    return status;
}

double
quire_machine_reach(const struct quire_machine *self, const struct quire_frames *frames)
{
    double reach = 0.0;
    for (size_t i = 0; i < self->n_sheet && self->spatial; i++) {
        reach = fmax(reach, 0.5 * self->sheet[i].width);
    }
    for (size_t i = 0; i < self->n_disc; i++) {
        reach = fmax(reach, fabs(self->disc[i].at[2]) + self->disc[i].half);
    }
    for (size_t k = 0; k < frames->n * frames->n_solid; k++) {
        double centre[3], axis[3][3];
        if (quire_frames_solid(frames, k / frames->n_solid, k % frames->n_solid, centre, axis)) {
            reach = fmax(reach,
                         fabs(centre[2]) + fabs(axis[0][2]) + fabs(axis[1][2]) + fabs(axis[2][2]));
        }
    }
    return reach;
}

void
quire_disc_plane(const struct quire_disc *disc, double u[3], double v[3])
{
    const double *a = disc->axis, flat = sqrt(a[0] * a[0] + a[2] * a[2]);
    u[0] = flat > 0.0 ? a[2] / flat : 1.0;
    u[1] = 0.0;
    u[2] = flat > 0.0 ? -a[0] / flat : 0.0;
    v[0] = a[1] * u[2] - a[2] * u[1];
    v[1] = a[2] * u[0] - a[0] * u[2];
    v[2] = a[0] * u[1] - a[1] * u[0];
}

bool
quire_polyline_moved(struct quire_polyline *out, const struct quire_polyline *line,
                     const struct quire_frames *frames, size_t frame)
{
    static const int32_t still[QUIRE_FRAMES_POSE] = {0, 0, 0};
    const int32_t *pose = frame < frames->n && line->moves && line->gate < frames->n_gate
                              ? quire_frames_gate_at(frames, frame, line->gate)
                              : still;
    const double c = cos(1e-6 * pose[2]), s = sin(1e-6 * pose[2]);

    *out = *line;
    out->at = calloc(line->n + 1, sizeof *out->at);
    for (size_t i = 0; out->at != NULL && i < line->n; i++) {
        out->at[i][0] = 1e-6 * pose[0] + c * line->at[i][0] - s * line->at[i][1];
        out->at[i][1] = 1e-6 * pose[1] + s * line->at[i][0] + c * line->at[i][1];
    }
    out->rise[0] = c * line->rise[0] - s * line->rise[1];
    out->rise[1] = s * line->rise[0] + c * line->rise[1];
    return out->at != NULL;
}
