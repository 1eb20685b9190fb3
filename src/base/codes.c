/* The table of problem codes. */
#include "base/codes.h"

#include <string.h>

static const struct quire_code codes[] = {
    /* the file as a whole */
    {"E-FILE", QUIRE_ERROR_FILE,
     "a file cannot be opened, read or written, or is not a regular file"},
    {"E-LIMIT", QUIRE_ERROR_LIMIT, "a size, count or time limit is exceeded"},
    {"E-MEMORY", QUIRE_ERROR_LIMIT, "out of memory"},
    {"E-ENCODING", QUIRE_ERROR_INPUT,
     "the file is not UTF-8 text: compressed, binary or another encoding"},
    {"E-DOCTYPE", QUIRE_ERROR_INPUT,
     "the file has a document type declaration, which is not allowed"},
    {"E-XML", QUIRE_ERROR_INPUT,
     "the file is not well-formed XML, or uses XML features that are not allowed"},
    {"E-VERSION", QUIRE_ERROR_INPUT, "this Quire cannot read the format version of the file"},

    /* elements and attributes */
    {"E-UNKNOWN-ELEMENT", QUIRE_ERROR_INPUT,
     "an element is unknown, or not allowed at its position"},
    {"E-UNKNOWN-ATTRIBUTE", QUIRE_ERROR_INPUT, "an attribute is unknown on this element"},
    {"E-MISSING", QUIRE_ERROR_INPUT, "a required attribute or child element is missing"},
    {"E-TOO-MANY", QUIRE_ERROR_INPUT, "more child elements of one kind than allowed"},
    {"E-NUMBER", QUIRE_ERROR_INPUT, "not a valid number"},
    {"E-UNIT", QUIRE_ERROR_INPUT, "a unit is missing, unknown or of the wrong dimension"},
    {"E-RANGE", QUIRE_ERROR_INPUT, "a value is outside its allowed range"},
    {"E-CHOICE", QUIRE_ERROR_INPUT, "a word is not among the allowed values"},
    {"E-NAME", QUIRE_ERROR_INPUT,
     "a name is empty or too long, or has characters that are not allowed"},
    {"E-DUPLICATE", QUIRE_ERROR_INPUT,
     "two objects that must have different names have the same name"},
    {"E-INCLUDE", QUIRE_ERROR_INPUT,
     "a file cannot be included, or includes are not allowed at this position"},
    {"E-REFERENCE", QUIRE_ERROR_INPUT,
     "a name refers to nothing, or to an object of the wrong kind"},
    {"E-PARAMETER", QUIRE_ERROR_INPUT,
     "a parameter or an expression in braces cannot be evaluated"},
    {"E-FORMULA", QUIRE_ERROR_INPUT,
     "a formula of a rule is not valid, or uses an object that does not exist"},
    {"E-MODEL", QUIRE_ERROR_INPUT, "values contradict each other"},
    {"E-DRAWING", QUIRE_ERROR_INPUT, "a drawing cannot be read, or its lines cannot be used"},
    {"E-OVERLAP", QUIRE_ERROR_INPUT, "a sheet is inside a solid at the start"},

    /* the call or the program */
    {"E-USAGE", QUIRE_ERROR_USAGE, "the function call or command line is not valid"},
    {"E-INTERNAL", QUIRE_ERROR_INTERNAL, "a bug in Quire"},

    /* the simulation could not finish: a closed list */
    {"E-NUM-NONFINITE-FORCE", QUIRE_ERROR_NUMERIC, "a force became infinite or undefined"},
    {"E-NUM-STEP-TOO-SMALL", QUIRE_ERROR_NUMERIC, "the time step became too small"},
    {"E-NUM-TOO-MANY-STEPS", QUIRE_ERROR_NUMERIC, "too many time steps were needed"},
    {"E-NUM-NONLINEAR-FAILURE", QUIRE_ERROR_NUMERIC, "the equations of a step could not be solved"},
    {"E-NUM-SINGULAR-MATRIX", QUIRE_ERROR_NUMERIC, "the matrix of a step is singular"},
    {"E-NUM-CHATTERING", QUIRE_ERROR_NUMERIC,
     "a contact switches back and forth without advancing"},
    {"E-NUM-EVENT-STORM", QUIRE_ERROR_NUMERIC, "too many events in a short time"},
    {"E-NUM-NO-VALUE", QUIRE_ERROR_NUMERIC, "a rule needed a value that does not exist"},
    {"E-NUM-NO-ROOM", QUIRE_ERROR_NUMERIC,
     "a sheet entered where another sheet, or the previous one of its stream, still was, and the "
     "check blocked-entry, which reports this as a jam, was switched off"},
    {"E-NUM-ENERGY-RUNAWAY", QUIRE_ERROR_NUMERIC, "energy or velocity diverged"},
    {"E-NUM-LEFT-DOMAIN", QUIRE_ERROR_NUMERIC, "a sheet left the space around the machine"},
    {"E-NUM-NO-EQUILIBRIUM", QUIRE_ERROR_NUMERIC, "no state of rest was found"},
    {"E-NUM-UNSTABLE", QUIRE_ERROR_NUMERIC, "the state of rest is not stable"},
    {"E-NUM-NO-MODES", QUIRE_ERROR_NUMERIC,
     "the vibrations about a state of rest could not be found"},
    {"E-NUM-TIME-BUDGET", QUIRE_ERROR_LIMIT, "the time allowed for the run is used up"},
    {"E-NUM-OUT-OF-MEMORY", QUIRE_ERROR_LIMIT, "the simulation ran out of memory"},

    /* warnings and notes */
    {"W-UNUSED", QUIRE_OK, "an object is defined but never used"},
    {"W-MODEL", QUIRE_OK, "the model is allowed but probably not intended"},
    {"W-NAME", QUIRE_OK,
     "a name has invisible characters, or looks like another name but is different"},
    {"W-UNUSUAL", QUIRE_OK, "a value is allowed but far from usual values; check its unit"},
    {"W-STUB", QUIRE_OK, "the leading edge of a sheet would stub on a guide"},
    {"W-OVERLAP", QUIRE_OK,
     "a sheet overlaps a solid at the start; for a guide, by more than a twentieth of the sheet's "
     "thickness, and by more than the weight of its pile presses it in"},
    {"W-SPAN", QUIRE_OK, "two drives are farther apart than a sheet between them is long"},
    {"W-BACKWARD", QUIRE_OK, "a drive turns a nip against the path of the sheets"},
    {"W-UNREACHABLE", QUIRE_OK, "no sheet ever reaches this object"},
    {"W-TUNNELLING", QUIRE_OK, "a sheet was found inside a solid"},
    {"W-ENERGY", QUIRE_OK, "the energy balance does not close sufficiently"},
    {"W-ACCURACY", QUIRE_OK, "a result may be less accurate than requested"},
    {"W-SLOW", QUIRE_OK, "most of a run's steps were needed in a small part of its time"},
    {"W-AFTER-JAM", QUIRE_OK, "a run in which a jam was found could not continue to its end"},
    {"W-ANOTHER-REST", QUIRE_OK, "another stable state of rest exists besides the one reported"},
    {"W-COLUMNS", QUIRE_OK,
     "a sheet in a spatial model has too few columns of nodes for its twist"},
    {"W-SEGMENTS", QUIRE_OK,
     "the segments of a sheet are too long for the smallest feature that it meets"},
    {"W-INCOMPLETE", QUIRE_OK,
     "runs of a study's plan are missing in a result; the exit code is 9 if there is no error"},
    {"W-FILE", QUIRE_OK, "a file was written in a less safe way than usual, or could not be used"},
    {"N-COLUMNS", QUIRE_OK, "columns of a table of measurements are not used"},
    {"N-INCLUDED", QUIRE_OK, "place from which a file with problems is included"},
    {"N-LIKE", QUIRE_OK,
     "an element replaces one that `like` would give: it is complete, and attributes that the "
     "other has are not taken over"},
    {"W-UPGRADE", QUIRE_OK,
     "an entry of an older file has no counterpart today; edit the file by hand"},
    {"N-UPGRADE", QUIRE_OK, "an entry is spelt differently from an older format version"},
    {"N-MORE", QUIRE_OK, "more problems were found than are listed"},
};

const struct quire_code *
quire_code_find(const char *code)
{
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        if (strcmp(codes[i].code, code) == 0) {
            return &codes[i];
        }
    }
    return NULL;
}

const struct quire_code *
quire_code_all(size_t *n)
{
    *n = sizeof codes / sizeof codes[0];
    return codes;
}
