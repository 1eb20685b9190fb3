#!/bin/sh
# What one contact of each normal law costs by itself, by its own examples: prints a table.
exec "$QUIRE_BUILDDIR/tests/bench/bench_laws"
