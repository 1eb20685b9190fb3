#!/bin/sh
# Writes the completion of command lines below $QUIRE_REGEN_DIR/doc/completion, from the verbs' own help.
set -eu

parts=$QUIRE_SRCDIR/doc/completion
out=$QUIRE_REGEN_DIR/doc/completion
mkdir -p "$out"
trap 'rm -f "$out/table" "$out/shared"' EXIT
list_verbs() { sed -n '/^verbs:/,/^$/s/^  \([a-z][a-z-]*\)  *.*/\1/p' | tr '\n' ' ' | sed 's/ $//'; }
verbs=$("$QUIRE" --help | list_verbs)
doe_verbs=$("$QUIRE" doe --help | list_verbs)
{
    for verb in $verbs; do
        "$QUIRE" help "$verb" | awk -v verb="$verb" -f "$parts/options.awk"
    done
    for verb in $doe_verbs; do
        "$QUIRE" doe "$verb" --help | awk -v verb="doe $verb" -f "$parts/options.awk"
    done
} >"$out/table"
sed -e "/^@table@\$/{r $out/table" -e 'd;}' -e "s/@verbs@/$verbs/" -e "s/@doe_verbs@/$doe_verbs/" "$parts/shared.in" >"$out/shared"
for shell in quire _quire; do # bash, zsh
    sed -e "/^@shared@\$/{r $out/shared" -e 'd;}' "$parts/$shell.in" >"$out/$shell"
done
