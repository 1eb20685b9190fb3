/* What sheets and their starts hold. */
#ifndef QUIRE_BODY_SHEET_H
#define QUIRE_BODY_SHEET_H

#include "model/object.h"

struct quire_sheet_params { /* <sheet>: children start, clamp, pin, load, moment */
    const char *name;
    const struct quire_object *media;
    double length, width;
    long segments;
    double curl;        /* rest curvature, positive towards the left face [1/m] */
    int grain;          /* "md|cd": the direction of the fibres that lies along the feed */
    long columns;       /* of nodes across in spatial motion: 2, 3, 5 or 9 */
    double curl_across; /* rest curvature about the feed, positive towards the left face [1/m] */
    long count;         /* of a stream of such sheets */
    double pitch;       /* from one's entry to the next [s]; optional */
    double spacing;     /* the same as a way at the speed of the start [m]; optional */
    /* from one's trailing edge to the next one's leading edge when that enters [m]; optional */
    double gap;
    int pile; /* "none|left|right": each lies on this face of the one before */
    /* its place in its stream, from 1; 0: it is in none. Not read: the reader makes the sheets of a
     * stream */
    long number;
};

enum { QUIRE_PILE_NONE, QUIRE_PILE_LEFT, QUIRE_PILE_RIGHT };

bool quire_sheet_columns_exist(long columns); /* there are kernels for this number (body/sheet.c) */

struct quire_start_params {          /* <start> */
    const struct quire_object *path; /* by path and lead, or by from and heading */
    double lead;                     /* leading edge's distance along the path [m] */
    double from[2];                  /* trailing edge [m]; optional */
    double heading;                  /* [rad] */
    double beside;                   /* how far to the left of there it lies [m] */
    double speed;                    /* along the sheet [m/s] */
    double velocity[2];              /* added to it, all over [m/s] */
    int on;                          /* "time|command": what lets it enter */
    double time;                     /* the sheet enters then [s] */
    double across;                   /* z of its mid-line's middle [m] */
    double yaw; /* about its left-hand normal, about the middle of the sheet [rad] */
};

enum { QUIRE_START_ON_TIME, QUIRE_START_ON_COMMAND };

/* Which sheets the attribute `sheet` of a rule or check means by this text; NAMED: it is no word
 * for several. */
enum quire_sheets_meant { QUIRE_SHEETS_EACH, QUIRE_SHEETS_FIRST, QUIRE_SHEETS_NAMED };
enum quire_sheets_meant quire_sheets_meant(const char *text);

/* Whether `text` names this sheet, or the <sheet> with a count that made it: "page" matches
 * "page.1", "page.2" and so on. */
bool quire_sheet_is_meant(const char *text, const char *sheet);

/* Whether something in the run decides when the sheet enters: a rule, or the sheet ahead of it in
 * its stream. */
bool quire_sheet_waits(const struct quire_object *sheet);

extern const struct quire_kind quire_kind_start, quire_kind_sheet;

#endif
