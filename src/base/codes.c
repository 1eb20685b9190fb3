/* The table of problem codes. */
#include "base/codes.h"

#include <string.h>

static const struct quire_code codes[] = {
    /* the file as a whole */
    {"E-FILE", QUIRE_ERROR_FILE,
     "a file cannot be opened, read or written, or is not a regular file"},
    {"E-LIMIT", QUIRE_ERROR_LIMIT, "a size, count or time limit is exceeded"},
    {"E-MEMORY", QUIRE_ERROR_LIMIT, "memory ran out"},
    {"E-ENCODING", QUIRE_ERROR_INPUT,
     "the file is not UTF-8 text: compressed, binary or another encoding"},
    {"E-DOCTYPE", QUIRE_ERROR_INPUT,
     "the file has a document type declaration, which models never have"},
    {"E-XML", QUIRE_ERROR_INPUT,
     "the file is not well-formed XML, or uses XML in a way models do not"},
    {"E-VERSION", QUIRE_ERROR_INPUT,
     "the file is in a format version that this Quire does not read"},

    /* elements and attributes */
    {"E-UNKNOWN-ELEMENT", QUIRE_ERROR_INPUT,
     "an element is unknown, or is not allowed at its place"},
    {"E-UNKNOWN-ATTRIBUTE", QUIRE_ERROR_INPUT, "an attribute is unknown on this element"},
    {"E-MISSING", QUIRE_ERROR_INPUT,
     "an attribute or a child element that must be there is missing"},
    {"E-TOO-MANY", QUIRE_ERROR_INPUT, "more child elements of one sort than allowed"},
    {"E-NUMBER", QUIRE_ERROR_INPUT, "text that should be a number is none"},
    {"E-UNIT", QUIRE_ERROR_INPUT, "a unit is missing, unknown or measures something else"},
    {"E-RANGE", QUIRE_ERROR_INPUT, "a value is outside its allowed range"},
    {"E-CHOICE", QUIRE_ERROR_INPUT, "a word is not among the allowed ones"},
    {"E-NAME", QUIRE_ERROR_INPUT,
     "a name has characters that names cannot have, is empty or too long"},
    {"E-DUPLICATE", QUIRE_ERROR_INPUT, "two things that must differ have the same name"},
    {"E-INCLUDE", QUIRE_ERROR_INPUT,
     "a file that is to be included cannot be, or is at a place where none may be"},
    {"E-REFERENCE", QUIRE_ERROR_INPUT, "a name refers to nothing, or to the wrong sort of thing"},
    {"E-PARAMETER", QUIRE_ERROR_INPUT,
     "a parameter or an expression in braces cannot be evaluated"},
    {"E-FORMULA", QUIRE_ERROR_INPUT,
     "a formula of a rule cannot be understood, or uses an object that does not exist"},
    {"E-MODEL", QUIRE_ERROR_INPUT, "values that are allowed each by itself contradict each other"},
    {"E-DRAWING", QUIRE_ERROR_INPUT, "a drawing cannot be read, or its lines cannot be used"},
    {"E-OVERLAP", QUIRE_ERROR_INPUT, "a sheet lies inside a solid at the start"},

    /* the call or the program */
    {"E-USAGE", QUIRE_ERROR_USAGE, "the call or command line makes no sense"},
    {"E-INTERNAL", QUIRE_ERROR_INTERNAL, "a bug in Quire"},

    /* the simulation could not finish: a closed list */
    {"E-NUM-NONFINITE-FORCE", QUIRE_ERROR_NUMERIC, "a force became infinite or undefined"},
    {"E-NUM-STEP-TOO-SMALL", QUIRE_ERROR_NUMERIC, "the time step had to become too small"},
    {"E-NUM-TOO-MANY-STEPS", QUIRE_ERROR_NUMERIC, "too many time steps were needed"},
    {"E-NUM-NONLINEAR-FAILURE", QUIRE_ERROR_NUMERIC, "the equations of a step could not be solved"},
    {"E-NUM-SINGULAR-MATRIX", QUIRE_ERROR_NUMERIC, "the matrix of a step is singular"},
    {"E-NUM-CHATTERING", QUIRE_ERROR_NUMERIC, "a contact switches to and fro without advancing"},
    {"E-NUM-EVENT-STORM", QUIRE_ERROR_NUMERIC, "too many events in a short time"},
    {"E-NUM-NO-VALUE", QUIRE_ERROR_NUMERIC, "a rule needed a value that there was not"},
    {"E-NUM-NO-ROOM", QUIRE_ERROR_NUMERIC,
     "a sheet entered where another one that it touches, or the one before it in its stream, still "
     "lay, and the check blocked-entry, which makes a jam of that, was switched off"},
    {"E-NUM-ENERGY-RUNAWAY", QUIRE_ERROR_NUMERIC, "energy or motion grew beyond all sense"},
    {"E-NUM-LEFT-DOMAIN", QUIRE_ERROR_NUMERIC, "a sheet left the space around the machine"},
    {"E-NUM-NO-EQUILIBRIUM", QUIRE_ERROR_NUMERIC, "no state of rest was found"},
    {"E-NUM-UNSTABLE", QUIRE_ERROR_NUMERIC, "the state of rest is not stable"},
    {"E-NUM-NO-MODES", QUIRE_ERROR_NUMERIC,
     "the vibrations about a state of rest could not be found"},
    {"E-NUM-TIME-BUDGET", QUIRE_ERROR_LIMIT, "the time allowed for the run is used up"},
    {"E-NUM-OUT-OF-MEMORY", QUIRE_ERROR_LIMIT, "the simulation ran out of memory"},

    /* warnings and notes */
    {"W-UNUSED", QUIRE_OK, "something is defined and never used"},
    {"W-MODEL", QUIRE_OK, "the model is allowed but probably not intended"},
    {"W-NAME", QUIRE_OK,
     "a name has characters that are not seen, or looks like another name but is not the same"},
    {"W-UNUSUAL", QUIRE_OK,
     "a value is allowed but far from all usual ones; perhaps another unit is meant"},
    {"W-STUB", QUIRE_OK, "a sheet's leading edge would run against a guide and stop there"},
    {"W-OVERLAP", QUIRE_OK,
     "a sheet overlaps a solid at the start, by more than a twentieth of its thickness "
     "where that is a guide"},
    {"W-UNREACHABLE", QUIRE_OK, "a part is where no sheet comes"},
    {"W-TUNNELLING", QUIRE_OK, "a sheet was found inside a solid"},
    {"W-ENERGY", QUIRE_OK, "the energy balance does not close as well as it should"},
    {"W-ACCURACY", QUIRE_OK, "a result may be less accurate than asked for"},
    {"W-SLOW", QUIRE_OK, "most of a run's steps were needed in a small part of its time"},
    {"W-AFTER-JAM", QUIRE_OK, "a run that had found a jam could not go on to its end"},
    {"W-ANOTHER-REST", QUIRE_OK,
     "there is another stable state of rest than the one that is reported"},
    {"W-COLUMNS", QUIRE_OK,
     "a sheet in three dimensions has too few columns of nodes for how it twisted"},
    {"W-SEGMENTS", QUIRE_OK,
     "a sheet's segments are too long for the smallest thing that it meets"},
    {"W-FILE", QUIRE_OK, "a file was written in a less safe way than usual, or could not be used"},
    {"N-INCLUDED", QUIRE_OK, "the place from which a file with problems is included"},
    {"W-UPGRADE", QUIRE_OK,
     "what an older file says has no counterpart today; something remains to be done by hand"},
    {"N-UPGRADE", QUIRE_OK, "something is spelt otherwise than in an older format version"},
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
