#!/bin/sh
# What must come out the same when a model is said otherwise: RELATIONS models, SEED which.
exec "$QUIRE_BUILDDIR/tests/scan/relations" "${SEED:-1}" "${RELATIONS:-200}"
