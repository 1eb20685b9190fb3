#!/bin/sh
# embed.sh NAME FILE...: the files one after the other as an array of bytes in C, so that the command carries them in itself.
name=$1
shift
echo "const unsigned char $name[] = {"
cat "$@" | od -An -v -tu1 | sed 's/^ *//; s/  */,/g; s/$/,/'
echo '};'
echo "const size_t ${name}_size = sizeof $name;"
