/* From a checked model to a system, in parts. Each part adds what it finds wrong to diag. */
#ifndef QUIRE_COMPILE_COMPILE_H
#define QUIRE_COMPILE_COMPILE_H

#include <math.h>

#include "body/sheet.h"
#include "compile/law/compile_law.h"
#include "compile/tools/compile_tools.h"
#include "model/kinds_media.h"
#include "model/problem.h"

/* compile/compile_edges.c: what begins at the corners of guides, once it is known which go on */
void quire_compile_edges(struct quire_compile *c);

struct quire_nearby;
/* compile/compile_joints.c: an index of all faces by where they are, for the caller to destroy;
 * false: memory ran out, and there is none. */
bool quire_compile_face_index(const struct quire_system *sys, struct quire_nearby *out);

/* compile/compile_sheets.c: the law of each two sheets, once there are sheets and laws */
void quire_compile_sheet_pairs(struct quire_compile *c);
/* compile/compile_memory.c: then, whether sheets that lie on each other from the start need more
 * memory than there is */
void quire_compile_check_memory(struct quire_compile *c);

/* compile/compile_places.c: paths, drives, sleeves; compile_guides.c: guides and channels;
 * compile_rollers.c: rollers and nips */
void quire_compile_places(struct quire_compile *c);
void quire_compile_guides(struct quire_compile *c);
/* False where there are too many. */
bool quire_compile_rollers(struct quire_compile *c);
/* A roller as laws see it that take numbers from their pair: a fixed one has no mass, nor has one
 * without weight that slides. */
struct quire_side quire_compile_roller_side(const struct quire_compile *c,
                                            const struct quire_roller *roller);
/* compile/compile_unknowns.c: places of everything in Q, V and Z, and where laws remember; once all
 * is there that may touch. */
void quire_compile_unknowns(struct quire_compile *c);

/* compile/compile_gates.c: the gate that lets a guide move; -1: it does not. And how far they
 * reach, and what cannot be there with them, once all is there. */
int quire_compile_gate(struct quire_compile *c, const struct quire_object *guide);
/* Those that springs hold are bodies, behind all others. */
void quire_compile_flaps(struct quire_compile *c);
void quire_compile_gate_limits(struct quire_compile *c);

/* compile/compile_walls.c: side guides of spatial models, behind all other guides */
void quire_compile_walls(struct quire_compile *c);

/* compile/compile_bristles.c: beds of bristles as guides of their own, once the others are there;
 * and the pieces of their tips behind those of all guides */
void quire_compile_beds(struct quire_compile *c);
void quire_compile_tips(struct quire_compile *c);

/* (Part of) a piece of a guide's surface, that goes on smoothly at its ends. How many parts there
 * are: arcs come in parts of less than a quarter of a turn. In compile/compile_faces.c. */
void quire_compile_face(const struct quire_guide *guide, const struct quire_piece *whole, int part,
                        int parts, struct quire_face *face);
int quire_compile_parts(const struct quire_piece *piece);

/* In a hollow kink the sheet may touch both faces, and each goes on behind the other: a face that
 * ended at the kink would let go at once of an edge pressed into the corner. How far it goes on
 * [m]: beyond, an edge would be deeper behind the other face than the solid goes, `depth`, or a
 * face that goes on would come nearer again to the surface of the other one, which `bends` away
 * from it [1/m]: it is deepest behind it at the middle of their chord. angle: between the normals;
 * longest: way along the other face. In compile/compile_guides.c. */
double quire_past_kink(double bends, double angle, double longest, double depth);

/* compile/compile_joints.c: no corners where one guide goes on as the next */
void quire_compile_joints(struct quire_compile *c);

/* compile/compile_features.c: guides with features that are too small for contact, that cross
 * themselves, or lie back to back: then no side of a sheet can be told */
void quire_compile_check_guides(struct quire_compile *c);

/* compile/compile_free.c: free bodies, after the rollers; and what laws remember of them */
void quire_compile_bodies(struct quire_compile *c);
void quire_compile_body_slots(struct quire_compile *c);
/* compile/compile_solid.c */
void quire_compile_solids(struct quire_compile *c);
void quire_compile_solid_slots(struct quire_compile *c);
void quire_compile_solid_grips(struct quire_compile *c);

/* compile/compile_soft.c: what rollers and discs are made of, after both */
void quire_compile_soft(struct quire_compile *c);
/* How far the surface of a soft roller gives way to a force that presses on it at rest, from this
 * direction; it starts like that. */
double quire_soft_press(struct quire_soft_motion *soft, const double from[2], double force);

/* compile/compile_elements.c: springs and drag, with the bodies; and the springs' lengths once all
 * are placed */
void quire_compile_elements(struct quire_compile *c);
void quire_compile_spring_lengths(struct quire_compile *c);

/* compile/compile_order.c: in which order the file has them, once all is there */
void quire_compile_file_order(struct quire_compile *c);

/* compile/compile_ladder.c: what a sheet is in space, after its chain; with ends clamped, after its
 * holds; and where its nodes start, after its mid-line */
void quire_compile_ladder(struct quire_compile *c, struct quire_sheet *sheet,
                          const struct quire_sheet_params *params);
/* Where a column of nodes is from the sheet's middle [m]. */
double quire_ladder_across(const struct quire_ladder *ladder, int column);
/* What was placed as the mid-line is this column. */
void quire_compile_column_start(struct quire_compile *c, struct quire_sheet *sheet, int column,
                                const struct quire_start_params *start);
void quire_compile_clamped_ladders(struct quire_compile *c, struct quire_sheet *sheet);

/* compile/compile_space.c: rollers as the pads that sheets in space touch, once all are placed */
void quire_compile_pads(struct quire_compile *c);
/* Whether any of a roller lies between two places across. */
bool quire_roller_reaches(struct quire_compile *c, int roller, const double across[2]);

/* compile/compile_limits.c: what machines in space cannot do yet */
void quire_compile_space_limits(struct quire_compile *c);

/* compile/compile_sheet.c */
/* time by which a bending rate counts as bending [s] */
double quire_media_relaxation(const struct quire_media_params *media);
void quire_compile_sheets(struct quire_compile *c);

struct quire_roller_motion;

/* compile/compile_switches.c: what rules switch. */
/* Room for the switches of so many nips and rollers. */
void quire_compile_switches(struct quire_compile *c, size_t nips, size_t rollers);
/* Puts a roller's clutch between it and its drive, if it has one: then it spins by itself, and
 * starts as fast as its drive. */
void quire_compile_clutch(struct quire_compile *c, struct quire_roller *roller,
                          struct quire_roller_motion *motion);
/* Once nips are known: their lifters. */
void quire_compile_lifters(struct quire_compile *c);
/* Once it is known how far its idler has slid where the rollers rest on each other: where a nip's
 * lifter lies when the nip is shut, and where the idler of one that is open at t = 0 is. */
void quire_compile_lifter_rest(struct quire_compile *c, const struct quire_nip *nip, double shut);

/* compile/compile_start.c: where sheets start, once all is there */
void quire_compile_sheet_starts(struct quire_compile *c);

#endif
