#!/bin/sh
# Models drawn at random: prints a summary and writes scan.json into the build folder. SCAN (planar), SCAN_SKEW (spatial) and SCAN_CASES are how many, SEED which.
exec "$QUIRE_BUILDDIR/tests/scan/scan" "$QUIRE_BUILDDIR/scan.json" "${SEED:-1}" "${SCAN:-1000}" "${SCAN_SKEW:-200}" "${SCAN_CASES:-60}"
