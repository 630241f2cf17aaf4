/* Waits of one thread that another thread can end. */
#ifndef HS_WAITS_H
#define HS_WAITS_H

#include <glib.h>
#include <hotshoe/hotshoe.h>

/** Calls of the library that one thread waits for, and that other threads cancel. Thread-safe. */
typedef struct {
    GMutex lock; /* guards the following members */
    GCond changed;
    gboolean is_cancelled;
    hotshoe_operation operation;     /* the one that is waited for */
    hotshoe_live_view_stream stream; /* closed by a cancellation */
} HsWaits;

void hs_waits_init(HsWaits *self);
/** Clears waits that no thread uses. */
void hs_waits_clear(HsWaits *self);

/** Ends the present wait and all later ones immediately, until hs_waits_resume. */
void hs_waits_cancel(HsWaits *self);
void hs_waits_resume(HsWaits *self);
gboolean hs_waits_is_cancelled(HsWaits *self);

/** Waits until an operation is done, which a cancellation also causes. Borrows the operation. */
void hs_waits_for_operation(HsWaits *self, hotshoe_operation operation);

/** Waits for a time; returns false if it was cancelled. */
gboolean hs_waits_for_time(HsWaits *self, gint64 milliseconds);

/** Sets the stream that a cancellation closes, which is owned until it is replaced. Null: none. */
void hs_waits_set_stream(HsWaits *self, hotshoe_live_view_stream stream);

#endif
