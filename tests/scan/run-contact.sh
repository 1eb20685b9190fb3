#!/bin/sh
# The nets of contact: ONLY is which kinds (all), MODELS how many of each instead of all, SEED which, JOBS how many at a time, SHOW=N prints model N, MOTION=spatial runs planar ones in space.
mkdir -p "$QUIRE_WORK" && set -- --seed="${SEED:-1}" --jobs="${JOBS:-1}" ${MODELS:+--models="$MODELS"} ${SHOW:+--show="$SHOW"} ${ONLY:+--only="$ONLY"} ${MOTION:+--motion="$MOTION"} &&
    exec "$QUIRE_BUILDDIR/tests/scan/contact/contact" "$@"
