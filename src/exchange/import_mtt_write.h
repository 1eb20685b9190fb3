/* Writing a model from a table of the toolkits' parameters: values as they are read, elements as
 * they are written and checked. */
#ifndef QUIRE_EXCHANGE_IMPORT_MTT_WRITE_H
#define QUIRE_EXCHANGE_IMPORT_MTT_WRITE_H

#include "base/arena.h"
#include "exchange/import_mtt_read.h"
#include "kind/attributes.h"
#include "text/text.h"

#define QUIRE_MTT_UNIT_SIZE  80
#define QUIRE_MTT_ATTRIBUTES 20 /* of an element that is written */

struct quire_mtt_import {
    struct quire_mtt mtt;
    double slices; /* slices of MTT2D across the sheet; 1 in MTT3D */
    bool spatial;
    const char *indent; /* of comments */
    struct quire_text out;
    quire_status status;
    quire_diag *diag;
    struct quire_arena *arena;
    struct quire_mtt_element {
        const struct quire_kind *kind;
        const struct quire_mtt_entity *from;
        /* each with the place of the table that it comes from */
        struct quire_attribute attribute[QUIRE_MTT_ATTRIBUTES];
        size_t n;
        bool sound; /* all values could be read */
    } element;      /* that is being written */
};

/* ---- values ---- */

bool quire_mtt_has(const struct quire_mtt_entity *e, int k);

/* The value goes into what is written; one that does not is not passed over in silence. */
void quire_mtt_use(struct quire_mtt_import *m, const struct quire_mtt_entity *e, int k);

/* Once for a row, of which some are read more often. */
void quire_mtt_refuse(struct quire_mtt_import *m, const char *code, const struct quire_mtt_value *v,
                      const char *what, const char *why);

/* The SI value of a cell in `unit`, which is also that of a cell without one; NaN after a message,
 * and where there is none. */
double quire_mtt_read_value(struct quire_mtt_import *m, const struct quire_mtt_value *v,
                            const char *name, const char *unit);

/* The same in the toolkit's own unit, which has no open exponents; which may be missing; which must
 * be above zero. */
double quire_mtt_number(struct quire_mtt_import *m, const struct quire_mtt_entity *e, int k);
double quire_mtt_number_or(struct quire_mtt_import *m, const struct quire_mtt_entity *e, int k,
                           double otherwise);
double quire_mtt_positive(struct quire_mtt_import *m, const struct quire_mtt_entity *e, int k);

/* ---- what is written ---- */

/* An element of this kind, made of `e`, and its attributes; k is the value that one comes from, -1:
 * of none. */
void quire_mtt_begin(struct quire_mtt_import *m, const struct quire_mtt_entity *e,
                     const struct quire_family *family, const char *element, const char *variant);
void quire_mtt_add_word(struct quire_mtt_import *m, const char *attribute, const char *word,
                        const char *end);
void quire_mtt_add_number(struct quire_mtt_import *m, int k, const char *attribute, double v,
                          const char *unit);
void quire_mtt_add_length(struct quire_mtt_import *m, double x);
void quire_mtt_add_pair(struct quire_mtt_import *m, const char *attribute, double x, double y);

/* The element's attributes are as its kind wants them, or the table is refused where they come
 * from; of laws also how they go together. */
void quire_mtt_end(struct quire_mtt_import *m, const char *close);

/* A comment: "Stiffness Coefficient 12 N/mm^1.5 for 1 mm of depth, times 210", what stood in the
 * table and what was done to it; `done` may be "". The second is of what MTT2D gives for a slice.
 */
void quire_mtt_tell(struct quire_mtt_import *m, const struct quire_mtt_entity *e, int k,
                    const char *unit, const char *done);
void quire_mtt_tell_slice(struct quire_mtt_import *m, const struct quire_mtt_entity *e, int k,
                          const char *unit, const char *sign);

#endif
