#!/bin/sh
# Sheets driven at walls, and machines thrown about: WALLS and MACHINES are how many, SEED which.
exec "$QUIRE_BUILDDIR/tests/scan/doubts" "${SEED:-1}" "${WALLS:-300}" "${MACHINES:-200}"
