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
    {&quire_family_model, "path", 0, -1}, {&quire_family_model, "channel", 0, -1},                 \
        {&quire_family_model, "guide", 0, -1}, {&quire_family_model, "bristles", 0, -1},           \
        {&quire_family_model, "side-guide", 0, -1}, {&quire_family_drive, "drive", 0, -1},         \
        {&quire_family_body, "roller", 0, -1}, {&quire_family_body, "nip", 0, -1},                 \
        {&quire_family_element, "sleeve", 0, -1}, {&quire_family_pressure, NULL, 0, -1},           \
        {&quire_family_sensor, NULL, 0, -1}, {&quire_family_control, NULL, 0, -1},                 \
        {&quire_family_rule, "rule", 0, -1},                                                       \
    {                                                                                              \
        &quire_family_check, "check", 0, -1                                                        \
    }

#endif
