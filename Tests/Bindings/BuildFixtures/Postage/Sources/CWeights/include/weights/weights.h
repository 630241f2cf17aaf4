#pragma once

/* The weight that one stamp pays for, in grams. */
int weights_of_a_stamp(void);
