/* The fault scan: whole machines with one fault planted, judged against what a field engineer would
 * say of it and against the raw record of the run. */
#ifndef QUIRE_TESTS_SCAN_FAULTS_H
#define QUIRE_TESTS_SCAN_FAULTS_H

#include <jansson.h>

#include "../scan.h"

/* ---- the machines ---- */

enum layout { CPATH, NOTES, ADF, DUPLEX, FILM, LAYOUTS };

/* What a layout must do, by raw facts alone; its checks ask for the same. */
struct layout_facts {
    const char *name, *model;
    void (*draw)(struct settings *s, struct draw *at); /* of a healthy machine */
    size_t due; /* so many sheets must come to the last sensor, and leave it */
    double travel,
        length;       /* of the first sheet from its entry to the last sensor; of a sheet [m] */
    double eye;       /* place of the last sensor on the sheet's path [m] */
    double take;      /* place where there is one sheet at a time [m]; NaN: none */
    double skew;      /* largest at the last sensor [rad]; NaN: planar */
    double allowance; /* beyond 1.2 of the time that it takes [s]; 0: 60 ms */
    bool turned;      /* it comes out backward, at x = `eye` */
};
extern const struct layout_facts layouts[LAYOUTS];

/* ---- the faults ---- */

enum scale { EVEN, LOG, EITHER }; /* EITHER: even in the logarithm, of either sign */

/* A kind of fault in a layout, a row of the table. '#' stands for one of `numbers`. */
struct fault {
    const char *kind;
    enum layout layout;
    const char *param, *unit;
    double low, high; /* from harmless to fatal */
    enum scale scale;
    const char *numbers;
    /* words of `mechanism` that are right, and beginnings of names: "stub|drag"; place "" says that
     * no part was planted, and what holds the sheet is right */
    const char *causes, *place;
};
extern const struct fault faults[];
extern const size_t n_faults;

/* ---- a machine, its truth and its outcome ---- */

/* What the record of a run says without any check. */
struct record {
    size_t rows, sheets;
    double *time;         /* (rows) */
    double *lead, *trail; /* (sheets, rows) [m] */
    double *height, *yaw; /* of the leading edge, of the sheet (sheets, rows) */
    char holder[64];      /* what holds most against the feed at the end */
};

struct verdict {
    bool passed, failed; /* neither: doubtful, not evaluated or not run */
    bool ended;          /* it ran to its end or to a jam */
    bool warned;         /* W-STUB */
    char word[16], check[32], cause[16], object[64];
    double time, sign; /* of the first check that failed and of its first sign [s]; NaN: none */
};

struct machine {
    unsigned number, seed;
    const struct layout_facts *layout;
    const struct fault *fault; /* NULL: none */
    struct settings settings;
    size_t healthy;                        /* so many settings are not the fault's */
    double speed;                          /* [m/s] */
    double value;                          /* of the fault */
    char causes[48], place[64], param[24]; /* the truth */

    struct verdict verdict;
    char holder[64];
    char fact[24];    /* what the record says is wrong; "": nothing */
    bool twin_passed; /* the machine without the fault */
    double departure; /* from the healthy twin [s]; NaN: none */
    bool verdict_right, place_right, cause_right, sign_right;
};

void draw_machine(struct machine *m, unsigned seed, unsigned number, bool faulty);

/* Runs a model with its first `n` settings; with `halt` false jams do not end it. `record` may be
 * NULL; else it is to be freed. */
void run_machine(const struct machine *m, size_t n, bool halt, struct verdict *verdict,
                 struct record *record);
void free_record(struct record *record);

/* Runs it, its twin and, where it takes that, the run beyond its jam, and compares with the truth.
 */
void judge_machine(struct machine *m);

/* Counts as a failure to be explained: it fails by the facts and by its verdict, and its twin does
 * not. */
bool is_explained(const struct machine *m);

/* Prints the tables and the worst; whether the bounds [%] are kept. */
bool report(const struct machine *m, size_t n, const double bounds[4], size_t false_alarms);
void write_truth(FILE *f, const struct machine *m);
void write_outcome(FILE *f, const struct machine *m);

#endif
