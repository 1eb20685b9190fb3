/* The families of kinds: what others ask of a kind that they do not know by itself. */
#ifndef QUIRE_KIND_FAMILY_H
#define QUIRE_KIND_FAMILY_H

/* One family; there is one object of each, so that its address tells it from others. */
struct quire_family {
    const char *name; /* in texts: "path-piece" */
};

/* All of them. Where a family has an interface, kind->ops points to it. */
#define QUIRE_FAMILIES(X)                                                                          \
    /* the model, its settings, and places: known by their elements */                             \
    X(model, "model")                                                                              \
    X(library, "library")                                                                          \
    X(instance, "instance")                                                                        \
    /* laws (kind/law.h), and what stands beside them */                                           \
    X(contact, "contact")                                                                          \
    X(normal, "normal")                                                                            \
    X(friction, "friction")                                                                        \
    /* what places are made of (kind/shape.h), and what moves them */                              \
    X(path_piece, "path-piece")                                                                    \
    X(shape, "shape")                                                                              \
    X(gate, "gate")                                                                                \
    X(drive, "drive")                                                                              \
    X(body, "body")                                                                                \
    X(element, "element")                                                                          \
    X(pressure, "pressure") /* kind/pressure.h */                                                  \
    /* corners of courses over time: of drives, loads and holds */                                 \
    X(drive_to, "drive-to")                                                                        \
    X(load_to, "load-to")                                                                          \
    X(clamp_to, "clamp-to")                                                                        \
    X(pin_to, "pin-to")                                                                            \
    /* what watches and acts (kind/sensor.h) */                                                    \
    X(sensor, "sensor")                                                                            \
    X(control, "control")                                                                          \
    X(rule, "rule")                                                                                \
    X(action, "action")                                                                            \
    X(check, "check")                                                                              \
    /* studies (kind/design.h) */                                                                  \
    X(study, "study")                                                                              \
    X(noise, "noise")                                                                              \
    X(design, "design")                                                                            \
    /* calibrations */                                                                             \
    X(calibration, "calibration")

#define QUIRE_FAMILY_DECLARE(family, name) extern const struct quire_family quire_family_##family;
QUIRE_FAMILIES(QUIRE_FAMILY_DECLARE)
#undef QUIRE_FAMILY_DECLARE

#endif
