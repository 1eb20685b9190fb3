#!/bin/sh
# Follows the tutorial in an empty folder, with its commands and its edits alone, and writes a transcript: each command with the seconds it took.
#   ten-minutes.sh FOLDER >TRANSCRIPT      QUIRE and QUIRE_SRCDIR as for the tests
# Ends with 1 where a command does not come to a verdict, or an edit finds no line to replace.
set -u
folder=$1
page=${2:-$QUIRE_SRCDIR/doc/guide/ten-minutes.md}
rm -rf "$folder"
mkdir -p "$folder/steps" "$folder/bin" "$folder/empty" && folder=$(cd "$folder" && pwd) || exit 99
ln -s "$QUIRE" "$folder/bin/quire"
PATH=$folder/bin:$PATH
export PATH
awk -v work="$folder/steps" -f "$QUIRE_SRCDIR/tests/guide.awk" "$page"
cd "$folder/empty" || exit 99

now() { date +%s.%N; }
seconds() { echo "$1 $2" | awk '{ printf "%.2f", $2 - $1 }'; }
begun=$(now)
commands=0 edits=0 bad=0
for step in $(cd "$folder/steps" && ls | grep -e 'command$' -e 'edit$'); do
    base=$folder/steps/${step%.*}
    case $step in
    *.command)
        commands=$((commands + 1))
        line=$(cat "$base.command")
        printf '$ %s\n' "$line"
        before=$(now)
        eval "$line" </dev/null 2>&1
        code=$?
        echo "[exit code $code, $(seconds "$before" "$(now)") s]"
        case $code in [0178]) ;; *) bad=1 ;; esac ;;
    *.edit)
        edits=$((edits + 1))
        file=$(sed -n 1p "$base.edit")
        sed 1d "$base.edit" >"$base.lines"
        echo "[edit $file]"
        cat "$base.lines"
        awk -v lines="$base.lines" -f "$QUIRE_SRCDIR/tests/tools/put-lines.awk" "$file" >"$base.new" || { echo '[no line to replace]'; bad=1; }
        cp "$base.new" "$file" ;;
    esac
    echo
done
echo "[$commands commands and $edits edit of a file, $(seconds "$begun" "$(now)") s of the machine's time]"
exit $bad
