#!/bin/sh
# samples.sh: the starter and the samples that are models, with all files that they name, as C. To be run in the folder of the sources.
set -eu
list_files() { # FOLDER FILE: FILE and what it includes or draws, relative to FOLDER
    echo "$2"
    case $2 in */*) below=${2%/*}/ ;; *) below= ;; esac
    for file in $(sed -n -e 's/.*<include[^>]* file="\([^"]*\)".*/\1/p' -e 's/.*<drawing[^>]* file="\([^"]*\)".*/\1/p' "$1/$2" | sort -u); do
        case $file in
        *.xml) (list_files "$1" "$below$file") ;;
        *) echo "$below$file" ;;
        esac
    done
}
n=0
print_sample() { # FOLDER NAME TITLE: its files; its line of the table goes to row
    rows='' n_file=0
    for file in $(list_files "$1" "$2.xml" | awk '!seen[$0]++'); do
        sh src/report/embed.sh "text_$n" "$1/$file" | sed -e 's/^const/static const/' -e '/^static const size_t/d'
        rows="$rows{\"$file\", text_$n, sizeof text_$n}, "
        n=$((n + 1)) n_file=$((n_file + 1))
    done
    echo "static const struct cli_sample_file files_of_$n[] = {$rows};"
    row="{\"$2\", \"$3\", files_of_$n, $n_file}"
}
echo '#include "cli/samples.h"'
print_sample src/cli starter ''
starter=$row table=''
for readme in samples/*/README.md; do
    folder=${readme%/README.md}
    name=${folder#samples/}
    if grep -qs '<model ' "$folder/$name.xml"; then
        print_sample "$folder" "$name" "$(sed -n -e 's/["\\]/\\&/g' -e '1s/^# *//p' "$readme")"
        table="$table    $row,
"
    fi
done
printf 'const struct cli_sample cli_samples[] = {\n%s};\n' "$table"
echo 'const size_t cli_n_sample = sizeof cli_samples / sizeof *cli_samples;'
echo "const struct cli_sample cli_starter = $starter;"
