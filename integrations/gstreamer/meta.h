/* Registration of GstHotShoeFrameMeta. */
#ifndef HS_META_H
#define HS_META_H

#include "gsthotshoe.h"

/** The metadata's type. The first call registers it. Thread-safe. */
const GstMetaInfo *hs_frame_meta_info(void);

/** Adds metadata without values to a writable buffer, which owns it. */
GstHotShoeFrameMeta *hs_buffer_add_frame_meta(GstBuffer *buffer);

#endif
