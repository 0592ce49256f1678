#!/bin/sh
# The manual page of the program $1, made of what its --help says, so that neither can say more than
# the other. Writes roff (man(7)) to the output.
set -eu
program=$1
commands=$("$program" --help | awk '/^Commands/ { on = 1; next } !NF { on = 0 } on { print $1 }')

# Help text to roff: headings of the left margin, lists of two columns, verbatim blocks.
to_roff() {
    awk -v command="$1" '
    function escape(s) {
        gsub(/\\/, "\\e", s)
        gsub(/-/, "\\-", s)
        sub(/^[.\047]/, "\\\\\\&&", s)
        return s
    }
    NR == 1 { next }                            # "citadel NAME - summary" is the heading already
    /^(Usage|Citadel)/ { next }
    /^(Options|Commands|Games|Aims|Examples)$/ {
        print ".PP"
        print ".B " $0
        heading = $0
        after_blank = 0
        next
    }
    !NF { after_blank = 1; heading = heading == "Examples" ? heading : ""; next }
    heading == "Examples" { sub(/^ */, ""); print ".PP\n.RS 4\n.nf\n" escape($0) "\n.fi\n.RE"; next }
    (heading == "Options" || heading == "Commands") && match($0, /^  [^ ].*[^ ]  +/) {
        text = substr($0, RLENGTH + 1)
        term = substr($0, 3, RLENGTH - 2)
        sub(/ +$/, "", term)
        print ".TP\n.B " escape(term) "\n" escape(text)
        next
    }
    {
        if (after_blank)
            print ".PP"
        after_blank = 0
        # indented text, as tables of a note have it, keeps its lines
        print ($0 ~ /^  / ? ".br\n" : "") escape($0)
    }'
}

summary=$("$program" --help | sed -n '1s/^Citadel [^,]*, //p')
version=$("$program" --version | sed -n '1s/^Citadel \([^ ]*\).*/\1/p')
cat <<END
.TH CITADEL 1 "" "Citadel $version"
.ad l
.SH NAME
citadel \\- $summary
.SH SYNOPSIS
.B citadel
.RI [ command ]
.RI [ options ]
.SH DESCRIPTION
Plays, analyses and proves Belarusian chess, Tamerlane chess and Bashni.
Without a command it speaks UCI.
.PP
END
"$program" --help | to_roff ''
for command in $commands; do
    [ "$command" = help ] && continue
    "$program" "$command" --help | sed -n '1s/^\(citadel [a-z]*\) - \(.*\)/\1\n\2/p' | {
        read -r title
        read -r line
        printf '.SH %s\n%s\n.PP\n' "$(printf %s "$title" | tr '[:lower:]' '[:upper:]')" "$line"
    }
    "$program" "$command" --help | to_roff "$command"
done
cat <<'END'
.SH ENVIRONMENT
.TP
.B NO_COLOR
if set and not empty, no colours even on a terminal
.SH SEE ALSO
README.md among the documents of the package; xboard(6)
END
