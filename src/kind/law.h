/* Contact laws: the interface of the families "normal" and "friction".
 *
 * A law is pure: the same input gives the same output. It sees one contact point; for distributed
 * contact the caller multiplies force, derivatives and energies by the station's share (station
 * length / reference length). What it remembers, a mode and history variables, starts from 0, and
 * changes at the end of a step alone, by commit(). A law that remembers may be asked with all of
 * them 0: between the rollers of a nip, and before the start.
 *
 * A friction law may hold on to the place where it stuck: it is given the way slid, which the
 * caller integrates. Its commit() must leave the force as it is. Below its limit the force is
 * linear in slip and way slid, so that in space it is asked along the vector of its pull
 * (contact/law/stick.h).
 *
 * A normal force may jump where surfaces touch and part: what it costs is bounded by the error test
 * (doc/theory/integrator.md, 7). */
#ifndef QUIRE_KIND_LAW_H
#define QUIRE_KIND_LAW_H

#include "kind/kind.h"

#define QUIRE_LAW_HISTORY 6 /* most history variables of a law */
/* among the history variables of laws with commit(): the way slid at which the spring is slack [m]
 */
#define QUIRE_LAW_ANCHOR 0
/* the same across, in space: the caller's, which the law leaves alone */
#define QUIRE_LAW_ANCHOR_ACROSS (QUIRE_LAW_HISTORY - 1)
#define QUIRE_LAW_COMPILED      192 /* most bytes of a compiled law */

/* a normal law's mode while the surfaces touch; 0 while they are apart, and before it is known */
#define QUIRE_LAW_CLOSED 1

/* What a law remembers. */
struct quire_law_memory {
    int mode;
    double history[QUIRE_LAW_HISTORY]; /* impact speed [m/s], stick anchor [m], ... */
    /* between solids: direction in which the way slid is counted, along axes of the first; 0: none
     * yet. The caller's */
    double way[3];
};

struct quire_normal_in {
    double overlap;                        /* penetration [m], > 0 in contact */
    double closing;                        /* its rate [m/s], > 0 approaching */
    const struct quire_law_memory *memory; /* NULL without commit() */
};

struct quire_normal_out {
    double force;     /* N >= 0 pushes apart [N] */
    double d_overlap; /* dN/d(overlap) [N/m] */
    double d_closing; /* dN/d(closing) [N s/m] */
    /* part of the force that has a potential [N]; the rest dissipates (force - elastic) * closing
     */
    double elastic;
};

/* How a normal force behaves where it is not smooth, at worst over the parameters of its law. */
enum quire_law_trait {
    QUIRE_LAW_JUMPS_AT_TOUCH = 1, /* at a speed it does not begin from 0 */
    /* it begins from 0 with an infinite slope in overlap; d_overlap is that at QUIRE_LAW_TOUCHING
       there */
    QUIRE_LAW_STEEP_AT_TOUCH = 2,
    QUIRE_LAW_KINK_AT_REST = 4,  /* d_closing jumps where closing changes its sign */
    QUIRE_LAW_STEEP_AT_REST = 8, /* d_closing is infinite there */
    QUIRE_LAW_KINKS_WITHIN = 16, /* it has branches while the surfaces touch */
};
/* overlap below which slopes that grow without bound at touch grow no more [m] */
#define QUIRE_LAW_TOUCHING 1e-9

/* When a parting contact ends: where its force would pull, where the overlap is 0 until when it may
 * pull, or as the parameters say. */
enum quire_law_release { QUIRE_RELEASE_FORCE, QUIRE_RELEASE_OVERLAP, QUIRE_RELEASE_CHOSEN };

/* What one of the history variables of a law is. */
struct quire_law_number {
    const char *name, *unit; /* as an attribute would be written: "impact-velocity", "m/s" */
    const char *help;
};

/* What a law may take from the two that touch where the file does not give it. */
enum quire_pair_number {
    QUIRE_PAIR_RADIUS,    /* effective radius [m] */
    QUIRE_PAIR_MASS,      /* effective mass [kg] */
    QUIRE_PAIR_MODULUS,   /* effective modulus [Pa] */
    QUIRE_PAIR_AREA,      /* of the sheet that belongs to the law [m^2] */
    QUIRE_PAIR_STIFFNESS, /* of the contact's <cover>, [N/m^exponent], */
    QUIRE_PAIR_EXPONENT,  /* and its exponent */
    /* mean of the radii of two round ones; of a round one on a wall, which stands for its mirror
       image, twice its radius [m] */
    QUIRE_PAIR_MEAN_RADIUS,
    QUIRE_PAIR_HEIGHT, /* of a bed of bristles [m], */
    QUIRE_PAIR_LEAN,   /* and the way they lean along t: 1, 0 or -1 */
    QUIRE_PAIR_NUMBERS
};
struct quire_law_need {
    const char *name; /* of the attribute; NULL ends a list */
    size_t offset;    /* in the parameter struct */
    enum quire_pair_number what;
    const char *unless; /* an attribute that stands in its place; NULL: none */
};

/* Several contact points of one law side by side, for laws that keep nothing. */
#define QUIRE_LAW_LANES 4
struct quire_normal_lanes {
    _Alignas(32) double overlap[QUIRE_LAW_LANES];
    double closing[QUIRE_LAW_LANES];
    double force[QUIRE_LAW_LANES], d_overlap[QUIRE_LAW_LANES], d_closing[QUIRE_LAW_LANES],
        elastic[QUIRE_LAW_LANES];
};

struct quire_normal_law {
    size_t compiled_size; /* bytes of the compiled constants, at most QUIRE_LAW_COMPILED */
    bool may_pull;        /* the force may be negative while overlap > 0 */
    /* free bodies feel friction in the middle of the overlap, at arms R - overlap/2; otherwise at R
     */
    bool middle;
    unsigned traits; /* of enum quire_law_trait */
    enum quire_law_release release;
    /* what the memory holds; up to the first without a name */
    struct quire_law_number history[QUIRE_LAW_HISTORY];
    /* Turns the parameter struct into the constants eval uses; problems go to diag. */
    quire_status (*compile)(const struct quire_object *self, void *compiled, quire_diag *diag);
    /* Fills force, d_overlap, d_closing, elastic. Called for overlap > 0 only. */
    void (*eval)(const void *compiled, const struct quire_normal_in *in,
                 struct quire_normal_out *out);
    /* The same side by side, with the same results to the last bit; NULL: eval serves. Lanes that
     * are not used hold anything. */
    void (*eval_lanes)(const void *compiled, struct quire_normal_lanes *lanes);
    /* Energy stored at this overlap [J]; 0 when open. */
    double (*stored)(const void *compiled, double overlap);
    /* Where the elastic part is not 0, the same over elastic part times overlap, of laws in which
     * that goes with a power of the overlap. NULL: of others. */
    double (*stored_part)(const void *compiled);
    /* What the law remembers from here on, at the end of a step of length `since` that left it with
     * `in`; NULL: nothing. It may correct the force by what the step has missed, but
     * must not let it jump; what stored_at() falls by is lost. Where overlap <= 0 it forgets. */
    void (*commit)(const void *compiled, const struct quire_normal_in *in, double since,
                   struct quire_law_memory *memory);
    /* Energy stored by a law with commit() [J]: the integral of its elastic part over the overlap
     * with `in`'s memory. NULL: stored() says it. */
    double (*stored_at)(const void *compiled, const struct quire_normal_in *in);
    /* How far before touch the law acts [m]: it is asked for overlap > -reach. NULL: from touch on.
     * HUGE_VAL is for laws by themselves alone. */
    double (*reach)(const void *compiled);
    /* The overlap that no step may reach [m]; beyond it the force goes on somehow. NULL: there is
     * none. */
    double (*deepest)(const void *compiled);
    /* Whether its force is the sum of tractions per deformed area: where the surface of a soft body
     * has stretched there is more of it. NULL: no. */
    bool (*per_deformed_area)(const void *compiled);
    /* Parameters that come from the pair where they are not given; NULL: none. compile() sees NaN
     * where neither says it. */
    const struct quire_law_need *needs;
};

/* Energy stored at this overlap and memory [J]. */
static inline double
quire_normal_stored(const struct quire_normal_law *law, const void *compiled,
                    const struct quire_normal_in *in)
{
    return law->stored_at != NULL ? law->stored_at(compiled, in)
                                  : law->stored(compiled, in->overlap);
}

/* Whether the surfaces part too fast for the law's elastic force to follow: nothing acts, and what
 * is stored is lost. */
static inline bool
quire_normal_is_cut(const struct quire_normal_out *out)
{
    return out->elastic > 0 && !(out->force > 0 || out->force < 0);
}

struct quire_friction_in {
    /* velocity of the sheet relative to the other surface, belts and overdrive taken off [m/s] */
    double slip;
    /* 1 less the cosine of the angle from the normal turned to the left to the direction in which
     * the slip counts: in the plane 0, in space of the motion; for laws that are directed alone */
    double aside;
    double normal; /* N >= 0 [N] */
    double factor; /* multiplies the coefficient (vertex factor); 1 elsewhere */
    const struct quire_law_memory *memory;
    /* way slid: the integral of slip since some time; for laws with commit() alone [m] */
    double slid;
    double overlap; /* of the surfaces [m]; for laws with by_overlap alone */
    /* by which the way slid gives way to each newton of friction, for those laws [m/N] */
    double ease;
    double elapsed; /* of commit(): how long the step was that ends [s]; 0: not known */
};

struct quire_friction_out {
    double force;    /* on the sheet, along the slip direction: negative for positive slip [N] */
    double d_slip;   /* <= 0 [N s/m] */
    double d_normal; /* -mu(slip) times factor [1] */
    double d_factor; /* d(force)/d(factor) [N] */
    double limit;    /* largest friction force at this normal force [N], for the traction ratio */
    /* the part of the slip that there is only because the law is regularised [m/s] */
    double creep;
    double d_slid;    /* for laws with commit() alone [N/m] */
    double d_overlap; /* for laws with by_overlap alone [N/m] */
    double d_aside;   /* for laws that are directed alone [N] */
};

struct quire_friction_lanes {
    _Alignas(32) double slip[QUIRE_LAW_LANES];
    double normal[QUIRE_LAW_LANES], factor[QUIRE_LAW_LANES];
    double force[QUIRE_LAW_LANES], d_slip[QUIRE_LAW_LANES], d_normal[QUIRE_LAW_LANES],
        d_factor[QUIRE_LAW_LANES], limit[QUIRE_LAW_LANES], creep[QUIRE_LAW_LANES];
};

struct quire_friction_law {
    size_t compiled_size;
    bool by_overlap; /* the force follows the overlap, too; such a law has no memory */
    /* the force follows the direction of the slip along the surface; no memory either */
    bool directed;
    const struct quire_law_need *needs; /* as for normal laws */
    quire_status (*compile)(const struct quire_object *self, void *compiled, quire_diag *diag);
    void (*eval)(const void *compiled, const struct quire_friction_in *in,
                 struct quire_friction_out *out);
    /* as for normal laws */
    void (*eval_lanes)(const void *compiled, struct quire_friction_lanes *lanes);
    /* What the law remembers from here on, at the end of a step that left it with `in`; NULL if the
     * law needs no way slid. Where the surfaces part it goes to mode 0
     * with a slack spring. */
    void (*commit)(const void *compiled, const struct quire_friction_in *in,
                   struct quire_law_memory *memory);
    /* Energy of its spring [J]; with commit() alone. */
    double (*stored)(const void *compiled, const struct quire_friction_in *in);
};

/* Asks eval for one lane after the other. */
static inline void
quire_normal_each(void (*eval)(const void *, const struct quire_normal_in *,
                               struct quire_normal_out *),
                  const void *compiled, struct quire_normal_lanes *l)
{
    for (int i = 0; i < QUIRE_LAW_LANES; i++) {
        struct quire_normal_out out;
        eval(compiled,
             &(struct quire_normal_in){.overlap = l->overlap[i], .closing = l->closing[i]}, &out);
        l->force[i] = out.force;
        l->d_overlap[i] = out.d_overlap;
        l->d_closing[i] = out.d_closing;
        l->elastic[i] = out.elastic;
    }
}

static inline void
quire_friction_each(void (*eval)(const void *, const struct quire_friction_in *,
                                 struct quire_friction_out *),
                    const void *compiled, struct quire_friction_lanes *l)
{
    for (int i = 0; i < QUIRE_LAW_LANES; i++) {
        struct quire_friction_out out;
        out.limit = out.creep = 0;
        eval(compiled,
             &(struct quire_friction_in){
                 .slip = l->slip[i], .normal = l->normal[i], .factor = l->factor[i]},
             &out);
        l->force[i] = out.force;
        l->d_slip[i] = out.d_slip;
        l->d_normal[i] = out.d_normal;
        l->d_factor[i] = out.d_factor;
        l->limit[i] = out.limit;
        l->creep[i] = out.creep;
    }
}

/* Fields that every normal law has; the first member of each normal law's parameter struct. */
struct quire_normal_common {
    /* "auto|point|line": auto is point on rollers, line on guides and wraps */
    int distribution;
    /* length of sheet to which the law belongs where contact is distributed [m]; > 0 */
    double reference_length;
};
enum { QUIRE_DISTRIBUTION_AUTO, QUIRE_DISTRIBUTION_POINT, QUIRE_DISTRIBUTION_LINE };

#define QUIRE_NORMAL_COMMON(type_)                                                                 \
    QUIRE_CHOICE(type_, common.distribution, "distribution", "auto|point|line", "auto",            \
                 "point: the law is for the whole contact; line: it is for reference-length and "  \
                 "is distributed along the sheet; auto: point on rollers until the sheet wraps "   \
                 "them, line on guides"),                                                          \
        QUIRE_REAL(type_, common.reference_length, "reference-length", "m", "5 mm",                \
                   QUIRE_POSITIVE,                                                                 \
                   "length of sheet to which the law refers, for distributed contact", NULL)

#endif
