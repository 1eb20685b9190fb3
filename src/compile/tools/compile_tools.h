/* What the parts of compiling share: the machine in the making, memory, names. */
#ifndef QUIRE_COMPILE_TOOLS_COMPILE_TOOLS_H
#define QUIRE_COMPILE_TOOLS_COMPILE_TOOLS_H

#include "base/arena.h"
#include "base/diag.h"
#include "machine/mesh.h"
#include "machine/system.h"
#include "model/object.h"
#include "model/problem.h"

struct quire_compile {
    struct quire_system *sys;
    const struct quire_object *root;
    struct quire_arena *arena;
    quire_diag *diag;
    quire_status status;                 /* the first failure */
    const struct quire_object **contact; /* object of each law (n_law) */
    int cap_law;
    struct quire_roller_motion *motion;
    const struct quire_object **pair; /* <pair>s, which are asked for again and again (n_pair) */
    int n_pair;
    struct quire_mesh mesh;
};

void *quire_compile_get(struct quire_compile *c, size_t n, size_t size);
int quire_compile_count(const struct quire_object *root, const struct quire_kind *kind);
/* "whole.part"; NULL without memory. */
char *quire_compile_part_name(struct quire_compile *c, const char *whole, const char *part);
/* The first failure stays. */
static inline void
quire_compile_note(struct quire_compile *c, quire_status status)
{
    c->status = quire_status_first(c->status, status);
}

/* Lets two small bodies be solved for together. */
void quire_compile_join(struct quire_compile *c, int small_a, int small_b);
/* Index of a drive; -1: there is none. */
int quire_drive_index(const struct quire_system *system, const struct quire_object *drive);
/* A course from its start value and <to> children; `value`: offset of a child's value in struct
 * quire_to_params. */
struct quire_course quire_compile_course(struct quire_compile *c, const struct quire_object *of,
                                         double start, size_t value);

#endif
