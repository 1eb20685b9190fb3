#!/bin/sh
# Machines with faults and good ones: prints what verdicts put them down to, and writes faults.json into the build folder. FAULTS and GOOD are how many,
# SEED which.
exec "$QUIRE_BUILDDIR/tests/scan/faults" "$QUIRE_BUILDDIR/faults.json" "${SEED:-1}" "${FAULTS:-100}" "${GOOD:-100}"
