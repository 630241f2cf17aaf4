#include "source-private.h"

GST_DEBUG_CATEGORY(hotshoe_src_debug);

#define DEFAULT_TIMEOUT (15 * GST_SECOND)

enum { PROPERTY_CAMERA = 1, PROPERTY_SIMULATED, PROPERTY_MAX_RATE, PROPERTY_SETTINGS, PROPERTY_TIMEOUT, PROPERTY_ON_DISCONNECT, PROPERTY_STATS };
enum { SIGNAL_SHOOT, SIGNALS };
static guint signals[SIGNALS];

G_DEFINE_FINAL_TYPE(GstHotShoeSrc, gst_hotshoe_src, GST_TYPE_PUSH_SRC)
GST_ELEMENT_REGISTER_DEFINE(hotshoesrc, "hotshoesrc", GST_RANK_NONE, GST_TYPE_HOTSHOE_SRC)

static GstStaticPadTemplate source_template = GST_STATIC_PAD_TEMPLATE("src", GST_PAD_SRC, GST_PAD_ALWAYS,
    GST_STATIC_CAPS("image/jpeg, width = (int) [ 1, 65535 ], height = (int) [ 1, 65535 ], framerate = (fraction) [ 0/1, 2147483647/1 ]"));

#define GST_TYPE_HOTSHOE_ON_DISCONNECT (on_disconnect_get_type())
static GType on_disconnect_get_type(void) {
    static const GEnumValue values[] = {
        {HS_ON_DISCONNECT_ERROR, "End with an error", "error"},
        {HS_ON_DISCONNECT_WAIT, "Wait for the same camera, and continue", "wait"},
        {0, NULL, NULL},
    };
    static gsize type;
    if (g_once_init_enter(&type)) g_once_init_leave(&type, g_enum_register_static("GstHotShoeOnDisconnect", values));
    return type;
}

/* ---- The base class ---------------------------------------------------------------------------------------------- */

static gboolean source_start(GstBaseSrc *base) {
    GstHotShoeSrc *self = GST_HOTSHOE_SRC(base);
    hs_waits_resume(&self->waits);
    hs_frame_clock_start(&self->clock);
    self->has_caps = self->has_number = FALSE;
    self->is_discontinuous = TRUE;
    self->last_pts = GST_CLOCK_TIME_NONE;
    HsCommands *commands = hs_commands_start(GST_ELEMENT(self));
    GST_OBJECT_LOCK(self);
    self->commands = commands;
    self->frames = self->missed = self->invalid = self->copied = self->reconnects = self->age = 0;
    self->period = self->max_rate > 0 ? (GstClockTime)(GST_SECOND / self->max_rate) : GST_CLOCK_TIME_NONE;
    self->latency = MIN(hs_source_period(self), HS_LARGEST_LATENCY);
    GST_OBJECT_UNLOCK(self);
    return TRUE;
}

static gboolean source_stop(GstBaseSrc *base) {
    GstHotShoeSrc *self = GST_HOTSHOE_SRC(base);
    GST_OBJECT_LOCK(self);
    HsCamera *camera = self->camera;
    HsCommands *commands = self->commands;
    self->camera = NULL;
    self->commands = NULL;
    self->is_open = FALSE;
    self->stage = "idle";
    GST_OBJECT_UNLOCK(self);
    hs_source_end_stream(self);
    if (commands) hs_commands_stop(commands);
    if (camera) hs_camera_close(camera);
    hs_frame_clock_stop(&self->clock);
    return TRUE;
}

static gboolean source_unlock(GstBaseSrc *base) {
    hs_waits_cancel(&GST_HOTSHOE_SRC(base)->waits);
    return TRUE;
}

/* The streaming thread waits: its stream, which was closed, is not used by it now. */
static gboolean source_unlock_stop(GstBaseSrc *base) {
    GstHotShoeSrc *self = GST_HOTSHOE_SRC(base);
    hs_source_end_stream(self);
    hs_waits_resume(&self->waits);
    return TRUE;
}

/* The caps are set with the first frame. */
static gboolean source_negotiate(GstBaseSrc *base) {
    (void)base;
    return TRUE;
}

static gboolean source_is_seekable(GstBaseSrc *base) {
    (void)base;
    return FALSE;
}

static gboolean source_query(GstBaseSrc *base, GstQuery *query) {
    GstHotShoeSrc *self = GST_HOTSHOE_SRC(base);
    if (GST_QUERY_TYPE(query) != GST_QUERY_LATENCY) return GST_BASE_SRC_CLASS(gst_hotshoe_src_parent_class)->query(base, query);
    GST_OBJECT_LOCK(self);
    GstClockTime latency = self->latency, period = hs_source_period(self);
    GST_OBJECT_UNLOCK(self);
    gst_query_set_latency(query, TRUE, latency, latency + period);
    return TRUE;
}

/* ---- The element ------------------------------------------------------------------------------------------------- */

static gboolean source_shoot(GstHotShoeSrc *self, const gchar *folder) {
    GST_OBJECT_LOCK(self);
    gboolean is_open = self->is_open;
    if (is_open) hs_commands_shoot(self->commands, self->camera, folder);
    GST_OBJECT_UNLOCK(self);
    return is_open;
}

static void source_set_property(GObject *object, guint identifier, const GValue *value, GParamSpec *property) {
    GstHotShoeSrc *self = GST_HOTSHOE_SRC(object);
    GST_OBJECT_LOCK(self);
    switch (identifier) {
    case PROPERTY_CAMERA:
        g_free(self->selector_text);
        self->selector_text = g_value_dup_string(value);
        break;
    case PROPERTY_SIMULATED: self->is_simulated = g_value_get_boolean(value); break;
    case PROPERTY_MAX_RATE: self->max_rate = g_value_get_double(value); break;
    case PROPERTY_SETTINGS:
        g_clear_pointer(&self->settings, gst_structure_free);
        self->settings = g_value_dup_boxed(value);
        if (self->settings && self->is_open) hs_commands_set(self->commands, self->camera, self->settings);
        break;
    case PROPERTY_TIMEOUT: self->timeout = g_value_get_uint64(value); break;
    case PROPERTY_ON_DISCONNECT: self->on_disconnect = g_value_get_enum(value); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, identifier, property);
    }
    GST_OBJECT_UNLOCK(self);
}

/** Counters; freed by the caller, while it holds the object's lock. */
static GstStructure *make_stats(GstHotShoeSrc *self) {
    return gst_structure_new("hotshoe-stats", "stage", G_TYPE_STRING, self->stage, "frames", G_TYPE_UINT64, self->frames, "missed",
        G_TYPE_UINT64, self->missed, "invalid", G_TYPE_UINT64, self->invalid, "copied", G_TYPE_UINT64, self->copied, "reconnects",
        G_TYPE_UINT64, self->reconnects, "age", G_TYPE_UINT64, self->age, NULL);
}

static void source_get_property(GObject *object, guint identifier, GValue *value, GParamSpec *property) {
    GstHotShoeSrc *self = GST_HOTSHOE_SRC(object);
    GST_OBJECT_LOCK(self);
    switch (identifier) {
    case PROPERTY_CAMERA: g_value_set_string(value, self->selector_text); break;
    case PROPERTY_SIMULATED: g_value_set_boolean(value, self->is_simulated); break;
    case PROPERTY_MAX_RATE: g_value_set_double(value, self->max_rate); break;
    case PROPERTY_SETTINGS: g_value_set_boxed(value, self->settings); break;
    case PROPERTY_TIMEOUT: g_value_set_uint64(value, self->timeout); break;
    case PROPERTY_ON_DISCONNECT: g_value_set_enum(value, self->on_disconnect); break;
    case PROPERTY_STATS: g_value_take_boxed(value, make_stats(self)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, identifier, property);
    }
    GST_OBJECT_UNLOCK(self);
}

static void source_finalize(GObject *object) {
    GstHotShoeSrc *self = GST_HOTSHOE_SRC(object);
    g_free(self->selector_text);
    g_clear_pointer(&self->settings, gst_structure_free);
    hs_waits_clear(&self->waits);
    G_OBJECT_CLASS(gst_hotshoe_src_parent_class)->finalize(object);
}

static void gst_hotshoe_src_init(GstHotShoeSrc *self) {
    hs_waits_init(&self->waits);
    self->timeout = DEFAULT_TIMEOUT;
    self->stage = "idle";
    self->period = GST_CLOCK_TIME_NONE;
    self->latency = HS_USUAL_PERIOD;
    gst_base_src_set_live(GST_BASE_SRC(self), TRUE);
    gst_base_src_set_format(GST_BASE_SRC(self), GST_FORMAT_TIME);
    gst_base_src_set_do_timestamp(GST_BASE_SRC(self), FALSE);
}

static void install_properties(GObjectClass *class) {
    const GParamFlags ready = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY;
    const GParamFlags playing = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING;
    g_object_class_install_property(class, PROPERTY_CAMERA,
        g_param_spec_string("camera", "Camera",
            "Serial number, name, model or vendor of the camera, usb:BUS-DEVICE, ptpip:HOST[:PORT], http://HOST:PORT/CAMERA, sim or sim:SERIAL; "
            "the first camera that is found if not set",
            NULL, ready));
    g_object_class_install_property(class, PROPERTY_SIMULATED,
        g_param_spec_boolean("simulated", "Simulated", "Use a simulated camera; camera is its serial number", FALSE, ready));
    g_object_class_install_property(class, PROPERTY_MAX_RATE,
        g_param_spec_double("max-rate", "Maximum rate", "Maximum number of frames per second; 0 for as many as the camera makes", 0, 10000,
            0, ready));
    g_object_class_install_property(class, PROPERTY_SETTINGS,
        g_param_spec_boxed("settings", "Settings",
            "Settings of the camera by their names, set in their order: settings,exposure-mode=manual,aperture=f/4,iso=(int)800; a refused one is a "
            "warning message",
            GST_TYPE_STRUCTURE, playing));
    g_object_class_install_property(class, PROPERTY_TIMEOUT,
        g_param_spec_uint64("timeout", "Timeout", "Time limit for finding the camera, for connecting, and for each frame, in ns; 0 for none", 0,
            G_MAXINT64, DEFAULT_TIMEOUT, playing));
    g_object_class_install_property(class, PROPERTY_ON_DISCONNECT,
        g_param_spec_enum("on-disconnect", "On disconnect", "Reaction to a lost camera", GST_TYPE_HOTSHOE_ON_DISCONNECT,
            HS_ON_DISCONNECT_ERROR, playing));
    g_object_class_install_property(class, PROPERTY_STATS,
        g_param_spec_boxed("stats", "Statistics",
            "Stage of the connection, number of frames that were pushed, missed, invalid and copied, of reconnects, and the age of the last "
            "frame in ns",
            GST_TYPE_STRUCTURE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static void gst_hotshoe_src_class_init(GstHotShoeSrcClass *class) {
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    GstElementClass *element_class = GST_ELEMENT_CLASS(class);
    GstBaseSrcClass *base_class = GST_BASE_SRC_CLASS(class);
    GST_DEBUG_CATEGORY_INIT(hotshoe_src_debug, "hotshoesrc", 0, "live view of cameras");
    object_class->set_property = source_set_property;
    object_class->get_property = source_get_property;
    object_class->finalize = source_finalize;
    install_properties(object_class);

    /* Takes a picture while live view continues; the result is an element message named hotshoe-shot. */
    signals[SIGNAL_SHOOT] = g_signal_new_class_handler("shoot", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST | G_SIGNAL_ACTION,
        G_CALLBACK(source_shoot), NULL, NULL, NULL, G_TYPE_BOOLEAN, 1, G_TYPE_STRING);

    gst_element_class_add_static_pad_template(element_class, &source_template);
    gst_element_class_set_static_metadata(element_class, "Camera source", "Source/Video/Hardware",
        "Live view of photographic cameras as JPEG frames", "HotShoe");
    gst_type_mark_as_plugin_api(GST_TYPE_HOTSHOE_ON_DISCONNECT, 0);

    base_class->start = source_start;
    base_class->stop = source_stop;
    base_class->unlock = source_unlock;
    base_class->unlock_stop = source_unlock_stop;
    base_class->negotiate = source_negotiate;
    base_class->is_seekable = source_is_seekable;
    base_class->query = source_query;
    GST_PUSH_SRC_CLASS(class)->create = hs_source_create;
}
