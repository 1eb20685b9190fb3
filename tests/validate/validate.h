/* Validation: models with known answers run through the public library, and what came out against
 * what must. */
#ifndef QUIRE_TESTS_VALIDATE_H
#define QUIRE_TESTS_VALIDATE_H

#include <stdbool.h>
#include <stddef.h>

#include <quire/run.h>

/* ---- cases (cases.h) ---- */

/* One case, and what the page of the manual says of it in whole sentences, as Markdown. */
struct validation_case {
    const char *id;        /* as in "S1" */
    const char *title;     /* as in "Heavy cantilever" */
    const char *tests;     /* what is put to the test */
    const char *setup;     /* the model and how it is run */
    const char *reference; /* where the answer comes from, with its source */
    void (*run)(void);     /* adds rows and, if it likes, figures (figure.h) */
    /* a planar case that spatial motion must answer alike: run once more in it, with the same
     * tolerances */
    bool in_space;
};

/* All of them, in order. */
const struct validation_case *const *all_cases(size_t *n);
/* The one whose run() is at work. */
const struct validation_case *running_case(void);
/* It is at work for the second time, with motion in space: rows say so, figures are not kept. */
bool running_in_space(void);

/* ---- rows of the outcome (validate.c) ---- */

/* One quantity of one case. NaN stands for a number that there is none of. */
struct row {
    char name[80]; /* begins with the case's id, as in "S1 paper80 50 mm" */
    char quantity[80];
    double reference, result, error, tolerance, order;
    bool pass;
};

bool row_is_of(const struct row *row, const struct validation_case *c);

/* Adds a row that passes if |result - reference| / scale <= tolerance; the error is reported as
 * that ratio. */
void report(const char *name, const char *quantity, double reference, double result, double scale,
            double tolerance);
/* Adds a row that passes if the observed order of convergence is `least` or more. */
void report_order(const char *name, const char *quantity, double order, double least);
/* Adds a row that passes in any case: a number worth knowing. `reference` may be NaN. */
void report_for_information(const char *name, const char *quantity, double reference, double result,
                            double scale);
/* Adds any row. */
void report_row(const struct row *row);
/* All rows so far. */
const struct row *all_rows(size_t *n);
/* Forgets the rows from the n-th on. */
void drop_rows(size_t n);
/* Adds a row that fails because the case could not be run. */
void report_failure(const char *name, const char *reason);

/* ---- error bars (error_bars.c) ---- */

/* Runs the cases that `is_wanted` likes as quire_error_bars_create() repeats runs, and looks how
 * many of the exact answers lie within the bars. False if less than 95 % do. */
bool error_bars_hold(bool (*is_wanted)(const char *id, int argc, char **argv), int argc,
                     char **argv, void (*run_case)(const struct validation_case *c));

/* ---- running models (simulation.c) ---- */

/* Parameters of a model, as text with their units. */
struct settings {
    quire_setting list[16];
    char text[16][80];
    size_t n;
    double position_tolerance; /* [m]; 0: as the model says */
    bool planar;               /* whatever the model says */
};
void set_number(struct settings *s, const char *name, double value, const char *unit);
void set_vector(struct settings *s, const char *name, double x, double y, const char *unit);
void set_word(struct settings *s, const char *name, const char *word);

struct simulation {
    quire_model *model;
    quire_run *run;
};

/* Runs tests/validate/models/FILE. On failure adds a row for `name` and returns false; nothing is
 * to be ended then. */
bool simulation_start(struct simulation *out, const char *name, const char *file,
                      const struct settings *settings);
/* From now on all models are run as the repetitions for error bars are (error_bars.c); 0: as they
 * are. */
enum { VARY_TOLERANCE = 1, VARY_SEGMENTS = 2, VARIATIONS = 4 };
void simulation_vary(int how);
/* How many models were run since. */
size_t simulation_count(void);
void simulation_end(struct simulation *s);

/* A column of the series, by its name without unit; every row's value in an array of
 * quire_run_row_count() numbers, to be freed. NULL, with a row for `name`, if there is none. */
double *simulation_column(const struct simulation *s, const char *name, const char *column);

/* Where and in which direction [rad] the sheet `page` ends at the end of the run. */
struct tip {
    double x, y, angle; /* angle: of the last segment */
};
bool simulation_tip(const struct simulation *s, const char *name, struct tip *out);

/* Adds the shape of the sheet `page` at the end of the run to a figure, in millimetres. */
struct figure;
void simulation_draw(const struct simulation *s, struct figure *figure, const char *label);

/* Time at which a column first reaches `level`, rising, by linear interpolation; NaN if never. */
double first_time(const double *time, const double *value, size_t n, double level);
/* Slope of the straight line through all points from one time to another. */
double slope(const double *time, const double *value, size_t n, double from, double to);
/* How long it is above 0, from the first time to the last, to one sample step; NaN if it is so at
 * the start or the end, or never. */
double time_above_zero(const double *time, const double *value, size_t n);

/* ---- tables of references (table.c) ---- */

#define TABLE_COLUMNS 16
struct table {
    char *text;
    char **cell; /* (n_row * n_column), row by row, without the header */
    char *header[TABLE_COLUMNS];
    size_t n_column, n_row;
};

/* Reads tests/validate/refs/FILE; ends the program when that is not possible: the tree is damaged.
 */
void table_load(struct table *out, const char *file);
void table_clear(struct table *table);
const char *table_text(const struct table *table, size_t row, const char *column);
double table_number(const struct table *table, size_t row, const char *column);

/* ---- materials and cases ---- */

struct material {
    const char *name;
    double thickness, modulus, grammage; /* [m], [Pa], [kg/m^2] */
};
const struct material *material_find(const char *name);
double material_bending(const struct material *m); /* per width [N m] */
void set_material(struct settings *s, const struct material *m);

#define SHEET_WIDTH 0.21 /* [m], of all models but the bounce */
#define GRAVITY     9.81 /* [m/s^2] */
#define PI          3.14159265358979323846

#endif
