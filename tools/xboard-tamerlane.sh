#!/bin/sh
# XBoard with Tamerlane chess; arguments are options of XBoard.
exec "$(dirname "$0")/xboard.sh" tamerlane "$@"
