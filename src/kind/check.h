/* Checks: the interface of the family "check". */
#ifndef QUIRE_KIND_CHECK_H
#define QUIRE_KIND_CHECK_H

#include "kind/event.h"
#include "kind/kind.h"
#include "kind/view.h"

enum quire_check_verdict { QUIRE_PASSED, QUIRE_FAILED, QUIRE_NOT_EVALUATED };

struct quire_check_result {
    enum quire_check_verdict verdict;
    double time;                       /* when it was decided or failed [s]; NaN if never */
    double x, y, path_distance;        /* where; NaN if nowhere */
    const char *sheet;                 /* or NULL */
    const struct quire_object *sensor; /* at which it was due; NULL: at none */
    /* what was measured, what is allowed, how far it is from failing (negative: failed), SI; NaN if
     * none: of an edge that was due, and has not come by the end of the run, nobody knows by how
     * much it is late */
    double value, limit, margin;
    /* both ends of what is allowed; NaN: that end is open. `limit` is the one that is nearer */
    double lowest, highest;
    const char *unit; /* of these five; the judge fills in that of the kind (judge/checks.h) */
    /* of one that failed: when `value` was measured, if that was after `time` [s]; else NaN */
    double worst_time;
    const char *worst_sheet; /* and of which sheet; else NULL */
    const char *obstacle;    /* sheet that lies where `sheet` should enter; NULL: none does */
    bool left;               /* of what is too far to one side: to the left */
    bool inapplicable;       /* not evaluated, as the model has too few sheets for it */
    char place[96];          /* the named object nearby: "guide 'lip'", "nip 'n2'" */
    char cause[256];         /* a sentence: what held it, with what force */
    char note[256];          /* what makes the value doubtful, whether it passed or failed; or "" */
};

/* Fields that every check has; the first member of each check's parameter struct. */
struct quire_check_common {
    const char *name; /* NULL: the kind's variant stands for it */
    bool enabled;
    bool stop; /* a jam ends the run; false for checks that are no jam */
    /* check/scope.h: what it looks at; NULL or "each": at every sheet */
    const char *sheet;
    double from, until; /* [s]; NaN: that end is open */
};

#define QUIRE_CHECK_COMMON(type_)                                                                  \
    QUIRE_NAME(type_, common.name, QUIRE_OPTIONAL, "name of the check; default: its kind"),        \
        QUIRE_BOOLEAN(type_, common.enabled, "enabled", "yes", "no: the check is off")

#define QUIRE_CHECK_STOP(type_)                                                                    \
    QUIRE_BOOLEAN(type_, common.stop, "stop", "yes",                                               \
                  "yes: the run ends at this jam; no: the run continues to its end time")

/* What a sheet has done when a check of it fails, from which the cause is found
 * (cause/diagnosis.h); bits. None of them: it has come to rest, or does not get on. */
enum quire_check_about {
    QUIRE_ABOUT_TIME = 1 << 1,      /* it may get on, too slowly */
    QUIRE_ABOUT_EARLY = 1 << 2,     /* it may have come before its limit, not after it */
    QUIRE_ABOUT_PATH = 1 << 3,      /* it has left its path */
    QUIRE_ABOUT_WRAP = 1 << 4,      /* it goes round a roller, which the check names */
    QUIRE_ABOUT_SKEW = 1 << 5,      /* it is turned in its plane */
    QUIRE_ABOUT_ASIDE = 1 << 6,     /* it is too far to one side */
    QUIRE_ABOUT_DOUBLE = 1 << 7,    /* it came with another sheet */
    QUIRE_ABOUT_GAP = 1 << 8,       /* it follows another sheet too closely */
    QUIRE_ABOUT_TENSION = 1 << 9,   /* it is slack, or pulled too hard */
    QUIRE_ABOUT_CORNER = 1 << 10,   /* a corner of it is folded */
    QUIRE_ABOUT_ENTRY = 1 << 11,    /* another sheet, whose cause is meant, lies at its entry */
    QUIRE_ABOUT_STRANDED = 1 << 12, /* it lies where nothing drives it */
};

/* Of a check that has a window of time and another of distance: its figures are those of the window
 * that is missed. */
#define QUIRE_CHECK_UNITS "s or m"

/* A check looks at a view at fixed intervals (judge/checks.h) and at every event, keeps its own
 * memory, and may fail at once (a jam) or at the end. */
struct quire_check_ops {
    /* of its value, limit and margin, SI; NULL: unit_of says which, and each result has its own */
    const char *unit;
    /* QUIRE_CHECK_UNITS where it is one in some results and another in others */
    const char *(*unit_of)(const struct quire_object *self);
    /* a failure of it is a jam: the run ends unless the model says otherwise */
    bool is_jam;
    /* it is on in every model, with its default thresholds, unless switched off */
    bool by_default;
    /* then, whether it concerns the machine that the view shows at the start; NULL: it concerns all
     */
    bool (*concerns)(const struct quire_view *view);
    unsigned about; /* of enum quire_check_about */
    /* Its rank among checks that say of a sheet which is stopped that it folded up, or that a run
     * broke off as it did: the first that covers the sheet does. 0: it never does. */
    int tells_folds;
    size_t memory_size; /* bytes of memory per check; zeroed at the start */
    /* bytes more for each of the view's n_sheet sheets, behind the first memory_size (rounded up to
     * 16) */
    size_t memory_per_sheet;
    void (*begin)(const struct quire_object *self, void *memory, const struct quire_view *view);
    size_t sheets; /* it needs so many at least; it does not apply to models with fewer */
    /* why it is not evaluated where it has seen nothing; NULL: its judge says so */
    const char *unseen;
    /* Called at each look for each sheet, whether it has entered or not, until it has been
     * delivered; of_sheet: the sheet's part of the memory. */
    void (*sample)(const struct quire_object *self, void *memory, void *of_sheet,
                   const struct quire_view *view, size_t sheet);
    /* event() gets those of all sheets at all times, whatever the check is limited to */
    bool hears_all;
    void (*event)(const struct quire_object *self, void *memory, const struct quire_event *event,
                  const struct quire_view *view);
    /* Called at the end with the last view, and after each sample with finished = false; fills
     * *out. Returns true once decided. What has failed stays failed, but is shown the rest of the
     * run, for its value to be the worst of it, and judged again at the end. */
    bool (*judge)(const struct quire_object *self, void *memory, const struct quire_view *view,
                  bool finished, struct quire_check_result *out);
};

/* Bytes of the memory of a check before the sheets' parts, and the part of one sheet. */
static inline size_t
quire_check_memory_size(const struct quire_check_ops *ops)
{
    return (ops->memory_size + 15) / 16 * 16;
}

/* The unit of the figures of a check, SI. */
static inline const char *
quire_check_unit(const struct quire_check_ops *ops, const struct quire_object *self)
{
    return ops->unit != NULL ? ops->unit : ops->unit_of(self);
}

static inline void *
quire_check_memory_of(const struct quire_check_ops *ops, void *memory, size_t sheet)
{
    return (char *)memory + quire_check_memory_size(ops) + sheet * ops->memory_per_sheet;
}

#endif
