/* Visits to all places where a free body may touch something: inside contact/body/free.c and the
 * two files that know where to look. */
#ifndef QUIRE_CONTACT_BODY_VISIT_H
#define QUIRE_CONTACT_BODY_VISIT_H

#include "contact/body/round.h"

/* of the law at each place where a block touches: a flat side has two */
#define QUIRE_BLOCK_SHARE 0.5

/* Where to take each touching place to. */
struct quire_visit {
    struct quire_state *st;
    const double *y;
    double least; /* overlap within the reach of its law above which a place counts */
    void (*take)(struct quire_visit *to, const struct quire_meet *m);
    double cq, cv;
    bool matrix;
    int station; /* the one that is looked for */
    struct quire_normal_in *found;
    double *overlap; /* of each place */
};

/* All guides, or those of one view (contact/body/free_guides.c). */
void quire_visit_guides(struct quire_visit *to, const struct quire_free *body, int view);

/* The two of a meeting (contact/body/free_meetings.c). */
void quire_visit_meeting(struct quire_visit *to, const struct quire_meeting *meeting);

#endif
