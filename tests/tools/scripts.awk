# Writes tests/scripts.mk from tests/scripts.tsv: lists of scripts for make.
BEGIN { FS = "\t" }
/^#/ || NF == 0 { next }
$1 == "script" { next }
{
    all = all " \\\n    tests/" $1
    if ($3 != "-") { add("check_" $3, $1) }
    add("part_" $2, $1)
    n = split($4, build, " ")
    for (i = 1; i <= n; i++) { if (build[i] != "-") { add("deep_" build[i], $1) } }
}
function add(list, script) {
    if (!(list in scripts)) { order[++lists] = list }
    scripts[list] = scripts[list] " \\\n    tests/" script
}
END {
    print "# written by make regen from tests/scripts.tsv"
    for (i = 1; i <= lists; i++) { print order[i] " =" scripts[order[i]] }
    print "EXTRA_DIST +=" all
}
