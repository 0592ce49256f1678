# Completion of citadel's commands and options for bash. It asks the program itself (--help), so it
# knows what that version knows.
# shellcheck shell=bash

# _citadel_column HEADING: the first words under a heading of the overview
_citadel_column() {
    "$program" --help 2>/dev/null |
        awk -v heading="$1" '$0 == heading { on = 1; next } !NF { on = 0 } on { gsub(",", ""); print }' |
        if [ "$1" = Games ]; then cat; else awk '{ print $1 }'; fi
}

_citadel() {
    local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local help value
    COMPREPLY=()
    if ((COMP_CWORD == 1)) || { ((COMP_CWORD == 2)) && [ "${COMP_WORDS[1]}" = help ]; }; then
        mapfile -t COMPREPLY < <(compgen -W "$(_citadel_column Commands) --help --version" -- "$word")
        return
    fi
    help=$("$program" "${COMP_WORDS[1]}" --help 2>/dev/null) || return 0
    # What the option before this word takes: the word in capitals beside it.
    value=$(printf '%s\n' "$help" | awk -v option="$previous" '$1 == option && $2 ~ /^[A-Z]/ { print $2 }')
    case $previous,$value in
    --game,*) mapfile -t COMPREPLY < <(compgen -W "$(_citadel_column Games)" -- "$word") ;;
    *,*FILE* | *,OUT | *,DIR | *,STATE | *,COMMAND)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        ;;
    *,?*) ;;
    *)
        mapfile -t COMPREPLY < <(compgen -W \
            "$(printf '%s\n' "$help" | awk '$1 ~ /^--/ { print $1 }')" -- "$word")
        ;;
    esac
}
complete -F _citadel citadel
