/* The positions of `bench`: the start and twenty from openings to endings, most of them with the
 * throne in play. They are compiled in, so that the installed program needs no files. Changing one
 * changes the signature. */
#include "tools/bench_run.h"

static const char *const belarusian[] = {
    "lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1",
    "lvmgakvml/rrrrrrr1r/9/7r1/9/3R5/6R2/RRR1RR1RR/LMVKAGMVL b AIai 3 2",
    "l1mgakvml/rrrvrrrrr/3r5/9/9/3R1R2R/9/RRR1R1RR1/LMVKAGMVL b AIai 5 3",
    "lvmgak1ml/rr1r1rr1r/2r4v1/4r2r1/1R7/R8/3V3R1/2RRRRR1R/LM1KAGMVL w AIai 10 6",
    "lvmgakvml/r1r1rrr1r/1r7/3r3r1/9/3RR4/1R6R/R1R2RRR1/LMVKAGMVL b AIai 7 4",
    "lvm4ml/2rr4v/1r3r3/3ar2rk/R1V6/3RR1R1R/2RK1R1R1/LR1A5/5GMVL b - 2 23",
    "2al2vm1/r2m4l/3rrk1rr/rRr2rr2/9/R1RRR4/8R/3K3R1/LMV2A1VL w - 5 25",
    "m1l4m1/9/2lr1r2M/r1a1r4/1r6R/RMRRRkR2/9/L7G/2K1A2VL b - 1 63",
    "l3a3l/9/4k1v2/5r3/9/1r7/3K3m1/4R4/L3A3L w AIai 0 20",
    "5V3/R4r2l/L1m4mV/3gv4/1G1K2r2/3v5/5lMk1/1a1R1r1M1/Lr2A4 w A 27 6",
    "2V5v/5m1R1/1v2K3R/2lL1l3/a8/9/1rA2L1r1/2rR2R1r/r3r4 w - 37 40",
    "v5G2/9/9/9/3v5/1Rak5/3K5/3A5/L1M5L b - 40 45",
    "lL2a3l/2R2r3/K2A2m2/2VM5/3m1kL2/3M2G2/5RV2/9/9 w ai 5 92",
    "9/2M4R1/v2K3R1/2mgarG2/6V2/2l2A3/5l2m/v5rVL/9 b - 9 65",
    "4kg3/4R4/4M1R2/R8/3G5/1r2V1a1V/K4L2r/7v1/4A3L w I 27 27",
    "l3a3l/2R2vM2/2A6/2G6/2K6/4k4/4V4/6r2/9 b ai 15 15",
    "9/9/3Rv4/3Ml4/4k4/9/9/1K5v1/rM2Aa2L b I 28 130",
    "m5k2/9/5A3/9/2v6/5m2a/5L3/1M7/ML7 b - 8 59",
    "6M2/9/8a/9/5K3/2k6/9/8r/L2rA3L w AI 3 138",
    "3G5/9/9/4k4/5a3/m8/A2K1L3/9/1V1v5 b - 6 145",
    "4R4/5R2v/4l4/2M6/4a4/9/8A/9/9 w - 7 49",
};

enum { BELARUSIAN_DEPTH = 15 }; /* five to ten seconds in all on one core of 2026 */

const struct bench_set bench_sets[] = {
    {"belarusian", BELARUSIAN_DEPTH, belarusian, sizeof belarusian / sizeof *belarusian},
    {0},
};
