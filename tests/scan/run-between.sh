#!/bin/sh
# Whether anything comes and goes unseen within a step: MACHINES of them, SEED which.
exec "$QUIRE_BUILDDIR/tests/scan/between" "${SEED:-1}" "${MACHINES:-504}"
