/* How sheets are divided other than the model says. */
#ifndef QUIRE_MACHINE_MESH_H
#define QUIRE_MACHINE_MESH_H

/* 0 in either: as each sheet says. */
struct quire_mesh {
    int columns;    /* of nodes in space */
    int refinement; /* times as many segments */
};

#endif
