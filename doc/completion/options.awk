# What `quire VERB --help` prints becomes a line of the table of completion: its operand and options, with what they take. -v verb="doe run"
/^usage: / {
    s = $0
    sub(/.*quire [a-z ]*/, "", s)
    sub(/[][ |].*/, "", s)
    operand = s
    if ($0 ~ /MODEL\.xml/) { operand = "MODEL.xml" }
    if ($0 ~ /CURVE\.csv/) { operand = "CURVE.csv" }
    if ($0 ~ /\[KIND/) { operand = "KIND" }
    if ($0 ~ /\[TOPIC/) { operand = "TOPIC" }
}
/^  (    )?-/ {
    n = split(substr($0, 3), word, /  /)
    sub(/^ */, "", $0)
    split($0, word, /  +/)
    s = word[1]
    sub(/^-[a-z], /, "", s)
    sub(/ /, "=", s) # --set NAME=VALUE
    sub(/=\.\.\.$/, "=WORD", s)
    options = options " " s
}
END { printf "    %-16s _quire_line='%s%s --help' ;;\n", "'" verb "')", operand == "" ? "-" : operand, options }
