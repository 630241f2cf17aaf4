/* The thread that sends pictures to the outputs at a steady rate. */
#ifndef HW_FEEDER_H
#define HW_FEEDER_H

#include "output.h"
#include "status.h"

/** Thread-safe. */
typedef struct HwFeeder HwFeeder;

/** Starts the thread. `outputs`: pointers to HwOutput, which exist until hw_feeder_free. */
HwFeeder *hw_feeder_new(GPtrArray *outputs, const GstVideoInfo *info, gdouble rate);

/** Ends the thread. */
void hw_feeder_free(HwFeeder *self);

/** Gives a picture to the thread, which it consumes; its PTS is the time of the capture by CLOCK_MONOTONIC, in ns. */
void hw_feeder_add(HwFeeder *self, GstBuffer *picture);

/** Adds the counters to `numbers`. */
void hw_feeder_count(HwFeeder *self, HwNumbers *numbers);

#endif
