/* Numbers of contact that are chosen, not derived. All others in its formulas follow from these,
 * from the geometry, or are weights of splines and quadratures. */
#ifndef QUIRE_CONTACT_LAW_CONSTANTS_H
#define QUIRE_CONTACT_LAW_CONSTANTS_H

/* ---- places along a curve ---- */

/* least second derivative of half the squared distance, of the squared tangent, in steps of the
 * search for a nearest point */
#define QUIRE_BEND_SEARCHED 0.2
/* the same where derivatives of the nearest point are divided by it */
#define QUIRE_BEND_LEAST 0.05
/* a search for a nearest point ends after such a step; the next one is below 1e-10 [segments] */
#define QUIRE_SEARCH_DONE 1e-3
/* the same in space, where what is left is below 1e-12 [segments] */
#define QUIRE_SEARCH_DONE_IN_SPACE 1e-4
/* steps to and fro between pieces, after which a search for a nearest point ends */
#define QUIRE_SEARCH_TURNS 8
/* steps of the search for where a curve is deepest in a circle */
#define QUIRE_CLIP_PEAK 4
/* ... where it is nearly as deep far around, at most */
#define QUIRE_CLIP_FLAT 20
/* after a step below this the deepest place is found [spans] */
#define QUIRE_CLIP_SETTLED 1e-3
/* steps of the search for where a curve passes a surface, at most */
#define QUIRE_CLIP_ROOT 9
/* steps of the search for where a sheet lifts off a surface, at most */
#define QUIRE_LIFT_ROOT 60
/* after a change below this the next one would be below all rounding [spans] */
#define QUIRE_CLIP_NEAR 1e-9

/* iterations of the search for where a soft surface faces another, at most */
#define QUIRE_SOFT_TURNS 20
/* after a smaller turn it has ended [rad] */
#define QUIRE_SOFT_TURN_DONE 1e-14
/* the same of a soft body's rim: iterations, at most */
#define QUIRE_RIM_TURNS 40
/* a turn, at most [rad] */
#define QUIRE_RIM_TURN_LONGEST 0.5
/* the last turn [rad] */
#define QUIRE_RIM_TURN_DONE 1e-15
/* iterations of the search for where a sheet's edge passes another sheet, at most */
#define QUIRE_EDGE_CUTS 20
/* after a change below this it has ended [spans] */
#define QUIRE_EDGE_CUT_DONE 1e-9
/* places along a piece of a guide are known to this, at least [m] */
#define QUIRE_ENDS_ROUNDING 1e-12

/* ---- corners of guides ---- */

/* places nearer to each other are one, as the search for them finds them [segments] */
#define QUIRE_CORNER_SAME 1e-6
/* cosine between a sheet's normal and a corner's axis from which on all acts. At 0 the sheet has no
 * side to it, and nothing acts; corners are touched far from that */
#define QUIRE_CORNER_SURE 0.3
/* deep in a corner what acts fades over so much of the cosine, below the corner's own bound */
#define QUIRE_CORNER_TURN 0.05
/* a corner is let go deeper in the sheet than as deep as its solid is, or than where the sheet's
 * nearest place is sure, which in a tight fold it is not: sheet's thicknesses, */
#define QUIRE_CORNER_PLIES 5.0
/* and segments; the larger one counts */
#define QUIRE_CORNER_STRAIGHT 0.25
/* sine between the normal and the end of a sheet up to which the vertex factor of friction grows */
#define QUIRE_VERTEX_TURN 0.02
/* cosines between the way out of a sheet's end and the way into a surface between which the normal
 * factor of the edge comes to act */
#define QUIRE_EDGE_FROM 0.35
#define QUIRE_EDGE_TO   0.7
/* of a solid's depth: from there on laws stiffen, by 1 + x^2 */
#define QUIRE_STIFF_FROM 0.25

/* ---- free bodies and solids ---- */

/* a sheet so much inclined to a block's side touches at the corner, not along the side [rad] */
#define QUIRE_BLOCK_TILT 0.1
/* of a solid's depth: a point of a disc or block less deep is behind the face, not before the
 * wall's end */
#define QUIRE_FREE_EDGE 0.1
/* of the smallest half side: how far about a side's end another block's corner passes over to
 * its own */
#define QUIRE_SIDE_END 0.05
/* as QUIRE_FREE_EDGE, of points of solids */
#define QUIRE_SOLID_EDGE 0.1
/* of the law where edges of two cuboids cross: bars crosswise have four such places */
#define QUIRE_CROSSING_SHARE 0.25

/* ---- rollers ---- */

/* of a roller's curvature: a sheet that follows it by less does not wrap it */
#define QUIRE_WRAP_BEGINS 0.5
/* the same from which on it wraps it */
#define QUIRE_WRAP_FULL 0.8
/* squared sine of the angle between sheet and surface up to which a station lies along it */
#define QUIRE_WRAP_ALONG_LOW 0.04
/* the same from which on it does not */
#define QUIRE_WRAP_ALONG_HIGH 0.09
/* of what the nearest point overlaps: what a station needs to count in full */
#define QUIRE_WRAP_PRESSED 0.3
/* of a roller's curvature: a station that follows it by less belongs to a touch in a point, for
 * memories */
#define QUIRE_WRAP_FOLLOWS 0.25
/* of the columns' distance: on either side of an inner column a pad passes from one cell to the
 * next */
#define QUIRE_PAD_BLEND 0.125
/* least sine of the angle between a cell and a pad's plane */
#define QUIRE_PAD_UPRIGHT 0.1
/* times the length of rows: the chord that bounds how much nearer a station may be than its rows */
#define QUIRE_PAD_CHORD 1.1

/* ---- guides in space ---- */

/* of a cell: a guide that is narrower acts along one line, otherwise along two */
#define QUIRE_RIB_LINE 0.25
/* of a wall's height: up to there it is as stiff as it gets */
#define QUIRE_WALL_FULL 0.8
/* least squared sine between a sheet's edge and the normal of the wall's way */
#define QUIRE_WALL_UPRIGHT 0.01

/* ---- sheets on sheets ---- */

/* a sheet so much inclined to another's end touches it there, not along it [rad] */
#define QUIRE_SHEET_END_TILT 0.1

/* ---- lists of what is near; results do not depend on them ---- */

/* by which nodes and rollers may move until lists of candidates are made anew [m] */
#define QUIRE_CANDIDATES_MARGIN 4e-3
/* segments to either side of a node: what its span of the curve may touch */
#define QUIRE_CANDIDATES_SPAN 0.55
/* by which nodes may move until lists of close pieces are made anew, at least [m] */
#define QUIRE_CLOSE_MARGIN_LEAST 0.02e-3
/* and at most [m] */
#define QUIRE_CLOSE_MARGIN_MOST 1e-3
/* evaluations: a list that lasts no longer is made too often */
#define QUIRE_CLOSE_YOUNG 2
/* one that lasts longer has too much in it */
#define QUIRE_CLOSE_OLD 7
/* segments: a node so far above a piece has no point of its span in touch */
#define QUIRE_APART_FROM 1.6
/* by which two sheets that are close may move, both together, until their list is made anew [m] */
#define QUIRE_NEAR_MARGIN 0.5e-3
/* beyond it the distance of the boxes around two sheets will do [m] */
#define QUIRE_SHEETS_FAR 20e-3
/* what is between sheets that are close [m] */
#define QUIRE_SHEETS_CLOSE 20e-6
/* way that a list of close sheets lasts, at most [m] */
#define QUIRE_SHEETS_LONGEST 0.5
/* way of a sheet that was nowhere: more than any list lasts [m] */
#define QUIRE_SHEETS_ASTRAY 1.0
/* of positions and sums of ways, and more [m] */
#define QUIRE_SHEETS_ROUNDING 1e-9
/* places in a half of a pile below which two threads lose more time than they gain */
#define QUIRE_SHEETS_HALF_LEAST 64

#endif
