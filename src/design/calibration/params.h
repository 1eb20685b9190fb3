/* Parameter structs of the elements of calibration files. */
#ifndef QUIRE_DESIGN_CALIBRATION_PARAMS_H
#define QUIRE_DESIGN_CALIBRATION_PARAMS_H

#include "kind/kind.h"

#define QUIRE_UNKNOWNS_MOST 16

struct quire_calibration_params { /* <calibration> */
    long version;
    const char *name, *model;
    long seed;
    const char *doc;
};

struct quire_unknown_params { /* <unknown> */
    const char *parameter, *low, *high;
    int scale;                           /* "linear|log" */
    const char *prior, *prior_deviation; /* optional */
};

struct quire_measured_params { /* <measured>; each kind has some of them, others are NULL */
    const char *file, *from, *sheet, *value, *deviation, *scatter, *with;
};

extern const struct quire_kind quire_kind_unknown, quire_kind_measured_times,
    quire_kind_measured_figure, quire_kind_measured_trace, quire_kind_measured_shape;

#endif
