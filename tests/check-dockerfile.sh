#!/bin/sh
# The image of debian/Dockerfile: bases have their versions, packages leave no lists, nothing of the builder's machine and no secret is in it, a user runs
# it, and the libraries that the commands of this build load are installed. Nothing builds the image here.
set -u
LC_ALL=C
export LC_ALL
work=$QUIRE_WORK/check-dockerfile
rm -rf "$work" && mkdir -p "$work" || exit 99
file=$QUIRE_SRCDIR/debian/Dockerfile

cat >"$work/lint.awk" <<'AWK'
function complain(text) { print "line " start ": " text; bad++ }
/^[ \t]*#/ || (line == "" && /^[ \t]*$/) { next }
line == "" { start = NR }
{
    more = sub(/\\$/, "")
    line = line " " $0
    if (more) { next }
    whole = line
    line = ""
    n = split(whole, word, " ")
    what = word[1]
    if (what == "FROM") {
        image = word[2]
        user = ""
        stages++
        if (!(image in stage) && image !~ /^[a-z\/]+:[0-9]+\.[0-9.]+(-[a-z]+)?(@sha256:[0-9a-f]+)?$/) {
            complain("the base " image " has no version, such as debian:12.12-slim")
        }
        if (toupper(word[3]) == "AS") { stage[word[4]] = 1 }
    } else if (what == "RUN") {
        if (whole ~ /apt(-get)? .*install/ && whole !~ /--no-install-recommends/) { complain("it installs what is only recommended") }
        if (whole ~ /apt-get|bootstrap/ && whole !~ /rm -rf \/var\/lib\/apt\/lists\/\*/) { complain("the lists of packages stay") }
        if (whole ~ /sudo|chmod (-R )?777|curl|wget/) { complain("sudo, chmod 777, curl and wget do not belong here") }
    } else if (what == "COPY") {
        if (word[2] ~ /^--from=/ && !(substr(word[2], 8) in stage)) { complain("no stage " substr(word[2], 8)) }
    } else if (what == "USER") {
        user = word[2]
    } else if (what == "WORKDIR") {
        if (word[2] !~ /^\//) { complain("the folder " word[2] " is not absolute") }
    } else if (what == "ENV" || what == "ARG") {
        if (toupper(whole) ~ /PASSW|TOKEN|SECRET|_KEY|CREDENTIAL|PROXY/) { complain("a secret, or a name of the builder's network") }
    } else if (what == "ENTRYPOINT" || what == "CMD") {
        if (word[2] !~ /^\[/) { complain(what " is not a list, so that signals do not reach it") }
    } else {
        complain("unexpected: " what)
    }
    if (whole ~ /:\/\/|[a-z0-9]@[a-z]|\/home\/|\/root|([0-9]+\.){3}[0-9]+|\.(local|lan|internal|com|org|net)([^a-z]|$)/) { complain("a name of a host, or a folder of somebody") }
}
END {
    start = NR
    if (stages == 0) { complain("no base") }
    if (user == "" || user == "root" || user == "0") { complain("it runs as root") }
    exit bad > 0
}
AWK
bad=0
awk -f "$work/lint.awk" "$file" || bad=1
if command -v hadolint >/dev/null; then hadolint "$file" || bad=1; fi
grep -qx '\.git' "$file.dockerignore" || { echo 'the history goes into the image'; bad=1; }

# the lint notices what it is for
broken() {
    sed "$2" "$file" >"$work/broken"
    if cmp -s "$file" "$work/broken" || awk -f "$work/lint.awk" "$work/broken" >/dev/null; then echo "the lint does not notice: $1"; bad=1; fi
}
broken 'a base without a version' 's/^FROM debian:12.12-slim$/FROM debian:latest/'
broken 'lists that stay' '/^ *&& rm -rf .var/d; s/ libxml2 .$/ libxml2/; s,DESTDIR=/installed .$,DESTDIR=/installed,'
broken 'recommended packages' 's/--no-install-recommends //'
broken 'root' 's/^USER quire/USER root/'
broken 'no user' '/^USER/d'
broken 'a secret' 's/^WORKDIR .work/ENV API_TOKEN=x/'
broken 'an address' 's,^WORKDIR /work,RUN true http://example.org/,'
broken 'a stage that is not there' 's/--from=build/--from=other/'
broken 'a command in a shell' 's/^ENTRYPOINT.*/ENTRYPOINT quire/'

# libraries that are loaded by name, but for the C library's
if command -v dpkg-query >/dev/null && command -v readelf >/dev/null; then
    for program in "$QUIRE" "$(dirname "$QUIRE")/quire-doe"; do
        ldd "$program" 2>/dev/null | awk '$2 == "=>" { print $1, $3 }' >"$work/found"
        for name in $(readelf -d "$program" 2>/dev/null | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
            path=$(awk -v name="$name" '$1 == name { print $2 }' "$work/found")
            test -n "$path" || continue # the loader
            package=$(dpkg-query -S "$path" "/usr$path" 2>/dev/null | sed -n '1s/:.*//p')
            case $package in '' | libc6 | libgcc-s1 | libasan* | libubsan*) continue ;; esac
            grep -qw -- "$package" "$file" || { echo "$name of $package is not installed in the image"; bad=1; }
        done
    done
fi
exit $bad
