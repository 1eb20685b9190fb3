/* Trying a contact or friction law by itself. */
#ifndef QUIRE_LAW_H
#define QUIRE_LAW_H

#include <quire/model.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct quire_law quire_law;

typedef enum quire_law_family { QUIRE_NORMAL_LAW, QUIRE_FRICTION_LAW } quire_law_family;

/* A law by name ("mtt-indentation", "mtt-step") with its attributes set as in a model file (name
 * and text, "1e7 N/m^1.5"). Besides its own attributes a friction law's contact may be given
 * "guide-velocity" ("1 mm/s"), "overdrive-factor" ("1e-3 N^-1") with "roller-speed" ("0.5 m/s"),
 * "vertex-friction-factor" ("1.5") and, for laws that follow it, "penetration" ("-0.1 mm"). A
 * normal law may be given what it remembers, by the names that its description lists, such as
 * "impact-velocity" ("0.1 m/s"); 0 unless given. Free with quire_law_destroy(). */
QUIRE_API quire_status quire_law_create(quire_law **out, const char *name,
                                        const quire_setting *settings, size_t n_setting,
                                        quire_diag *diag);
QUIRE_API void quire_law_destroy(quire_law *law);
QUIRE_API quire_law_family quire_law_get_family(const quire_law *law);

/* Force of a normal law [N], from penetration [m], negative before touch, and its rate [m/s],
 * positive approaching, with what it was told to remember. NaN for a law with internal states,
 * whose force does not follow from that. */
QUIRE_API double quire_law_normal_force(const quire_law *law, double penetration, double rate);

/* Force of a friction law on the sheet [N], from the sheet's velocity relative to the other surface
 * [m/s] and the normal force [N]. Of a law that sticks the force of steady sliding, and 0 at rest,
 * where what it holds depends on what came before. */
QUIRE_API double quire_law_friction_force(const quire_law *law, double slip, double normal_force);

/* A free mass [kg] that strikes with a speed [m/s]: what the law makes of it. */
typedef struct quire_impact {
    double restitution; /* rebound speed over impact speed */
    /* [m]; negative: of a law that acts before touch, the least distance */
    double peak_penetration;
    double duration;   /* [s] */
    double peak_force; /* [N] */
    /* penetration at which the force has ended [m]: 0 unless the law is cut at zero force */
    double release_penetration;
    /* The same impact, taken to end where the force first does not push: other than the above for
     * laws that may pull. */
    double zero_force_restitution;
    double zero_force_duration;    /* [s] */
    double zero_force_penetration; /* [m] */
} quire_impact;

/* Integrates to relative 1e-8 or better, scaled to the impact. The law begins it remembering
 * nothing, and remembers in it what it captures, such as the speed at touch. A mass that a law
 * holds has the restitution 0 and an infinite duration. QUIRE_ERROR_NUMERIC when the mass neither
 * comes back nor turns back, QUIRE_ERROR_USAGE for friction laws, laws with internal states, and a
 * mass or speed that is not above zero. */
QUIRE_API quire_status quire_law_impact(const quire_law *law, double mass, double speed,
                                        quire_impact *out);

/* The same at n speeds, out[k] at speed[k]; what cannot be is reported in diag. */
QUIRE_API quire_status quire_law_impacts(const quire_law *law, double mass, const double *speed,
                                         size_t n, quire_impact *out, quire_diag *diag);

/* Forces for a table of points: `csv` is `size` bytes of text with a header line and a comma
 * between columns. A normal law needs the columns `penetration [m]` and `rate [m/s]`, a friction
 * law `slip [m/s]` and `normal_force [N]`, in any order; a name may stand without its unit.
 * *out_csv receives all columns and behind them `force [N]`; it is the caller's, to be freed with
 * quire_free(). `file_name` stands for the table in messages. QUIRE_ERROR_INPUT when the table is
 * refused: every problem is in diag, and *out_csv is NULL. */
QUIRE_API quire_status quire_law_points(const quire_law *law, const char *csv, size_t size,
                                        const char *file_name, char **out_csv, quire_diag *diag);

/* What a law is fitted to: a table, restitutions, or both kinds of numbers from a table. */
typedef struct quire_fit_data {
    /* CSV text with a header line; NULL: none. Either the columns `penetration` and `force` (and
     * `rate`, 0 without it), or `speed` and `restitution`; each with its unit, as in `penetration
     * [mm]`. */
    const char *csv;
    size_t size;
    const char *file_name;     /* stands for the table in messages */
    const double *speed;       /* of impacts [m/s] (n) */
    const double *restitution; /* (n) */
    size_t n;
    double mass; /* that strikes [kg]; for restitutions */
} quire_fit_data;

typedef struct quire_fit_parameter {
    const char *name, *unit; /* as an attribute of the law */
    double value;            /* in that unit */
    /* standard deviation, from the scatter of the data; NaN where there are as many parameters as
     * data, infinite where the data do not determine it */
    double deviation;
} quire_fit_parameter;

/* A fitted law. */
typedef struct quire_fit {
    const char *element; /* <normal law=... .../>, without what the data do not determine */
    const quire_fit_parameter *parameter; /* (n_parameter) */
    size_t n_parameter, n_data;
    const char *unit;           /* of what was fitted: "N", or "1" for restitutions */
    double rms, largest, range; /* residuals, and the largest datum, in that unit */
} quire_fit;

/* Fits a normal law's free parameters to data: least squares, within their ranges. `settings` are
 * those that stand fixed. `free_names` (n_free) are those to find; with n_free 0 the required ones
 * are found, and of the others those without which the data would be met worse by more than their
 * scatter explains. *out is to be freed with quire_fit_destroy(). */
QUIRE_API quire_status quire_law_fit(quire_fit **out, const char *name,
                                     const quire_setting *settings, size_t n_setting,
                                     const char *const *free_names, size_t n_free,
                                     const quire_fit_data *data, quire_diag *diag);
QUIRE_API void quire_fit_destroy(quire_fit *fit);

#ifdef __cplusplus
}
#endif
#endif
