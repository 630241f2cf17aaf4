/* The header of a frame in the input. Pure. */
#ifndef HW_RECORD_H
#define HW_RECORD_H

#include <glib.h>

#define HW_RECORD_HEADER_SIZE 16
#define HW_RECORD_LARGEST (64u << 20)

typedef struct {
    guint32 size;         /* of the JPEG that follows, in bytes */
    guint64 capture_time; /* ns of CLOCK_MONOTONIC; 0: unknown */
} HwRecord;

/** Parses a header; returns FALSE for other bytes, and for a size of zero or above HW_RECORD_LARGEST. */
gboolean hw_record_parse(const guint8 bytes[HW_RECORD_HEADER_SIZE], HwRecord *result);

#endif
