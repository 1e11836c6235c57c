/* Tells which sources the library was made from. Twin: kernels/fingerprint.py, which build.py asks. */

#include "kernels.h"

KERNEL uint32_t fingerprint(void) { return FINGERPRINT; }
