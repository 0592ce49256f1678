# Citadel. `make help` lists the targets; the variables to set on the command line are
#
#   CC CXX AR CFLAGS CPPFLAGS LDFLAGS LDLIBS   as usual; flags are added to ours
#   MODE=release|debug|asan|ubsan|tsan         kind of build
#   ARCH=native|x86-64|x86-64-v3|x86-64-v4     processor to compile for
#   LTO=1|0  WERROR=1  V=1                     link-time optimisation, strict, show commands
#   ARGS='...'  FUZZ_TIME=30  PREFIX  DESTDIR  for run and bench, fuzz, install
#   BASE=revision  PAIRS=7  NODES=500000000  for bench-compare, perft-suite
#
# Each combination has a directory of its own, build/<config>/, so no change of flags needs a clean.

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules

# ---- Sources ------------------------------------------------------------------------------------

LIB_SRC := $(sort $(wildcard bitboards/*.c tables/*.c engine/*.c engine/solve/*.c engine/games/*/*.c))
TOOLS_SRC := $(sort $(wildcard tools/*.c))
BENCH_SRC := $(wildcard bench/*.c bench/shim.cc)
SUPPORT_SRC := $(wildcard tests/support/*.c tests/oracle/*_oracle.c) tests/search/toy.c tests/solve/brute.c
TEST_SRC := $(wildcard $(addsuffix /test_*.c, tests/unit tests/games tests/perft tests/search tests/solve \
    tests/threads))
FUZZ_SRC := $(wildcard tests/fuzz/fuzz_*.c)
# Tests of what stands in tools/, which link it.
TOOLS_TEST_SRC := $(shell grep -l '"tools/' $(TEST_SRC) /dev/null)
CLI_TESTS := $(wildcard tests/cli/*.sh)

# ---- Configuration ------------------------------------------------------------------------------

# Some goals are builds of their own and choose MODE, so that `make asan` needs no second make.
MODE_GOAL := $(filter asan ubsan tsan coverage fuzz, $(MAKECMDGOALS))
MODE := $(or $(firstword $(MODE_GOAL)),release)
ifneq ($(filter-out $(MODE), $(MODE_GOAL)),)
$(error $(MODE_GOAL): these are builds of their own, ask for one at a time and without MODE)
endif
ARCH := native
FUZZ_TIME := 30
PREFIX := /usr/local
GCOV := gcov
ifeq ($(MODE) $(origin CC),fuzz default)
CC := clang
endif

# Without a compiler the shells below give nothing: the setup rule brings one before it is needed.
quote = '$(subst ','\'',$(1))'
IS_CLANG := $(if $(findstring clang,$(shell $(CC) --version 2>/dev/null)),1)
MACHINE := $(shell $(CC) -dumpmachine 2>/dev/null || uname -m)
cc_program = $(filter /%, $(shell $(CC) -print-prog-name=$(1) 2>/dev/null))
ifeq ($(origin CXX),default)
CXX := $(patsubst cc,c++,$(subst gcc,g++,$(subst clang,clang++,$(CC))))
endif

ifneq ($(ARCH),native)
ARCH_FLAGS := -march=$(ARCH)
else ifneq ($(filter x86_64% amd64% i%86% s390x%, $(MACHINE)),)
ARCH_FLAGS := -march=native
else ifneq ($(filter aarch64% arm% powerpc% ppc%, $(MACHINE)),)
ARCH_FLAGS := -mcpu=native
endif

SANITIZE := -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all
MODE_FLAGS_release := -O3 -DNDEBUG
MODE_FLAGS_debug := -O1 -g3 -DCITADEL_CHECKS=1
MODE_FLAGS_asan := $(SANITIZE) -fsanitize=address,undefined
MODE_FLAGS_ubsan := $(SANITIZE) -fsanitize=undefined
MODE_FLAGS_tsan := $(SANITIZE) -fsanitize=thread
MODE_FLAGS_fuzz := $(MODE_FLAGS_asan) -fsanitize=fuzzer-no-link
MODE_FLAGS_coverage := -O0 -g --coverage
MODE_FLAGS_pgo-train := -O3 -DNDEBUG $(if $(IS_CLANG),-fprofile-instr-generate,-fprofile-generate)
MODE_FLAGS_pgo = -O3 -DNDEBUG $(if $(IS_CLANG),-fprofile-instr-use=$B/profdata,-fprofile-use -Wno-missing-profile)
ifndef MODE_FLAGS_$(MODE)
$(error there is no MODE=$(MODE))
endif

# Link-time optimisation by default for optimised builds; with clang, where its own linker and
# archiver are there. With gcc the objects are fat: any ar and nm can read them, and the many test
# programs link quickly, without it.
CAN_LTO := $(if $(IS_CLANG),$(and $(call cc_program,ld.lld),$(call cc_program,llvm-ar)),1)
LTO := $(if $(and $(CAN_LTO),$(filter release pgo%, $(MODE))),$(if $(filter lint, $(MAKECMDGOALS)),0,1),0)
ifeq ($(LTO)$(IS_CLANG),11)
LTO_FLAGS := -flto=thin
LTO_LDFLAGS = -fuse-ld=lld -Wl,--thinlto-cache-dir=$B/lto-cache
AR := $(if $(filter default, $(origin AR)),$(call cc_program,llvm-ar),$(AR))
else ifeq ($(LTO),1)
LTO_FLAGS := -flto=auto -ffat-lto-objects
TEST_LDFLAGS := -fno-lto
endif

# Flags of the user's own add a checksum to the directory's name.
USER_FLAGS := $(CPPFLAGS)|$(CFLAGS)|$(CXXFLAGS)|$(LDFLAGS)|$(LDLIBS)
ifneq ($(strip $(subst |,,$(USER_FLAGS))),)
USER_SUM := -$(firstword $(shell printf %s $(call quote,$(USER_FLAGS)) | cksum))
endif
empty :=
CC_NAME := $(subst $(empty) ,-,$(notdir $(CC)))
config = build/$(CC_NAME)-$(ARCH)-$(1)$(if $(filter 1,$(LTO)),-lto)$(if $(filter 1, \
    $(WERROR)),-werror)$(USER_SUM)
B := $(call config,$(MODE))

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes \
    -Wmissing-prototypes -Wundef -Wvla -Wcast-qual -Wimplicit-fallthrough \
    $(if $(filter 1,$(WERROR)),-Werror)
BUILD_FLAGS := $(MODE_FLAGS_$(MODE)) $(ARCH_FLAGS) $(LTO_FLAGS) -pthread
COMPILE = $(CC) -std=c11 -I. -D_GNU_SOURCE= $(WARNINGS) $(BUILD_FLAGS) $(CPPFLAGS) $(CFLAGS) -MMD -MP
LINK = $(CC) $(BUILD_FLAGS) $(CFLAGS) $(LTO_LDFLAGS) $(LDFLAGS)
LIBS = $(LDLIBS) -lxxhash -lm
Q := $(if $(filter 1,$(V)),,@)

object = $(patsubst %,$B/%.o,$(basename $(1)))
LIB_OBJ := $(call object,$(LIB_SRC))
SUPPORT_OBJ := $(call object,$(SUPPORT_SRC))
OBJ := $(LIB_OBJ) $(SUPPORT_OBJ) $(call object,$(TOOLS_SRC) $(BENCH_SRC) $(TEST_SRC) $(FUZZ_SRC) \
    $(wildcard tests/oracle/*_oracle_check.c) tests/fuzz/replay.c tests/perft/make_suite.c)
DIRS := $(sort $(dir $(OBJ)))
LIB := $B/libcitadel.a
PROG := $B/citadel
TESTS := $(TEST_SRC:%.c=$B/%)
ORACLE_SRC := $(wildcard tests/oracle/*_oracle_check.c)
ORACLE_CHECKS := $(ORACLE_SRC:%.c=$B/%)
FUZZERS := $(FUZZ_SRC:%.c=$B/%)
REPLAYS := $(FUZZ_SRC:tests/fuzz/fuzz_%.c=$B/tests/fuzz/replay_%)

# ---- Library and program ------------------------------------------------------------------------

all: $(LIB) $(PROG) ## build the library and the program, build/citadel
	@$(if $(filter release pgo,$(MODE)),ln -sfn $(PROG:build/%=%) build/citadel)

# The main job on real positions, or the program with $(ARGS).
RUN_GAMES := belarusian tamerlane bashni
run: all ## build and analyse real positions, or run with $(ARGS); installs what is missing
	@$(if $(ARGS),$(PROG) $(ARGS),for game in $(RUN_GAMES); do \
	    echo "== $$game"; $(PROG) analyse --game $$game --file tools/positions/$$game.moves \
	        --time 4 --threads $$(nproc || echo 1) || exit; done)

# Compiler and libraries, before anything is compiled. Goals that run something install what is
# missing, the others only say what to install. Takes a few milliseconds when all is there.
SETUP := $(or $(filter bench lint fuzz, $(MAKECMDGOALS:bench-compare=bench)), build) \
    $(if $(filter 1, $(TIDY)),tidy)
INSTALLING := run test test-long asan ubsan tsan fuzz coverage bench bench-compare signature pgo \
    lint perft-suite
setup:
	@CC=$(call quote,$(CC)) CXX=$(call quote,$(CXX)) LDFLAGS=$(call quote,$(LDFLAGS)) \
	    CFLAGS=$(call quote,$(strip $(CPPFLAGS) $(CFLAGS))) sh tools/setup.sh \
	    $(if $(filter $(INSTALLING), $(MAKECMDGOALS)),,--check) $(SETUP)

$(DIRS):
	@mkdir -p $@

$B/%.o: %.c Makefile | setup $(DIRS)
	@echo '  CC    $@'
	$Q$(COMPILE) -c $< -o $@

$B/%.o: %.cc Makefile | setup $(DIRS)
	@echo '  CXX   $@'
	$Q$(CXX) -std=c++17 -I. -Wall -Wextra $(BUILD_FLAGS) $(CPPFLAGS) $(CXXFLAGS) -MMD -MP -c $< -o $@

$(LIB): $(LIB_OBJ)
	@echo '  AR    $@'
	@rm -f $@
	$Q$(AR) rcs $@ $(LIB_OBJ)

$B/citadel: $(call object,$(TOOLS_SRC)) $(LIB)
	@echo '  LINK  $@'
	$Q$(LINK) $^ $(LIBS) -o $@

INSTALL_ROOT = $(call quote,$(DESTDIR)$(PREFIX))
BIN_DIR = $(INSTALL_ROOT)/bin
DOC_DIR = $(INSTALL_ROOT)/share/doc/citadel
MAN_DIR = $(INSTALL_ROOT)/share/man/man1
BASH_DIR = $(INSTALL_ROOT)/share/bash-completion/completions
ZSH_DIR = $(INSTALL_ROOT)/share/zsh/site-functions
# Launchers of XBoard, tools/xboard*.sh, by their names in $(BIN_DIR).
LAUNCHERS := citadel-xboard citadel-xboard-belarusian citadel-xboard-tamerlane
# What README.md shows and sends users to, under the same names, so that its links hold.
DOC_LINKED := $(wildcard engine/games/*/RULES.md tools/pictures/*.svg)
install: all ## install program, launchers, manual page, completions, documents under $(DESTDIR)$(PREFIX)
	mkdir -p $(BIN_DIR) $(DOC_DIR) $(MAN_DIR) $(BASH_DIR) $(ZSH_DIR)
	rm -f $(BIN_DIR)/citadel
	cp $(PROG) $(BIN_DIR)/citadel && chmod 755 $(BIN_DIR)/citadel
	for name in $(LAUNCHERS); do \
	    sed 's|/xboard\.sh"|/citadel-xboard"|' tools/$${name#citadel-}.sh >$(BIN_DIR)/$$name && \
	    chmod 755 $(BIN_DIR)/$$name || exit; \
	done
	sh tools/manpage.sh $(PROG) >$(MAN_DIR)/citadel.1 && chmod 644 $(MAN_DIR)/citadel.1
	cp tools/completions/citadel.bash $(BASH_DIR)/citadel && chmod 644 $(BASH_DIR)/citadel
	cp tools/completions/_citadel $(ZSH_DIR) && chmod 644 $(ZSH_DIR)/_citadel
	cp README.md LICENSE $(DOC_DIR) && chmod 644 $(DOC_DIR)/README.md $(DOC_DIR)/LICENSE
	for file in $(DOC_LINKED); do \
	    mkdir -p $(DOC_DIR)/$${file%/*} && cp $$file $(DOC_DIR)/$$file && \
	    chmod 644 $(DOC_DIR)/$$file || exit; \
	done

uninstall: ## remove what install put there
	rm -rf $(addprefix $(BIN_DIR)/,citadel $(LAUNCHERS)) $(DOC_DIR) $(MAN_DIR)/citadel.1 $(BASH_DIR)/citadel $(ZSH_DIR)/_citadel

# ---- Tests --------------------------------------------------------------------------------------

$(TESTS) $(ORACLE_CHECKS) $(FUZZERS): %: %.o
$(REPLAYS): $B/tests/fuzz/replay_%: $B/tests/fuzz/fuzz_%.o $B/tests/fuzz/replay.o
MAKE_SUITE := $B/tests/perft/make_suite
$(MAKE_SUITE): %: %.o
$(REPLAYS) $(FUZZERS) $(MAKE_SUITE) $(TOOLS_TEST_SRC:%.c=$B/%): \
    $(filter-out $B/tools/main.o, $(call object,$(TOOLS_SRC)))
$(FUZZERS): TEST_LDFLAGS := -fsanitize=fuzzer
$(TESTS) $(ORACLE_CHECKS) $(REPLAYS) $(FUZZERS) $(MAKE_SUITE): $(SUPPORT_OBJ) $(LIB)
	@echo '  LINK  $@'
	$Q$(LINK) $(TEST_LDFLAGS) $(filter %.o,$^) $(LIB) $(LIBS) -o $@

# A test to run is one word of the shell: the program with its arguments.
REPLAY_RUNS := $(foreach target, $(FUZZ_SRC:tests/fuzz/fuzz_%.c=%), \
    '$B/tests/fuzz/replay_$(target) tests/fuzz/corpus/$(target)')
# The oracles are held against the reference data themselves.
oracle_check = '$B/tests/oracle/$(1)_oracle_check $(2:%=tests/data/%) 20000 200'
ORACLE_RUNS := $(call oracle_check,bel,belarusian.moves belarusian.epd) \
    $(call oracle_check,tam,tamerlane.moves tamerlane.epd) \
    $(call oracle_check,bas,bashni.moves bashni.results bashni.epd)
ALL_RUNS := $(TESTS) $(ORACLE_RUNS) $(REPLAY_RUNS) $(CLI_TESTS)
TSAN_RUNS := $(filter $B/tests/threads/% $B/tests/search/% $B/tests/solve/% \
    $B/tests/games/test_closure, $(TESTS))
RUN_TESTS := CITADEL=$(call quote,$(CURDIR)/$(PROG)) sh tests/run.sh
RUN_FAST := CITADEL_FAST=1 $(RUN_TESTS) -t 900

test: $(TESTS) $(ORACLE_CHECKS) $(REPLAYS) all ## build and run the tests; installs what is missing first
	@$(RUN_TESTS) $(ALL_RUNS)

test-long: $(TESTS) $(ORACLE_CHECKS) $(REPLAYS) all ## the same with the deep variants, many minutes
	@CITADEL_LONG=1 $(RUN_TESTS) -t 7200 $(ALL_RUNS)

asan ubsan: $(TESTS) $(ORACLE_CHECKS) $(REPLAYS) all ## fast tests under that sanitizer (asan includes ubsan)
	@UBSAN_OPTIONS=print_stacktrace=1 $(RUN_FAST) $(ALL_RUNS)

tsan: $(TSAN_RUNS) ## threads, search, solver and closure tests under the thread sanitizer
	@TSAN_OPTIONS=halt_on_error=1 $(RUN_FAST) $(TSAN_RUNS)

# Deep enough to be of use, and made again within half an hour.
NODES := 500000000
perft-suite: $(MAKE_SUITE) ## make the reference counts in tests/perft anew, up to about $(NODES) nodes each
	@for game in $(RUN_GAMES); do echo "== $$game"; \
	    $< $$game tests/data/$$game.epd $(NODES) tests/perft/$$game || exit; done

fuzz: $(FUZZERS) ## $(FUZZ_TIME) seconds of libFuzzer on each target, with clang
	@sh tests/fuzz/run.sh $(FUZZ_TIME) $(FUZZERS)

coverage: $(TESTS) $(ORACLE_CHECKS) $(REPLAYS) all ## line coverage of the tests, by source file
	@find $B -name '*.gcda' -exec rm -f {} +
	@$(RUN_TESTS) $(ALL_RUNS)
	@sh tests/coverage.sh '$(GCOV)' $B $(LIB_SRC) $(TOOLS_SRC)

lint: $(LIB) ## layering, layout, headers, symbols, commit messages; TIDY=1: and clang-tidy
	@CC=$(call quote,$(CC)) TIDY=$(TIDY) sh tools/lint.sh $(LIB)

format: ## lay out all C sources by .clang-format
	find bitboards tables engine tools bench tests -name '*.[ch]' -exec clang-format -i {} +

# ---- Benchmarks ---------------------------------------------------------------------------------

$B/bench/bench: $(call object,$(BENCH_SRC)) $(LIB)
	@echo '  LINK  $@'
	$Q$(CXX) $(BUILD_FLAGS) $(CXXFLAGS) $(LTO_LDFLAGS) $(LDFLAGS) $^ -lbenchmark $(LIBS) -o $@

# Repetitions of all cases take turns, so that what disturbs the machine for a while does not fall on
# one case alone.
bench: $B/bench/bench ## benchmarks: medians and quartiles, and build/bench.json; with $(ARGS)
	@$< --benchmark_repetitions=7 --benchmark_min_time=0.02 \
	    --benchmark_enable_random_interleaving=true --benchmark_out=build/bench.json \
	    --benchmark_out_format=json $(ARGS)

PAIRS := 7
bench-compare: $B/bench/bench ## speed against revision BASE=..., interleaved, with $(ARGS)
	+@sh tools/bench_compare.sh $(call quote,$(BASE)) $(PAIRS) $< $(call quote,$(MAKE)) \
	    $(foreach v,CC CXX ARCH LTO CFLAGS LDFLAGS,$(if $(filter command,$(origin $v)), \
	    $(call quote,$v=$($v)))) -- $(ARGS)

signature: all ## the search's node signature, for commit messages
	@output=$$($(PROG) bench) && printf '%s\n' "$$output" | tail -n 1

pgo: all ## profile-guided build trained by `citadel bench`; becomes build/citadel
	+@MAKE='$(MAKE)' sh tools/pgo.sh $(PROG) $(call config,pgo-train) $(call config,pgo) \
	    $(if $(IS_CLANG),$(call cc_program,llvm-profdata))

clean: ## remove all builds
	rm -rf build

help: ## this list
	@awk -F ':.*## ' '/^[a-z][a-z -]*:.*## / { printf "  %-12s %s\n", $$1, $$2 }' Makefile

.PHONY: all run setup install uninstall test test-long asan ubsan tsan fuzz coverage lint format \
    bench bench-compare signature pgo perft-suite clean help

-include $(OBJ:.o=.d)
