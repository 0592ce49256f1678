/* random.h - the random numbers of the tools: splitmix64 (Steele, Lea, Flood 2014), the same on
 * every machine. */
#ifndef CITADEL_TOOLS_RANDOM_H
#define CITADEL_TOOLS_RANDOM_H

#include <stdint.h>

/* The state is any number, a seed to begin with. */
static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* The random number of item `i` under a seed, without those before it. */
static inline uint64_t random_of(uint64_t seed, uint64_t i)
{
    uint64_t state = seed + i * UINT64_C(0xd1342543de82ef95);
    return random_next(&state);
}

#endif
