/* The bytes of files on a camera. */
#ifndef HS_DOWNLOAD_H
#define HS_DOWNLOAD_H

#include "session.h"

/** Receives bytes, on a thread of HotShoe while the caller waits; a negative result of libgphoto2 ends the download with that result. */
typedef int (*HsSink)(void *data, const char *bytes, size_t size);

/**
 * Fetches the bytes of a file. Blocks, until a cancellation by the context.
 *
 * @param offset position of the first byte; 0 for an offered picture
 * @param limit number of bytes after which the download ends; UINT64_MAX: none
 * @param title for a report of progress to the context; null: none
 */
int hs_download(HsSession *self, hotshoe_remote_file file, uint64_t offset, uint64_t limit, HsSink sink, void *data, const char *title,
    GPContext *context);

/** Bytes in memory, for use as a sink: hs_buffer_sink. The owner frees `bytes`. */
typedef struct {
    char *bytes;
    size_t size, capacity;
} HsBuffer;
int hs_buffer_sink(void *buffer, const char *bytes, size_t size);

#endif
