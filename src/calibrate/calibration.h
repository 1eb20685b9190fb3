/* A calibration: its file, checked against its model, and what was measured. */
#ifndef QUIRE_CALIBRATE_CALIBRATION_H
#define QUIRE_CALIBRATE_CALIBRATION_H

#include "base/arena.h"
#include "calibrate/search.h"
#include "design/calibration/params.h"
#include "formula/expression.h"
#include "model/object.h"
#include "text/text.h"

#define DOE_CALIBRATION_DATA   2000 /* most measured values */
#define DOE_CALIBRATION_TEXT   200  /* a value's text with its NUL */
#define DOE_CALIBRATION_SHEETS 10   /* of a measurement that is proposed */

/* A parameter that is fitted. In the search it runs from 0 to 1. */
struct doe_unknown {
    const struct quire_object *object;
    const char *name;
    const char *unit; /* of low, in which it is written */
    struct quire_dimension dimension;
    double worth;            /* of the unit in SI */
    double low, high;        /* SI */
    bool logarithmic;        /* 0 to 1 is linear in the logarithm */
    double start;            /* from 0 to 1: the model's own value, or the end next to it */
    double nominal;          /* the model's own value, SI */
    bool outside;            /* the model's own value is outside the range */
    double prior, deviation; /* from 0 to 1 is the range; NaN: there is none */
};

/* Parameters that were set for some measurements. */
struct doe_condition {
    quire_setting *setting; /* (n) */
    size_t n;
    const char *words; /* "nip_load = 4 N", "" of the model as it is */
};

/* A number that a run yields. */
struct doe_output {
    enum { DOE_OUTPUT_FIGURE, DOE_OUTPUT_TRACE, DOE_OUTPUT_SHAPE } sort;
    const char *name; /* of the figure, of the column, of the sheet */
    double x, y;      /* trace: x is the time; shape: the point */
};

/* A measured value. */
struct doe_datum {
    const struct quire_object *object; /* <measured> */
    struct quire_place place;
    const char *name; /* "s1.lead", "page.lead.path at 0.12 s" */
    const char *unit; /* in which it is written */
    double worth;     /* of the unit in SI */
    size_t condition, output;
    double value;     /* SI; of times their mean */
    double deviation; /* of that, SI */
    double single;    /* of one measurement */
    size_t count;     /* measurements of which it is the mean */
};

/* Times of sheets, as the table has them. */
struct doe_times {
    const struct quire_object *object;
    double scatter; /* given, SI; NaN: estimated */
    size_t n_column, n_row;
    size_t *output;            /* (n_column) */
    const char **name;         /* (n_column) */
    const char **unit;         /* (n_column) */
    double *worth;             /* (n_column) */
    double *value;             /* (n_row x n_column), SI; NaN: not measured */
    size_t *condition;         /* (n_row) */
    struct quire_place *place; /* of columns in the header (n_column) */
    size_t missing;            /* empty cells */
    size_t first; /* its data begin here, one for each condition and column that has any */
    size_t n;     /* data */
    /* of one time [s]: common to all of a sheet, its own; degrees of freedom, infinite if given */
    double common, own, freedom;
};

/* Begin with {0}. */
struct doe_calibration {
    struct quire_arena *arena;
    quire_model *file, *model;
    const struct quire_calibration_params *params;
    const char *path, *folder, *model_path;
    struct doe_unknown *unknown; /* (n_unknown) */
    size_t n_unknown;
    struct doe_condition *condition; /* (n_condition) */
    size_t n_condition;
    struct doe_output *output; /* (n_output) */
    size_t n_output;
    struct doe_datum *datum; /* (n_datum) */
    size_t n_datum;
    struct doe_times *times; /* (n_times) */
    size_t n_times;
    size_t capacity[4]; /* of conditions, outputs, data, times */
};

/* Reads and checks it; all problems are added to diag. To be cleared in any case. */
quire_status doe_calibration_load(struct doe_calibration *self, const char *path, quire_diag *diag);
void doe_calibration_clear(struct doe_calibration *self);

/* ---- values of unknowns ---- */

double doe_unknown_si(const struct doe_unknown *u, double x);
double doe_unknown_x(const struct doe_unknown *u, double si);
/* As a model file has it, "497.2 mm/s"; digits 17: exactly. Returns out. */
const char *doe_unknown_text(const struct doe_unknown *u, double x, int digits,
                             char out[DOE_CALIBRATION_TEXT]);

/* ---- parts of loading ---- */

/* Reads an attribute as a quantity of the dimension; `like` says what it is compared with. */
quire_status doe_calibration_quantity(const struct quire_object *object, const char *name,
                                      const char *text, struct quire_dimension want,
                                      const char *like, double *out, quire_diag *diag);
/* What a unit is worth in SI, and its dimension; false if it is none. */
bool doe_calibration_unit(const char *unit, double *worth, struct quire_dimension *dimension);
/* The number of the condition with these settings, which is added where there is none; copies of
 * the texts are made. QUIRE_TABLE_NONE when memory runs out. */
size_t doe_calibration_condition(struct doe_calibration *self, const quire_setting *setting,
                                 size_t n);
size_t doe_calibration_output(struct doe_calibration *self, struct doe_output output);
/* A copy of the text that lives as long as the calibration; the text is cleared. NULL when memory
 * runs out. */
char *doe_calibration_keep(const struct doe_calibration *self, struct quire_text *text);
struct doe_datum *doe_calibration_datum(struct doe_calibration *self);
const struct quire_parameter *doe_calibration_parameter(const struct doe_calibration *self,
                                                        const char *name);
/* Reports that the model has no such parameter. */
quire_status doe_calibration_refuse_parameter(const struct doe_calibration *self,
                                              const struct quire_object *object,
                                              struct quire_place place, const char *name,
                                              quire_diag *diag);
/* Refuses what a measurement sets: a parameter that there is not, an unknown, a value that the
 * parameter may not have. */
quire_status doe_calibration_check_setting(const struct doe_calibration *self,
                                           const struct quire_object *object,
                                           struct quire_place place, const char *name,
                                           const char *value, quire_diag *diag);
/* The figure of that name, or NAME.time; its unit. */
quire_status doe_calibration_figure(struct doe_calibration *self, const struct quire_object *object,
                                    struct quire_place place, const char *name, const char **figure,
                                    const char **unit, quire_diag *diag);

quire_status doe_calibration_read_times(struct doe_calibration *self,
                                        const struct quire_object *object, quire_diag *diag);
quire_status doe_calibration_read_figure(struct doe_calibration *self,
                                         const struct quire_object *object, quire_diag *diag);
quire_status doe_calibration_read_points(struct doe_calibration *self,
                                         const struct quire_object *object, bool shape,
                                         quire_diag *diag);

#endif
