/* A small catalog of its own, so that the reader is tested apart from the kinds that Quire has. */
#ifndef QUIRE_TESTS_XML_READ_XML_FIXTURE_H
#define QUIRE_TESTS_XML_READ_XML_FIXTURE_H

#include "xml/read/read.h"

struct box_params { /* <box>, children <part>, <note> (at most 1) */
    const char *name;
    double size;                /* required, > 0, m */
    double stiffness, exponent; /* N/m^{exponent} */
    long count;
    const struct quire_object *friend; /* another box */
    const char *text;
    double corner[2];
};
struct part_params { /* <part shape="round|square">, in <box> */
    const char *name;
    double radius; /* round */
    double side;   /* square */
};

extern const struct quire_catalog test_catalog;

/* Reads text with the small catalog; `body` stands inside <model version="1" name="m">, which is
 * line 1. */
quire_status test_read(quire_model **out, const char *body, quire_diag *diag);
quire_status test_read_file(quire_model **out, const char *text, size_t size,
                            const quire_setting *settings, size_t n, quire_diag *diag);

/* The number of times check functions were called. */
extern int test_checks;

/* Expects that reading the body finds exactly these problems, each as "CODE line:column", in this
 * order; NULL ends. */
void test_problems(const char *body, const char *first, ...);

#endif
