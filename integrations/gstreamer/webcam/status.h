/* The lines of JSON on standard output. Thread-safe. */
#ifndef HW_STATUS_H
#define HW_STATUS_H

#include <glib.h>

/** Prints a line with an event and, where they are not null, an output, its name, and a message. */
void hw_status_print(const gchar *event, const gchar *output, const gchar *message);

/** Prints that an output is ready. */
void hw_status_ready(const gchar *output, const gchar *name, gint width, gint height, gdouble rate);

typedef struct {
    guint64 received, sent, repeated, invalid;
} HwNumbers;

/** Prints the counters, and the memory of this process. */
void hw_status_numbers(const HwNumbers *numbers);

/** A text as a string of JSON with its quotes, freed by the caller. Pure. */
gchar *hw_status_quote(const gchar *text);

#endif
