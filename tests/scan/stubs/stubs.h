/* The scan of stubs: machines in which a sheet's leading edge is driven against something, run, and
 * compared with what W-STUB says of the model before. */
#ifndef QUIRE_TESTS_SCAN_STUBS_H
#define QUIRE_TESTS_SCAN_STUBS_H

#include "../contact/net.h"

/* What the leading edge comes to. */
enum stub_kind { LIP, STEP, MOUTH, WALL, RIB, GATE, NIP, PIN, MERGE, STUB_KINDS };
extern const char *const stub_kinds[STUB_KINDS];

struct machine {
    unsigned seed, number;
    enum stub_kind kind;
    /* the frame: the whole machine is turned, and mirrored */
    double turned; /* [rad] */
    bool mirrored, heavy;
    /* the way: straight from the nip at its beginning, a bend, straight on to the thing */
    double before, radius, bend, after; /* [m], [m], [rad], [m] */
    bool bend_left;
    double gap;          /* of the channel [m] */
    double open;         /* from the channel's end to the thing; the whole way: there is none [m] */
    double height, face; /* of the thing above the lower wall [m]; to the feed [rad] */
    double size;         /* thickness of walls, radius of pins and rollers, length of mouths [m] */
    double offset;       /* of the mouth or wall, across [m]; gap along the feed of a step [m] */
    bool driver_below;   /* of a nip */
    double grammage, modulus, curl, width; /* [kg/m^2], [Pa], [1/m], [m] */
    double glide, vertex, grip;
    double load, speed; /* [N], [m/s] */
};

void draw_machine(struct machine *m, unsigned seed, unsigned number);
double place_of(const struct machine *m); /* of the thing on the path [m] */
void write_machine(struct text *t, const struct machine *m);

/* STRAYED: the leading edge came by where no sheet should; BROKEN: the run did not end. */
enum stub_outcome { PASSED, HELD, STOPPED, STRAYED, BROKEN, STUB_OUTCOMES };
extern const char *const stub_outcomes[STUB_OUTCOMES];

struct result {
    enum stub_outcome outcome;
    double front,
        held; /* where the leading edge came, from the thing on; it stood so long [m] of feed */
    double height;  /* of the leading edge above the path when it came to the thing [m] */
    bool warned;    /* W-STUB */
    char text[400]; /* of the warning, or of what broke the run */
};
void run_machine(struct result *r, const struct machine *m);

#endif
