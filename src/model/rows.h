/* Rows that tables of several kinds have. */
#ifndef QUIRE_MODEL_ROWS_H
#define QUIRE_MODEL_ROWS_H

#include "kind/kind.h"

/* The field of a file's root that says what it is written in. */
#define QUIRE_VERSION(type_)                                                                       \
    QUIRE_INTEGER(type_, version, "version", QUIRE_REQUIRED, QUIRE_FROM_TO(1, 1),                  \
                  "version of the language that the file is written in; 1")

/* Rows of a child table: what a machine is made of, as a whole or as an assembly. Sheets and free
 * bodies travel through it. */
#define QUIRE_MACHINE_PARTS                                                                        \
    {"model", "path", 0, -1}, {"model", "channel", 0, -1}, {"model", "guide", 0, -1},              \
        {"model", "side-guide", 0, -1}, {"drive", "drive", 0, -1}, {"body", "roller", 0, -1},      \
        {"body", "nip", 0, -1}, {"element", "sleeve", 0, -1}, {"pressure", NULL, 0, -1},           \
        {"sensor", "sensor", 0, -1}, {"control", NULL, 0, -1}, {"rule", "rule", 0, -1},            \
    {                                                                                              \
        "check", "check", 0, -1                                                                    \
    }

#endif
