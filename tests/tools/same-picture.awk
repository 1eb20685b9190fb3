# Whether a picture is the one in the file OTHER: the same text, numbers within 1.
function complain(why) { print other ":" NR ": " why; failed = 1; exit }
function same(a, b,    n, i, x, y) {
    n = split(a, x, /[^-0-9.]+/)
    if (split(b, y, /[^-0-9.]+/) != n) { return 0 }
    for (i = 1; i <= n; i++) { if (x[i] - y[i] > 1 || y[i] - x[i] > 1) { return 0 } }
    gsub(/[-0-9.]+/, "", a)
    gsub(/[-0-9.]+/, "", b)
    return a == b
}
{
    if ((getline line <other) <= 0) { complain("ends too early") }
    if (!same($0, line)) { complain("shows something else") }
}
END { if (!failed && (getline line <other) > 0) { complain("goes on") } exit failed }
