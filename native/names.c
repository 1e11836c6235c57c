/* Makes the look-up of names. Twin: none, Python has dictionaries. */

#include "kernels.h"

KERNEL void fill_slots(NameTable *names) {
  for (int32_t n = 0; n < names->count; n++) {
    uint32_t hash = FIRST_HASH;
    for (int32_t i = names->at[n]; i < names->at[n + 1]; i++) hash = hash_on(hash, names->text[i]);
    uint32_t place = hash & (uint32_t)names->mask;
    while (names->slot[place]) place = (place + 1) & (uint32_t)names->mask;
    names->slot[place] = n + 1;
  }
}
