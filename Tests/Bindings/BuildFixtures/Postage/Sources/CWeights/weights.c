#include "weights/weights.h"

int weights_of_a_stamp(void) { return 20; }
