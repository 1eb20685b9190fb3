/* Numbers of the integrator, of the steps that contact allows, and of islands that are chosen, not
 * derived. */
#ifndef QUIRE_INTEG_CONSTANTS_H
#define QUIRE_INTEG_CONSTANTS_H

/* ---- newton's iteration ---- */

/* iterations of a try, at most */
#define QUIRE_NEWTON_ITERATIONS 8
/* iterations with a matrix of their own, at most */
#define QUIRE_NEWTON_REFRESHES 5
/* an iteration's step that shrinks by less has left the reach of its matrix */
#define QUIRE_NEWTON_REFRESH_RATIO 0.15
/* the same, as it is foreseen, where bodies are stacked: there an iteration that is thrown away
 * costs most */
#define QUIRE_NEWTON_REFRESH_STACKED 0.05
/* a step back with a matrix of its own that shrinks by less goes to and fro */
#define QUIRE_NEWTON_REVERSAL_RATIO 0.9
/* of forces with kinks: how far from what the matrix foresaw until it is taken anew */
#define QUIRE_NEWTON_MISMATCH 0.01
/* iterations if steps are halved, at most */
#define QUIRE_NEWTON_HALVINGS 16
/* on the measured curvature */
#define QUIRE_NEWTON_SAFETY 3.0
/* sheets on each other from which on they are a stack */
#define QUIRE_STACKED_FROM 2
/* times the tolerance, in a stack, where iterations cost more than steps */
#define QUIRE_NEWTON_STACKED 6.0
/* of the extrapolated changes of velocities: the part that comes true where they are smooth, */
#define QUIRE_NEWTON_SMOOTH 0.9
/* and where they shake; */
#define QUIRE_NEWTON_SHAKES 0.5
/* there so much of them is left out of the start of the iteration */
#define QUIRE_NEWTON_TAKEN_BACK 0.8
/* steps that start from the whole of them after a try that failed */
#define QUIRE_NEWTON_PLAIN 24
/* of the velocity tolerance: changes far below it count as smooth */
#define QUIRE_NEWTON_FORESEEN_LEAST 0.1
/* by which earlier steps count less with each step */
#define QUIRE_NEWTON_FORESEEN_DECAY 0.5
/* of a first step: what it leaves, at least */
#define QUIRE_NEWTON_LEAST_LEFT 0.01
/* failed tries, less later successful ones, from which more may be left */
#define QUIRE_NEWTON_PATIENCE 4
/* their count goes no higher */
#define QUIRE_NEWTON_PATIENCE_MOST 8
/* times the tolerance: what may be left then */
#define QUIRE_NEWTON_MOST_LEFT 30.0
/* steps in a row that may be accepted after one iteration */
#define QUIRE_NEWTON_UNCHECKED 8
/* smallest rate of convergence that is believed */
#define QUIRE_NEWTON_LEAST_RATE 0.1
/* from this rate on what is left is taken to be the last step */
#define QUIRE_NEWTON_SLOW_RATE 0.9
/* of a measured curvature, from one measurement to the next */
#define QUIRE_NEWTON_CURVATURE_DECAY 0.5
/* of a step: nothing is learnt from a larger one, or from one that is no number */
#define QUIRE_NEWTON_MOST_SIZE 1e12
/* all steps are looked at twice from far less on */
#define QUIRE_NEWTON_MOST_CURVATURE 1e6

/* ---- steps ---- */

/* of the error test: to what part of it Newton's iteration is solved */
#define QUIRE_NEWTON_COEFFICIENT 0.01
/* the same of the generic solver; with CVODE's own rule 0.1 can end in a cycle of two */
#define QUIRE_GENERIC_COEFFICIENT 0.03
/* a step may grow by this without a change of order */
#define QUIRE_STEP_GROWTH 1.2
/* first step of a stretch, and the least that a bound from outside may ask for [s] */
#define QUIRE_FIRST_STEP 1e-6
/* shortest step [s] */
#define QUIRE_STEP_LEAST 1e-13
/* with a change of order; CVODE's own limit */
#define QUIRE_STEP_GROWTH_MOST 10.0
/* the same after its first step */
#define QUIRE_STEP_GROWTH_FIRST 1e4
/* a step up to a jump sees what is before it [s] */
#define QUIRE_STEP_LEFT_LIMIT 1e-12
/* steps that any stretch of time may take: twenty times what the hardest crash or jam that comes to
 * an end has been seen to need */
#define QUIRE_STEP_TOKENS 20000.0
/* steps after which progress is looked at */
#define QUIRE_WATCH_EVERY 256
/* of the mean progress: what is slow */
#define QUIRE_WATCH_SLOW 0.02
/* by which the iteration of slow steps is solved tighter from then on */
#define QUIRE_WATCH_TIGHTER 3.0

/* ---- energy ---- */

/* of a part of a step: an error of its work that does not matter */
#define QUIRE_BALANCE_NEGLIGIBLE 1e-3
/* [J] */
#define QUIRE_BALANCE_LEAST_WORK 1e-10
/* of the largest energy so far, for each metre of the position tolerance; within these bounds */
#define QUIRE_BALANCE_PART       10.0
#define QUIRE_BALANCE_LEAST_PART 5e-7
#define QUIRE_BALANCE_MOST_PART  5e-6
/* evaluations within steps, of all steps, that cost little */
#define QUIRE_BALANCE_LOOKS 0.25
/* counted as if so many more steps had been made: few lead up to a first impact */
#define QUIRE_BALANCE_AHEAD 1000
/* of a step, at most */
#define QUIRE_BALANCE_HALVINGS 12
/* and its parts together, at most */
#define QUIRE_BALANCE_PIECES 96
/* of one difference the next one is a quarter, less only by chance */
#define QUIRE_PATH_BY_CHANCE 0.03

/* ---- steps that contact allows ---- */

/* of a solid's depth: a step may take a node this far in */
#define QUIRE_CLEAR_DEEP 0.5
/* of a solid's depth: a node behind a face is looked for up to this far behind it */
#define QUIRE_CLEAR_BEHIND 1.25
/* of a solid's depth: a path that penetrates less needs no stop */
#define QUIRE_CLEAR_GRAZE 0.125
/* of an end's way through a roller's reach: so far a step may go that would pass it */
#define QUIRE_CLEAR_PASSAGE 0.25
/* of half a sheet's thickness: an end that comes less deep only grazes */
#define QUIRE_CLEAR_PRESSED 0.05
/* a sheet comes no nearer to a roller that is solved apart from it [m] */
#define QUIRE_CLEAR_APART 1e-3
/* of both half thicknesses: sheets that move less past each other need not be looked at */
#define QUIRE_CLEAR_SMALL 0.5
/* of both half thicknesses: mid-lines so far through each other, the error may not tell of
 * contact */
#define QUIRE_CLEAR_BEYOND 0.5
/* of both half thicknesses: nearer mid-lines have met */
#define QUIRE_CLEAR_FEELING 0.1
/* of a segment: sheets that roll through two nips go no farther in a step, for their tension's sake
 */
#define QUIRE_ROLLING_STEP 0.025

/* of a body's or solid's size, or of the depth of what it flies at: so far it may go in there */
#define QUIRE_CLEAR_OF_BODY 0.25
/* of the extent of a field: so far an edge of a sheet may go in it */
#define QUIRE_CLEAR_OF_FIELD 0.25
/* of 1/omega, of a string or buffer and what hangs on it: so long it may act before it is evaluated
 */
#define QUIRE_CLEAR_OF_SPRING 0.25
/* times that an end of a sheet that entered is looked at with a shorter step, at most */
#define QUIRE_CLEAR_ROUNDS 8
/* parts of a step in which a gate goes other than straight, at most */
#define QUIRE_GATE_PARTS 64
/* in which a step is looked at, at most */
#define QUIRE_CLEAR_PIECES 64
/* of the thinnest solid: so far a gate may leave the straight way that it is thought to go */
#define QUIRE_GATE_STRAIGHT 0.25
/* of the largest normal force: what places with less of it do need not be foreseen */
#define QUIRE_STICK_LIGHT 1e-3

/* time constant with which the share in which a sheet follows a roller changes [s] */
#define QUIRE_WRAP_TIME 3e-4

/* ---- islands ---- */

/* a sheet this close to a roller is solved together with it [m] */
#define QUIRE_ISLAND_NEAR 2e-3
/* and what the roller moves in so many steps */
#define QUIRE_ISLAND_AHEAD 3.0
/* this far apart they are no more; well beyond, so that they do not come and go [m] */
#define QUIRE_ISLAND_PARTED 6e-3
/* half of the distance at which two sheets are solved together [m] */
#define QUIRE_ISLAND_NEAR_SHEETS 1e-3
/* the same at which they are no more [m] */
#define QUIRE_ISLAND_PARTED_SHEETS 3e-3
/* how often sheets are looked at that may have parted [s] */
#define QUIRE_ISLAND_PARTING_EVERY 1e-2

/* ---- rollers that are parked ---- */

/* of the tolerances: how far from steady motion they may be */
#define QUIRE_PARKED_BOUND 0.01
/* times that: only what has changed its speed by less since others were sought is looked at */
#define QUIRE_PARKED_TRIED 100.0
/* steps from one search to the next */
#define QUIRE_PARKED_EVERY 32
/* how much faster a sheet may become in a step */
#define QUIRE_PARKED_FASTER 1.25
/* the step by which they are judged [s] */
#define QUIRE_PARKED_TRIAL 1.0

/* Those whose speeds change: steps from one moment at which their motion is kept to the next, until
 * they are parked; */
#define QUIRE_PARKED_APART 8
/* moments after which they are sought again where they could not be; */
#define QUIRE_PARKED_AGAIN 4
/* and the shortest step of theirs, in steps of the sheets */
#define QUIRE_PARKED_SHORTEST 4

/* ---- sheets at rest ---- */

/* of the position tolerance: how far off a sheet may rest */
#define QUIRE_REST_BOUND 10.0
/* of that bound: so much farther it may be off across its faces, but no farther than its thickness
 */
#define QUIRE_REST_ACROSS 4.0
/* of what friction can hold: when forces on a sheet have changed by more it is judged at once */
#define QUIRE_REST_SHAKEN 0.1
/* of what friction could hold more further down a pile: when forces on a sheet have changed by more
 * all are judged at once */
#define QUIRE_REST_SHAKEN_DEEP 0.5
/* steps of a roller within which it may touch a sheet */
#define QUIRE_REST_AHEAD 3.0
/* how often sheets are judged [s] */
#define QUIRE_REST_EVERY 1e-2
/* and how seldom where nothing changes and all but one rest [s] */
#define QUIRE_REST_SELDOM 8e-2
/* the step by which they are judged [s] */
#define QUIRE_REST_LONG 1.0
/* of the bound: so far a sheet that is to come to rest may be from where it would be */
#define QUIRE_REST_NEAR 0.25
/* the same of one that rests, when all are judged */
#define QUIRE_REST_TOO_FAR 0.5
/* of what friction can hold: so much it may have to */
#define QUIRE_REST_HELD 0.98
/* and of all that it holds, on the other face */
#define QUIRE_REST_LOOSE 0.01
/* of what moving sheets press with: if they press with so much less once others have yielded, their
 * forces are loads, which do not ease */
#define QUIRE_REST_EASED 0.1
/* of normal forces: so much may turn to pull */
#define QUIRE_REST_LIFTED 0.3
/* times the bound: the speed below which a sheet may come to rest [1/s] */
#define QUIRE_REST_SLOW 200.0
/* of its thickness: a roller this near to a sheet may touch it */
#define QUIRE_REST_CLOSE 0.2
/* of its weight: what a sheet is taken to be held with at least */
#define QUIRE_REST_LEAST_HOLD 0.1
/* layers that are judged where forces have changed in between */
#define QUIRE_REST_LAYERS 3
/* passes in which sheets are dropped until the others stay, at most */
#define QUIRE_REST_ROUNDS 8

#endif
