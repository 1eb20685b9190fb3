/* Evaluation, impact tests and fitting of a single contact or friction law. */
#ifndef QUIRE_LAW_H
#define QUIRE_LAW_H

#include <quire/model.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct quire_law quire_law;

typedef enum quire_law_family { QUIRE_NORMAL_LAW, QUIRE_FRICTION_LAW } quire_law_family;

/* Creates a law from its name ("mtt-indentation", "mtt-step") and attributes (name and text as in a
 * model file, "1e7 N/m^1.5"). A friction law accepts further settings of the contact:
 * "guide-velocity" ("1 mm/s"), "overdrive-factor" ("1e-3 N^-1") with "roller-speed" ("0.5 m/s"),
 * "vertex-friction-factor" ("1.5") and, for laws that depend on it, "penetration" ("-0.1 mm"). A
 * normal law accepts its history variables by the names listed in its description, for example
 * "impact-velocity" ("0.1 m/s"); default: 0. The caller frees *out with quire_law_destroy(). */
QUIRE_API quire_status quire_law_create(quire_law **out, const char *name,
                                        const quire_setting *settings, size_t n_setting,
                                        quire_diag *diag);
QUIRE_API void quire_law_destroy(quire_law *law);
QUIRE_API quire_law_family quire_law_get_family(const quire_law *law);

/* Force of a normal law [N] at a penetration [m] (negative before contact) and a penetration rate
 * [m/s] (positive while approaching). The history variables have the values given to
 * quire_law_create(). NaN: a friction law. */
QUIRE_API double quire_law_normal_force(const quire_law *law, double penetration, double rate);

/* Friction force on the sheet [N] from the sheet's velocity relative to the other surface [m/s] and
 * the normal force [N]. For laws with static friction this is the force of steady sliding, and 0 at
 * rest, where the force depends on the history of the contact. */
QUIRE_API double quire_law_friction_force(const quire_law *law, double slip, double normal_force);

/* Response of a law to the impact of a free mass [kg] with a given speed [m/s]. */
typedef struct quire_impact {
    double restitution; /* rebound speed divided by impact speed */
    /* [m]; negative for a law that acts before contact: minus the smallest distance */
    double peak_penetration;
    double duration;   /* [s] */
    double peak_force; /* [N] */
    /* penetration at which the force ends [m]; 0 unless the law is cut off at zero force */
    double release_penetration;
    /* The same impact, taken to end where the force is first zero or attractive. The values differ
     * from those above for laws with tensile forces. */
    double zero_force_restitution;
    double zero_force_duration;    /* [s] */
    double zero_force_penetration; /* [m] */
} quire_impact;

/* Simulates an impact with a relative error of at most 1e-8, scaled to the impact. The history
 * variables are zero at first contact and then follow the impact, for example the speed at contact.
 * If the law holds the mass, the restitution is 0 and the duration infinite. QUIRE_ERROR_NUMERIC:
 * the mass does not come to rest and does not rebound. QUIRE_ERROR_USAGE: a friction law, or a mass
 * or speed that is not positive. */
QUIRE_API quire_status quire_law_impact(const quire_law *law, double mass, double speed,
                                        quire_impact *out);

/* Simulates impacts at n speeds; out[k] is the result at speed[k]. Errors as for
 * quire_law_impact(), with a message in diag. */
QUIRE_API quire_status quire_law_impacts(const quire_law *law, double mass, const double *speed,
                                         size_t n, quire_impact *out, quire_diag *diag);

/* Evaluates a law for a table of points. `csv` is `size` bytes of text with a header line, in any
 * of the forms of doc/guide/tables.md. A normal law needs the columns `penetration [m]` and `rate
 * [m/s]`, a friction law `slip [m/s]` and `normal_force [N]`, in any order. The unit in a column
 * name is optional. *out_csv receives all columns followed by `force [N]`; the caller frees it with
 * quire_free(). `file_name` is the name of the table in messages. QUIRE_ERROR_INPUT: the table is
 * invalid; diag has all problems, and *out_csv is NULL. */
QUIRE_API quire_status quire_law_points(const quire_law *law, const char *csv, size_t size,
                                        const char *file_name, char **out_csv, quire_diag *diag);

/* Data for fitting a law: a table, arrays of restitutions, or both. */
typedef struct quire_fit_data {
    /* Text with a header line, in any of the forms of doc/guide/tables.md; NULL: none. Columns
     * `penetration` and `force` with optional `rate` (default: 0), `pressure` and `thickness` of a
     * stack, or `speed` and `restitution`. Each column name has its unit, for example `penetration
     * [mm]`. */
    const char *csv;
    size_t size;
    const char *file_name;     /* name of the table in messages */
    const double *speed;       /* impact speeds [m/s] (n) */
    const double *restitution; /* (n) */
    size_t n;
    double mass; /* impacting mass [kg], used with restitutions */
    /* Of a stack: the number of its sheets, which share its compression equally; the area on which
     * the law acts [m^2], for distributed contact the width of the sheet times reference-length;
     * and its thickness without load [m], 0: the largest of the table. */
    double sheets, area, unloaded;
} quire_fit_data;

typedef struct quire_fit_parameter {
    const char *name, *unit; /* named as the attribute of the law */
    double value;            /* in `unit` */
    /* standard deviation, from the scatter of the data; NaN: as many parameters as data; infinite:
     * not determined by the data */
    double deviation;
} quire_fit_parameter;

/* A fitted law. */
typedef struct quire_fit {
    /* <normal law=... .../>, without attributes that the data do not determine */
    const char *element;
    const quire_fit_parameter *parameter; /* (n_parameter) */
    size_t n_parameter, n_data;
    const char *unit; /* unit of the fitted quantity: "N", or "1" for restitutions */
    /* residuals (root mean square, largest), and the largest datum, in `unit` */
    double rms, largest, range;
} quire_fit;

/* Fits parameters of a normal law to data by least squares, within their ranges. `settings` are
 * fixed parameters, `free_names` (n_free) those to be fitted. With n_free = 0 the required
 * parameters are fitted, and those optional ones that improve the fit by more than the scatter of
 * the data explains. The caller frees *out with quire_fit_destroy(). */
QUIRE_API quire_status quire_law_fit(quire_fit **out, const char *name,
                                     const quire_setting *settings, size_t n_setting,
                                     const char *const *free_names, size_t n_free,
                                     const quire_fit_data *data, quire_diag *diag);
QUIRE_API void quire_fit_destroy(quire_fit *fit);

#ifdef __cplusplus
}
#endif
#endif
