# From joe_kuo.txt to joe_kuo.c: its rows as one table.
BEGIN {
    print "/* made of src/design/sampling/joe_kuo.txt by joe_kuo.awk */"
    print "#include \"design/sampling/joe_kuo.h\"\n"
    print "const uint16_t quire_joe_kuo[] = {"
}
!/^#/ {
    $1 = $1
    gsub(/ /, ", ")
    print "    " $0 ","
}
END {
    print "};"
}
