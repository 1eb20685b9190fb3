/* Dog-ear: a corner of a sheet is folded over. */
#include <math.h>

#include "check/finding.h"
#include "check/scope.h"
#include "kind/event.h"
#include "math/detmath.h"
#include "model/object.h"
#include "text/amount.h"

#define DEGREES (180.0 / 3.14159265358979324)
#define INSIDE  0.25 /* of the length: so far from an edge the sheet lies as it should across */

struct params {
    struct quire_check_common common;
    double angle;
    int edge;
};

enum { LEAD, TRAIL, BOTH };

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_CHECK_STOP(struct params),
    QUIRE_CHECK_SCOPE(struct params),
    QUIRE_REAL(struct params, angle, "angle", "rad", "60 deg", QUIRE_POSITIVE,
               "largest angle of a corner out of the sheet", NULL),
    QUIRE_CHOICE(struct params, edge, "edge", "lead|trail|both", "both",
                 "edge whose corners are monitored"),
    QUIRE_FIELD_END,
};

static const double *
node(const struct quire_sheet_view *s, size_t station, size_t column)
{
    return s->node + 3 * (station * s->n_column + column);
}

static void
difference(const double *a, const double *b, double out[3])
{
    for (int c = 0; c < 3; c++) {
        out[c] = a[c] - b[c];
    }
}

static double
dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void
cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* The sheet's normal at an edge if nothing were folded there: square to its middle there and to how
 * it lies across farther inside. */
static void
normal_unfolded(const struct quire_sheet_view *s, bool lead, double out[3])
{
    const size_t last = s->n_node - 1, middle = s->n_column / 2,
                 in = (size_t)(INSIDE * (double)last);
    double along[3], across[3];
    difference(node(s, lead ? last : 1, middle), node(s, lead ? last - 1 : 0, middle), along);
    difference(node(s, lead ? last - in : in, s->n_column - 1), node(s, lead ? last - in : in, 0),
               across);
    cross(across, along, out);
}

/* The normal of the cell at a corner. */
static void
normal_at_corner(const struct quire_sheet_view *s, bool lead, bool right, double out[3])
{
    const size_t last = s->n_node - 1, outer = right ? s->n_column - 1 : 0,
                 inner = right ? outer - 1 : 1;
    const size_t edge = lead ? last : 0, behind = lead ? last - 1 : 1;
    double along[3], across[3];
    difference(node(s, edge, outer), node(s, behind, outer), along);
    difference(node(s, edge, outer), node(s, edge, inner), across);
    cross(across, along, out);
    const double sign = lead == right ? 1 : -1; /* along the feed, and across towards greater z */
    for (int c = 0; c < 3; c++) {
        out[c] *= sign;
    }
}

static double
angle_between(const double a[3], const double b[3])
{
    double c[3];
    cross(a, b, c);
    return quire_atan2(sqrt(dot(c, c)), dot(a, b));
}

static void
look_at_corner(const struct params *p, struct quire_finding *finding, const struct quire_view *view,
               size_t i, bool lead, bool right)
{
    const struct quire_sheet_view *s = &view->sheet[i];
    const double *corner = node(s, lead ? s->n_node - 1 : 0, right ? s->n_column - 1 : 0);
    double flat[3], here[3];
    normal_unfolded(s, lead, flat);
    normal_at_corner(s, lead, right, here);
    const struct quire_measure measure = {angle_between(flat, here), p->angle,

                                          corner[0], corner[1],
                                          lead ? s->lead.path_distance : s->trail.path_distance};
    if (quire_finding_note(finding, view, i, measure)) {
        quire_check_say(&finding->worst,
                        "the %s corner of the %s is folded by %.0f deg, at z = %s mm",
                        right ? "right" : "left", quire_edge_name(lead), measure.value * DEGREES,
                        QUIRE_AMOUNT_PLACE(corner[2]));
    }
}

static void
sample(const struct quire_object *self, void *memory, void *of_sheet, const struct quire_view *view,
       size_t i)
{
    const struct params *p = self->params;
    const struct quire_sheet_view *s = &view->sheet[i];
    (void)of_sheet;
    for (int k = 0; k < 4 && s->entered && s->node != NULL && s->n_column > 2; k++) {
        if (p->edge == BOTH || (p->edge == LEAD) == (k < 2)) {
            look_at_corner(p, memory, view, i, k < 2, k % 2 == 1);
        }
    }
}

static const struct quire_check_ops ops = {
    .unit = "rad",
    .is_jam = true,
    .about = QUIRE_ABOUT_CORNER,
    .memory_size = sizeof(struct quire_finding),
    .unseen = "dog-ears need motion=\"spatial\" and sheets with three columns of nodes or more",
    .sample = sample,
    .judge = quire_finding_decide,
};

const struct quire_kind quire_kind_check_dog_ear = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "dog-ear",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "A jam: a corner of a sheet is folded. The outermost cell of nodes is turned by more "
            "than the angle, relative to the sheet a quarter of its length further in. Needs "
            "motion=\"spatial\" and sheets with three columns or more; otherwise not evaluated.",
    .ops = &ops,
    .check = quire_scope_check,
};
