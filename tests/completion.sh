#!/bin/sh
# Writes the completion of command lines below $QUIRE_REGEN_DIR/doc/completion, from the verbs' own help.
set -eu

parts=$QUIRE_SRCDIR/doc/completion
out=$QUIRE_REGEN_DIR/doc/completion
mkdir -p "$out"
trap 'rm -f "$out/table" "$out/shared" "$out/fish"' EXIT
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
awk -v verbs="$verbs" -v doe_verbs="$doe_verbs" -f "$parts/fish.awk" "$out/table" >"$out/fish"
sed -e "/^@fish@\$/{r $out/fish" -e 'd;}' "$parts/quire.fish.in" >"$out/quire.fish"
for shell in quire _quire; do # bash, zsh
    sed -e "/^@shared@\$/{r $out/shared" -e 'd;}' "$parts/$shell.in" >"$out/$shell"
done
mkdir -p "$QUIRE_REGEN_DIR/src/cli"
awk -f "$parts/text.awk" shell=bash "$out/quire" shell=zsh "$out/_quire" shell=fish "$out/quire.fish" >"$QUIRE_REGEN_DIR/src/cli/completion_text.c"
