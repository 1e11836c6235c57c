/* Finds the largest elements around links that lead to one place only. Twin: _climbed_by_numpy of items/ways.py. */

#include "kernels.h"

/* Climbs from each link, `most` times at most, to the elements around it that fit; writes where it arrives, and of the way
   there the tags: that of the link, those of the elements around it, and in the last of `most` + 2 places that of the
   element around all of these; -1 where there is none. */
KERNEL void climb_to_cards(int64_t links, const int32_t *link, const int32_t *parent, const int16_t *tag,
                           const uint8_t *fits, int32_t most, int32_t *card, int16_t *way) {
  for (int64_t n = 0; n < links; n++, way += most + 2) {
    int32_t at = link[n], climbed = 0;
    way[0] = tag[at];
    for (; climbed < most && parent[at] >= 0 && fits[parent[at]]; way[climbed] = tag[at]) at = parent[at], climbed++;
    while (climbed < most) way[++climbed] = -1;
    way[most + 1] = parent[at] >= 0 ? tag[parent[at]] : -1;
    card[n] = at;
  }
}
