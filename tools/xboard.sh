#!/bin/sh
# Starts XBoard with Citadel: tools/xboard.sh VARIANT [XBOARD-OPTIONS], installed as citadel-xboard
#
# $CITADEL is the program; by default the one installed beside this script, build/citadel of the
# sources, or what PATH has. Its own pictures of the men are used if it can draw them, or those of
# the folder $CITADEL_PIECES.
set -eu
here=$(dirname "$0")
variant=${1:?a variant is needed: belarusian, belarusian-original, belarusian-noble or tamerlane}
shift

for program in "${CITADEL:-$here/citadel}" "$here/../build/citadel" "$(command -v citadel || :)"; do
    [ ! -x "$program" ] || break
done
[ -x "$program" ] || {
    echo "xboard.sh: build/citadel is missing (make), and there is no citadel in PATH" >&2
    exit 1
}
CITADEL=$program
PATH=$PATH:/usr/games
command -v xboard >/dev/null || {
    echo "xboard.sh: XBoard is missing: apt-get install xboard" >&2
    exit 1
}

scratch=
trap '[ -z "$scratch" ] || rm -rf "$scratch"' EXIT
pieces=${CITADEL_PIECES:-}
if [ -z "$pieces" ]; then
    scratch=$(mktemp -d)
    if "$CITADEL" show --game "$variant" --pieces "$scratch" >/dev/null 2>&1; then
        pieces=$scratch
    fi
fi

# XBoard takes a name in quotes of either kind.
case $CITADEL in
*"'"*) engine="\"$CITADEL\" xboard" ;;
*) engine="'$CITADEL' xboard" ;;
esac

# XBoard does not know the rules: it must neither test moves nor judge results, and the engine shows
# where a man may go. The limits on repetitions and moves are ours.
xboard -fcp "$engine" -scp "$engine" -variant "$variant" -testLegality false \
    -testClaims false -checkMates false -materialDraws false -trivialDraws false -ruleMoves 0 \
    -repeatsToDraw 6 -showTargetSquares true -highlightDragging true -pieceImageDirectory "$pieces" "$@"
