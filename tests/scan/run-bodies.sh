#!/bin/sh
# Whether the energy of free bodies balances: BODIES machines of all laws, SEED which.
exec "$QUIRE_BUILDDIR/tests/scan/bodies" "${SEED:-1}" "${BODIES:-2016}"
