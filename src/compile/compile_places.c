#include "compile/compile.h"

#include "drive/drive.h"
#include "drive/to.h"
#include "element/sleeve.h"
#include "machine/lookup.h"
#include "path/places.h"
#include "shape/trace.h"

static void
compile_drive(struct quire_compile *c, const struct quire_object *object, struct quire_drive *drive)
{
    const struct quire_drive_params *p = object->params;

    drive->object = object;
    drive->no_load_speed = p->no_load_speed;
    drive->quantity = quire_drive_given_by(object);
    drive->course = quire_compile_course(c, object, p->given[drive->quantity],
                                         offsetof(struct quire_to_params, given) +
                                             sizeof(double) * drive->quantity);
}

void
quire_compile_places(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    const struct quire_object *object;
    const int n_path = quire_compile_count(c->root, &quire_kind_path);

    sys->path = quire_compile_get(c, (size_t)n_path, sizeof *sys->path);
    sys->path_object = quire_compile_get(c, (size_t)n_path, sizeof(void *));
    for (size_t i = 0; c->status == QUIRE_OK &&
                       (object = quire_object_next_of(c->root, &quire_kind_path, &i)) != NULL;) {
        quire_compile_note(c, quire_path_trace(sys->path + sys->n_path, object, c->diag));
        sys->path_object[sys->n_path++] = object;
    }
    sys->drive = quire_compile_get(c, (size_t)quire_compile_count(c->root, &quire_kind_drive),
                                   sizeof *sys->drive);
    for (size_t i = 0; c->status == QUIRE_OK &&
                       (object = quire_object_next_of(c->root, &quire_kind_drive, &i)) != NULL;) {
        compile_drive(c, object, sys->drive + sys->n_drive++);
    }
    sys->sleeve = quire_compile_get(c, (size_t)quire_compile_count(c->root, &quire_kind_sleeve),
                                    sizeof *sys->sleeve);
    for (size_t i = 0; c->status == QUIRE_OK &&
                       (object = quire_object_next_of(c->root, &quire_kind_sleeve, &i)) != NULL;) {
        const struct quire_sleeve_params *p = object->params;
        sys->sleeve[sys->n_sleeve++] =
            (struct quire_sleeve){.name = p->name,
                                  .path = quire_system_path(sys, p->path),
                                  .from = p->from,
                                  .to = p->to,
                                  .stiffness = p->stiffness,
                                  .damping = p->damping};
    }
}
