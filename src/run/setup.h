/* Setting a run up: its options as the machine has them. */
#ifndef QUIRE_RUN_SETUP_H
#define QUIRE_RUN_SETUP_H

#include "run/running.h"

double quire_running_tolerance(const struct quire_run *run); /* of positions [m] */
struct quire_integrator_options quire_running_options(const struct quire_run *run);

#endif
