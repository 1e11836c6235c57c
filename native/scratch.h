/* Room for work that passes inside of a kernel. What is large comes from the system and goes back there
   at once: the allocator of C would keep it, and a process would take as much memory as all steps of its largest page
   together. Twin: passing_room of webwinnow/kernels/library.py. */

#ifndef WEBWINNOW_SCRATCH_H
#define WEBWINNOW_SCRATCH_H

#include "kernels.h"

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#if defined(MAP_ANON) && !defined(MAP_ANONYMOUS)
#define MAP_ANONYMOUS MAP_ANON
#endif
#endif

enum { LARGE_SCRATCH = 1 << 18, SCRATCH_HEAD = 64 }; /* bytes; before the room stands how long it is, 0 if it is small */

/* With zeros, or with anything. Gives NULL where memory is short. */
static inline void *take_any(size_t count, size_t size, int zeros) {
  size_t all = count * size + SCRATCH_HEAD, none = 0;
  uint8_t *room = NULL;
  if (count > (SIZE_MAX - SCRATCH_HEAD) / size) return NULL;
#if defined(MAP_ANONYMOUS)
  if (all >= LARGE_SCRATCH) {
    room = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) return NULL;
    memcpy(room, &all, sizeof all);
    return room + SCRATCH_HEAD;
  }
#endif
  room = zeros ? calloc(1, all) : malloc(all);
  if (!room) return NULL;
  memcpy(room, &none, sizeof none);
  return room + SCRATCH_HEAD;
}

static inline void *take_zeros(size_t count, size_t size) { return take_any(count, size, 1); }
static inline void *take_scratch(size_t count, size_t size) { return take_any(count, size, 0); }

static inline void leave_scratch(void *scratch) {
  size_t all;
  if (!scratch) return;
  uint8_t *room = (uint8_t *)scratch - SCRATCH_HEAD;
  memcpy(&all, room, sizeof all);
#if defined(MAP_ANONYMOUS)
  if (all) {
    munmap(room, all);
    return;
  }
#endif
  free(room);
}

#endif
