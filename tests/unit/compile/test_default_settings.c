/* A model without settings is compiled with the defaults that the settings' own tables give. */
#include <criterion/criterion.h>
#include <string.h>

#include "fixtures/machine.h"
#include "machine/system.h"

#define ROLLER "<roller name='r' centre='0 mm, 0 mm' radius='10 mm' surface='x'/>"

/* as two machines have them; numbers that are absent are not equal to each other, but have the same
 * bits */
static void
expect_same(const struct quire_system *a, const struct quire_system *b)
{
    cr_expect_arr_eq(a->gravity, b->gravity, sizeof a->gravity);
    cr_expect_eq(a->run->kind, b->run->kind);
    cr_expect_eq(a->run->end, b->run->end);
    cr_expect_eq(a->run->sample, b->run->sample);
    cr_expect_eq(a->run->settle, b->run->settle);
    cr_expect_eq(a->run->at, b->run->at);
    cr_expect_eq(a->run->count, b->run->count);
    cr_expect_arr_eq(&a->run->imperfection, &b->run->imperfection, sizeof(double));
    cr_expect_eq(a->solver->accuracy, b->solver->accuracy);
    cr_expect_arr_eq(&a->solver->position_tolerance, &b->solver->position_tolerance,
                     sizeof(double));
    cr_expect_arr_eq(&a->solver->velocity_rate, &b->solver->velocity_rate, sizeof(double));
    cr_expect_eq(a->solver->order, b->solver->order);
    cr_expect_eq(a->solver->method, b->solver->method);
    cr_expect_eq(a->solver->vectors, b->solver->vectors);
    cr_expect_arr_eq(&a->solver->largest_step, &b->solver->largest_step, sizeof(double));
    cr_expect_arr_eq(&a->solver->time_limit, &b->solver->time_limit, sizeof(double));
    cr_expect_eq(a->solver->step_limit, b->solver->step_limit);
    cr_expect_eq(a->solver->step_rate, b->solver->step_rate);
}

Test(default_settings, are_those_of_the_tables)
{
    struct machine plain, empty;

    machine_open(&plain, ROLLER);
    machine_open(&empty, "<settings><gravity/><run/><solver/></settings>" ROLLER);
    expect_same(plain.system, empty.system);
    cr_expect_eq(plain.system->run->count, 6);
    cr_expect_eq(plain.system->run->end, 1);
    cr_expect_eq(plain.system->gravity[1], -9.80665);
    machine_close(&plain);
    machine_close(&empty);
}
