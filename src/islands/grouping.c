#include "islands/grouping.h"

#include <math.h>
#include <stdlib.h>

#include "contact/sheets/boxes.h"
#include "contact/sheets/sheets.h"
#include "integ/constants.h"

bool
quire_grouping_create(struct quire_grouping *g, struct quire_state *state)
{
    const struct quire_system *sys = state->system;
    const size_t sheets = (size_t)sys->n_sheet + 1, clusters = (size_t)sys->n_cluster + 1;

    *g = (struct quire_grouping){
        .state = state,
        .of_sheet = calloc(sheets, sizeof *g->of_sheet),
        .of_cluster = calloc(clusters, sizeof *g->of_cluster),
        .couples = calloc(clusters, sizeof *g->couples),
        .travel_budget = calloc(sheets, sizeof *g->travel_budget),
        .extent = calloc(sheets, sizeof *g->extent),
    };
    if (g->of_sheet == NULL || g->of_cluster == NULL || g->couples == NULL ||
        g->travel_budget == NULL || g->extent == NULL) {
        return false;
    }
    for (int c = 0; c < sys->n_cluster; c++) {
        g->couples[c] = quire_cluster_unknowns(sys, c) > 0;
    }
    return true;
}

void
quire_grouping_destroy(struct quire_grouping *g)
{
    free(g->of_sheet);
    free(g->of_cluster);
    free(g->couples);
    free(g->travel_budget);
    free(g->extent);
}

bool
quire_grouping_has(const struct quire_grouping *g, int number)
{
    return g->of_sheet[number] == number; /* its first sheet is always in it */
}

/* whether it is one of the group's that move */
static bool
moves_in(const struct quire_grouping *g, int sheet, int number)
{
    return g->of_sheet[sheet] == number && (g->rests == NULL || !g->rests[sheet]);
}

bool
quire_grouping_is(const struct quire_grouping *g, int number, const struct quire_part *part)
{
    const struct quire_system *sys = g->state->system;
    int sheets = 0, clusters = 0;

    for (int k = 0; k < sys->n_sheet; k++) {
        sheets += moves_in(g, k, number);
    }
    for (int c = 0; c < sys->n_cluster; c++) {
        clusters += g->of_cluster[c] == number;
    }
    QUIRE_EACH(k, part, sheet)
    {
        sheets -= moves_in(g, k, number) ? 1 : 2 * sys->n_sheet;
    }
    QUIRE_EACH(c, part, cluster)
    {
        clusters -= g->of_cluster[c] == number ? 1 : 2 * sys->n_cluster;
    }
    return sheets == 0 && clusters == 0;
}

void
quire_grouping_doubt(struct quire_grouping *g, int sheet)
{
    g->travel_budget[sheet] = 0;
}

/* ---- distances ---- */

/* how far a sheet is from a cluster that would couple its group to another; y needs no more than
 * this sheet's entries */
static double
foreign_distance(const struct quire_grouping *g, const double *y, int sheet, int cluster)
{
    return g->of_cluster[cluster] == g->of_sheet[sheet] || !g->couples[cluster]
               ? HUGE_VAL
               : quire_near_cluster(g->state, y, sheet, cluster);
}

void
quire_grouping_see(struct quire_grouping *g, const double *y)
{
    const struct quire_system *sys = g->state->system;

    for (int k = 0; sys->sheets_meet && !g->seen && k < sys->n_sheet; k++) {
        g->extent[k] = quire_near_extent(sys, y, k);
    }
    g->seen = true;
}

void
quire_grouping_forget(struct quire_grouping *g)
{
    g->seen = false;
}

bool
quire_grouping_needs_sight(const struct quire_grouping *g)
{
    return g->state->system->sheets_meet && !g->seen;
}

/* half of how far two sheets of different groups are apart: as much may either of them go */
static double
half_way(const struct quire_grouping *g, const double *y, int a, int b)
{
    const struct quire_system *sys = g->state->system;

    return g->of_sheet[a] == g->of_sheet[b] || !g->state->sheet[b].entered
               ? HUGE_VAL
               : 0.5 * (quire_sheets_distance(sys, y, a, b, &g->extent[a].box, &g->extent[b].box) -
                        sys->sheet[a].half - sys->sheet[b].half);
}

/* a lower bound of it, from their bounding boxes */
static double
half_way_at_least(const struct quire_grouping *g, int a, int b)
{
    const struct quire_system *sys = g->state->system;

    return 0.5 * (quire_boxes_apart(&g->extent[a].box, &g->extent[b].box) - sys->sheet[a].half -
                  sys->sheet[b].half);
}

static double
nearest_cluster(const struct quire_grouping *g, const double *y, int sheet)
{
    double least = HUGE_VAL;

    for (int c = 0; c < g->state->system->n_cluster; c++) {
        least = fmin(least, foreign_distance(g, y, sheet, c));
    }
    return least;
}

/* own: the sheet's entries, at the end of its group's step; all: those of all sheets, at the
 * machine's time */
static void
measure(struct quire_grouping *g, const double *own, const double *all, int sheet)
{
    g->travel_budget[sheet] = nearest_cluster(g, own, sheet);
    for (int k = 0; g->state->system->sheets_meet && k < g->state->system->n_sheet; k++) {
        const double way =
            half_way(g, all, sheet, k) + QUIRE_ISLAND_NEAR - QUIRE_ISLAND_NEAR_SHEETS;
        g->travel_budget[sheet] = fmin(g->travel_budget[sheet], way);
        g->travel_budget[k] = fmin(g->travel_budget[k], way);
    }
}

/* whether two sheets of different groups touch, or may in a few steps of this length at the speed
 * at which they move past each other */
static bool
meet_soon(const struct quire_grouping *g, const double *y, int a, int b, double step)
{
    const double soon = QUIRE_ISLAND_NEAR_SHEETS +
                        (step > 0 ? 0.5 * QUIRE_ISLAND_AHEAD * step *
                                        quire_near_speed_between(g->extent + a, g->extent + b)
                                  : 0);

    if (half_way_at_least(g, a, b) >= soon) {
        return false;
    }
    const double way = half_way(g, y, a, b);
    return way < HUGE_VAL && way < soon;
}

static bool
meets_any(const struct quire_grouping *g, const double *y, int sheet, double step)
{
    for (int k = 0; g->state->system->sheets_meet && k < g->state->system->n_sheet; k++) {
        if (meet_soon(g, y, sheet, k, step)) {
            return true;
        }
    }
    return false;
}

static double
moved(const struct quire_grouping *g, const double *own, int sheet, double step)
{
    return step * quire_near_speed(g->state, own, sheet);
}

double
quire_grouping_leash(const struct quire_grouping *g, int sheet)
{
    /* half of the way to the next one: see measure() */
    return g->state->system->sheets_meet
               ? fmax(g->travel_budget[sheet] - (QUIRE_ISLAND_NEAR - QUIRE_ISLAND_NEAR_SHEETS),
                      0.5 * QUIRE_ISLAND_NEAR_SHEETS)
               : HUGE_VAL;
}

bool
quire_grouping_may_be_near(struct quire_grouping *g, const double *own, int sheet, double step)
{
    const double way = moved(g, own, sheet, step);

    g->travel_budget[sheet] -= way;
    return g->state->sheet[sheet].entered &&
           g->travel_budget[sheet] < QUIRE_ISLAND_NEAR + QUIRE_ISLAND_AHEAD * way;
}

bool
quire_grouping_is_near(struct quire_grouping *g, const double *own, const double *all, int sheet,
                       double step)
{
    measure(g, own, all, sheet);
    return nearest_cluster(g, own, sheet) <
               QUIRE_ISLAND_NEAR + QUIRE_ISLAND_AHEAD * moved(g, own, sheet, step) ||
           meets_any(g, all, sheet, step);
}

/* ---- who belongs to whom ---- */

/* the rollers of each cluster go to the sheet that is nearest to them */
static void
first_homes(struct quire_grouping *g, const double *y)
{
    const struct quire_system *sys = g->state->system;

    for (int k = 0; k < sys->n_sheet; k++) {
        g->of_sheet[k] = k;
    }
    for (int c = 0; c < sys->n_cluster; c++) {
        double least = HUGE_VAL;
        g->of_cluster[c] = 0;
        for (int k = 0; k < sys->n_sheet; k++) {
            const double d = quire_near_cluster(g->state, y, k, c);
            if (d < least) {
                least = d;
                g->of_cluster[c] = k;
            }
        }
    }
}

/* two groups become one, with the smaller number */
static void
unite(struct quire_grouping *g, int a, int b)
{
    const struct quire_system *sys = g->state->system;
    const int from = a > b ? a : b, to = a > b ? b : a;

    for (int k = 0; k < sys->n_sheet; k++) {
        g->of_sheet[k] = g->of_sheet[k] == from ? to : g->of_sheet[k];
    }
    for (int c = 0; c < sys->n_cluster; c++) {
        g->of_cluster[c] = g->of_cluster[c] == from ? to : g->of_cluster[c];
    }
}

/* whether a sheet of this group touches the cluster, or may soon */
static bool
is_used(const struct quire_grouping *g, const double *y, int group, int cluster)
{
    for (int k = 0; k < g->state->system->n_sheet; k++) {
        if (g->of_sheet[k] == group && g->state->sheet[k].entered &&
            quire_near_cluster(g->state, y, k, cluster) < QUIRE_ISLAND_PARTED) {
            return true;
        }
    }
    return false;
}

/* A sheet takes over the rollers it has come near to, or joins the group that still uses them, and
 * those of sheets that it has come near to. */
static void
join(struct quire_grouping *g, const double *own, const double *all, int sheet, double near,
     double step)
{
    for (int c = 0; c < g->state->system->n_cluster; c++) {
        const int mine = g->of_sheet[sheet], other = g->of_cluster[c];
        if (foreign_distance(g, own, sheet, c) >= near) {
            continue;
        }
        if (is_used(g, all, other, c)) {
            unite(g, mine, other);
        } else {
            g->of_cluster[c] = mine;
        }
    }
    for (int k = 0; g->state->system->sheets_meet && k < g->state->system->n_sheet; k++) {
        if (meet_soon(g, all, sheet, k, step)) {
            unite(g, g->of_sheet[sheet], g->of_sheet[k]);
        }
    }
}

void
quire_grouping_join(struct quire_grouping *g, const double *own, const double *all, int sheet,
                    double step)
{
    join(g, own, all, sheet, QUIRE_ISLAND_NEAR + QUIRE_ISLAND_AHEAD * moved(g, own, sheet, step),
         step);
}

void
quire_grouping_begin(struct quire_grouping *g, const double *y)
{
    quire_grouping_see(g, y);
    first_homes(g, y);
    for (int k = 0; k < g->state->system->n_sheet; k++) {
        if (g->state->sheet[k].entered) {
            join(g, y, y, k, QUIRE_ISLAND_NEAR, 0);
        }
    }
}

/* A cluster of a group that has been taken apart: its sheets are together where they share it. */
static void
find_home(struct quire_grouping *g, const double *y, const struct quire_part *part, int cluster)
{
    double least = HUGE_VAL;
    int nearest = part->sheet[0], home = -1;

    QUIRE_EACH(k, part, meeting)
    {
        const double d = quire_near_cluster(g->state, y, k, cluster);
        if (d < QUIRE_ISLAND_PARTED && g->state->sheet[k].entered && g->couples[cluster]) {
            if (home >= 0 && g->of_sheet[k] != g->of_sheet[home]) {
                unite(g, g->of_sheet[k], g->of_sheet[home]);
            }
            home = k;
        }
        if (d < least) {
            least = d;
            nearest = k;
        }
    }
    g->of_cluster[cluster] = g->of_sheet[home >= 0 ? home : nearest];
}

/* sheets that are on each other, or were a moment ago, stay together */
static void
keep_together(struct quire_grouping *g, const double *y, const struct quire_part *part)
{
    if (!g->state->system->sheets_meet) {
        return;
    }
    QUIRE_EACH(a, part, meeting)
    {
        QUIRE_EACH(b, part, meeting)
        {
            if (a < b && g->state->sheet[a].entered && g->of_sheet[a] != g->of_sheet[b] &&
                !(half_way_at_least(g, a, b) >= QUIRE_ISLAND_PARTED_SHEETS) &&
                half_way(g, y, a, b) < QUIRE_ISLAND_PARTED_SHEETS) {
                unite(g, g->of_sheet[a], g->of_sheet[b]);
            }
        }
    }
}

bool
quire_grouping_take_apart(struct quire_grouping *g, const double *y, const struct quire_part *part,
                          int number)
{
    if (part->n_meeting < 2) {
        return false;
    }
    QUIRE_EACH(k, part, meeting)
    {
        g->of_sheet[k] = k;
    }
    QUIRE_EACH(c, part, cluster)
    {
        g->of_cluster[c] = -1;
    }
    keep_together(g, y, part);
    QUIRE_EACH(c, part, cluster)
    {
        find_home(g, y, part, c);
    }
    QUIRE_EACH(k, part, meeting)
    {
        if (g->of_sheet[k] != number) {
            return true;
        }
    }
    return false;
}
