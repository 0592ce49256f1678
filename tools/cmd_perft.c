/* The command `perft`: counts move sequences, of one position, of a file with known counts, or in
 * work units. Here are its options; the parts are in perft_*.c. */
#include "tools/perft_plan.h"
#include "tools/perft_tool.h"

#include <inttypes.h>

/* What the command does; exactly one of these is asked for. */
enum mode { MODE_POSITION, MODE_SUITE, MODE_SPLIT, MODE_UNIT, MODE_MERGE };

static enum mode mode_of(const struct perft_tool *c)
{
    return c->suite         ? MODE_SUITE
           : c->unit.nb > 0 ? MODE_UNIT
           : c->merge       ? MODE_MERGE
           : c->split       ? MODE_SPLIT
                            : MODE_POSITION;
}

/* Options that do not go together; silently leaving one out would answer another question. */
static int check_options(const struct perft_tool *c)
{
    const enum mode mode = mode_of(c);
    const bool has_position = c->setup.fen || c->setup.moves.nb > 0 || c->depth >= 0;
    const bool counts_moves = c->divide || c->stats || c->first.nb > 0 || c->plus;
    if ((c->suite != NULL) + (c->unit.nb > 0) + (c->merge != NULL) + (c->split > 0) > 1)
        return cli_usage_error(c->self, "--suite, --split, --unit and --merge exclude each other");
    if (mode == MODE_SUITE && (has_position || counts_moves))
        return cli_usage_error(c->self, "--suite excludes --fen, --moves, --depth, --divide, "
                                        "--stats, --first and --plus");
    if ((mode == MODE_UNIT || mode == MODE_MERGE) &&
        (has_position || counts_moves || c->setup.game || c->setup.options.nb > 0))
        return cli_usage_error(c->self,
                               "%s says itself what is counted: it takes no position, "
                               "--depth, --divide, --stats, --first or --plus",
                               mode == MODE_UNIT ? "--unit" : "--merge");
    if (mode == MODE_SPLIT && counts_moves)
        return cli_usage_error(c->self, "--split excludes --divide, --stats, --first and --plus");
    if ((mode == MODE_POSITION || mode == MODE_SPLIT) && c->depth < 0)
        return cli_usage_error(c->self, "--depth or --suite is needed");
    if (mode == MODE_SPLIT && (c->split >= c->depth || !c->out))
        return cli_usage_error(c->self, c->out ? "--split must be less than --depth"
                                               : "--split needs --out, where the units go");
    if (mode != MODE_SPLIT && (c->out || c->units != 64))
        return cli_usage_error(c->self, "--out and --units go with --split");
    return CLI_RUN;
}

/* Options of the way of counting. */
static int check_way(const struct perft_tool *c)
{
    if (c->bulk && c->no_bulk)
        return cli_usage_error(c->self, "--bulk and --no-bulk exclude each other");
    if (c->stats && (c->bulk || c->hash_mib > 0))
        return cli_usage_error(c->self, "--stats plays every move, it excludes --bulk and --hash");
    if (c->key_bits != 64 && c->key_bits != 128)
        return cli_usage_error(c->self, "option --key-bits: %" PRId64 " is neither 64 nor 128",
                               c->key_bits);
    if (c->hash_mib == 0 && (c->keys >= 0 || c->key_bits != 64) && mode_of(c) != MODE_MERGE)
        return cli_usage_error(c->self, "--keys and --key-bits go with --hash");
    return CLI_RUN;
}

static int run_mode(struct perft_tool *c)
{
    switch (mode_of(c)) {
    case MODE_SUITE:
        return perft_tool_suite(c);
    case MODE_SPLIT:
        return perft_tool_split(c);
    case MODE_UNIT:
        return perft_tool_unit(c);
    case MODE_MERGE:
        return perft_tool_merge(c);
    case MODE_POSITION:
        break;
    }
    return perft_tool_position(c);
}

static int run_perft(const struct cli_command *self, int argc, char **argv)
{
    struct perft_tool c = {.self = self,
                           .depth = -1,
                           .threads = 1,
                           .keys = -1,
                           .key_bits = 64,
                           .max_nodes = INT64_MAX,
                           .max_depth = DEPTH_MAX,
                           .units = 64,
                           .share = 1};
    const struct cli_option options[] = {
        SETUP_OPTIONS(&c.setup),
        {"--depth", CLI_INTEGER, &c.depth, 0, DEPTH_MAX, "N", "plies to count"},
        {"--divide", CLI_FLAG, &c.divide, 0, 0, NULL, "print the count of each first move"},
        {"--stats", CLI_FLAG, &c.stats, 0, 0, NULL, "print what the moves of each ply were"},
        {"--bulk", CLI_FLAG, &c.bulk, 0, 0, NULL, "count the last ply without playing it: default"},
        {"--no-bulk", CLI_FLAG, &c.no_bulk, 0, 0, NULL, "play the last ply instead of counting it"},
        {"--threads", CLI_INTEGER, &c.threads, 1, PERFT_THREADS_MAX, "T",
         "threads, 1 if not given"},
        {"--hash", CLI_INTEGER, &c.hash_mib, 0, 1 << 24, "MB", "share counts in so much memory"},
        {"--keys", CLI_INTEGER, &c.keys, 0, ZOBRIST_SETS - 1, "SET", "key set of the hash"},
        {"--key-bits", CLI_INTEGER, &c.key_bits, 64, 128, "BITS", "64, or 128 to be surer"},
        {"--first", CLI_WORDS, &c.first, 0, 0, "MOVES", "only these first moves"},
        {"--plus", CLI_TEXT, &c.plus, 0, 0, "COUNT", "add what an interrupted run counted"},
        {"--suite", CLI_TEXT, &c.suite, 0, 0, "FILE", "check the counts in FILE (- is the input)"},
        {"--max-nodes", CLI_INTEGER, &c.max_nodes, 1, INT64_MAX, "N",
         "of a suite: only counts up to N"},
        {"--max-depth", CLI_INTEGER, &c.max_depth, 1, DEPTH_MAX, "N",
         "of a suite: only depths up to N"},
        {"--split", CLI_INTEGER, &c.split, 1, DEPTH_MAX, "PLY", "cut into work units after PLY"},
        {"--units", CLI_INTEGER, &c.units, 1, PERFT_UNITS_MAX, "N", "of --split: units, 64"},
        {"--out", CLI_TEXT, &c.out, 0, 0, "DIR", "of --split: where the units go"},
        {"--unit", CLI_WORDS, &c.unit, 0, 0, "FILES",
         "count these work units, one after the other"},
        {"--merge", CLI_TEXT, &c.merge, 0, 0, "DIR", "add up the results of all units"},
        {"--json", CLI_FLAG, &c.json, 0, 0, NULL, "write JSON, one object a line"},
    };
    int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv);
    if (code == CLI_RUN)
        code = check_options(&c);
    if (code == CLI_RUN)
        code = check_way(&c);
    if (code != CLI_RUN)
        return code;
    cli_catch_interrupt();
    code = run_mode(&c);
    perft_hash_free(c.hash);
    return code;
}

const struct cli_command cmd_perft = {
    .name = "perft",
    .summary = "count legal move sequences, check the counts in a file",
    .run = run_perft,
    .notes =
        "A position that is decided has no moves; draws by counters are ignored.\n"
        "\n"
        "Neither threads nor hash nor the way of counting change a count, but for the chance\n"
        "that two positions have the same key, some n^2 / 2^65 with n positions in the hash.\n"
        "The keys of --keys 1 have nothing in common with those of --keys 0; --key-bits 128\n"
        "makes the chance n^2 / 2^129.\n"
        "\n"
        "The first Ctrl-C prints what is counted so far and the command that counts the rest,\n"
        "and ends with status 4; the second ends at once.\n"
        "\n"
        "A suite has lines FEN ;set=RULESET ;D1 22 ;D2 484 and so on; exit status 1 if a\n"
        "count differs.\n"
        "\n"
        "Work units: --split writes files DIR/unit-0001.txt and so on, each with its share of\n"
        "the different positions after PLY. --unit counts some, on whatever machine, and leaves\n"
        "the results beside them; interrupted or killed, it is run again and goes on.\n"
        "--merge adds up. It refuses, with status 1, as long as results are missing, torn,\n"
        "there twice, or at odds between key sets.\n"
        "\n"
        "JSON: {\"type\":\"move\",\"move\",\"nodes\"} with --divide, "
        "{\"type\":\"stats\",\"depth\",\"nodes\",\n"
        "...} with --stats, then "
        "{\"type\":\"result\",\"game\",\"fen\",\"depth\",\"bulk\",\"threads\",\n"
        "\"hash\",\"complete\",\"nodes\",\"time\",\"nps\"}; of a suite "
        "{\"type\":\"line\",\"line\",\"verdict\",\n"
        "\"what\"}, then {\"type\":\"total\",\"passed\",\"failed\",\"skipped\",...}; of units "
        "{\"type\":\n"
        "\"split\"|\"unit\"|\"merge\",...}. Time is in seconds; counts may exceed 64 bits.\n",
    .examples = "citadel perft --depth 5 --threads 2\n"
                "citadel perft --game tamerlane --depth 5 --hash 64\n"
                "citadel perft --game belarusian-noble --depth 3 --divide\n"
                "citadel perft --game bashni --depth 6 --stats\n"
                "citadel perft --suite tests/data/belarusian.epd --max-nodes 100000\n"
                "citadel perft --depth 5 --split 2 --units 2 --out /tmp/citadel-units\n"
                "citadel perft --unit /tmp/citadel-units/unit-0001.txt --hash 16\n"
                "citadel perft --unit /tmp/citadel-units/unit-*.txt --hash 16 --keys 1\n"
                "citadel perft --merge /tmp/citadel-units\n",
};
