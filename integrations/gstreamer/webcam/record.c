#include "record.h"

#include <string.h>

gboolean hw_record_parse(const guint8 bytes[HW_RECORD_HEADER_SIZE], HwRecord *result) {
    memcpy(&result->size, bytes + 4, 4);
    memcpy(&result->capture_time, bytes + 8, 8);
    result->size = GUINT32_FROM_LE(result->size);
    result->capture_time = GUINT64_FROM_LE(result->capture_time);
    return memcmp(bytes, "HSF1", 4) == 0 && result->size > 0 && result->size <= HW_RECORD_LARGEST;
}
