/* Friction that holds on: an oblique impact on a spring, with steps so short that the law alone
 * decides. */
#include <criterion/criterion.h>
#include <math.h>

#include "law/holding.h"
#include "law/one_way.h"

/* A disc of 10 g and 10 mm that strikes with 1 m/s: what comes of its velocity along the floor, and
 * the part of its energy that is left. */
struct outcome {
    double along, energy;
};

static struct outcome
strike(const struct quire_holding *law, double angle)
{
    const double mass = 0.01, radius = 0.01, inertia = 0.5 * mass * radius * radius, kn = 1e6,
                 dt = acos(-1) * sqrt(mass / kn) / 1e5;
    double vn = cos(angle), vx = sin(angle), spin = 0, depth = 0, slid = 0;
    struct quire_law_memory memory = {.mode = 0};

    while (depth >= 0) {
        const double slip = vx + spin * radius;
        slid += slip * dt;
        const struct quire_friction_in in = {
            .normal = kn * depth, .slip = slip, .factor = 1, .memory = &memory, .slid = slid};
        struct quire_friction_out out;
        quire_holding_eval(law, &in, &out);
        cr_assert(fabs(out.force) <= law->mu[0] * in.normal + 1e-12, "beyond its limit");
        quire_holding_commit(law, &in, &memory);
        vx += out.force / mass * dt;
        spin += out.force * radius / inertia * dt;
        vn -= in.normal / mass * dt;
        depth += vn * dt;
    }
    return (struct outcome){vx, vx * vx + vn * vn + inertia / mass * spin * spin};
}

/* By an explicit integration with 2e5 steps of the same impact, in which sliding stretches the
 * spring to (mu N - c v) / k. */
Test(holding, limits_spring_and_damper_together)
{
    static const struct {
        double angle, mu, damping, along, energy;
    } cases[] = {
        {45, 0.5, 0, 0.2500, 0.9804}, {45, 0.5, 1, 0.2604, 0.9669},  {45, 0.5, 20, 0.4006, 0.8484},
        {60, 1.0, 1, 0.3169, 0.9535}, {60, 1.0, 20, 0.4902, 0.7728}, {30, 0.3, 20, 0.2832, 0.9242},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct quire_holding law = {
            .mu = {cases[i].mu, cases[i].mu}, .stiffness = 2.857e5, .damping = cases[i].damping};
        const struct outcome o = strike(&law, cases[i].angle * acos(-1) / 180);
        cr_expect(fabs(o.along - cases[i].along) < 2e-4, "case %zu: %.5f", i, o.along);
        cr_expect(fabs(o.energy - cases[i].energy) < 4e-4, "case %zu: %.5f", i, o.energy);
    }
}

/* while it slides slowly for the step, the way may follow the integrator's formula */
Test(holding, tells_how_fast_it_slides)
{
    const struct quire_holding law = {.mu = {0.5, 0.5}, .stiffness = 1e5, .damping = 1};
    struct quire_law_memory memory = {.mode = 0};
    const struct quire_friction_in in = {
        .normal = 2, .slip = 0.1, .factor = 1, .memory = &memory, .slid = 1e-3};

    cr_expect_not(quire_holding_follows(&memory, 1e-9), "nothing is known yet");
    quire_holding_commit(&law, &in, &memory); /* 1e4 limits a second */
    cr_expect(quire_holding_follows(&memory, 1e-5));
    cr_expect_not(quire_holding_follows(&memory, 1e-4));
    memory.mode = 1;
    cr_expect(quire_holding_follows(&memory, 1), "it sticks");
}

/* A clutch that slips fast comes to rest with its spring stretched to the limit: what it held
 * before holds it then, whatever the damper had pulled. */
Test(holding, a_clutch_stays_wound_while_it_slips)
{
    const struct quire_one_way clutch = quire_one_way_clutch(0.5, 1e-4, 10e-3, 0);
    struct quire_law_memory memory = {.mode = 0};
    struct quire_friction_in in = {.normal = 0.5, .factor = 1, .memory = &memory};
    struct quire_friction_out out;

    for (int i = 0; i < 100; i++) { /* 0.3 m/s to rest; the damper alone would pull 15 N */
        in.slip = 0.3 * (1 - i / 100.);
        in.slid += in.slip * 1e-4;
        quire_one_way_law.commit(&clutch, &in, &memory);
    }
    in.slip = 0;
    quire_one_way_law.eval(&clutch, &in, &out);
    cr_expect(fabs(out.force + 0.5) < 1e-9, "%g N", out.force);
}
