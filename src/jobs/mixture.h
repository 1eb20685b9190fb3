/* Mixtures among the variables of a table of runs. */
#ifndef QUIRE_JOBS_MIXTURE_H
#define QUIRE_JOBS_MIXTURE_H

#include "jobs/run_columns.h"

/* Where factors of one unit, two or more of which vary, come to the same total in all runs, they
 * are the components of a mixture: their coded values become shares of the total. After they were
 * coded. */
void doe_columns_find_mixture(struct doe_columns *c);

#endif
