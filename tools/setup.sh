#!/bin/sh
# Makes sure that what a job needs is on this machine, and installs only what is missing:
#
#     tools/setup.sh [--check] build|test|bench|lint|fuzz|tidy|parallel...
#
# With --check nothing is installed. CC, CXX, CFLAGS and LDFLAGS are respected if set. Installing
# needs apt-get and either root or a sudo that asks nothing; otherwise the packages are named and
# the exit status is 2. What was found is noted in build/, so that the next call is quick.
set -eu
cd "$(dirname "$0")/.."

CC=${CC:-cc}
CXX=${CXX:-c++}

may_install=1
if [ "${1-}" = --check ]; then
    may_install=0
    shift
fi
[ $# -gt 0 ] || set -- build
for kind; do
    case $kind in
    build | test | bench | lint | fuzz | tidy | parallel) ;;
    *)
        echo "usage: tools/setup.sh [--check] build|test|bench|lint|fuzz|tidy|parallel..." >&2
        exit 2
        ;;
    esac
done

has() {
    command -v "$1" >/dev/null 2>&1
}

# ---- Quick way: the stamp of an earlier run, with the files whose presence it relied on --------

stamp_of() {
    echo "build/.setup-$1"
}

stamp_is_valid() {
    [ -f "$(stamp_of "$1")" ] || return 1
    {
        read -r line && [ "$line" = "$CC|$CXX|${CFLAGS-}|${LDFLAGS-}" ] || return 1
        while read -r line; do
            [ -e "$line" ] || return 1
        done
    } <"$(stamp_of "$1")"
}

pending=
for kind; do
    stamp_is_valid "$kind" || pending="$pending $kind"
done
[ -n "$pending" ] || exit 0

# ---- What is missing --------------------------------------------------------------------------

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM HUP

# trial COMPILER SUFFIX SOURCE FLAG...: can this be compiled and linked? The compiler and the user's
# flags are text for the shell, as they are in a Makefile.
trial() {
    compiler=$1
    printf '%s\n' "$3" >"$scratch/trial.$2"
    file=$scratch/trial.$2
    shift 3
    eval "$compiler ${CFLAGS-} \"\$file\" -o \"\$scratch/trial\" ${LDFLAGS-} \"\$@\"" >/dev/null 2>&1
}

PLAIN='#include <stdio.h>
int main(void) { return puts("") < 0; }'
XXHASH='#include <xxhash.h>
int main(void) { return XXH3_64bits("", 0) == 1; }'
BENCHMARK='#include <benchmark/benchmark.h>
int main(int argc, char **argv) { benchmark::Initialize(&argc, argv); }'
FUZZER='#include <stddef.h>
int LLVMFuzzerTestOneInput(const unsigned char *p, size_t n) { return p && n > 9; }'

# Things missing are noted as "TEXT;APT;DNF;PACMAN" lines.
missing() {
    echo "$1;$2;$3;$4" >>"$scratch/missing"
}

first_word() {
    echo "${1%% *}"
}

need_c() {
    has make || missing make make make make
    if ! has "$(first_word "$CC")"; then
        case $(basename "$(first_word "$CC")") in
        cc | gcc) missing "a C compiler ($CC)" "gcc libc6-dev" gcc gcc ;;
        clang) missing "a C compiler ($CC)" "clang libc6-dev" clang clang ;;
        gcc-* | clang-*) missing "a C compiler ($CC)" "$(basename "$CC") libc6-dev" gcc gcc ;;
        *) echo "setup: there is no compiler $CC here, and no package is known for it" >&2 && exit 2 ;;
        esac
    elif ! trial "$CC" c "$PLAIN"; then
        missing "C library headers" libc6-dev glibc-devel glibc
    fi
    trial "$CC" c "$XXHASH" -lxxhash || missing "xxHash 0.8" libxxhash-dev xxhash-devel xxhash
}

need_benchmark() {
    has "$(first_word "$CXX")" || missing "a C++ compiler ($CXX)" g++ gcc-c++ gcc
    trial "$CXX" cc "$BENCHMARK" -std=c++17 -lbenchmark -lpthread ||
        missing "Google Benchmark" libbenchmark-dev google-benchmark-devel benchmark
}

need_fuzzer() {
    if ! has clang; then
        missing clang "clang libc6-dev" clang clang
    elif ! trial clang c "$FUZZER" -fsanitize=fuzzer,address,undefined; then
        version=$(clang -dumpversion)
        missing "run-time libraries of clang ${version%%.*}" "libclang-rt-${version%%.*}-dev" \
            compiler-rt compiler-rt
    fi
}

# GNU's: moreutils has another program of that name.
has_parallel() {
    has parallel && parallel --version 2>/dev/null | grep -q 'GNU parallel'
}

look() {
    : >"$scratch/missing"
    for kind in $pending; do
        case $kind in
        build | test) need_c ;;
        bench) need_c && need_benchmark ;;
        fuzz) need_c && need_fuzzer ;;
        lint) need_c && { has clang-format || missing clang-format clang-format clang-tools-extra clang; } ;;
        tidy) need_c && { has clang-tidy || missing clang-tidy clang-tidy clang-tools-extra clang; } ;;
        parallel) has_parallel || missing "GNU parallel" parallel parallel parallel ;;
        esac
    done
    sort -u "$scratch/missing" -o "$scratch/missing"
}

# names FIELD: that field of all missing things, each word once, on one line
names() {
    cut -d ';' -f "$1" "$scratch/missing" | tr ' ' '\n' | sort -u | tr '\n' ' ' | sed 's/ $//'
}

texts() {
    cut -d ';' -f 1 "$scratch/missing" | sed '$!s/$/,/' | tr '\n' ' ' | sed 's/ $//'
}

give_up() {
    echo "setup: $1. Missing: $(texts). Install with one of" >&2
    echo "    apt-get install $(names 2)" >&2
    echo "    dnf install $(names 3)" >&2
    echo "    pacman -S $(names 4)" >&2
    exit 2
}

# ---- Install ----------------------------------------------------------------------------------

apt() {
    echo "setup: apt-get $*"
    # shellcheck disable=SC2086 # `root` is empty or a command with an option
    $root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@" \
        >"$scratch/log" 2>&1
}

updated=0
install() {
    set -- install -y --no-install-recommends "$@"
    # A fresh image has no package lists at all; elsewhere they are refreshed only after a failure.
    if ls /var/lib/apt/lists/*_Packages* >/dev/null 2>&1 && apt "$@"; then
        return
    fi
    if [ "$updated" -eq 0 ]; then
        apt update || cat "$scratch/log" >&2
        updated=1
    fi
    apt "$@" || { cat "$scratch/log" >&2 && give_up "apt-get failed"; }
}

look
# Some needs show only when others are met: the run-time libraries have the version of clang.
before=
while [ -s "$scratch/missing" ]; do
    [ "$(names 2)" != "$before" ] || give_up "what was installed does not help"
    before=$(names 2)
    [ "$may_install" -eq 1 ] || give_up "cannot build yet (\`make run\` and \`make test\` install it)"
    has apt-get || give_up "there is no apt-get here"
    root=
    if [ "$(id -u)" -ne 0 ]; then
        root="sudo -n"
        $root true 2>/dev/null || give_up "installing needs root"
    fi
    echo "setup: missing: $(texts)"
    # shellcheck disable=SC2046 # a list of package names
    install $(names 2)
    look
done

# ---- Stamp ------------------------------------------------------------------------------------

# The files that stand for the packages: programs, the header and the library.
witnesses() {
    for program in make "$(first_word "$CC")"; do
        command -v "$program"
    done
    printf '#include <xxhash.h>\n' | eval "$CC ${CFLAGS-} -M -x c -" | tr ' ' '\n' | grep 'xxhash\.h$'
    $CC -print-file-name=libxxhash.so | grep / || true
    case $1 in
    bench)
        command -v "$(first_word "$CXX")"
        $CXX -print-file-name=libbenchmark.so | grep / || true
        ;;
    fuzz) clang -print-libgcc-file-name -rtlib=compiler-rt | grep / && command -v clang ;;
    lint) command -v clang-format ;;
    tidy) command -v clang-tidy ;;
    parallel) command -v parallel ;;
    esac
}

mkdir -p build
for kind in $pending; do
    {
        echo "$CC|$CXX|${CFLAGS-}|${LDFLAGS-}"
        witnesses "$kind"
    } >"$scratch/stamp"
    mv "$scratch/stamp" "$(stamp_of "$kind")"
done
