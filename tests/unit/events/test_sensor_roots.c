/* The watch: when sensors give their signals, and when they do not. */
#include "catalog/kinds.h"
#include "events/looks.h"
#include "events/sensor_roots.h"
#include "fixtures/check_stage.h"
#include "kind/sensor.h"

static struct stage s;
static struct quire_sensor_roots *watch;
static double (*motion)(double time); /* of the leading edge [m] */

static const struct quire_outline *
outline_of(void *user, const struct quire_object *path)
{
    (void)user, (void)path;
    return &s.outline;
}

static const struct quire_view *
view_at(void *user, double time)
{
    (void)user;
    stage_lay(&s, time, motion(time), 0);
    return &s.view;
}

static void
open_stage(void)
{
    stage_open(&s);
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s1", "path=main", "at=150 mm",
              "hysteresis=0.1 mm");
    watch = NULL;
}

static void
close_stage(void)
{
    quire_sensor_roots_destroy(watch);
    stage_close(&s);
}

TestSuite(watch, .init = open_stage, .fini = close_stage);

static void
start(double (*with)(double))
{
    motion = with;
    cr_assert(quire_sensor_roots_create(&watch, &s.model, outline_of, NULL, view_at(NULL, 0)) ==
              QUIRE_OK);
}

/* Steps of dt from t0 to t1; counts signals and keeps the last. */
static size_t
run(double t0, double t1, double dt, struct quire_sensor_crossing *last)
{
    size_t count = 0, n;
    for (int i = 1; i <= (int)((t1 - t0) / dt + 0.5); i++) {
        const struct quire_sensor_crossing *found =
            quire_sensor_roots_find(watch, NULL, view_at(NULL, t0 + i * dt), view_at, NULL, &n);
        for (size_t k = 0; k < n && last != NULL; k++) {
            *last = found[k];
        }
        count += n;
        quire_sensor_roots_accept(watch, NULL, view_at(NULL, t0 + i * dt));
    }
    return count;
}

static double
fast(double t)
{
    return 0.1 + t * t;
} /* at the sensor at sqrt(0.05) s */
static double
from_sensor(double t)
{
    return 0.15 + 0.5 * t;
}
static double
resting(double t)
{
    return 0.15 - 1e-9 * cos(1000 * t);
} /* trembles on the sensor by a nanometre */
static double
trembling(double t)
{
    return 0.15 + (t < 0.1 ? 0.5 * (t - 0.1) : 5e-5 * sin(200 * (t - 0.1)));
} /* 0.05 mm */
static double
swinging(double t)
{
    return 0.15 - 0.01 * cos(10 * t);
} /* 10 mm to and fro */
static double
away(double t)
{
    return 0.2 - 0.1 * t;
}

Test(watch, locates_the_crossing)
{
    start(fast);
    struct quire_sensor_crossing c = {.time = 0};
    cr_assert(run(0, 0.5, 0.05, &c) == 1);
    cr_assert(fabs(c.time - sqrt(0.05)) < 1e-9, "%.17g", c.time);
    cr_assert(motion(c.time) >= 0.15, "at its time the signal has come");
    cr_assert_str_eq(c.sensor->name, "s1");
    cr_assert(c.signal == 0 && c.sheet == 0 && c.direction == +1);
}

Test(watch, gives_no_signal_for_an_edge_that_rests_on_the_sensor_at_the_start)
{
    start(resting);
    cr_assert(run(0, 0.1, 1e-4, NULL) == 0);
    quire_sensor_roots_destroy(watch);
    start(from_sensor);
    cr_assert(run(0, 0.1, 1e-3, NULL) == 0, "nor when it leaves from there");
}

Test(watch, needs_the_hysteresis_before_it_fires_again)
{
    start(trembling);
    cr_assert(run(0, 0.5, 1e-3, NULL) == 1);
    quire_sensor_roots_destroy(watch);
    start(swinging);
    cr_assert(run(0, 4 * 2 * 3.14159265358979 / 10, 1e-3, NULL) == 4,
              "once in each of four periods");
}

Test(watch, gives_no_signal_for_the_way_back)
{
    start(away);
    cr_assert(run(0, 0.9, 1e-2, NULL) == 0);
}

/* A sensor of which only the fall is a signal (direction -1), or both (0). */
static int wanted;
static int
wanted_direction(const struct quire_object *self, int signal)
{
    (void)self, (void)signal;
    return wanted;
}

Test(watch, gives_the_directions_that_the_sensor_asks_for)
{
    struct quire_sensor_ops falling = *(const struct quire_sensor_ops *)quire_kind_sensor_edge.ops;
    struct quire_kind kind = quire_kind_sensor_edge;
    falling.direction = wanted_direction;
    kind.ops = &falling;
    s.child[s.root.n_child - 1]->kind = &kind;
    const double four_periods = 4 * 2 * 3.14159265358979 / 10;
    struct quire_sensor_crossing c = {.time = 0};
    for (wanted = -1; wanted <= 0; wanted++) {
        start(swinging);
        cr_assert(run(0, four_periods, 1e-3, &c) == (wanted == 0 ? 8 : 4));
        cr_assert(c.direction == -1);
        cr_assert(fabs(c.time - four_periods * 15 / 16) < 1e-6, "%g",
                  c.time); /* the last fall: 3/4 through the last period */
        quire_sensor_roots_destroy(watch);
        watch = NULL;
    }
}

Test(watch, gives_no_signal_for_a_sheet_that_enters_beyond_the_sensor)
{
    s.sheet.entered = false;
    start(from_sensor);
    run(0, 0.1, 0.01, NULL);
    s.sheet.entered = true;
    cr_assert(run(0.1, 0.2, 0.01, NULL) == 0);
}

/* A step is looked at, given up after half of it, and looked at again: no signal is lost, none
 * comes twice. */
Test(watch, survives_a_step_that_is_given_up_in_part)
{
    start(fast);
    size_t n;
    const struct quire_sensor_crossing *found =
        quire_sensor_roots_find(watch, NULL, view_at(NULL, 0.4), view_at, NULL, &n);
    cr_assert(n == 1);
    const double time = found[0].time;
    quire_sensor_roots_accept(watch, NULL, view_at(NULL, 0.1)); /* before the signal */
    found = quire_sensor_roots_find(watch, NULL, view_at(NULL, 0.4), view_at, NULL, &n);
    cr_assert(n == 1 && fabs(found[0].time - time) < 1e-9);
    quire_sensor_roots_accept(watch, NULL, view_at(NULL, found[0].time)); /* exactly at it */
    quire_sensor_roots_find(watch, NULL, view_at(NULL, 0.4), view_at, NULL, &n);
    cr_assert(n == 0);
}

/* Two sensors at one place: the run goes back to the first signal; the second must come all the
 * same, and only once. */
Test(watch, loses_no_simultaneous_signal)
{
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s2", "path=main", "at=150 mm");
    start(fast);
    size_t n;
    const struct quire_sensor_crossing *found =
        quire_sensor_roots_find(watch, NULL, view_at(NULL, 0.4), view_at, NULL, &n);
    cr_assert(n == 2);
    cr_assert_str_eq(found[0].sensor->name, "s1");
    cr_assert_str_eq(found[1].sensor->name, "s2");
    cr_assert(quire_sensor_roots_sensor_count(watch) == 2);
    quire_sensor_roots_accept(watch, NULL, view_at(NULL, found[1].time));
    quire_sensor_roots_find(watch, NULL, view_at(NULL, 0.4), view_at, NULL, &n);
    cr_assert(n == 0);
}

/* The run is accepted a hair before the located time of a signal whose function is already
 * beyond zero there. */
Test(watch, gives_a_signal_that_came_within_the_tolerance)
{
    start(fast);
    size_t n;
    quire_sensor_roots_find(watch, NULL, view_at(NULL, 0.4), view_at, NULL, &n);
    const double hair = sqrt(0.05) + 1e-14;
    const struct quire_sensor_crossing *found =
        quire_sensor_roots_find(watch, NULL, view_at(NULL, 0.4), view_at, NULL, &n);
    cr_assert(n == 1);
    if (found[0].time > hair) {
        quire_sensor_roots_accept(watch, NULL, view_at(NULL, hair));
        found = quire_sensor_roots_find(watch, NULL, view_at(NULL, 0.4), view_at, NULL, &n);
        cr_assert(n == 1 && found[0].time == hair);
        quire_sensor_roots_accept(watch, NULL, view_at(NULL, hair));
    } else {
        quire_sensor_roots_accept(watch, NULL, view_at(NULL, hair));
    }
    quire_sensor_roots_find(watch, NULL, view_at(NULL, 0.4), view_at, NULL, &n);
    cr_assert(n == 0);
}

/* ---- within a step ---- */

static size_t looks;
static double speed;

static const struct quire_view *
fast_view_at(void *user, double time)
{
    (void)user;
    looks++;
    stage_lay(&s, time, 0.1 + speed * time, speed);
    return &s.view;
}

/* a light barrier that a sheet of 0.3 m passes within one step of 20 ms */
static void
start_barrier(const char *kind_line)
{
    s.root.n_child--; /* the edge sensor of the stage */
    STAGE_ADD(&s, &quire_kind_sensor_presence, "name=s1", "path=main", kind_line);
    looks = 0;
    cr_assert(quire_sensor_roots_create(&watch, &s.model, outline_of, NULL,
                                        fast_view_at(NULL, 0)) == QUIRE_OK);
}

Test(watch, finds_what_comes_and_goes_within_a_step)
{
    size_t n;

    for (speed = 50; speed <= 5e4; speed *= 10) {
        start_barrier("at=150 mm");
        const double end = 1 / speed;
        const struct quire_sensor_crossing *found =
            quire_sensor_roots_find(watch, NULL, fast_view_at(NULL, end), fast_view_at, NULL, &n);
        cr_assert(n == 2, "%zu", n);
        cr_expect(fabs(found[0].time - 0.05 / speed) < 1e-9 && found[0].signal == 0);
        cr_expect(fabs(found[1].time - 0.35 / speed) < 1e-9 && found[1].signal == 1);
        cr_expect(looks < 2 * 30 * n, "%zu pictures", looks); /* two for each look */
        quire_sensor_roots_destroy(watch);
        watch = NULL;
    }
}

Test(watch, takes_up_a_step_at_its_looks_when_it_is_given_up_in_part)
{
    size_t n;

    speed = 50;
    start_barrier("at=150 mm");
    quire_sensor_roots_find(watch, NULL, fast_view_at(NULL, 0.02), fast_view_at, NULL, &n);
    cr_assert(n == 2);
    quire_sensor_roots_accept(watch, NULL, fast_view_at(NULL, 0.003)); /* it is covered */
    const struct quire_sensor_crossing *found =
        quire_sensor_roots_find(watch, NULL, fast_view_at(NULL, 0.02), fast_view_at, NULL, &n);
    cr_assert(n == 1 && found[0].signal == 1 && fabs(found[0].time - 0.007) < 1e-9);
    quire_sensor_roots_accept(watch, NULL, fast_view_at(NULL, 0.02));
    quire_sensor_roots_find(watch, NULL, fast_view_at(NULL, 0.03), fast_view_at, NULL, &n);
    cr_assert(n == 0);
}

Test(watch, looks_once_where_nothing_is_near)
{
    size_t n;

    speed = 1;
    start_barrier("at=900 mm");
    for (int i = 1; i <= 100; i++) {
        quire_sensor_roots_find(watch, NULL, fast_view_at(NULL, 1e-3 * i), fast_view_at, NULL, &n);
        cr_assert(n == 0);
        quire_sensor_roots_commit(watch, NULL);
    }
    cr_expect(looks < 105, "%zu pictures", looks);
}

Test(looks, the_fastest_node_says_how_fast_a_sheet_is)
{
    for (size_t n = 1; n <= 13; n++) {
        for (size_t k = 0; k < n; k++) {
            double vx[13] = {0}, vy[13] = {0};
            const struct quire_sheet_view sheet = {.n_node = n, .vx = vx, .vy = vy};
            vx[k] = -3;
            vy[k] = 4;
            cr_expect_eq(quire_look_speed(&sheet), 5, "node %zu of %zu", k, n);
        }
    }
}
