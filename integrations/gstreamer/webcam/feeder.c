#include "feeder.h"

#include "pacer.h"
#include "picture.h"

struct HwFeeder {
    GThread *thread;
    GPtrArray *outputs;
    GstVideoInfo info;
    GMutex lock; /* guards the following */
    GCond changed;
    HwPacer pacer;
    GstBuffer *newest;
    guint64 sent, repeated;
    gboolean is_ended;
};

static gint64 now_ns(void) { return g_get_monotonic_time() * 1000; }

/** Waits until a picture is due; WAIT at the end. The caller holds the lock. */
static HwPacerAction wait_for_action(HwFeeder *self) {
    while (!self->is_ended) {
        HwPacerAction action = hw_pacer_next(&self->pacer, now_ns());
        if (action != HW_PACER_WAIT) return action;
        gint64 deadline = hw_pacer_deadline(&self->pacer);
        if (deadline == G_MAXINT64) g_cond_wait(&self->changed, &self->lock);
        else g_cond_wait_until(&self->changed, &self->lock, deadline / 1000 + 1);
    }
    return HW_PACER_WAIT;
}

/** The picture for a repetition, owned by the caller; it is shown now. */
static GstBuffer *repetition(GstBuffer *picture) {
    GstBuffer *result = gst_buffer_copy(picture);
    GST_BUFFER_PTS(result) = (GstClockTime)now_ns();
    return result;
}

static gpointer feed(gpointer data) {
    HwFeeder *self = data;
    GstBuffer *still = NULL; /* while the camera is away */
    g_mutex_lock(&self->lock);
    for (HwPacerAction action; (action = wait_for_action(self)) != HW_PACER_WAIT;) {
        GstBuffer *picture = action == HW_PACER_FRAME ? gst_buffer_ref(self->newest) : repetition(self->newest);
        self->sent++;
        self->repeated += action != HW_PACER_FRAME;
        g_mutex_unlock(&self->lock);
        if (action == HW_PACER_STILL && !still) {
            still = hw_picture_darken(picture, &self->info);
            hw_status_print("away", NULL, NULL);
        } else if (action == HW_PACER_FRAME && still) {
            gst_clear_buffer(&still);
            hw_status_print("back", NULL, NULL);
        }
        if (still) {
            gst_buffer_unref(picture);
            picture = repetition(still);
        }
        for (guint i = 0; i < self->outputs->len; i++) hw_output_send(g_ptr_array_index(self->outputs, i), picture);
        gst_buffer_unref(picture);
        g_mutex_lock(&self->lock);
    }
    g_mutex_unlock(&self->lock);
    gst_clear_buffer(&still);
    return NULL;
}

HwFeeder *hw_feeder_new(GPtrArray *outputs, const GstVideoInfo *info, gdouble rate) {
    HwFeeder *self = g_new0(HwFeeder, 1);
    self->outputs = outputs;
    self->info = *info;
    g_mutex_init(&self->lock);
    g_cond_init(&self->changed);
    hw_pacer_init(&self->pacer, rate);
    self->thread = g_thread_new("hotshoe:feeder", feed, self);
    return self;
}

void hw_feeder_free(HwFeeder *self) {
    if (!self) return;
    g_mutex_lock(&self->lock);
    self->is_ended = TRUE;
    g_cond_signal(&self->changed);
    g_mutex_unlock(&self->lock);
    g_thread_join(self->thread);
    gst_clear_buffer(&self->newest);
    g_mutex_clear(&self->lock);
    g_cond_clear(&self->changed);
    g_free(self);
}

void hw_feeder_add(HwFeeder *self, GstBuffer *picture) {
    g_mutex_lock(&self->lock);
    gst_clear_buffer(&self->newest);
    self->newest = picture;
    hw_pacer_arrive(&self->pacer, now_ns());
    g_cond_signal(&self->changed);
    g_mutex_unlock(&self->lock);
}

void hw_feeder_count(HwFeeder *self, HwNumbers *numbers) {
    g_mutex_lock(&self->lock);
    numbers->sent = self->sent;
    numbers->repeated = self->repeated;
    g_mutex_unlock(&self->lock);
}
