#!/bin/sh
# The tutorial (doc/guide/ten-minutes.md) needs nothing but an empty folder and the command: its commands and edits are done there, one after the other.
set -u
work=$QUIRE_WORK/check-ten-minutes
mkdir -p "$QUIRE_WORK" || exit 99
code=0
sh "$QUIRE_SRCDIR/tests/tools/ten-minutes.sh" "$work" >"$work.txt" 2>&1 || code=1
test $code -eq 0 || { echo 'the tutorial cannot be followed:'; cat "$work.txt"; exit 1; }
# an edit, a run of the own machine, a page with two runs, and the answer about the knob
for need in '[edit transport.xml]' 'transport: PASSED' 'both.html written' 'it would have passed with feed_speed above'; do
    grep -qF -e "$need" "$work.txt" || { echo "the transcript has no '$need'"; code=1; }
done
tail -n 1 "$work.txt"
exit $code
