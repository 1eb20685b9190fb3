#!/bin/sh
# Prints the names of the functions that the headers given declare with QUIRE_API, one a line.
cat "$@" | tr '\n' ' ' | sed 's/QUIRE_API/\
QUIRE_API/g' | sed -n 's/^QUIRE_API [^(;{]*[ *]\(quire_[a-z0-9_]*\)(.*/\1/p' | LC_ALL=C sort -u
