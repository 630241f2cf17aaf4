#include "gaps.h"

int gaps_height(void) { return 2; }
