/* Instances of assemblies: where they stand, and the names of their parts. */
#ifndef QUIRE_XML_TREE_INSTANCE_H
#define QUIRE_XML_TREE_INSTANCE_H

#include "xml/tree/reader.h"

/* Where the parts of an instance are. */
struct quire_instance_frame {
    double along;     /* [m], added to places along the instance's path */
    double across;    /* [m], added to places across the feed */
    double origin[2]; /* [m] */
    double angle;     /* [rad], counter-clockwise */
    double cosine, sine;
    bool mirrored; /* about its x axis, before it is turned */
    bool on_path;  /* it has no coordinates: it is put along a path */
};

/* One instance: of several that an element makes by count=, one each. */
struct quire_instance {
    const struct quire_instance *outer;  /* that it is a part of; NULL: of the model */
    const struct quire_node *definition; /* <assembly> */
    struct quire_node *node;             /* <instance> */
    const char *prefix;                  /* "n2-": what the names of its parts begin with */
    const struct quire_attribute *path;  /* by which it is placed; NULL: none */
    long number;                         /* of those that the element makes, from 0 */
    struct quire_instance_frame frame;   /* once its own element has become an object */
    bool placed;
};

/* "n2-roller": the name by which text inside `in` may mean a part of it. Returns buf. */
#define QUIRE_SCOPED_SIZE 400
const char *quire_scoped_name(char buf[QUIRE_SCOPED_SIZE], const struct quire_instance *in,
                              const char *name);

/* "roller" of "n2-roller": as text inside `in` may call it; the name itself if it is none of a part
 * of `in` or of an instance around it. */
const char *quire_name_inside(const struct quire_instance *in, const char *name);

/* Whether it is the name of a part of an instance whose own name another instance has: that was
 * reported, for all of its parts. */
bool quire_is_part_of_twin(const struct quire_reader *r, const char *name);

/* The instance whose names an attribute of an element inside `in` is to be read with: that is
 * another one where the attribute was taken over. */
const struct quire_instance *quire_scope_of(const struct quire_instance *in,
                                            const struct quire_attribute *attribute);

#endif
