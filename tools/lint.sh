#!/bin/sh
# Checks what the compiler does not: tools/lint.sh [LIBRARY]
#
# Direction of includes, layout, self-contained headers, exported and writable symbols of LIBRARY
# (libcitadel.a, built without LTO), shape of commit messages not yet on origin; with TIDY=1 also
# clang-tidy. Each finding is one line, FILE:LINE: text; exit status 1 if there is any.
set -eu
cd "$(dirname "$0")/.."

CC=${CC:-cc}
library=${1-}
PREFIXES='bb_|geo_|attacks_|zobrist_|tt_|pages_|pos_|move_|game_|games_|search_|correction_|numa_|qsearch|root_|worker_|order_|history_|engine_|fen_'
PREFIXES="$PREFIXES|perft_|params_|time_|timeman_|pool_|pv_|relay_|bel_|tam_|bas_|solve_"
# Writable objects that the library may have: pthread_once controls and the tables they guard.
WRITABLE='^(bel|tam|bas)_tables_storage$|^once(\.[0-9]+)?$'
# Parts of another header, one per instruction set, which do not compile alone.
PARTS='^tables/attacks_(avx2|avx512|portable)\.h$'
SUBJECT_MAX=67

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM HUP
: >"$scratch/findings"

# Reads findings from its input, or takes one as its argument.
finding() {
    if [ $# -gt 0 ]; then echo "$*"; else cat; fi | tee -a "$scratch/findings"
}

step() {
    echo "lint: $*"
}

# sources FOLDER... : the C files there
sources() {
    for folder; do
        [ ! -d "$folder" ] || find "$folder" -name '*.[ch]'
    done | sort
}

check_includes() {
    step direction of includes
    # Rank of a layer; includes go from a higher rank to the same or a lower one.
    sources bitboards tables engine tools bench tests >"$scratch/files"
    find bench -name '*.cc' 2>/dev/null >>"$scratch/files" || true
    xargs grep -n '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' /dev/null <"$scratch/files" |
        awk -F: '
        BEGIN { rank["bitboards"] = 1; rank["tables"] = 2; rank["engine"] = 3
                rank["tools"] = rank["bench"] = rank["tests"] = 4 }
        {
            split($0, quoted, "\""); header = quoted[2]
            split($1, from, "/"); split(header, to, "/")
            here = $1 ":" $2 ": "
            if (!(to[1] in rank) || header !~ /\//)
                print here "write the path from the root of the repository: \"" header "\""
            else if (rank[to[1]] > rank[from[1]])
                print here from[1] "/ must not include from " to[1] "/: \"" header "\""
            # Tests may reach into the tools: their parsers are fuzzed.
            else if (rank[to[1]] == 4 && to[1] != from[1] &&
                     !(from[1] == "tests" && to[1] == "tools"))
                print here from[1] "/ must not include from " to[1] "/: \"" header "\""
            # The public header of a game is the one named after its folder, games/X/X.h.
            # Its own folder may read its private ones, and tests may look inside.
            else if (to[2] == "games" && to[4] != "" && to[4] != to[3] ".h" &&
                     from[1] != "tests" && !(from[2] == "games" && from[3] == to[3]))
                print here "private header of " to[3] ": \"" header "\""
        }' | finding
    find . -path ./build -prune -o -path ./.git -prune -o \
        \( -name '*.cc' -o -name '*.cpp' -o -name '*.cxx' -o -name '*.hpp' \) -print |
        sed 's|^\./||' | grep -v '^bench/shim\.cc$' |
        sed 's|$|:1: only bench/shim.cc may be C++|' | finding
}

check_format() {
    step layout
    if ! command -v clang-format >/dev/null 2>&1; then
        echo "lint: no clang-format here, layout not checked (tools/setup.sh lint installs it)"
        return
    fi
    sources bitboards tables engine tools bench tests |
        xargs clang-format --dry-run -Werror 2>&1 | grep 'error:' | awk -F: '!seen[$1]++ {
            print $1 ":" $2 ": layout differs from .clang-format (make format)" }' | finding
}

check_headers() {
    step headers compile alone
    for header in $(sources bitboards tables engine | grep '\.h$' | grep -vE "$PARTS"); do
        # shellcheck disable=SC2086
        if ! $CC -std=c11 -D_GNU_SOURCE= -I. -Wall -Wextra -Werror -fsyntax-only -x c \
            -include "$header" /dev/null 2>"$scratch/errors"; then
            finding "$header:1: does not compile alone:"
            sed 's/^/    /' "$scratch/errors" | head -n 5
        fi
    done
}

# The library's defined symbols as OBJECT NAME CLASS SECTION.
symbols() {
    nm -A -f sysv "$library" 2>/dev/null | awk -F '|' 'NF >= 7 {
        parts = split($1, part, ":") # library:object:name
        gsub(/ /, "", part[parts]); gsub(/ /, "", $3); gsub(/ /, "", $7)
        if ($3 != "U" && part[parts] != "") print part[parts - 1], part[parts], $3, $7 }'
}

check_symbols() {
    if [ -z "$library" ]; then
        echo "lint: no library given, symbols not checked (make lint does)"
        return
    fi
    step "symbols of $library"
    symbols >"$scratch/symbols"
    [ -s "$scratch/symbols" ] || finding "$library:1: nm shows no symbols"
    awk -v prefixes="^($PREFIXES)" '$3 ~ /^[A-TV-Z]$/ && $2 !~ prefixes {
        print $1 ": exported symbol without a prefix of ours: " $2 }' "$scratch/symbols" | finding
    # By section, since constant tables with pointers are in .data.rel.ro and nm calls that d.
    awk -v allowed="$WRITABLE" '
        $4 ~ /^(\.t?data|\.t?bss|\*COM\*)/ && $4 !~ /^\.data\.rel\.ro/ {
            base = $2; sub(/\.[0-9]+$/, "", base)
            if (base !~ allowed)
                print $1 ": writable global: " $2 }' "$scratch/symbols" | finding
}

check_commits() {
    command -v git >/dev/null 2>&1 && git rev-parse -q --verify HEAD >/dev/null 2>&1 || return 0
    # Without a remote there is nothing to compare with: then all commits are looked at.
    commits=$(git rev-list --no-merges HEAD --not --remotes=origin)
    step "messages of $(echo "$commits" | grep -c .) commits"
    for commit in $commits; do
        git log -1 --format=%B "$commit" | awk -v max=$SUBJECT_MAX -v commit="$(git rev-parse --short "$commit")" '
            NR == 1 {
                if (length($0) > max) print commit ":1: subject of " length($0) " characters, limit " max
                if (/\.$/) print commit ":1: subject ends in a full stop"
            }
            NR == 2 && $0 != "" { print commit ":2: no empty line after the subject" }
            /[^ ]/ { last = $0; line = NR }
            END {
                if (last !~ /^(Bench: .+|No functional change)$/)
                    print commit ":" line + 0 ": last line is neither `Bench: ...` nor `No functional change`"
            }'
    done | finding
}

check_tidy() {
    [ "${TIDY:-0}" = 1 ] || return 0
    step clang-tidy
    sources bitboards tables engine tools | grep '\.c$' >"$scratch/tidy"
    xargs -n 1 -P "$(nproc 2>/dev/null || echo 1)" sh -c \
        'clang-tidy --quiet "$0" -- -std=c11 -D_GNU_SOURCE= -I. 2>/dev/null || true' <"$scratch/tidy" |
        grep -E ': (error|warning): ' | sed "s|^$PWD/||" | sort -u | finding
}

check_includes
check_format
check_headers
check_symbols
check_commits
check_tidy

count=$(wc -l <"$scratch/findings")
if [ "$count" -gt 0 ]; then
    echo "lint: $((count)) findings"
    exit 1
fi
echo "lint: clean"
