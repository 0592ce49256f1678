#!/bin/sh
# XBoard with Belarusian chess; arguments are options of XBoard.
exec "$(dirname "$0")/xboard.sh" belarusian "$@"
