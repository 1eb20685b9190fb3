# times.awk LEDGER NEW...: the ten slowest scripts of the new ledgers of times beside the committed one, and the sums. Columns: script, build, wall-clock
# time [s], processor time [s]; the last line of a script counts.
BEGIN { FS = "\t" }
/^#/ || NF < 4 || $1 == "script" { next }
FNR == NR { old_wall[$1 FS $2] = $3; old_used[$1 FS $2] = $4; old_sum += $4; next }
{
    key = $1 FS $2
    if (!(key in used)) { keys[++n] = key }
    wall[key] = $3
    used[key] = $4
}
END {
    for (i = 1; i <= n; i++) {
        sum += used[keys[i]]
        for (j = i; j > 1 && used[keys[j]] + 0 > used[keys[j - 1]] + 0; j--) { t = keys[j]; keys[j] = keys[j - 1]; keys[j - 1] = t }
    }
    printf "%-28s %-10s %9s %9s %18s\n", "slowest", "build", "time [s]", "CPU [s]", "CPU in ledger [s]"
    for (i = 1; i <= n && i <= 10; i++) {
        split(keys[i], part, FS)
        printf "%-28s %-10s %9.1f %9.1f %18s\n", part[1], part[2], wall[keys[i]], used[keys[i]], keys[i] in old_used ? old_used[keys[i]] : "-"
    }
    printf "%-39s %9s %9.1f %18.1f\n", "all " n, "", sum, old_sum
}
