/* Runs of models that are written into tests. */
#ifndef QUIRE_TESTS_SIMULATE_H
#define QUIRE_TESTS_SIMULATE_H

#include <quire/run.h>

/* Executes a whole model. The test fails with the first problem unless it runs to its end; the
 * caller destroys the run and the model. options: NULL: the usual. */
quire_run *simulate_text(quire_model **model, const char *text, const quire_setting *setting,
                         size_t n_setting, const quire_run_options *options);

/* The same of what stands between <model> and </model>. motion: "planar", "spatial". */
quire_run *simulate_parts(quire_model **model, const char *motion, const char *parts,
                          const quire_run_options *options);

#endif
