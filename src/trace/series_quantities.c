#include "trace/series_quantities.h"

#include <math.h>

#include "math/detmath.h"
#include "trace/series_space.h"

static const double nothing = NAN; /* NAN itself is a float */

static void
put_edge(struct quire_series_writer *w, const char *sheet, bool is_lead,
         const struct quire_point_view *at, bool there)
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
        quire_series_put(w, sheet, is_lead ? list[i].lead : list[i].trail, list[i].unit,
                         list[i].statistics | QUIRE_MOTION, there ? list[i].value : nothing);
    }
}

/* from this sheet's leading edge to the nearest trailing edge ahead on the same path */
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
put_edges(struct quire_series_writer *w, const struct quire_sheet_view *sheet)
{
    put_edge(w, sheet->name, true, &sheet->lead, sheet->entered);
    put_edge(w, sheet->name, false, &sheet->trail, sheet->entered);
}

static void
put_sheet(struct quire_series_writer *w, const struct quire_view *view, size_t index)
{
    const struct quire_sheet_view *sheet = &view->sheet[index];
    const bool there = sheet->entered;
    const char *name = sheet->name;
    put_edges(w, sheet);
    quire_series_put(w, name, "tension", "N", QUIRE_MAX | QUIRE_MIN,
                     there ? sheet->tension_middle : nothing);
    quire_series_put(w, name, "buckle.height", "m", QUIRE_MAX,
                     there ? sheet->buckle_height : nothing);
    quire_series_put(w, name, "buckle.path", "m", 0, there ? sheet->buckle_distance : nothing);
    quire_series_put(w, name, "curvature", "m^-1", QUIRE_PEAK,
                     there ? sheet->peak_curvature : nothing);
    quire_series_put(w, name, "curvature.at", "m", 0, there ? sheet->peak_curvature_at : nothing);
    if (view->n_sheet > 1) {
        quire_series_put(w, name, "gap-ahead", "m", QUIRE_LAST | QUIRE_MIN,
                         there ? gap_ahead(view, index) : nothing);
    }
    if (view->spatial) {
        quire_series_put_spatial_sheet(w, sheet);
    }
}

/* the most it is stretched, and in which direction */
static void
put_stretch(struct quire_series_writer *w, const char *name, const double v[2][2])
{
    const double a = 0.5 * (v[0][0] - v[1][1]), b = v[0][1], most = sqrt(a * a + b * b);

    quire_series_put(w, name, "stretch", "", QUIRE_MAX, 0.5 * (v[0][0] + v[1][1]) + most);
    quire_series_put(w, name, "stretch.direction", "rad", QUIRE_LAST,
                     most > 0 ? 0.5 * quire_atan2(b, a) : 0);
}

/* pressure of what keeps its area (of others there is none), and mean stress */
static void
put_stress(struct quire_series_writer *w, const char *name, double pressure, double mean)
{
    if (!isnan(pressure)) {
        quire_series_put(w, name, "pressure", "Pa", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN, pressure);
    }
    quire_series_put(w, name, "mean-stress", "Pa", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN, mean);
}

static void
put_clutch(struct quire_series_writer *w, const char *name, const struct quire_roller_view *roller)
{
    if (!isnan(roller->clutch_slip)) {
        quire_series_put(w, name, "clutch.slip", "m/s", QUIRE_LAST | QUIRE_PEAK,
                         roller->clutch_slip);
        quire_series_put(w, name, "clutch.torque", "N*m", QUIRE_LAST | QUIRE_PEAK,
                         roller->clutch_torque);
    }
}

/* contact quantities of a driver, under the nip's name, or of a roller, under its own */
static void
put_drive_contact(struct quire_series_writer *w, const char *name,
                  const struct quire_roller_view *roller, double friction)
{
    const bool touched = roller->n_sheet > 0;
    quire_series_put(w, name, "normal", "N", QUIRE_MAX | QUIRE_MEAN, roller->normal);
    quire_series_put(w, name, "friction", "N", QUIRE_PEAK, friction);
    quire_series_put(w, name, "slip", "m/s", QUIRE_PEAK | QUIRE_WAY,
                     touched ? roller->slip : nothing);
    quire_series_put(w, name, "creep", "m/s", QUIRE_PEAK, touched ? roller->creep : nothing);
    quire_series_put(w, name, "traction", "", QUIRE_PEAK | QUIRE_FULL,
                     roller->limit > 0.0 ? roller->friction / roller->limit : nothing);
    quire_series_put(w, name, "indentation", "m", QUIRE_MAX, roller->indentation);
    quire_series_put(w, name, "speed", "m/s", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN,
                     roller->surface_speed);
    quire_series_put(w, name, "torque", "N*m", QUIRE_PEAK, roller->torque);
    quire_series_put(w, name, "power", "W", QUIRE_PEAK | QUIRE_WORK, roller->power);
    put_clutch(w, name, roller);
    if (roller->is_soft) {
        put_stretch(w, name, roller->stretch);
        put_stress(w, name, roller->pressure, roller->mean_stress);
    }
}

static void
put_idler(struct quire_series_writer *w, const char *nip, const struct quire_roller_view *idler)
{
    const bool touched = idler->n_sheet > 0;
    quire_series_put(w, nip, "idler.normal", "N", QUIRE_MAX, idler->normal);
    quire_series_put(w, nip, "idler.friction", "N", QUIRE_PEAK, idler->friction);
    quire_series_put(w, nip, "idler.slip", "m/s", QUIRE_PEAK, touched ? idler->slip : nothing);
    quire_series_put(w, nip, "idler.creep", "m/s", QUIRE_PEAK, touched ? idler->creep : nothing);
    quire_series_put(w, nip, "idler.speed", "m/s", QUIRE_MAX, idler->surface_speed);
    quire_series_put(w, nip, "idler.travel", "m", QUIRE_MAX | QUIRE_MIN, idler->travel);
    quire_series_put(w, nip, "idler.power", "W", QUIRE_PEAK | QUIRE_WORK, idler->power);
    put_clutch(w, idler->name, idler);
    if (idler->is_soft) {
        put_stretch(w, idler->name, idler->stretch);
        put_stress(w, idler->name, idler->pressure, idler->mean_stress);
    }
}

static void
put_nip(struct quire_series_writer *w, const struct quire_view *view,
        const struct quire_nip_view *nip)
{
    const struct quire_roller_view *driver = &view->roller[nip->driver],
                                   *idler = &view->roller[nip->idler];
    put_drive_contact(w, nip->name, driver, driver->friction + idler->friction);
    quire_series_put(w, nip->name, "gap", "m", QUIRE_MAX | QUIRE_MIN, nip->gap);
    if (!isnan(nip->open)) {
        quire_series_put(w, nip->name, "open", "", QUIRE_LAST, nip->open);
    }
    quire_series_put(w, nip->name, "roller-normal", "N", QUIRE_MAX, driver->roller_normal);
    put_idler(w, nip->name, idler);
    if (view->spatial) {
        quire_series_put_spatial_nip(w, nip->name, driver, idler);
    }
}

static void
put_guide(struct quire_series_writer *w, const struct quire_guide_view *guide)
{
    const bool touched = guide->normal > 0.0;
    quire_series_put(w, guide->name, "normal", "N", QUIRE_MAX | QUIRE_MEAN, guide->normal);
    quire_series_put(w, guide->name, "x", "m", 0, touched ? guide->x : nothing);
    quire_series_put(w, guide->name, "y", "m", 0, touched ? guide->y : nothing);
    quire_series_put(w, guide->name, "drag", "N", QUIRE_PEAK, guide->drag);
    quire_series_put(w, guide->name, "slip", "m/s", QUIRE_PEAK, touched ? guide->slip : nothing);
    quire_series_put(w, guide->name, "creep", "m/s", QUIRE_PEAK, touched ? guide->creep : nothing);
    quire_series_put(w, guide->name, "slip-power", "W", QUIRE_MAX | QUIRE_WORK, guide->slip_power);
    quire_series_put(w, guide->name, "indentation", "m", QUIRE_MAX, guide->indentation);
    if (guide->moves && isnan(guide->stroke)) {
        quire_series_put(w, guide->name, "angle", "rad", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN,
                         guide->turn);
    } else if (guide->moves) {
        quire_series_put(w, guide->name, "stroke", "m", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN,
                         guide->stroke);
    }
    if (guide->held) {
        const bool turns = isnan(guide->stroke);
        quire_series_put(w, guide->name, "rate", turns ? "rad/s" : "m/s", QUIRE_LAST | QUIRE_PEAK,
                         guide->rate);
        quire_series_put(w, guide->name, turns ? "moment" : "force", turns ? "N*m" : "N",
                         QUIRE_MAX | QUIRE_MIN | QUIRE_MEAN, guide->push);
    }
}

/* F = V R of a body turned by `angle` */
static void
put_deformation(struct quire_series_writer *w, const struct quire_body_view *body)
{
    static const char *const name[2][2] = {{"f11", "f12"}, {"f21", "f22"}};
    const double c = quire_cos(body->angle), s = quire_sin(body->angle);

    for (int i = 0; i < 2; i++) {
        const double along = body->stretch[i][0], up = body->stretch[i][1];
        quire_series_put(w, body->name, name[i][0], "", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN,
                         along * c + up * s);
        quire_series_put(w, body->name, name[i][1], "", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN,
                         up * c - along * s);
    }
}

static void
put_solid(struct quire_series_writer *w, const struct quire_body_view *body)
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
        quire_series_put(w, body->name, list[i].name, list[i].unit, list[i].statistics,
                         list[i].value);
    }
}

static void
put_body(struct quire_series_writer *w, const struct quire_body_view *body)
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
        quire_series_put(w, body->name, list[i].name, list[i].unit, list[i].statistics,
                         list[i].value);
    }
    if (body->is_soft) {
        put_deformation(w, body);
        put_stress(w, body->name, body->pressure, body->mean_stress);
    }
}

static void
put_spring(struct quire_series_writer *w, const struct quire_spring_view *spring)
{
    quire_series_put(w, spring->name, "length", "m", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN,
                     spring->there ? spring->length : nothing);
    quire_series_put(w, spring->name, "force", "N", QUIRE_LAST | QUIRE_MAX | QUIRE_MIN,
                     spring->there ? spring->force : nothing);
}

static void
put_pressure(struct quire_series_writer *w, const struct quire_pressure_view *pressure)
{
    quire_series_put(w, pressure->name, "normal", "N", QUIRE_MAX | QUIRE_MIN | QUIRE_MEAN,
                     pressure->normal);
    quire_series_put(w, pressure->name, "drag", "N", QUIRE_PEAK, pressure->drag);
}

static void
put_sensors(struct quire_series_writer *w, const struct quire_view *view)
{
    for (size_t i = 0; i < w->series->n_probe; i++) {
        const struct quire_probe *probe = &w->series->probe[i];
        const double value =
            w->row != NULL ? probe->ops->value(probe->object, probe->prepared, view) : nothing;
        quire_series_put(w, probe->object->name != NULL ? probe->object->name : "sensor",
                         probe->ops->value_name,
                         probe->ops->value_unit != NULL ? probe->ops->value_unit : "",
                         QUIRE_LAST | QUIRE_MAX, value);
    }
}

static void
put_energy(struct quire_series_writer *w, const struct quire_energy_view *e)
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
        quire_series_put(w, "energy", list[i].name, "J", QUIRE_LAST, list[i].value);
    }
}

static void
put_time(struct quire_series_writer *w, const struct quire_view *view)
{
    quire_series_put(w, "", "time", "s", QUIRE_LAST | QUIRE_MOTION, view->time);
}

void
quire_series_put_view(struct quire_series_writer *w, const struct quire_view *view)
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
quire_series_put_motion(struct quire_series_writer *w, const struct quire_view *view,
                        size_t per_sheet)
{
    put_time(w, view);
    for (size_t i = 0; i < view->n_sheet; i++) {
        w->column = 1 + i * per_sheet;
        put_edges(w, quire_view_sheet(view, i));
    }
}
