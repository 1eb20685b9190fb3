/* A model as it is understood: its elements once all is put in and placed, what is written of each,
 * and where every value comes from. */
#ifndef QUIRE_XML_REWRITE_UNDERSTOOD_H
#define QUIRE_XML_REWRITE_UNDERSTOOD_H

#include "model/parameter.h"
#include "text/text.h"
#include "xml/tree/built.h"

#define QUIRE_MOST_FIELDS 64 /* as quire_object's `present` has bits */

struct quire_understood {
    const struct quire_built *built; /* (n) */
    size_t n;
    quire_model *model;
    const quire_setting *settings; /* (n_setting): to tell parameters that are set */
    size_t n_setting;
    struct quire_text *out; /* what is written; marked as failed when memory runs out */
};

/* What is written of a field; text NULL: nothing. */
struct quire_shown {
    const char *text;
    bool placed; /* its element says something else, or nothing */
};

struct quire_understood_element {
    struct quire_object *object;
    const struct quire_node *node;
    const struct quire_field *field; /* of its kind */
    struct quire_shown shown[QUIRE_MOST_FIELDS];
};

enum quire_origin {
    QUIRE_ORIGIN_OWN,
    QUIRE_ORIGIN_INSTANCE,
    QUIRE_ORIGIN_LIKE,
    QUIRE_ORIGIN_CLASS
};

/* ---- elements ---- */

struct quire_understood_element quire_understood_look(const struct quire_understood *w, size_t i);

/* Behind element i and all inside it. */
size_t quire_understood_skip(const struct quire_understood *w, size_t i);

/* The next element, from i on, that stands in `parent` and is written; w->n if there is none. */
size_t quire_understood_child(const struct quire_understood *w, const struct quire_object *parent,
                              size_t i);

/* Two blanks for each level. */
void quire_understood_indent(struct quire_text *out, int depth);

/* ---- attributes ---- */

/* Where attribute i of an element comes from. */
enum quire_origin quire_origin_of(const struct quire_node *node, size_t i);

/* Whether only the way to the values needs the attribute. */
bool quire_understood_is_spent(const char *attribute);

/* The text of attribute i as it is written; NULL: it is not. */
const char *quire_understood_text(const struct quire_understood_element *e, size_t i);

/* What is written of the field of this name; NULL: there is none. */
const struct quire_shown *quire_understood_shown(const struct quire_understood_element *e,
                                                 const char *attribute);

/* Whether it is written otherwise than the element says, and how that came about. */
bool quire_understood_is_placed(const struct quire_understood_element *e, const char *attribute);
const char *quire_understood_manner(const struct quire_field *f);

/* ---- fields of which the element says nothing ---- */

/* What holds where nothing is said; NULL: nothing does. */
const char *quire_understood_assumption(const struct quire_field *f);

/* The next field, from f on, that has a default and is not written; that is written nevertheless.
 * NULL at the end. */
const struct quire_field *quire_understood_next_assumed(const struct quire_understood_element *e,
                                                        const struct quire_field *f);
const struct quire_field *quire_understood_next_added(const struct quire_understood_element *e,
                                                      const struct quire_field *f);

/* ---- parameters ---- */

bool quire_understood_is_set(const struct quire_understood *w, const char *name);

/* Where the value of a parameter stands, which may be in a <set>; *i goes on over what is built, in
 * the order of the parameters. */
struct quire_place quire_understood_place(const struct quire_understood *w,
                                          const struct quire_parameter *p, size_t *i);

#endif
