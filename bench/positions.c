/* The positions on which generators, evaluations and searches are timed: of each game the start, a
 * middlegame and an endgame, and what else has its own ways through the code. */
#include "bench/cases.h"
#include "engine/games/bashni/bashni.h"
#include "engine/games/belarusian/belarusian.h"
#include "engine/games/tamerlane/tamerlane.h"

#include <stdio.h>
#include <stdlib.h>

#define BEL_START "lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1"
#define TAM_START                                                                                  \
    "e1c1d1d1c1e/rntgwkfgtnr/.r.n.t.g.w.k.f.e.c.d.p/11/11/11/11/.P.D.C.E.F.K.W.G.T.N.R/"           \
    "RNTGFKWGTNR/E1C1D1D1C1E w -- SCsc 0 1"
#define BAS_START                                                                                  \
    "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8:H0:F1"

/* From tests/data, with the counts there. */
const struct bench_position bench_positions[] = {
    {"start", &bel_game_release, BEL_START, 4, 296204},
    {"start", &bel_game_original, BEL_START, 4, 296204},
    {"start", &bel_game_noble, BEL_START, 4, 298384},
    {"opening", &bel_game_release,
     "lvmgakv1l/rrrrrr1rr/6r2/9/9/1R3R3/1m7/R1RRR1RRR/LMVKAGMVL w AIai 6 4", 4, 1111375},
    {"middle", &bel_game_release,
     "l4akml/3m3r1/r1r1rv2r/r2r2rg1/3R1rvV1/R4R3/1RA1R1R2/M1R4RR/L1VK1G1L1 w - 18 21", 3, 65732},
    {"open", &bel_game_release, "l3a4/2R6/2m1G4/8g/V1km4r/1KA6/3Mr4/1r2rvLvV/2r1LMr1r w a 1 148", 3,
     256734},
    {"open", &bel_game_original, "1K2V4/9/3vl3a/L2r1Rv2/1G1k2M2/4V1m2/5m3/3r2l2/2g1A3L b I 7 94", 3,
     277339},
    {"middle", &bel_game_noble,
     "lvm1akvml/rrrr1r1r1/6r2/4r1g1r/9/2R6/1V4R1R/RR1RRR1R1/LM1KAGMVL w AIai 8 5", 3, 40944},
    {"throne", &bel_game_release, "l3a3l/9/9/9/4k4/9/9/9/L3A3L w AIai 85 63", 4, 30312},
    {"no-prince", &bel_game_release, "l3a4/3r1M1R1/r4LM2/7k1/2VV5/9/5L3/6K1r/3GA4 w a 32 142", 3,
     128165},
    {"start", &tam_game, TAM_START, 4, 365893},
    {"middle", &tam_game,
     "5S5/n5E4/2e5C2/7.da2/3.GE6/2G1.RKe4/4k3T1E/.d3E4t1/.dt7T1/8.P1.G b -- SCsc 2 16", 3, 35000},
    {"two-royals", &tam_game, "4r5g/K2.X2.R4/5n1t3/11/4S6/7a3/5C5/2N8/1.k4.e2k1/4R5G w -- SCsc 0 1",
     3, 98145},
    {"end", &tam_game, "9k1/4R1.K4/11/2n8/5r5/11/8N2/2.x1.k6/5K1.T3/11 w -- Ss 0 1", 4, 280758},
    {"waiting", &tam_game, "2.P2r4k/2.f8/1d1w4g2/5n1t3/11/3G3E3/4C1c4/6N4/8.D1K/1R4.p4 w -- Ss 0 1",
     5, 36699},
    {"start", &bas_game, BAS_START, 8, 925868},
    {"middle", &bas_game,
     "W:Wc1,e1,g1,b2(w),d2,f2,h2,c3(b),e3,g3,a7(bb):Be5(b),h6,c7,e7,g7,b8,f8,h8:H1:F7", 8, 561020},
    {"kings", &bas_game, "W:WKa1(WwWW),Kc5(WW):BKe1,Kb2(w),Kd2,Kb4,Kb6,Kd6,f6(W),Kb8,f8:H8:F59", 5,
     166027},
    {"jumps", &bas_game, "W:Wa1,g1,b2,h2,a3,Kf8(bb):Bb4(bb),d4(wW),a7,c7(b),e7,b8,Kd8(wwwW):H0:F1",
     8, 152685},
    {"end", &bas_game, "W:WKf6(B):BKh2:H29:F46", 6, 241177},
};
const size_t bench_positions_nb = sizeof bench_positions / sizeof *bench_positions;

struct position *bench_position_new(const struct bench_position *p)
{
    struct position *pos = pos_new(p->game);
    if (!pos || pos_set(pos, p->text, NULL) != ENGINE_OK || pos_reserve(pos, 64) != ENGINE_OK) {
        fprintf(stderr, "bench: cannot set up position \"%s\"\n", p->text);
        exit(1);
    }
    return pos;
}
