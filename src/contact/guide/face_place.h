/* Where a place of a sheet's mid-line stands as a face of a guide sees it. Theory:
 * doc/theory/contact-kernel.md, 6. */
#ifndef QUIRE_CONTACT_GUIDE_FACE_PLACE_H
#define QUIRE_CONTACT_GUIDE_FACE_PLACE_H

#include <math.h>

#include "state/state.h"

/* Before the face; beside it, beyond an end; in the solid or touching it; deeper than the solid:
 * over the face, or past a free end or a convex kink, but not yet beside it. */
enum quire_face_place {
    QUIRE_FACE_BEFORE,
    QUIRE_FACE_BESIDE,
    QUIRE_FACE_INSIDE,
    QUIRE_FACE_BEHIND,
    QUIRE_FACE_BEYOND
};

/* How far a place is behind the surface, gone on with beyond its ends [m]. */
static inline double
quire_face_level(const struct quire_face *face, const double p[2])
{
    const double dx = p[0] - face->at[0], dy = p[1] - face->at[1];

    return face->radius > 0 ? face->convex * (face->radius - sqrt(dx * dx + dy * dy))
                            : -(dx * face->normal[0] + dy * face->normal[1]);
}

/* Whether a guide is one of the two surfaces of a wall. */
static inline bool
quire_is_wall_surface(const struct quire_system *sys, int guide)
{
    const int view = sys->guide[guide].view;

    return (guide > 0 && sys->guide[guide - 1].view == view) ||
           (guide + 1 < sys->n_guide && sys->guide[guide + 1].view == view);
}

/* A mid-line deeper behind a surface than this is no more in its solid: a wall's other surface is
 * nearer, or the sheet's face comes out of the back [m]. */
static inline double
quire_face_depth(const struct quire_system *sys, const struct quire_sheet *sheet, int guide)
{
    const double depth = sys->guide[guide].depth;

    return quire_is_wall_surface(sys, guide) ? depth : fmax(depth - sheet->half, 0);
}

/* Past which distance from a free end or a convex kink a place is beside the face [m]. */
static inline double
quire_face_rim(const struct quire_sheet *sheet)
{
    return fmax(0.5 * sheet->chain.h, sheet->half);
}

/* How far a place is out of what a face faces, at one of its ends [m]. At a free end or a convex
 * kink that is where the place is nearer to the face than to what is beyond the end. */
static inline double
quire_face_out(const struct quire_sheet *sheet, const struct quire_face *face, int end,
               const double p[2])
{
    const double u = quire_face_beyond(face, end, p), level = quire_face_level(face, p);

    return !face->taper[end] ? u - face->past[end] : level > 0 ? u + level - sheet->half : u;
}

/* Whether a place stands over a face, within its ends. */
static inline bool
quire_is_over_face(const struct quire_sheet *sheet, const struct quire_face *face,
                   const double p[2])
{
    return quire_face_out(sheet, face, 0, p) <= 0 && quire_face_out(sheet, face, 1, p) <= 0;
}

/* Whether a place is between the ends of a face, however deep. */
static inline bool
quire_is_between_ends(const struct quire_face *face, const double p[2])
{
    return quire_face_beyond(face, 0, p) <= (face->taper[0] ? 0 : face->past[0]) &&
           quire_face_beyond(face, 1, p) <= (face->taper[1] ? 0 : face->past[1]);
}

static inline enum quire_face_place
quire_face_place(const struct quire_system *sys, const struct quire_sheet *sheet,
                 const struct quire_face *face, const double p[2])
{
    const struct quire_guide *guide = sys->guide + face->guide;
    const double level = quire_face_level(face, p), rim = quire_face_rim(sheet);
    bool past = false;

    for (int e = 0; e < 2; e++) {
        const double u = quire_face_beyond(face, e, p);
        if (u > (face->taper[e] ? rim : face->past[e])) {
            return QUIRE_FACE_BESIDE;
        }
        past = past || (face->taper[e] && quire_face_out(sheet, face, e, p) > 0);
    }
    return level + sheet->half + guide->reach <= 0              ? QUIRE_FACE_BEFORE
           : level <= quire_face_depth(sys, sheet, face->guide) ? QUIRE_FACE_INSIDE
           : past                                               ? QUIRE_FACE_BEYOND
                                                                : QUIRE_FACE_BEHIND;
}

#endif
