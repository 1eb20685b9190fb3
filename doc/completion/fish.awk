# The table of completion becomes lines for fish. -v verbs="run check" -v doe_verbs="plan run"
BEGIN {
    printf "complete -c quire -n '__fish_use_subcommand' -f -a '%s'\n", verbs
    print "complete -c quire -n '__fish_use_subcommand' -s V -l version"
    printf "complete -c quire -n '__quire_is doe' -f -a '%s'\n", doe_verbs
}
{
    verb = $0
    sub(/^ *'/, "", verb)
    sub(/'\).*/, "", verb)
    line = $0
    sub(/.*_quire_line='/, "", line)
    sub(/' ;;$/, "", line)
    n = split(line, word, / /)
    for (i = 2; i <= n; i++) {
        name = word[i]
        takes = sub(/=.*/, "", name)
        sub(/^--/, "", name)
        if (name ~ /^[a-z]/) {
            printf "complete -c quire -n '__quire_in %s' -l %s%s\n", verb, name, takes ? " -r" : ""
        }
    }
}
