/* A node of PipeWire that provides the pictures: it drives its graph with each one. */
#include "output.h"

#include <pipewire/pipewire.h>
#include <spa/param/video/format-utils.h>
#include <spa/pod/builder.h>

#define BUFFERS 4

typedef struct {
    HwOutput parent;
    struct pw_thread_loop *loop;
    struct pw_context *context;
    struct pw_core *core;
    struct pw_stream *stream;
    struct spa_hook core_listener, stream_listener;
    /* Guarded by the loop's lock. */
    gboolean is_streaming;
    GstVideoInfo format; /* of the consumer */
    GstVideoConverter *converter;
    guint64 sequence;
} HwPipeWire;

static const struct {
    enum spa_video_format format;
    GstVideoFormat own;
} formats[] = {
    {SPA_VIDEO_FORMAT_I420, GST_VIDEO_FORMAT_I420},
    {SPA_VIDEO_FORMAT_YUY2, GST_VIDEO_FORMAT_YUY2},
    {SPA_VIDEO_FORMAT_BGRx, GST_VIDEO_FORMAT_BGRx},
};

static void lose(HwPipeWire *self, const gchar *message) {
    gchar *text = g_strdup_printf("PipeWire: %s.", message);
    hw_output_fail(&self->parent, text);
    g_free(text);
}

static void core_error(void *data, uint32_t id, int sequence, int code, const char *message) {
    (void)sequence;
    (void)code;
    if (id == PW_ID_CORE) lose(data, message);
}

static void stream_state(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
    HwPipeWire *self = data;
    (void)old;
    self->is_streaming = state == PW_STREAM_STATE_STREAMING;
    if (state == PW_STREAM_STATE_ERROR) lose(self, error ? error : "the stream failed");
}

/** The consumer has selected a format, or left. */
static void stream_parameter(void *data, uint32_t id, const struct spa_pod *parameter) {
    HwPipeWire *self = data;
    struct spa_video_info_raw raw;
    if (id != SPA_PARAM_Format || !parameter || spa_format_video_raw_parse(parameter, &raw) < 0) return;
    g_clear_pointer(&self->converter, gst_video_converter_free);
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
        if (formats[i].format == raw.format)
            gst_video_info_set_format(&self->format, formats[i].own, raw.size.width, raw.size.height);
    if (self->format.finfo->format != GST_VIDEO_FORMAT_BGRx) self->format.colorimetry = self->parent.info.colorimetry;
    self->format.fps_n = self->parent.info.fps_n;
    self->format.fps_d = self->parent.info.fps_d;
    self->converter = gst_video_converter_new(&self->parent.info, &self->format, NULL);

    uint8_t memory[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    const struct spa_pod *parameters[2];
    parameters[0] = spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
        SPA_POD_CHOICE_RANGE_Int(BUFFERS, 2, 16), SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1), SPA_PARAM_BUFFERS_size,
        SPA_POD_Int((int)self->format.size), SPA_PARAM_BUFFERS_stride, SPA_POD_Int(self->format.stride[0]), SPA_PARAM_BUFFERS_dataType,
        SPA_POD_CHOICE_FLAGS_Int((1 << SPA_DATA_MemPtr) | (1 << SPA_DATA_MemFd)));
    parameters[1] = spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type,
        SPA_POD_Id(SPA_META_Header), SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_header)));
    pw_stream_update_params(self->stream, parameters, 2);
}

/** Copies a picture into a buffer of the consumer. */
static void fill(HwPipeWire *self, struct pw_buffer *buffer, GstBuffer *picture) {
    struct spa_data *data = &buffer->buffer->datas[0];
    GstBuffer *wrapped = gst_buffer_new_wrapped_full(0, data->data, self->format.size, 0, self->format.size, NULL, NULL);
    GstVideoFrame source, target;
    if (gst_video_frame_map(&source, &self->parent.info, picture, GST_MAP_READ)) {
        if (gst_video_frame_map(&target, &self->format, wrapped, GST_MAP_WRITE)) {
            gst_video_converter_frame(self->converter, &source, &target);
            gst_video_frame_unmap(&target);
        }
        gst_video_frame_unmap(&source);
    }
    gst_buffer_unref(wrapped);
    data->chunk->offset = 0;
    data->chunk->size = (uint32_t)self->format.size;
    data->chunk->stride = self->format.stride[0];
    data->chunk->flags = 0;
    struct spa_meta_header *header = spa_buffer_find_meta_data(buffer->buffer, SPA_META_Header, sizeof *header);
    if (!header) return;
    *header = (struct spa_meta_header){.pts = (int64_t)GST_BUFFER_PTS(picture), .seq = self->sequence++};
}

static const struct pw_core_events core_events = {PW_VERSION_CORE_EVENTS, .error = core_error};
static const struct pw_stream_events stream_events = {
    PW_VERSION_STREAM_EVENTS,
    .state_changed = stream_state,
    .param_changed = stream_parameter,
};

static gboolean connect_stream(HwPipeWire *self) {
    const GstVideoInfo *info = &self->parent.info;
    uint8_t memory[4096];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    const struct spa_pod *parameters[G_N_ELEMENTS(formats)];
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
        parameters[i] = spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat, SPA_FORMAT_mediaType,
            SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype, SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw), SPA_FORMAT_VIDEO_format,
            SPA_POD_Id(formats[i].format), SPA_FORMAT_VIDEO_size,
            SPA_POD_Rectangle(&SPA_RECTANGLE((uint32_t)info->width, (uint32_t)info->height)), SPA_FORMAT_VIDEO_framerate,
            SPA_POD_Fraction(&SPA_FRACTION((uint32_t)self->parent.rate_n, (uint32_t)self->parent.rate_d)));
    return pw_stream_connect(self->stream, PW_DIRECTION_OUTPUT, PW_ID_ANY, PW_STREAM_FLAG_DRIVER | PW_STREAM_FLAG_MAP_BUFFERS, parameters,
               G_N_ELEMENTS(formats)) == 0;
}

static void pipewire_stop(HwOutput *output) {
    HwPipeWire *self = (HwPipeWire *)output;
    pw_thread_loop_stop(self->loop);
    if (self->stream) pw_stream_destroy(self->stream);
    if (self->core) pw_core_disconnect(self->core);
    pw_context_destroy(self->context);
    pw_thread_loop_destroy(self->loop);
    self->stream = NULL;
    self->core = NULL;
    self->is_streaming = FALSE;
    g_clear_pointer(&self->converter, gst_video_converter_free);
}

static gboolean pipewire_start(HwOutput *output, gchar **problem) {
    HwPipeWire *self = (HwPipeWire *)output;
    self->loop = pw_thread_loop_new("hotshoe-webcam", NULL);
    self->context = pw_context_new(pw_thread_loop_get_loop(self->loop), NULL, 0);
    pw_thread_loop_lock(self->loop);
    pw_thread_loop_start(self->loop);
    self->core = pw_context_connect(self->context, pw_properties_new(PW_KEY_APP_NAME, "HotShoe", NULL), 0);
    if (self->core) {
        spa_zero(self->core_listener);
        pw_core_add_listener(self->core, &self->core_listener, &core_events, self);
        self->stream = pw_stream_new(self->core, "HotShoe",
            pw_properties_new(PW_KEY_MEDIA_TYPE, "Video", PW_KEY_MEDIA_CATEGORY, "Capture", PW_KEY_MEDIA_ROLE, "Camera", PW_KEY_MEDIA_CLASS,
                "Video/Source", PW_KEY_NODE_NAME, "hotshoe-webcam", PW_KEY_NODE_DESCRIPTION, output->place, PW_KEY_NODE_NICK, output->place,
                NULL));
        spa_zero(self->stream_listener);
        pw_stream_add_listener(self->stream, &self->stream_listener, &stream_events, self);
    }
    gboolean is_connected = self->core && connect_stream(self);
    pw_thread_loop_unlock(self->loop);
    if (is_connected) return TRUE;
    *problem = g_strdup("PipeWire does not answer: is it started in this session?");
    pipewire_stop(output);
    return FALSE;
}

static void pipewire_send(HwOutput *output, GstBuffer *picture) {
    HwPipeWire *self = (HwPipeWire *)output;
    pw_thread_loop_lock(self->loop);
    /* Queued before the graph runs: what the callback of a run queues is sent with the next one only. */
    struct pw_buffer *buffer = self->is_streaming && self->converter ? pw_stream_dequeue_buffer(self->stream) : NULL;
    if (buffer) {
        if (buffer->buffer->datas[0].data && buffer->buffer->datas[0].maxsize >= self->format.size) fill(self, buffer, picture);
        pw_stream_queue_buffer(self->stream, buffer);
    }
    /* Also without a buffer: the run returns those that the consumer has used. */
    if (self->is_streaming) pw_stream_trigger_process(self->stream);
    pw_thread_loop_unlock(self->loop);
}

static void pipewire_free(HwOutput *output) {
    g_free(output);
    pw_deinit();
}

HwOutput *hw_pipewire_new(const gchar *name) {
    static const HwOutputClass class = {"pipewire", pipewire_start, pipewire_send, pipewire_stop, pipewire_free};
    HwPipeWire *self = g_new0(HwPipeWire, 1);
    pw_init(NULL, NULL);
    self->parent.class = &class;
    self->parent.place = g_strdup(name);
    g_mutex_init(&self->parent.lock);
    return &self->parent;
}
