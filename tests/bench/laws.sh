#!/bin/sh
# What one contact of each normal law costs by itself: prints a table.
exec "$QUIRE_BUILDDIR/tests/bench/bench_laws" "$QUIRE_SRCDIR/tests/data/models/good-every-element.xml"
