/* The work of the streaming thread of hotshoesrc: finding the camera, connecting, and frames. */
#include "source-private.h"

#define GST_CAT_DEFAULT hotshoe_src_debug

/* ---- Messages ---------------------------------------------------------------------------------------------------- */

static GstResourceError resource_error(hotshoe_camera_error_code code, GstResourceError other) {
    switch (code) {
    case HOTSHOE_CAMERA_ERROR_CODE_NOT_FOUND: return GST_RESOURCE_ERROR_NOT_FOUND;
    case HOTSHOE_CAMERA_ERROR_CODE_BUSY: return GST_RESOURCE_ERROR_BUSY;
    case HOTSHOE_CAMERA_ERROR_CODE_AUTHENTICATION_FAILED:
    case HOTSHOE_CAMERA_ERROR_CODE_PAIRING_REQUIRED:
    case HOTSHOE_CAMERA_ERROR_CODE_PERMISSION_DENIED: return GST_RESOURCE_ERROR_NOT_AUTHORIZED;
    default: return other;
    }
}

static void post(GstHotShoeSrc *self, GstMessageType type, GstResourceError error, const gchar *text) {
    gst_element_message_full(GST_ELEMENT(self), type, GST_RESOURCE_ERROR, error, g_strdup(text), NULL, __FILE__, GST_FUNCTION, __LINE__);
}

/* ---- The camera -------------------------------------------------------------------------------------------------- */

static guint64 get_timeout(GstHotShoeSrc *self) {
    GST_OBJECT_LOCK(self);
    guint64 timeout = self->timeout;
    GST_OBJECT_UNLOCK(self);
    return timeout;
}

static void set_stage(GstHotShoeSrc *self, const gchar *stage) {
    GST_INFO_OBJECT(self, "%s", stage);
    GST_OBJECT_LOCK(self);
    self->stage = stage;
    GST_OBJECT_UNLOCK(self);
    g_object_notify(G_OBJECT(self), "stats");
}

/** Finds the camera that the properties select; a failure was posted. */
static HsCamera *open_camera(GstHotShoeSrc *self) {
    gchar *problem = NULL;
    HsFailure failure = {0};
    HsCamera *camera = NULL;
    set_stage(self, "finding");
    GST_OBJECT_LOCK(self);
    HsSelector *selector = hs_selector_parse(self->selector_text, self->is_simulated, &problem);
    GST_OBJECT_UNLOCK(self);
    if (selector) {
        camera = hs_camera_open(selector, get_timeout(self), &self->waits, &failure);
        hs_selector_release(selector);
        if (!camera && !failure.is_cancelled)
            post(self, GST_MESSAGE_ERROR, resource_error(failure.code, GST_RESOURCE_ERROR_NOT_FOUND), failure.message);
    } else {
        post(self, GST_MESSAGE_ERROR, GST_RESOURCE_ERROR_NOT_FOUND, problem);
    }
    hs_failure_clear(&failure);
    g_free(problem);
    return camera;
}

/** Connects to the camera. */
static gboolean connect_camera(GstHotShoeSrc *self, HsFailure *failure) {
    set_stage(self, "connecting");
    return hs_camera_connect(self->camera, get_timeout(self), &self->waits, failure);
}

/** Accepts commands from now on, of which the first are the settings. */
static void begin_commands(GstHotShoeSrc *self) {
    set_stage(self, "streaming");
    GST_OBJECT_LOCK(self);
    self->is_open = TRUE;
    if (self->settings) hs_commands_set(self->commands, self->camera, self->settings);
    GST_OBJECT_UNLOCK(self);
}

/** Waits for a camera that was lost, and connects to it. */
static GstFlowReturn reconnect(GstHotShoeSrc *self) {
    HsFailure failure = {0};
    do {
        hs_failure_clear(&failure);
        set_stage(self, "waiting");
        if (!hs_camera_wait(self->camera, &self->waits)) return GST_FLOW_FLUSHING;
    } while (!connect_camera(self, &failure) && !failure.is_cancelled);
    gboolean is_cancelled = failure.is_cancelled;
    hs_failure_clear(&failure);
    if (is_cancelled) return GST_FLOW_FLUSHING;
    GST_OBJECT_LOCK(self);
    self->reconnects++;
    GST_OBJECT_UNLOCK(self);
    self->is_discontinuous = TRUE;
    begin_commands(self);
    return GST_FLOW_OK;
}

/** Adds the camera's name and the remedy to the message of a lost connection. */
static void explain_loss(GstHotShoeSrc *self, HsFailure *failure, gboolean waits) {
    hotshoe_string name = {0};
    if (failure->code != HOTSHOE_CAMERA_ERROR_CODE_CONNECTION_LOST && failure->code != HOTSHOE_CAMERA_ERROR_CODE_NOT_CONNECTED) return;
    hotshoe_camera_get_display_name(self->camera->camera, &name);
    gchar *message = g_strdup_printf("The connection to %s was lost (%s). Check its cable, its battery and that it is switched on; %s.",
        name.data ? name.data : "the camera", failure->message,
        waits ? "hotshoesrc waits for it" : "with on-disconnect=wait hotshoesrc waits for it");
    g_free(failure->message);
    failure->message = message;
    hotshoe_string_free(&name);
}

void hs_source_end_stream(GstHotShoeSrc *self) {
    hs_waits_set_stream(&self->waits, (hotshoe_live_view_stream){0});
    self->stream = (hotshoe_live_view_stream){0};
    self->has_number = FALSE;
}

/** Reacts to the loss of the camera as `on-disconnect` requires. */
static GstFlowReturn lose(GstHotShoeSrc *self, HsFailure *failure) {
    hs_source_end_stream(self);
    GST_OBJECT_LOCK(self);
    self->is_open = FALSE;
    gboolean waits = self->on_disconnect == HS_ON_DISCONNECT_WAIT;
    GST_OBJECT_UNLOCK(self);
    gboolean is_cancelled = failure->is_cancelled;
    if (!is_cancelled) {
        explain_loss(self, failure, waits);
        post(self, waits ? GST_MESSAGE_WARNING : GST_MESSAGE_ERROR, resource_error(failure->code, GST_RESOURCE_ERROR_READ), failure->message);
    }
    hs_failure_clear(failure);
    if (is_cancelled) return GST_FLOW_FLUSHING;
    return waits ? reconnect(self) : GST_FLOW_ERROR;
}

/** Finds the camera and connects to it, if that is not done. */
static GstFlowReturn prepare(GstHotShoeSrc *self) {
    HsFailure failure = {0};
    if (!self->camera) {
        HsCamera *camera = open_camera(self);
        if (!camera) return hs_waits_is_cancelled(&self->waits) ? GST_FLOW_FLUSHING : GST_FLOW_ERROR;
        GST_OBJECT_LOCK(self);
        self->camera = camera;
        GST_OBJECT_UNLOCK(self);
    }
    if (!self->is_open) {
        if (!connect_camera(self, &failure)) {
            gboolean is_cancelled = failure.is_cancelled;
            if (!is_cancelled)
                post(self, GST_MESSAGE_ERROR, resource_error(failure.code, GST_RESOURCE_ERROR_OPEN_READ), failure.message);
            hs_failure_clear(&failure);
            return is_cancelled ? GST_FLOW_FLUSHING : GST_FLOW_ERROR;
        }
        begin_commands(self);
    }
    return GST_FLOW_OK;
}

/** Begins a live view stream, unless there is one. */
static void begin_stream(GstHotShoeSrc *self) {
    hotshoe_live_view_options options = {0};
    if (self->stream.bits) return;
    GST_OBJECT_LOCK(self);
    options.maximum_rate = (hotshoe_optional_double){self->max_rate > 0, self->max_rate};
    GST_OBJECT_UNLOCK(self);
    hotshoe_camera_live_view(self->camera->camera, &options, &self->stream);
    hs_waits_set_stream(&self->waits, self->stream);
}

/* ---- Frames ------------------------------------------------------------------------------------------------------ */

/** Receives the next frame, owned by the caller. */
static GstFlowReturn receive(GstHotShoeSrc *self, hotshoe_live_view_frame *handle, HsFailure *failure) {
    hotshoe_error *error = NULL;
    guint64 timeout = get_timeout(self);
    begin_stream(self);
    hotshoe_status status =
        hotshoe_live_view_stream_next(self->stream, timeout ? (int64_t)MIN(timeout, G_MAXINT64) : HOTSHOE_FOREVER, handle, &error);
    if (status == HOTSHOE_OK) return GST_FLOW_OK;
    if (hs_waits_is_cancelled(&self->waits)) {
        hotshoe_error_free(error);
        failure->is_cancelled = TRUE;
        return GST_FLOW_FLUSHING;
    }
    hs_failure_set(failure, status, error);
    if (status == HOTSHOE_TIMED_OUT || status == HOTSHOE_END) {
        g_free(failure->message);
        failure->message = status == HOTSHOE_END
            ? g_strdup("Live view was stopped.")
            : g_strdup_printf("The camera has sent no frame for %.1f s. Check its connection and that it is not in a menu, or set a longer timeout.",
                (gdouble)timeout / GST_SECOND);
    }
    return GST_FLOW_ERROR;
}

static void count_missed(GstHotShoeSrc *self, guint64 number) {
    if (self->has_number && number > self->last_number + 1) {
        GST_OBJECT_LOCK(self);
        self->missed += number - self->last_number - 1;
        GST_OBJECT_UNLOCK(self);
    }
    self->last_number = number;
    self->has_number = TRUE;
}

/** The rate of frames, 0 if it is not known. */
static gdouble get_rate(GstHotShoeSrc *self) {
    hotshoe_live_view_state state = {0};
    gdouble rate = 0;
    if (hotshoe_camera_get_live_view_state(self->camera->camera, &state) == HOTSHOE_OK && state.kind == HOTSHOE_LIVE_VIEW_STATE_RUNNING
        && state.as.running.value.rate.has_value)
        rate = state.as.running.value.rate.value;
    if (!(rate > 0) || !(rate <= 10000)) rate = 0;
    GST_OBJECT_LOCK(self);
    if (self->max_rate > 0 && (rate == 0 || self->max_rate < rate)) rate = self->max_rate;
    GST_OBJECT_UNLOCK(self);
    return rate;
}

/** Sets the caps for a frame, if they are not the present ones. */
static gboolean set_caps(GstHotShoeSrc *self, const HsFrame *frame) {
    gint n = 0, d = 1;
    if (self->has_caps && frame->width == self->shape.width && frame->height == self->shape.height && frame->par_n == self->shape.par_n
        && frame->par_d == self->shape.par_d)
        return TRUE;
    gdouble rate = get_rate(self);
    if (rate > 0) gst_util_double_to_fraction(rate, &n, &d);
    GstCaps *caps = gst_caps_new_simple("image/jpeg", "width", G_TYPE_INT, frame->width, "height", G_TYPE_INT, frame->height, "framerate",
        GST_TYPE_FRACTION, n, d, NULL);
    if (frame->par_n != frame->par_d)
        gst_caps_set_simple(caps, "pixel-aspect-ratio", GST_TYPE_FRACTION, frame->par_n, frame->par_d, NULL);
    GST_INFO_OBJECT(self, "caps %" GST_PTR_FORMAT, caps);
    self->has_caps = gst_base_src_set_caps(GST_BASE_SRC(self), caps);
    self->shape = *frame;
    self->shape.info = (hotshoe_live_view_frame_info){0};
    gst_caps_unref(caps);
    GST_OBJECT_LOCK(self);
    self->period = rate > 0 ? (GstClockTime)(GST_SECOND / rate) : GST_CLOCK_TIME_NONE;
    GST_OBJECT_UNLOCK(self);
    return self->has_caps;
}

/** Raises the latency to that of a frame; returns whether the pipeline has to distribute another one. */
static gboolean raise_latency(GstHotShoeSrc *self, GstClockTime age) {
    GST_OBJECT_LOCK(self);
    GstClockTime needed = MIN(MAX(age, hs_source_period(self)), HS_LARGEST_LATENCY);
    gboolean is_higher = needed > self->latency + self->latency / 4;
    if (is_higher) self->latency = needed;
    self->age = age;
    GST_OBJECT_UNLOCK(self);
    return is_higher;
}

static void set_times(GstHotShoeSrc *self, GstBuffer *buffer, GstClockTime age) {
    GstClock *clock = gst_element_get_clock(GST_ELEMENT(self));
    GstClockTime base = gst_element_get_base_time(GST_ELEMENT(self)), now = clock ? gst_clock_get_time(clock) : GST_CLOCK_TIME_NONE;
    GstHotShoeFrameMeta *meta = gst_buffer_get_hotshoe_frame_meta(buffer);
    g_clear_pointer(&clock, gst_object_unref);
    if (!GST_CLOCK_TIME_IS_VALID(now)) return; /* a pipeline without a clock has no running time */
    GstClockTime running = now > base ? now - base : 0, pts = running > age ? running - age : 0;
    meta->capture_time = pts;
    /* Never backwards: decoders drop such frames. */
    if (GST_CLOCK_TIME_IS_VALID(self->last_pts) && pts <= self->last_pts) pts = self->last_pts + 1;
    self->last_pts = pts;
    GST_BUFFER_PTS(buffer) = pts;
    GST_OBJECT_LOCK(self);
    GST_BUFFER_DURATION(buffer) = self->period;
    GST_OBJECT_UNLOCK(self);
}

/** Makes the buffer of a frame, which it consumes; null for a frame without a picture, which is counted. */
static GstBuffer *make_buffer(GstHotShoeSrc *self, hotshoe_live_view_frame handle, GstFlowReturn *flow) {
    HsFrame frame;
    gint64 arrival = g_get_monotonic_time() * 1000;
    gboolean is_copied, is_valid = hs_frame_read(handle, &frame);
    count_missed(self, frame.number);
    *flow = !is_valid || set_caps(self, &frame) ? GST_FLOW_OK : GST_FLOW_NOT_NEGOTIATED;
    if (!is_valid || *flow != GST_FLOW_OK) {
        hs_frame_clear(&frame);
        hotshoe_live_view_frame_release(handle);
        GST_OBJECT_LOCK(self);
        self->invalid += !is_valid;
        GST_OBJECT_UNLOCK(self);
        return NULL;
    }
    GstClockTime age = hs_frame_clock_age(&self->clock, frame.timestamp, arrival);
    GstBuffer *buffer = hs_frame_wrap(self->camera, handle, &frame, &is_copied);
    hs_frame_clear(&frame);
    set_times(self, buffer, age);
    if (raise_latency(self, age)) gst_element_post_message(GST_ELEMENT(self), gst_message_new_latency(GST_OBJECT(self)));
    if (self->is_discontinuous) GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_DISCONT);
    self->is_discontinuous = FALSE;
    GST_OBJECT_LOCK(self);
    self->copied += is_copied;
    GST_BUFFER_OFFSET(buffer) = self->frames++;
    GST_BUFFER_OFFSET_END(buffer) = self->frames;
    GST_OBJECT_UNLOCK(self);
    return buffer;
}

/** Whether a camera has sent frames without a picture for longer than the time limit since `start`. */
static gboolean is_without_pictures(GstHotShoeSrc *self, gint64 start, HsFailure *failure) {
    guint64 timeout = get_timeout(self);
    if (timeout == 0 || (guint64)(g_get_monotonic_time() - start) < timeout / 1000) return FALSE;
    failure->code = HOTSHOE_CAMERA_ERROR_CODE_PROTOCOL_FAILURE;
    failure->message = g_strdup_printf("The camera has sent no picture for %.1f s, but other data: hotshoesrc accepts JPEG frames only.",
        (gdouble)timeout / GST_SECOND);
    return TRUE;
}

GstFlowReturn hs_source_create(GstPushSrc *base, GstBuffer **result) {
    GstHotShoeSrc *self = GST_HOTSHOE_SRC(base);
    GstFlowReturn flow = prepare(self);
    GstBuffer *buffer = NULL;
    gint64 start = g_get_monotonic_time();
    while (flow == GST_FLOW_OK && !buffer) {
        hotshoe_live_view_frame handle = {0};
        HsFailure failure = {0};
        flow = receive(self, &handle, &failure);
        if (flow == GST_FLOW_OK) buffer = make_buffer(self, handle, &flow);
        if (flow == GST_FLOW_OK && (buffer || !is_without_pictures(self, start, &failure))) continue;
        if (flow == GST_FLOW_NOT_NEGOTIATED) break;
        flow = lose(self, &failure);
        start = g_get_monotonic_time();
    }
    *result = buffer;
    return flow;
}
