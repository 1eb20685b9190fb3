/* Parameters as they are collected, while their values are worked out. */
#ifndef QUIRE_XML_EXPAND_PARAMETER_TABLE_H
#define QUIRE_XML_EXPAND_PARAMETER_TABLE_H

#include "xml/tree/instance.h"

struct quire_read_parameter {
    struct quire_node *node;           /* <parameter> */
    struct quire_attribute *attribute; /* its value; NULL if it has none */
    const char *name, *raw,
        *value; /* raw: before braces are replaced; value: NULL until evaluated */
    /* braces replaced; NULL if not given */
    const char *minimum, *maximum, *choices, *tolerance, *step;
    bool used;
    bool set;   /* from outside */
    bool round; /* it is one of a circle of parameters, which was reported */
};

struct quire_parameter_table {
    struct quire_reader *r;
    struct quire_read_parameter *p; /* (n), in file order */
    size_t n;
    size_t n_known;  /* those that may be used now: a parameter sees only the ones above it */
    size_t *by_name; /* indices sorted by name (n) */
    size_t expanded; /* bytes put in so far */
    bool lacks;      /* some name led to no parameter: perhaps one that nothing uses was meant */
    const struct quire_instance *in; /* whose parameters are seen first; NULL: the model's alone */
};

/* Whether the element is one of the model's parameters. */
bool quire_is_parameter(const struct quire_node *node);

/* All parameters of the model and of instances. False when memory runs out; the arena holds the
 * table. */
bool quire_parameter_table_make(struct quire_parameter_table *t, const struct quire_node *root);

/* Reports names that cannot be, or that two have. */
void quire_parameter_table_check_names(struct quire_parameter_table *t);

/* New values from outside, instead of those of the file. */
void quire_parameter_table_set(struct quire_parameter_table *t, const quire_setting *settings,
                               size_t n);

/* The parameter that a name means inside the instance that is looked at; NULL: none. */
struct quire_read_parameter *quire_parameter_seen(const struct quire_parameter_table *t,
                                                  const char *name, size_t length);

/* "load" of the parameter "n2-load" of an instance. */
const char *quire_parameter_own_part(const struct quire_read_parameter *p);

/* Whether a text is a name that braces may hold. */
bool quire_parameter_is_identifier(const char *name);

#endif
