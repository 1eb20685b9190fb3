#!/bin/sh
# Every #include keeps to the order of src/LAYERS: a module uses itself and what stands on earlier lines. The command sees
# public headers only; libxml2 is known to xml alone, SUNDIALS to integ alone.
set -u
work=$QUIRE_WORK/check-layers
mkdir -p "$work" && cd "$QUIRE_SRCDIR" || exit 99

find src include -name '*.[ch]' | LC_ALL=C sort >"$work/files" || exit 99
awk -v list="$work/files" '
function complain(text) {
    printf "%s:%d: %s\n", file, line_number, text
    bad++
}
function check_own(name,    slash, target) {   # #include "name"
    if (name == "config.h") {
        return
    }
    slash = index(name, "/")
    if (slash == 0) {
        complain("\"" name "\" must be named from src, as \"module/file.h\"")
        return
    }
    target = substr(name, 1, slash - 1)
    if (module == "public") {
        complain("public header includes the internal \"" name "\"")
    } else if (!(target in layer)) {
        complain("\"" name "\" is in no module of src/LAYERS")
    } else if (module == "cli" && target != "cli") {
        complain("the command includes the internal \"" name "\"; only <quire/...> is allowed")
    } else if (target != module && layer[target] >= layer[module]) {
        complain("module " module " includes \"" name "\", which is not below it in src/LAYERS")
    }
}
function check_system(name) {                  # #include <name>
    if (name ~ /^libxml\// && module != "xml") {
        complain("only module xml may include <" name ">")
    }
    if (name ~ /^(cvodes?|nvector|sundials|sunmatrix|sunlinsol|sunnonlinsol|kinsol|klu)[\/.]/ && module != "integ") {
        complain("only module integ may include <" name ">")
    }
    if (module == "public" && name !~ /^quire\// && name !~ /^std(def|bool|int|arg)\.h$/) {
        complain("public header includes <" name ">; users need not have it")
    }
}
FILENAME == "src/LAYERS" {
    if ($0 !~ /^#/ && NF > 0) {
        depth++
        for (i = 1; i <= NF; i++) {
            layer[$i] = depth
        }
    }
    next
}
END {
    while ((getline file < list) > 0) {
        if (file ~ /^include\//) {
            module = "public"
        } else {
            module = file
            sub(/^src\//, "", module)
            sub(/\/.*/, "", module)
            if (!(module in layer)) {
                line_number = 1
                complain("folder src/" module " is not in src/LAYERS")
                continue
            }
        }
        n_file++
        line_number = 0
        while ((getline line < file) > 0) {
            line_number++
            if (line !~ /^[ \t]*#[ \t]*include/) {
                continue
            }
            name = line
            if (line ~ /"/) {
                sub(/^[^"]*"/, "", name)
                sub(/".*/, "", name)
                check_own(name)
            } else {
                sub(/^[^<]*</, "", name)
                sub(/>.*/, "", name)
                check_system(name)
            }
            n_include++
        }
        close(file)
    }
    printf "%d includes in %d files, %d out of order\n", n_include, n_file, bad
    exit bad > 0 || n_file == 0 || depth == 0
}
' src/LAYERS
