#!/bin/sh
# Leading edges against lips, mouths and other things: whether the check before a run agrees with runs. MACHINES is how many, SEED which; SHOW=N writes the model of machine N to stubs-SEED-N.xml in the build folder.
stubs=$QUIRE_BUILDDIR/tests/scan/stubs/stubs
if test -n "${SHOW:-}"; then exec "$stubs" "${SEED:-1}" "show=$SHOW" "$QUIRE_BUILDDIR/stubs-${SEED:-1}-$SHOW.xml"; fi
exec "$stubs" "${SEED:-1}" "${MACHINES:-500}"
