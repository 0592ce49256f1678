#!/bin/sh
# The profile-guided build behind `make pgo`, with $MAKE of the same variables:
#
#     tools/pgo.sh PROGRAM TRAIN-DIRECTORY PGO-DIRECTORY [LLVM-PROFDATA]
#
# Builds an instrumented program, trains it with `citadel bench`, builds with the profile and makes
# sure that PROGRAM (the ordinary build), the trained one and the new one agree on the signature.
set -eu

program=$1 train=$2 pgo=$3 profdata=${4-}

# signature PROGRAM: the last line that its bench prints
signature() {
    "$1" bench >"$train/output"
    tail -n 1 "$train/output"
}

rm -rf "$train" "$pgo"
mkdir -p "$train" "$pgo"
$MAKE --no-print-directory MODE=pgo-train all
echo "pgo: training with citadel bench"
export LLVM_PROFILE_FILE="$train/profraw" # for clang; gcc writes beside the objects
trained=$(signature "$train/citadel")

if [ -n "$profdata" ]; then # clang reads one merged file,
    "$profdata" merge -o "$pgo/profdata" "$train/profraw"
else # gcc looks for an object's profile beside the object
    (cd "$train" && find . -name '*.gcda' -exec tar cf - {} +) | (cd "$pgo" && tar xf -)
fi
$MAKE --no-print-directory MODE=pgo all

for built in "$program" "$pgo/citadel"; do
    signature=$(signature "$built")
    if [ -z "$signature" ] || [ "$signature" != "$trained" ]; then
        echo "pgo: $built gives '$signature', in training it was '$trained'" >&2
        exit 1
    fi
done
echo "pgo: $pgo/citadel, $trained"
