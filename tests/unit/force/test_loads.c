/* Loads on a sheet: what they do along displacements of the two nodes between which they stand. */
#include <criterion/criterion.h>
#include <math.h>

#include "force/loads.h"

#define NODES 4

/* the nodes of a bent strip; the load stands between the second and the third */
static const double x[NODES] = {0, 3e-3, 7e-3, 11e-3}, y[NODES] = {0, 1e-3, 4e-3, 9e-3};
static const struct quire_load force = {
    .node = 1, .weight = {0.3, 0.7}, .force = {2, -5}, .factor = {.start = 1.5}};
static const struct quire_load moment = {
    .node = 1, .is_moment = true, .torque = 0.02, .factor = {.start = 1.5}};

/* the work along a displacement of one node in one direction */
static double
along(const struct quire_load *load, int node, int direction)
{
    double d[2][NODES] = {{0}};

    d[direction][node] = 1e-6;
    return quire_load_work(load, 0.1, x, y, d[0], d[1]) / 1e-6;
}

Test(loads, forces_work_along_the_nodes_that_share_them)
{
    for (int node = 0; node < NODES; node++) {
        for (int d = 0; d < 2; d++) {
            const double share = node == 1 ? 0.3 : node == 2 ? 0.7 : 0;
            cr_expect_float_eq(along(&force, node, d), 1.5 * share * force.force[d], 1e-12,
                               "node %d, direction %d", node, d);
        }
    }
}

/* A moment's work is that of turning its segment, whatever that is moved by besides. */
Test(loads, moments_work_along_turns)
{
    const double turn = 1e-6, centre[2] = {20e-3, -7e-3}, shift[2] = {3e-6, -4e-6};
    double dx[NODES], dy[NODES];

    for (int i = 0; i < NODES; i++) {
        dx[i] = shift[0] - turn * (y[i] - centre[1]);
        dy[i] = shift[1] + turn * (x[i] - centre[0]);
    }
    cr_expect_float_eq(quire_load_work(&moment, 0.1, x, y, dx, dy), 1.5 * 0.02 * turn, 1e-18);
    for (int d = 0; d < 2; d++) {
        cr_expect_float_eq(along(&moment, 1, d), -along(&moment, 2, d), 1e-12);
        cr_expect_eq(along(&moment, 0, d), 0);
        cr_expect_eq(along(&moment, 3, d), 0);
    }
}
