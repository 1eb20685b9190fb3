/* The sample models, and the model of `quire new`. The build makes samples.c of their files. */
#ifndef QUIRE_CLI_SAMPLES_H
#define QUIRE_CLI_SAMPLES_H

#include <stddef.h>

/* One file of a sample: `path` is relative to the sample's folder. */
struct cli_sample_file {
    const char *path;
    const unsigned char *text;
    size_t size;
};

/* The first file is the model, NAME.xml, whose model has that name; the others are those that it
 * includes and its drawings. */
struct cli_sample {
    const char *name, *title;
    const struct cli_sample_file *file; /* (n_file) */
    size_t n_file;
};

/* sorted by name */
extern const struct cli_sample cli_samples[];
extern const size_t cli_n_sample;
/* a small model that shows the elements of most machines */
extern const struct cli_sample cli_starter;

#endif
