/* How much a model file may hold. Each bound keeps time and memory in proportion, whatever the file
 * says. */
#ifndef QUIRE_XML_TEXT_LIMITS_H
#define QUIRE_XML_TEXT_LIMITS_H

#define QUIRE_ELEMENT_LIMIT 100000 /* elements, counting those that like= copies */
#define QUIRE_DEPTH_LIMIT   64     /* elements within each other */
#define QUIRE_ATTRIBUTE_LIMIT                                                                      \
    256 /* attributes of one element: libxml2's check for duplicates is quadratic */
/* bytes of an element's or attribute's name */
#define QUIRE_NAME_LENGTH_LIMIT 10000
/* bytes of an attribute's value, a comment or a text; libxml2 refuses 10 MB */
#define QUIRE_VALUE_LENGTH_LIMIT  ((size_t)8 * 1024 * 1024)
#define QUIRE_LIKE_LIMIT          64 /* elements that are each like the next */
#define QUIRE_INCLUDE_DEPTH_LIMIT 8  /* files that each include the next */
/* files that a model includes in all; their bytes together: QUIRE_FILE_LIMIT */
#define QUIRE_INCLUDE_LIMIT  256
#define QUIRE_INSTANCE_DEPTH 16  /* instances of assemblies within each other */
#define QUIRE_INSTANCE_SETS  256 /* parameters that one instance sets */
/* bytes of a file that an attribute names */
#define QUIRE_ATTACHED_LIMIT ((size_t)4 * 1024 * 1024)
#define QUIRE_EXPANSION_LIMIT                                                                      \
    ((size_t)16 * 1024 * 1024) /* bytes that parameters may put into a model in all */
#define QUIRE_EXPANDED_LIMIT                                                                       \
    ((size_t)1024 * 1024)           /* bytes of one attribute after its parameters are put in */
#define QUIRE_SYNTAX_ERROR_LIMIT 20 /* syntax errors that are reported */

#endif
