#include "trace/series.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/detmath.h"
#include "math/kernel.h"
#include "model/params.h"
#include "trace/series_writer.h"

#define ROOM_BEHIND 3 /* values are read by fours */

static const double nothing = NAN; /* NAN itself is a float */

void
quire_series_name(struct writer *w, const char *object, const char *quantity, const char *unit,
                  unsigned statistics)
{
    struct quire_series *series = w->series;
    if (series->n_column == series->column_capacity) {
        const size_t capacity = series->column_capacity > 0 ? 2 * series->column_capacity : 64;
        struct quire_column *column = realloc(series->column, capacity * sizeof *column);
        if (column == NULL) {
            w->status = QUIRE_ERROR_LIMIT;
            return;
        }
        series->column = column;
        series->column_capacity = capacity;
    }
    const char *shown_unit = unit[0] != '\0' ? unit : "1";
    const size_t size = strlen(object) + strlen(quantity) + strlen(shown_unit) + 5;
    char *header = malloc(size);
    if (header == NULL) {
        w->status = QUIRE_ERROR_LIMIT;
        return;
    }
    const char *dot = object[0] != '\0' ? "." : "";
    const int name = snprintf(header, size, "%s%s%s", object, dot, quantity);
    snprintf(header + name, size - (size_t)name, " [%s]", shown_unit);
    series->column[series->n_column++] = (struct quire_column){
        .header = header, .name = (size_t)name, .unit = unit, .statistics = statistics};
}

static void
put_edge(struct writer *w, const char *sheet, bool is_lead, const struct quire_point_view *at,
         bool there)
{
    const struct {
        const char *lead, *trail, *unit;
        unsigned statistics;
        double value;
    } list[] = {
        {"lead.path", "trail.path", "m", QUIRE_LAST | QUIRE_MAX, at->path_distance},
        {"lead.height", "trail.height", "m", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN, at->path_height},
        {"lead.speed", "trail.speed", "m/s", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN, at->path_speed},
        {"lead.x", "trail.x", "m", QUIRE_LAST, at->x},
        {"lead.y", "trail.y", "m", QUIRE_LAST, at->y},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        put(w, sheet, is_lead ? list[i].lead : list[i].trail, list[i].unit,
            list[i].statistics | QUIRE_MOTION, there ? list[i].value : nothing);
    }
}

/* from this sheet's lead edge to the nearest trail edge ahead on the same path */
static double
gap_ahead(const struct quire_view *view, size_t index)
{
    const struct quire_sheet_view *self = &view->sheet[index];
    double gap = NAN;
    for (size_t i = 0; i < view->n_sheet; i++) {
        const struct quire_sheet_view *other = &view->sheet[i];
        if (i == index || !other->entered || other->path != self->path || self->path == NULL ||
            other->lead.path_distance < self->lead.path_distance) {
            continue;
        }
        gap = fmin(gap, other->trail.path_distance - self->lead.path_distance);
    }
    return gap;
}

static void
put_edges(struct writer *w, const struct quire_sheet_view *sheet)
{
    put_edge(w, sheet->name, true, &sheet->lead, sheet->entered);
    put_edge(w, sheet->name, false, &sheet->trail, sheet->entered);
}

static void
put_sheet(struct writer *w, const struct quire_view *view, size_t index)
{
    const struct quire_sheet_view *sheet = &view->sheet[index];
    const bool there = sheet->entered;
    const char *name = sheet->name;
    put_edges(w, sheet);
    put(w, name, "tension", "N", QUIRE_MAX | QUIRE_MIN, there ? sheet->tension_middle : nothing);
    put(w, name, "buckle.height", "m", QUIRE_MAX, there ? sheet->buckle_height : nothing);
    put(w, name, "buckle.path", "m", 0, there ? sheet->buckle_distance : nothing);
    put(w, name, "curvature", "m^-1", QUIRE_PEAK, there ? sheet->peak_curvature : nothing);
    put(w, name, "curvature.at", "m", 0, there ? sheet->peak_curvature_at : nothing);
    if (view->n_sheet > 1) {
        put(w, name, "gap-ahead", "m", QUIRE_LAST | QUIRE_MIN,
            there ? gap_ahead(view, index) : nothing);
    }
    if (view->spatial) {
        quire_series_put_spatial_sheet(w, sheet);
    }
}

/* the most it is stretched, and in which direction */
static void
put_stretch(struct writer *w, const char *name, const double v[2][2])
{
    const double a = 0.5 * (v[0][0] - v[1][1]), b = v[0][1], most = sqrt(a * a + b * b);

    put(w, name, "stretch", "", QUIRE_MAX, 0.5 * (v[0][0] + v[1][1]) + most);
    put(w, name, "stretch.direction", "rad", QUIRE_LAST, most > 0 ? 0.5 * quire_atan2(b, a) : 0);
}

/* pressure of what keeps its area (of others there is none), and mean stress */
static void
put_stress(struct writer *w, const char *name, double pressure, double mean)
{
    if (!isnan(pressure)) {
        put(w, name, "pressure", "Pa", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN, pressure);
    }
    put(w, name, "mean-stress", "Pa", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN, mean);
}

static void
put_clutch(struct writer *w, const char *name, const struct quire_roller_view *roller)
{
    if (!isnan(roller->clutch_slip)) {
        put(w, name, "clutch.slip", "m/s", QUIRE_LAST | QUIRE_PEAK, roller->clutch_slip);
        put(w, name, "clutch.torque", "N*m", QUIRE_LAST | QUIRE_PEAK, roller->clutch_torque);
    }
}

/* contact quantities of a driver, under the nip's name, or of a roller, under its own */
static void
put_drive_contact(struct writer *w, const char *name, const struct quire_roller_view *roller,
                  double friction)
{
    const bool touched = roller->n_sheet > 0;
    put(w, name, "normal", "N", QUIRE_MAX | QUIRE_MEAN, roller->normal);
    put(w, name, "friction", "N", QUIRE_PEAK, friction);
    put(w, name, "slip", "m/s", QUIRE_PEAK, touched ? roller->slip : nothing);
    put(w, name, "creep", "m/s", QUIRE_PEAK, touched ? roller->creep : nothing);
    put(w, name, "traction", "", QUIRE_PEAK,
        roller->limit > 0.0 ? roller->friction / roller->limit : nothing);
    put(w, name, "indentation", "m", QUIRE_MAX, roller->indentation);
    put(w, name, "speed", "m/s", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN, roller->surface_speed);
    put(w, name, "torque", "N*m", QUIRE_PEAK, roller->torque);
    put(w, name, "power", "W", QUIRE_PEAK | QUIRE_WORK, roller->power);
    put_clutch(w, name, roller);
    if (roller->is_soft) {
        put_stretch(w, name, roller->stretch);
        put_stress(w, name, roller->pressure, roller->mean_stress);
    }
}

static void
put_idler(struct writer *w, const char *nip, const struct quire_roller_view *idler)
{
    const bool touched = idler->n_sheet > 0;
    put(w, nip, "idler.normal", "N", QUIRE_MAX, idler->normal);
    put(w, nip, "idler.friction", "N", QUIRE_PEAK, idler->friction);
    put(w, nip, "idler.slip", "m/s", QUIRE_PEAK, touched ? idler->slip : nothing);
    put(w, nip, "idler.creep", "m/s", QUIRE_PEAK, touched ? idler->creep : nothing);
    put(w, nip, "idler.speed", "m/s", QUIRE_MAX, idler->surface_speed);
    put(w, nip, "idler.travel", "m", QUIRE_MAX | QUIRE_MIN, idler->travel);
    put(w, nip, "idler.power", "W", QUIRE_PEAK | QUIRE_WORK, idler->power);
    put_clutch(w, idler->name, idler);
    if (idler->is_soft) {
        put_stretch(w, idler->name, idler->stretch);
        put_stress(w, idler->name, idler->pressure, idler->mean_stress);
    }
}

static void
put_nip(struct writer *w, const struct quire_view *view, const struct quire_nip_view *nip)
{
    const struct quire_roller_view *driver = &view->roller[nip->driver],
                                   *idler = &view->roller[nip->idler];
    put_drive_contact(w, nip->name, driver, driver->friction + idler->friction);
    put(w, nip->name, "gap", "m", QUIRE_MAX | QUIRE_MIN, nip->gap);
    if (!isnan(nip->open)) {
        put(w, nip->name, "open", "", QUIRE_LAST, nip->open);
    }
    put(w, nip->name, "roller-normal", "N", QUIRE_MAX, driver->roller_normal);
    put_idler(w, nip->name, idler);
    if (view->spatial) {
        quire_series_put_spatial_nip(w, nip->name, driver, idler);
    }
}

static void
put_guide(struct writer *w, const struct quire_guide_view *guide)
{
    const bool touched = guide->normal > 0.0;
    put(w, guide->name, "normal", "N", QUIRE_MAX | QUIRE_MEAN, guide->normal);
    put(w, guide->name, "x", "m", 0, touched ? guide->x : nothing);
    put(w, guide->name, "y", "m", 0, touched ? guide->y : nothing);
    put(w, guide->name, "drag", "N", QUIRE_PEAK, guide->drag);
    put(w, guide->name, "slip", "m/s", QUIRE_PEAK, touched ? guide->slip : nothing);
    put(w, guide->name, "creep", "m/s", QUIRE_PEAK, touched ? guide->creep : nothing);
    put(w, guide->name, "slip-power", "W", QUIRE_MAX | QUIRE_WORK, guide->slip_power);
    put(w, guide->name, "indentation", "m", QUIRE_MAX, guide->indentation);
    if (guide->moves && isnan(guide->stroke)) {
        put(w, guide->name, "angle", "rad", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN, guide->turn);
    } else if (guide->moves) {
        put(w, guide->name, "stroke", "m", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN, guide->stroke);
    }
    if (guide->held) {
        const bool turns = isnan(guide->stroke);
        put(w, guide->name, "rate", turns ? "rad/s" : "m/s", QUIRE_LAST | QUIRE_PEAK, guide->rate);
        put(w, guide->name, turns ? "moment" : "force", turns ? "N*m" : "N",
            QUIRE_MAX | QUIRE_MIN | QUIRE_MEAN, guide->push);
    }
}

/* F = V R of a body turned by `angle` */
static void
put_deformation(struct writer *w, const struct quire_body_view *body)
{
    static const char *const name[2][2] = {{"f11", "f12"}, {"f21", "f22"}};
    const double c = quire_cos(body->angle), s = quire_sin(body->angle);

    for (int i = 0; i < 2; i++) {
        const double along = body->stretch[i][0], up = body->stretch[i][1];
        put(w, body->name, name[i][0], "", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN, along * c + up * s);
        put(w, body->name, name[i][1], "", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN, up * c - along * s);
    }
}

static void
put_solid(struct writer *w, const struct quire_body_view *body)
{
    const unsigned all = QUIRE_LAST | QUIRE_MAX | QUIRE_MIN;
    const struct {
        const char *name, *unit;
        unsigned statistics;
        double value;
    } list[] = {
        {"x", "m", all, body->x},
        {"y", "m", all, body->y},
        {"z", "m", all, body->z},
        {"turn.w", "", all, body->turn[0]},
        {"turn.a", "", all, body->turn[1]},
        {"turn.b", "", all, body->turn[2]},
        {"turn.c", "", all, body->turn[3]},
        {"vx", "m/s", all, body->vx},
        {"vy", "m/s", all, body->vy},
        {"vz", "m/s", all, body->vz},
        {"spin.x", "rad/s", all, body->rate[0]},
        {"spin.y", "rad/s", all, body->rate[1]},
        {"spin.z", "rad/s", all, body->rate[2]},
        {"angular-momentum.x", "kg*m^2/s", all, body->momentum[0]},
        {"angular-momentum.y", "kg*m^2/s", all, body->momentum[1]},
        {"angular-momentum.z", "kg*m^2/s", all, body->momentum[2]},
        {"normal", "N", QUIRE_MAX | QUIRE_MEAN, body->normal},
        {"force.x", "N", QUIRE_PEAK, body->force_x},
        {"force.y", "N", QUIRE_PEAK, body->force_y},
        {"force.z", "N", QUIRE_PEAK, body->force_z},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        put(w, body->name, list[i].name, list[i].unit, list[i].statistics, list[i].value);
    }
}

static void
put_body(struct writer *w, const struct quire_body_view *body)
{
    if (body->is_solid) {
        put_solid(w, body);
        return;
    }
    const struct {
        const char *name, *unit;
        unsigned statistics;
        double value;
    } list[] = {
        {"x", "m", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN, body->x},
        {"y", "m", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN, body->y},
        {"angle", "rad", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN, body->angle},
        {"vx", "m/s", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN, body->vx},
        {"vy", "m/s", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN, body->vy},
        {"spin", "rad/s", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN, body->spin},
        {"normal", "N", QUIRE_MAX | QUIRE_MEAN, body->normal},
        {"force.x", "N", QUIRE_PEAK, body->force_x},
        {"force.y", "N", QUIRE_PEAK, body->force_y},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        put(w, body->name, list[i].name, list[i].unit, list[i].statistics, list[i].value);
    }
    if (body->is_soft) {
        put_deformation(w, body);
        put_stress(w, body->name, body->pressure, body->mean_stress);
    }
}

static void
put_spring(struct writer *w, const struct quire_spring_view *spring)
{
    put(w, spring->name, "length", "m", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN,
        spring->there ? spring->length : nothing);
    put(w, spring->name, "force", "N", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN,
        spring->there ? spring->force : nothing);
}

static void
put_pressure(struct writer *w, const struct quire_pressure_view *pressure)
{
    put(w, pressure->name, "normal", "N", QUIRE_MAX | QUIRE_MIN | QUIRE_MEAN, pressure->normal);
    put(w, pressure->name, "drag", "N", QUIRE_PEAK, pressure->drag);
}

static void
put_sensors(struct writer *w, const struct quire_view *view)
{
    for (size_t i = 0; i < w->series->n_probe; i++) {
        const struct quire_probe *probe = &w->series->probe[i];
        const double value =
            w->row != NULL ? probe->ops->value(probe->object, probe->prepared, view) : nothing;
        put(w, probe->object->name != NULL ? probe->object->name : "sensor", probe->ops->value_name,
            probe->ops->value_unit != NULL ? probe->ops->value_unit : "", QUIRE_LAST | QUIRE_MAX,
            value);
    }
}

static void
put_energy(struct writer *w, const struct quire_energy_view *e)
{
    const struct {
        const char *name;
        double value;
    } list[] = {
        {"kinetic", e->kinetic},
        {"elastic", e->elastic},
        {"gravity", e->gravity},
        {"contact", e->contact},
        {"springs", e->springs},
        {"drives", e->drives},
        {"belts", e->belts},
        {"loads", e->loads},
        {"friction", e->friction},
        {"contact-damping", e->contact_damping},
        {"sheet-damping", e->sheet_damping},
        {"elements", e->elements},
        {"bearings", e->bearings},
        {"integrator", e->integrator},
        {"residual", e->residual},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        put(w, "energy", list[i].name, "J", QUIRE_LAST, list[i].value);
    }
}

static void
put_time(struct writer *w, const struct quire_view *view)
{
    put(w, "", "time", "s", QUIRE_LAST | QUIRE_MOTION, view->time);
}

static void
put_view(struct writer *w, const struct quire_view *view)
{
    put_time(w, view);
    for (size_t i = 0; i < view->n_sheet; i++) {
        put_sheet(w, view, quire_in_file_at(view->in_file.sheet, i));
    }
    for (size_t i = 0; i < view->n_nip; i++) {
        put_nip(w, view, quire_view_nip(view, i));
    }
    for (size_t i = 0; i < view->n_roller; i++) {
        const struct quire_roller_view *roller = quire_view_roller(view, i);
        if (roller->nip < 0 && !roller->is_free) {
            put_drive_contact(w, roller->name, roller, roller->friction);
            if (view->spatial) {
                quire_series_put_spatial_roller(w, roller);
            }
        }
    }
    for (size_t i = 0; i < view->n_guide; i++) {
        const struct quire_guide_view *guide = quire_view_guide(view, i);
        put_guide(w, guide);
        if (view->spatial) {
            quire_series_put_spatial_guide(w, guide);
        }
    }
    for (size_t i = 0; i < view->n_body; i++) {
        put_body(w, quire_view_body(view, i));
    }
    for (size_t i = 0; i < view->n_spring; i++) {
        put_spring(w, &view->spring[quire_in_file_at(view->in_file.spring, i)]);
    }
    for (size_t i = 0; i < view->n_pressure; i++) {
        put_pressure(w, &view->pressure[quire_in_file_at(view->in_file.pressure, i)]);
    }
    put_sensors(w, view);
    put_energy(w, &view->energy);
}

void
quire_series_clear(struct quire_series *self)
{
    for (size_t i = 0; i < self->n_column; i++) {
        free(self->column[i].header);
    }
    for (size_t i = 0; i < self->n_probe; i++) {
        free(self->probe[i].prepared);
    }
    free(self->probe);
    free(self->column);
    free(self->value);
    *self = (struct quire_series){0};
}

/* The outline the sheets on this path were given: sensors know sheets on their path by it. */
static const struct quire_outline *
outline_of(const struct quire_object *path, const struct quire_machine *machine,
           const struct quire_view *view)
{
    for (size_t i = 0; i < view->n_sheet; i++) {
        const struct quire_object *sheet = view->sheet[i].object;
        const struct quire_object *start =
            sheet != NULL ? quire_object_child(sheet, "start") : NULL;
        if (start != NULL && ((const struct quire_start_params *)start->params)->path == path) {
            return view->sheet[i].path;
        }
    }
    return quire_machine_outline(machine, path);
}

static quire_status
prepare_probes(struct quire_series *self, const struct quire_object *root,
               const struct quire_machine *machine, const struct quire_view *view)
{
    self->probe = calloc(root->n_child + 1, sizeof *self->probe);
    if (self->probe == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    for (size_t i = 0; i < root->n_child; i++) {
        const struct quire_object *object = root->child[i];
        const struct quire_sensor_ops *ops = object->kind->ops;
        if (strcmp(object->kind->family, "sensor") != 0 || ops->value_name == NULL ||
            ops->value == NULL) {
            continue;
        }
        struct quire_probe *probe = &self->probe[self->n_probe++];
        *probe = (struct quire_probe){object, ops, calloc(1, ops->prepared_size + 1)};
        if (probe->prepared == NULL) {
            return QUIRE_ERROR_LIMIT;
        }
        if (ops->prepare != NULL) {
            const struct quire_sensor_common *common = object->params;
            ops->prepare(object,
                         common->path != NULL ? outline_of(common->path, machine, view) : NULL,
                         probe->prepared);
        }
    }
    return QUIRE_OK;
}

quire_status
quire_series_begin(struct quire_series *self, const struct quire_model *model,
                   const struct quire_machine *machine, const struct quire_view *view)
{
    struct writer w = {.series = self};
    quire_series_clear(self);
    if (model != NULL && model->root != NULL &&
        prepare_probes(self, model->root, machine, view) != QUIRE_OK) {
        return QUIRE_ERROR_LIMIT;
    }
    put_view(&w, view);
    return w.status;
}

void
quire_series_row(struct quire_series *self, const struct quire_view *view, double *row)
{
    struct writer w = {.series = self, .row = row};
    put_view(&w, view);
}

void
quire_series_motion(struct quire_series *self, const struct quire_view *view, size_t per_sheet,
                    double *row)
{
    struct writer w = {.series = self, .row = row};

    put_time(&w, view);
    for (size_t i = 0; i < view->n_sheet; i++) {
        w.column = 1 + i * per_sheet;
        put_edges(&w, quire_view_sheet(view, i));
    }
}

quire_status
quire_series_add(struct quire_series *self, const struct quire_view *view)
{
    if (self->n_row == self->row_capacity) {
        const size_t capacity = self->row_capacity > 0  ? 2 * self->row_capacity
                                : self->n_column < 1000 ? 256
                                                        : 16;
        if (capacity > QUIRE_SERIES_VALUES / self->n_column) {
            return QUIRE_ERROR_LIMIT;
        }
        double *value =
            realloc(self->value, (capacity * self->n_column + ROOM_BEHIND) * sizeof *value);
        if (value == NULL) {
            return QUIRE_ERROR_LIMIT;
        }
        memset(value + capacity * self->n_column, 0, ROOM_BEHIND * sizeof *value);
        self->value = value;
        self->row_capacity = capacity;
    }
    quire_series_row(self, view, self->value + self->n_row * self->n_column);
    self->n_row++;
    return QUIRE_OK;
}

/* What four columns come to, side by side. */
struct summary {
    quire_v4 last, largest, smallest, integral, mean_integral, mean_time;
    quire_v4 before; /* the row before */
};

/* values are finite or NaN */
QUIRE_INLINE void
add_values(struct summary *sum, quire_v4 value, double step)
{
    const quire_v4 zero = {0}, area = 0.5 * (value + sum->before) * step;
    const quire_mask4 known = value == value, follows = area == area;
    /* exactly 0: not in contact */
    const quire_mask4 touching = follows & (value != zero) & (sum->before != zero);

    sum->last = quire_select4(known, value, sum->last);
    /* also when there was none */
    sum->largest = quire_select4(known & ~(value <= sum->largest), value, sum->largest);
    sum->smallest = quire_select4(known & ~(value >= sum->smallest), value, sum->smallest);
    sum->integral += quire_where4(follows, area);
    sum->mean_integral += quire_where4(touching, area);
    sum->mean_time += quire_where4(touching, quire_all4(step));
    sum->before = value;
}

/* row by row, as the values lie in memory; to be freed by the caller, NULL when memory runs out */
static QUIRE_CLONES struct summary *
summarise(const struct quire_series *self)
{
    const size_t n = (self->n_column + 3) / 4;
    const quire_v4 zero = {0}, none = quire_all4(nothing);
    struct summary *sum = aligned_alloc(32, (n + 1) * sizeof *sum);

    for (size_t i = 0; sum != NULL && i < n; i++) {
        sum[i] = (struct summary){none, none, none, zero, zero, zero, none};
    }
    for (size_t row = 0; sum != NULL && row < self->n_row; row++) {
        const double *value = self->value + row * self->n_column;
        const double step = row > 0 ? value[0] - value[-(ptrdiff_t)self->n_column] : 0.0;
        /* the last four may reach into the next row, or the room behind all; nobody asks for them
         */
        for (size_t i = 0; i < n; i++) {
            add_values(&sum[i], quire_load4(value + 4 * i), step);
        }
    }
    return sum;
}

bool
quire_series_may_yield(const struct quire_series *self, const char *figure)
{
    for (size_t i = 0; i < self->n_column; i++) {
        const struct quire_column *column = &self->column[i];
        const size_t work = column->statistics & QUIRE_WORK ? column->name - strlen("power") : 0;
        const bool is_named = strncmp(figure, column->header, column->name) == 0 &&
                              (figure[column->name] == '\0' || figure[column->name] == '.');
        if (is_named || (work > 0 && strncmp(figure, column->header, work) == 0 &&
                         strcmp(figure + work, "work") == 0)) {
            return true;
        }
    }
    return false;
}

/* "n1.power" is named "n1.work" when it is summed up over time */
static void
set_work(struct quire_figures *figures, const char *name, double value)
{
    char *work = strdup(name);
    char *power = work != NULL ? strrchr(work, 'p') : NULL;
    if (power != NULL && strcmp(power, "power") == 0) {
        memcpy(power, "work", sizeof "work");
        quire_figures_set(figures, NULL, work, "J", value);
    }
    if (work == NULL) {
        figures->status = QUIRE_ERROR_LIMIT;
    }
    free(work);
}

void
quire_series_figures(const struct quire_series *self, struct quire_figures *figures)
{
    struct summary *list = summarise(self);
    if (list == NULL) {
        figures->status = QUIRE_ERROR_LIMIT;
    }
    for (size_t i = 0; list != NULL && i < self->n_column; i++) {
        const struct quire_column *column = &self->column[i];
        const struct summary *four = list + i / 4;
        const size_t lane = i % 4;
        char *name = strndup(column->header, column->name);
        if (name == NULL) {
            figures->status = QUIRE_ERROR_LIMIT;
            break;
        }
        const unsigned wanted = column->statistics;
        if (wanted & QUIRE_LAST) {
            quire_figures_set(figures, NULL, name, column->unit, four->last[lane]);
        }
        if (wanted & QUIRE_MAX) {
            quire_figures_set(figures, name, "max", column->unit, four->largest[lane]);
        }
        if (wanted & QUIRE_PEAK) {
            quire_figures_set(figures, name, "max", column->unit,
                              fmax(fabs(four->largest[lane]), fabs(four->smallest[lane])));
        }
        if (wanted & QUIRE_MIN) {
            quire_figures_set(figures, name, "min", column->unit, four->smallest[lane]);
        }
        if (wanted & QUIRE_MEAN) {
            quire_figures_set(figures, name, "mean", column->unit,
                              four->mean_time[lane] > 0.0
                                  ? four->mean_integral[lane] / four->mean_time[lane]
                                  : nothing);
        }
        if (wanted & QUIRE_WORK) {
            set_work(figures, name, four->integral[lane]);
        }
        free(name);
    }
    free(list);
}
