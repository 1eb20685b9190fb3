# The files of completion become C. awk -f text.awk shell=bash FILE shell=zsh FILE ...
BEGIN {
    print "/* Completion for shells, made from doc/completion by make regen. */"
    print "#include \"cli/completion.h\"\n\n/* clang-format off */"
}
FNR == 1 {
    if (shells != "") { print "    NULL,\n};" }
    shells = shells " " shell
    printf "\nstatic const char *const %s[] = {\n", shell
}
{
    n = 0
    rest = $0
    printf "    "
    do {
        part = substr(rest, 1, 70)
        rest = substr(rest, 71)
        gsub(/[\\"]/, "\\\\&", part)
        printf "%s\"%s%s\"", n++ ? "\n    " : "", part, rest == "" ? "\\n" : ""
    } while (rest != "")
    print ","
}
END {
    print "    NULL,\n};\n"
    print "const struct cli_completion cli_completions[] = {"
    n = split(shells, name, / /)
    for (i = 1; i <= n; i++) { if (name[i] != "") { printf "    {\"%s\", %s},\n", name[i], name[i] } }
    print "    {NULL, NULL},\n};\n/* clang-format on */"
}
