#!/bin/sh
# Machines with faults and healthy ones: prints what verdicts put them down to, and writes faults.json into the build folder. FAULTS and GOOD are how
# many, SEED which.
exec "$QUIRE_BUILDDIR/tests/scan/faults/faults" "$QUIRE_BUILDDIR/faults.json" "${SEED:-1}" "${FAULTS:-200}" "${GOOD:-100}"
