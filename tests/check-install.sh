#!/bin/sh
# Installs into an empty folder and builds a stranger's program against that with pkg-config alone, then runs it.
set -u

sample=$QUIRE_SRCDIR/samples/a4-turn/a4-turn.xml
# libtool does not install into a path with blanks, which the build folder may have
root=$(mktemp -d /tmp/quire-install.XXXXXX) || exit 99
trap 'rm -rf "$root"' EXIT
trap 'exit 99' HUP INT TERM

MAKEFLAGS= "$MAKE" -s -C "$QUIRE_BUILDDIR" install DESTDIR="$root" >"$root/log" 2>&1 || { cat "$root/log"; exit 1; }

pc=$(find "$root" -name quire.pc)
test -f "$pc" || { echo 'quire.pc was not installed'; exit 1; }
prefix=$root$(sed -n 's/^prefix=//p' "$pc")
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH

flags=$("$PKG_CONFIG" --define-variable=prefix="$prefix" --cflags --libs quire) || exit 1
$CC -std=c11 -Wall -Wextra -Werror $QUIRE_TOOL_CFLAGS -o "$root/use_quire" "$QUIRE_SRCDIR/tests/install/use_quire.c" $flags || exit 1

if test ! -f "$sample"; then
    echo 'samples/a4-turn is not there yet; the program was built, not run'
    exit 77
fi
LD_LIBRARY_PATH=$(dirname "$(dirname "$pc")")${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
"$root/use_quire" "$sample" || exit 1
"$prefix/bin/quire" --version || exit 1
# its second program is found where it was installed
"$prefix/bin/quire" doe --help | grep -q collect || { echo 'quire doe does not find its program'; exit 1; }
