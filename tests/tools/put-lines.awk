# Puts lines into a model, each in place of the one that begins as it does, up to its first value: awk -v lines=FILE -f put-lines.awk MODEL.xml
# Ends with 1 unless each of them replaces one line.
BEGIN {
    while ((getline line <lines) > 0) {
        wanted++
        new[wanted] = line
        match(line, /^ *<[^"]*"[^"]*"/)
        key[wanted] = substr(line, 1, RLENGTH)
    }
}
{
    out = $0
    for (i = 1; i <= wanted; i++) { if (key[i] != "" && index($0, key[i]) == 1) { out = new[i]; found++ } }
    print out
}
END { exit found != wanted }
