/* By which limits signs and causes are told apart; doc/guide/jams.md states them, too. */
#ifndef QUIRE_CAUSE_LIMITS_H
#define QUIRE_CAUSE_LIMITS_H

/* a guide stands in the way from here on: 20 deg to the feed [rad] */
#define QUIRE_DIAGNOSIS_STEEP  0.34906585039886592
#define QUIRE_DIAGNOSIS_SLIP   0.1 /* of its surface speed: a roller slips */
#define QUIRE_DIAGNOSIS_BEHIND 0.5 /* of the drive's speed: a leading edge falls behind */
/* a sheet is so much shorter along its path than it is long: it stands out [m] */
#define QUIRE_DIAGNOSIS_SHORT 5e-3
/* friction over normal force: a nip that slips below has too little grip, above it is held back */
#define QUIRE_DIAGNOSIS_GRIP 0.4
#define QUIRE_DIAGNOSIS_WEAK 0.1 /* of the grip of another drive: one that slips below is weak */
/* weights of its sheet, and part of what its nip can hold: a clutch that carries less than both is
 * weak */
#define QUIRE_DIAGNOSIS_CARRIES 10
#define QUIRE_DIAGNOSIS_GIVES   0.04
/* weights of its sheet: a drive that holds less may be too weak */
#define QUIRE_DIAGNOSIS_HOLDS 40
#define QUIRE_DIAGNOSIS_SPEEDS                                                                     \
    0.02 /* two drives that hold a sheet differ by more than this part                             \
          */
/* a sheet that leaves its channel so near its leading edge has missed it [m] */
#define QUIRE_DIAGNOSIS_FRONT  0.02
#define QUIRE_DIAGNOSIS_DRIVEN 0.02  /* slower drives stand [m/s] */
#define QUIRE_DIAGNOSIS_LOST   0.005 /* a drive that has driven a sheet so much less is slow [m] */
#define QUIRE_DIAGNOSIS_BREAK  0.03  /* what is gone for longer is over [s] */

#endif
