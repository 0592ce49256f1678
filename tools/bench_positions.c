/* The positions of `bench`: of each game the start and twenty more, from openings to endings. They
 * are compiled in, so that the installed program needs no files. Changing one changes the
 * signature. */
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

static const char *const tamerlane[] = {
    "e1c1d1d1c1e/rntgwkfgtnr/.r.n.t.g.w.k.f.e.c.d.p/11/11/11/11/.P.D.C.E.F.K.W.G.T.N.R/RNTGFKWGTNR/"
    "E1C1D1D1C1E w -- SCsc 0 1",
    "e1c1d1dfc1e/rntgw1kgt1r/1.n.t.g1.k.f.e.c.d1/.r3.w1C3.p/11/11/1.D3.K.W4/.P1.C.E.F1D.Gn.N.R/"
    "RNTGF1WGTR1/E1C1DK1N2E b -- SCsc 2 9",
    "4d.kd2Ce/r1tg1w1g2r/2e.g.wk.f1.c2/.r.CE1C1n1fc.p/3.E3.e1.d1/9N1/.P.D3t2.T2/R2N.F.K1.G1.N.R/"
    "2FG1KW1T2/4D1D2RE b -- SCc 0 43",
    "e1c1d1df2e/r3w2ktn1/2g5.c2/.C10/3.g2G4/1.n2.t5.p/K1N4.G.T1.R/2E1.FR5/3GF1W2R1/4D1D1C1E w -- "
    "Csc 0 43",
    "4dfdt2e/r2gw1kg1nr/.r1e.g4.c1.p/4.w1.e4/1.n.t3.W1c.d1/5.K1N3/.P7.T1.R/1.D.CFt1D.k3/"
    "1R1G1C1GT1R/ET2D2K2E w -- Csc 1 45",
    "5.f3Cr/k1s6f1/11/1N2.Y.c1.Dw2/1n2d1TN3/.FN9/5.n.c2W1/.e.K1F1K5/1R1.x5gE/8N2 w -- SCsc 12 55",
    "e1c1dkd1c1e/r1tgw1fgtnr/.r.n.t.g1.k.f.e.c.d1/n3.w5.p/11/8.T2/6.W2.N1/.P.D.C.E.F.K1.G2.R/"
    "RNTG1KWGTNR/E1C1DFD1C1E b -- SCsc 0 5",
    "e1c1d1d1c1e/rntgwkfgt1r/.r.n1.g.w.k.f.e.c.d.p/2.t7n/11/11/7.G2.R/.P.D.C.E.F.K.W1.T.N1/"
    "RNTGFKWGTNR/E1C1D1D1C1E w -- SCsc 0 3",
    "e1c1dkd3e/rntgwcfgtnr/1.n.t1.w.k.f1.c.d.p/.r2.g3.e3/11/4.F6/N4.K1.G1.N1/.P.D.C.E2.W1.T1.R/"
    "R1TGFKWGTNR/E1C1D1D1C1E b -- SCsc 0 6",
    "r1d2we4/10r/5f5/.r.Pn.g1k2.c.d1/3t3n2.p/5c4.R/.t6R.e.N1/3F2g4/3Ge6/2R2E4K w -- Csc 0 68",
    "5f2c1e/rk1g3g2r/.r2wd3d1.p/2.t.D1.k5/1.nT.w1.Kc4/.P2.EG1.f4/1R1C3C3/4D4K.R/6WtTR1/E2.N4N1E b "
    "-- Cc 1 65",
    "e3d2n2e/r1tgwk1gt1r/.r.n2.w1d.e.c.d1/nc.t.gf4c.p/11/9.N1/.P3.F1.W4/1.D.C.E1.K1.G.T1.R/"
    "RNTGFW1G3/E3DKDNCRE b -- SCsc 1 15",
    "e4re1g2/5c1k1n1/9.dd/1cC1w2.T2r/1K1.gd.K.k4/R.D.C1.F6/1N6g2/3.E1.WD1E2/1t1G7/3FETD1C2 w -- "
    "Csc 2 101",
    "e1c1d1dn2e/r1tgwkfgt1r/1.n.tn.w1.f.e.c.d.p/3.g1.k1c3/11/.r10/N1.C3.W.G.T.N1/.P.D1.E.F.K2E1.R/"
    "R1TG1KWGTNR/E1C1DFD1C2 b -- SCsc 0 9",
    "e1c1d1d1c1e/rn1gwkfgtnr/.r1.t1.w.k.f.e2.p/1.n1.g4.c.d1/5t5/8.T2/7C1.N1/.P.D.C.E.F.K.W.G2.R/"
    "RNTG1KWGTNR/E1CFD1D3E w -- SCsc 0 6",
    "3rd1d4/9k1/2e7G/3.g5.c1/1.Cc2.f1.G1.e1/D2.E1.Fw1tR1/T3.w5N/2R8/7e3/E1DK2t1WTE b -- SCc 14 105",
    "e1d3d3e/rntgw1fgtnr/.r.n.t.g.w.kk.e.c.d.p/1c4.f4/11/11/N2.E.F1.W.G1.Nc/.P.D.C2.K2.T1.R/"
    "R1TGFKWGTNR/E1C1D1D1C1E w -- SCsc 1 7",
    "8g2/K.w5D3/.g2f1D2.N1W/.D3.e.fr.r3/2DF2t1kD1/3.Y3g3/W6D3/1df.kEF5/1N2c3a2/11 w -- SCsc 2 61",
    "11/4.F4.N1/4g1S4/1w1f7/2G2k3.C1/5dW4/1t9/rT2.E3G.f1/5A5/1.p7E1 b -- sc 1 29",
    ".f2.n3.w1N1/a1.r.K6n/3D.r3T2/2e1k1R4/1.P1g7/1R6.N.G1/4E4t1/6.n4/1.N3G5/rc.W2K2G1W b -- SCsc 0 "
    "40",
    "n9W/7w3/1Ne2eK1T.E1/8c2/5k2c2/6.K1.nWn/2TA1rEd2T/1T3Er2.n1/7.y1.t1/4W4w1 b -- SCsc 1 4",
};

static const char *const bashni[] = {
    "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8:H0:F1",
    "W:Wa1,c1,e1,b2,d2,f2,h2,a3,h6(b):Bb4,f4(ww),g5(w),f6,a7,c7(b),g7,d8,f8,h8:H2:F11",
    "W:WKa1(B),Kc1(BB),Kb2,Kd2(B),Ka3,Ke3,Kb4(BB),Kd6,Ka7(BB),Kd8(B):BKf2,Kd4(W),Kc7(W):H0:F50",
    "W:WKa1(B),Kc1,Kb2(WBB),Kc3,Kb4(B),Kf4(B),Kg5(BB),d6,Ka7(BB),Kc7,Kb8(BB):BKg7:H1:F31",
    "B:Wa1,c1,e1,g1,b2,d2,f2,h2,c3,e3,g3,b4:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8:H1:F1",
    "B:WKf2(wb),h4,c5,Kb6,Kd6(Bb),h6,Kh8:BKc1(w),b2,Ka3(w),g3(W),Kb4,Kd4,e5,f6(w),Kd8:H0:F33",
    "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,d4:Bc5,e5(w),d6,f6,h6,a7,e7,g7,b8,d8,f8,h8:H2:F4",
    "W:Wa1,c1,e1,g1,b2,d2,f2,h2,c3,g3,b4,d4:Bc5,g5,b6,h6,a7,c7,e7,g7,b8,d8,f8,h8:H4:F3",
    "W:Wa1,c1,e1,g1,d2,f2,h2,a3,e3,b4,f4:Bd4(w),c5,g5,d6,h6,a7,e7,g7,b8,d8,f8,h8:H2:F6",
    "B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,g3,d4:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8:H1:F1",
    "B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,d4,h4:Bg5,b6,d6,f6,a7,c7,e7,g7,b8,d8,f8,h8:H3:F2",
    "W:Wa5(b),Kc5(B),Kf6:BKd2,Kf2,Kf4,Ke5(WW),h6(w),a7(W),c7,g7(W),Kb8(W),f8(WwW):H11:F88",
    "W:WKa5,Kd6(b):BKc1(w),Ke1(w),c3,e3,h4(w),c5(w),e5(W),Kg5(wW),f6,a7(ww),c7:H16:F8",
    "B:WKc1,Ke1(B),Kb2,Ke3,Kd4(B),Kf4,Kc5,Ke7(B),Kg7(BB):BKg1(BW),Kb4(WW),Ka5,Kb6,Kf6,Kf8:H24:F57",
    "B:Wa1,c1,e1,g1,b2,d2,f2,h2,c3,g3,b4,d4:Bg5,b6,d6,f6,a7,c7,e7,g7,b8,d8,f8,h8:H3:F2",
    "W:Wa1,c1,e1,g1,d2,f2,h2,a3,c3,e3,g3:Ba5,e5(w),d6,f6,h6,a7,e7,g7,b8,d8,f8,h8:H0:F4",
    "W:WKa1(W),Kc1(W),Kh2(B),Ka3,Kg5(BB),Ka7(BB),Kf8:BKf2(BW),Kc3(W),Kb4(B),Kh4,Ke5(W):H1:F81",
    "W:WKf4(WW),Kf6(WW),Kb8(W):BKg1,Kd2,Kh2,Ka3(W),Kb4(W),d4,Kg5,Kd6,Kh6(W),Kc7(W),Ke7,Kf8:H0:F73",
    "W:WKa1(b),c1,h2(w),Ka3,c3(b),b4,Kg5,h6(w):BKg1(w),e3,g3,Kf4(b),Kh4(bw),d6,Kd8,h8:H0:F57",
    "W:WKa1,Kb2(Bb),Kh2(ww),Ka5(B),Kb6,Ke7,Kb8:BKc3(WW),Kg3(W),f4(B),Kg5(b),Kd6,Kh6,Kc7:H0:F55",
    "B:WKe3(Bb),Kg3(b),Kf4(bB),Ke5(bB),d6,Kg7,Kb8(B):BKc1(W),Kb4(wW),Kh4(WW),h8:H0:F86",
};

/* Plies that take two to five seconds a game on one core of 2026. */
enum { BELARUSIAN_DEPTH = 12, TAMERLANE_DEPTH = 12, BASHNI_DEPTH = 14 };

const struct bench_set bench_sets[] = {
    {"belarusian", BELARUSIAN_DEPTH, belarusian, sizeof belarusian / sizeof *belarusian},
    {"tamerlane", TAMERLANE_DEPTH, tamerlane, sizeof tamerlane / sizeof *tamerlane},
    {"bashni", BASHNI_DEPTH, bashni, sizeof bashni / sizeof *bashni},
    {0},
};
