/* What assemblies and their instances hold. */
#ifndef QUIRE_MODEL_KINDS_ASSEMBLY_H
#define QUIRE_MODEL_KINDS_ASSEMBLY_H

#include "model/object.h"

struct quire_assembly_params { /* <assembly> */
    const char *name;
};

struct quire_instance_params {                /* <instance> */
    const char *name, *assembly, *at, *pitch; /* at, pitch: optional */
    const struct quire_object *path;          /* optional */
    double angle;                             /* [rad] */
    double across;                            /* [m] */
    bool mirrored;
    long count; /* optional */
};

struct quire_instance_set_params { /* <instance><set> */
    const char *parameter, *value;
};

#endif
