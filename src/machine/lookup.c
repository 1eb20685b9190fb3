#include "machine/lookup.h"

const struct quire_outline *
quire_system_path(const struct quire_system *system, const struct quire_object *object)
{
    for (int k = 0; k < system->n_path; k++) {
        if (system->path_object[k] == object) {
            return system->path + k;
        }
    }
    return NULL;
}

const struct quire_object *
quire_system_named(const struct quire_system *sys, const char *name)
{
    for (int k = 0; k < sys->n_sheet; k++) {
        if (sys->sheet[k].object->name == name) {
            return sys->sheet[k].object;
        }
    }
    for (int k = 0; k < sys->n_roller; k++) {
        if (sys->roller[k].name == name || sys->small[sys->roller[k].small].body.name == name) {
            return sys->roller[k].object;
        }
    }
    for (int k = 0; k < sys->n_free; k++) {
        if (sys->free[k].object->name == name || sys->small[sys->free[k].small].body.name == name) {
            return sys->free[k].object;
        }
    }
    for (int k = 0; k < sys->n_solid; k++) {
        if (sys->solid[k].object->name == name) {
            return sys->solid[k].object;
        }
    }
    for (int k = 0; k < sys->n_gate; k++) {
        if (sys->gate[k].name == name) {
            return sys->gate[k].object;
        }
    }
    return NULL;
}
