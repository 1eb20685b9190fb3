/* The faults: what is planted, how much of it, and what a field engineer would put the failure down
 * to. Where physics makes two answers right, both are written here. */
#include "faults.h"

const struct fault faults[] = {
    /* a guide in the way of the lead edge */
    {"lip raised", CPATH, "lip#", "mm", 0.1, 2.8, EVEN, "134", "stub", "lip#"},
    {"step in guide", CPATH, "step2", "mm", 0.1, 2.5, EVEN, "2", "stub", "step2"},
    {"burr", CPATH, "burr#", "mm", 0.1, 2.5, EVEN, "124", "stub", "burr#"},
    {"guide displaced", CPATH, "shift1", "mm", 0.5, 8, EITHER, "1", "stub|astray|drag", "c1"},
    {"stop stuck", CPATH, "down", "mm", 0, 6, EVEN, "1", "stub", "stop"},
    {"exit blocked", CPATH, "block", "mm", 1, 8, EVEN, "1", "stub|drag", "block"},
    /* a channel too narrow holds by the slope of its mouth or by friction */
    {"gap closed", CPATH, "gap#", "mm", 0.04, 1, LOG, "1234", "stub|drag", "c#"},
    {"gap wide", CPATH, "gap#", "mm", 4, 14, EVEN, "1234", "stub|astray|drag", "c#"},
    {"guide sticky", CPATH, "glide#", "", 0.3, 4, LOG, "1234", "drag", "c#"},
    /* a roller that does not grip */
    {"roller worn", CPATH, "grip#", "", 0.005, 0.5, LOG, "1234", "slip", "n#"},
    {"nip load low", CPATH, "load#", "N", 0.01, 2, LOG, "1234", "slip|loose", "n#"},
    {"nip open", CPATH, "open#", "mm", 0.01, 1.5, LOG, "1234", "loose|slip", "n#"},
    {"pick slips", CPATH, "pick_grip", "", 0.01, 0.5, LOG, "1", "slip", "pick"},
    {"pick load low", CPATH, "pick_load", "N", 0.01, 0.8, LOG, "1", "slip|loose", "pick"},
    /* a drive that does not do what it should */
    {"drive slow", CPATH, "factor#", "", 0.05, 0.98, EVEN, "234", "speeds|drive", "n#"},
    {"drive fast", CPATH, "factor#", "", 1.01, 1.8, EVEN, "234", "speeds|drive|slip", "n#"},
    {"drive starts late", CPATH, "on#", "s", 0.1, 2, LOG, "1234", "drive|speeds", "n#"},
    {"drive stops early", CPATH, "off#", "s", 0.2, 3, LOG, "1234", "drive|speeds", "n#"},
    {"motor weak", CPATH, "torque3", "mN*m", 0.1, 20, LOG, "3", "drive|speeds|slip", "n3"},
    /* the sheet */
    {"curl", CPATH, "extra_curl", "m^-1", 5, 50, EITHER, "1", "stub|astray|drag", ""},
    {"sheet thick", CPATH, "thick", "", 1.2, 8, LOG, "1", "stub|drag|slip", "c2"},
    {"sheet limp", CPATH, "stiff", "", 0.005, 0.8, LOG, "1", "stub|astray|drag", ""},
    {"start behind", CPATH, "lead", "mm", -80, -20, EVEN, "1", "loose|start|slip", "pick"},
    {"sensor moved", CPATH, "eye", "mm", 360, 520, EVEN, "1", "drive", "exit"},

    {"lip raised", NOTES, "lip#", "mm", 0.1, 1.9, EVEN, "145", "stub", "lip#"},
    {"burr", NOTES, "burr#", "mm", 0.1, 1.8, EVEN, "145", "stub", "burr#"},
    {"gap closed", NOTES, "gap#", "mm", 0.04, 0.6, LOG, "1245", "stub|drag", "c#"},
    {"guide sticky", NOTES, "glide#", "", 0.3, 6, LOG, "145", "drag", "c#"},
    {"roller worn", NOTES, "grip#", "", 0.005, 0.5, LOG, "12345", "slip", "n#"},
    {"nip load low", NOTES, "load#", "N", 0.01, 1, LOG, "12345", "slip|loose", "n#"},
    {"nip open", NOTES, "open#", "mm", 0.01, 1.5, LOG, "12345", "loose|slip", "n#"},
    {"drive slow", NOTES, "factor#", "", 0.05, 0.98, EVEN, "2345", "speeds|drive", "n#"},
    {"drive fast", NOTES, "factor#", "", 1.01, 1.8, EVEN, "2345", "speeds|drive|slip", "n#"},
    {"drive starts late", NOTES, "on#", "s", 0.02, 0.4, LOG, "12345", "drive|speeds", "n#"},
    {"drive stops early", NOTES, "off#", "s", 0.02, 0.4, LOG, "12345", "drive|speeds", "n#"},
    /* the gate leads notes into the branch, or their edges meet its tip */
    {"gate late", NOTES, "opens", "s", 0.01, 0.3, LOG, "1", "stub|astray", "gate"},
    {"gate stuck", NOTES, "shut", "deg", 0.5, 8, EVEN, "1", "stub|astray", "gate"},
    {"gate closes on tail", NOTES, "closes", "s", 0.03, 0.3, LOG, "1", "stub|astray|drag", "gate"},
    /* what turns the sheet: the side that lags by its slip, or by its radius */
    {"side glazed", NOTES, "right_grip#", "", 0.003, 0.5, LOG, "12345", "slip|turn", "n#"},
    {"side load low", NOTES, "right_load#", "N", 0.003, 1, LOG, "12345", "slip|turn|loose", "n#"},
    {"side open", NOTES, "right_open#", "mm", 0.01, 1.5, LOG, "12345", "turn|slip|loose", "n#"},
    {"diameters differ", NOTES, "wear#", "", 0.002, 0.15, EITHER, "12345", "turn", "n#"},
    {"sheet skewed", NOTES, "yaw", "deg", 0.3, 5, EITHER, "1", "start", "note"},
    {"curl", NOTES, "extra_curl", "m^-1", 5, 60, EITHER, "1", "stub|astray|drag", ""},
    {"sheet thick", NOTES, "thick", "", 1.2, 8, LOG, "1", "stub|drag|slip", ""},
    {"sheet limp", NOTES, "stiff", "", 0.005, 0.8, LOG, "1", "stub|astray|drag", ""},
    {"sensor moved", NOTES, "eye", "mm", 212, 320, EVEN, "1", "drive", "exit"},
};
const size_t n_faults = sizeof faults / sizeof *faults;
