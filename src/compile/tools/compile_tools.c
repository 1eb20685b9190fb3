#include "compile/tools/compile_tools.h"
#include "drive/to.h"

#include <stdio.h>
#include <string.h>

void *
quire_compile_get(struct quire_compile *c, size_t n, size_t size)
{
    void *memory = quire_arena_get(c->arena, n, size);

    if (memory == NULL && c->status == QUIRE_OK) {
        c->status = quire_diag_error(c->diag, "E-MEMORY", (struct quire_place){0}, NULL, NULL,
                                     "the machine needs too much memory");
    }
    return memory;
}

int
quire_compile_count(const struct quire_object *root, const struct quire_kind *kind)
{
    int n = 0;

    for (size_t i = 0; quire_object_next_of(root, kind, &i) != NULL;) {
        n++;
    }
    return n;
}

char *
quire_compile_part_name(struct quire_compile *c, const char *whole, const char *part)
{
    const size_t size = strlen(whole) + strlen(part) + 2;
    char *name = quire_compile_get(c, size, 1);

    if (name != NULL) {
        snprintf(name, size, "%s.%s", whole, part);
    }
    return name;
}

void
quire_compile_join(struct quire_compile *c, int small_a, int small_b)
{
    struct quire_system *sys = c->sys;
    const int kept = sys->small[small_a].cluster, joined = sys->small[small_b].cluster;

    for (int k = 0; kept != joined && k < sys->n_small; k++) {
        sys->small[k].cluster = sys->small[k].cluster == joined ? kept : sys->small[k].cluster;
    }
}

struct quire_course
quire_compile_course(struct quire_compile *c, const struct quire_object *of, double start,
                     size_t value)
{
    struct quire_course course = {.start = start};
    const struct quire_object *child;

    course.corner = quire_compile_get(c, of->n_child, sizeof *course.corner);
    for (size_t i = 0; c->status == QUIRE_OK &&
                       (child = quire_object_next_with(of, QUIRE_ROLE_CORNER, &i)) != NULL;) {
        const struct quire_to_params *to = child->params;
        course.corner[course.n++] = (struct quire_corner_point){
            to->time, *(const double *)(const void *)((const char *)to + value), to->shape};
    }
    return course;
}

int
quire_drive_index(const struct quire_system *sys, const struct quire_object *drive)
{
    for (int k = 0; drive != NULL && k < sys->n_drive; k++) {
        if (sys->drive[k].object == drive) {
            return k;
        }
    }
    return -1;
}
