#!/bin/sh
# Cases with known answers: prints a table and writes validate.json into the build folder.
exec "$QUIRE_BUILDDIR/tests/validate/validate" "$QUIRE_BUILDDIR/validate.json" "$@"
