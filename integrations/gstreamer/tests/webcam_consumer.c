/*
 * A consumer of the camera that hotshoe-webcam offers by PipeWire. Usage: webcam_consumer FORMAT COUNT [SECONDS]
 *
 * Receives COUNT pictures in FORMAT (I420, YUY2, BGRx), at most for SECONDS (60), and prints one line: pictures, different ones, the size, the
 * latency from the capture time of each to its arrival here (p50, p99, largest, in ms), the time between two pictures (p50 and largest, in ms), and
 * the smallest and the largest mean of the first plane.
 */
#include <glib.h>
#include <pipewire/pipewire.h>
#include <spa/param/video/format-utils.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    struct pw_main_loop *loop;
    struct pw_stream *stream;
    struct spa_video_info_raw format;
    guint wanted;
    gint64 arrived;
    GArray *latencies, *gaps; /* of gint64, in ns */
    GHashTable *pictures;     /* their sums */
    gdouble darkest, brightest;
    gboolean is_lost;
} Consumer;

static gint64 now_ns(void) { return g_get_monotonic_time() * 1000; }

static void parameter_changed(void *data, uint32_t id, const struct spa_pod *parameter) {
    Consumer *self = data;
    if (id == SPA_PARAM_Format && parameter) spa_format_video_raw_parse(parameter, &self->format);
}

static void state_changed(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
    Consumer *self = data;
    (void)error;
    if (state == PW_STREAM_STATE_ERROR || (old == PW_STREAM_STATE_STREAMING && state == PW_STREAM_STATE_UNCONNECTED)) {
        self->is_lost = TRUE;
        pw_main_loop_quit(self->loop);
    }
}

static void examine(Consumer *self, const struct spa_buffer *buffer) {
    const guint8 *bytes = buffer->datas[0].data;
    gsize plane = (gsize)buffer->datas[0].chunk->stride * self->format.size.height;
    guint64 sum = 14695981039346656037u, total = 0;
    for (gsize i = 0; i < plane; i += 7) {
        sum = (sum ^ bytes[i]) * 1099511628211u;
        total += bytes[i];
    }
    g_hash_table_add(self->pictures, g_memdup2(&sum, sizeof sum));
    gdouble mean = (gdouble)total / (gdouble)(plane / 7);
    self->darkest = MIN(self->darkest, mean);
    self->brightest = MAX(self->brightest, mean);
}

static void process(void *data) {
    Consumer *self = data;
    struct pw_buffer *buffer = pw_stream_dequeue_buffer(self->stream);
    if (!buffer) return;
    gint64 now = now_ns();
    const struct spa_meta_header *header = spa_buffer_find_meta_data(buffer->buffer, SPA_META_Header, sizeof *header);
    if (buffer->buffer->datas[0].chunk->size > 0 && header) {
        gint64 latency = now - header->pts, gap = now - self->arrived;
        g_array_append_val(self->latencies, latency);
        if (self->arrived) g_array_append_val(self->gaps, gap);
        self->arrived = now;
        examine(self, buffer->buffer);
    }
    pw_stream_queue_buffer(self->stream, buffer);
    if (self->latencies->len >= self->wanted) pw_main_loop_quit(self->loop);
}

static const struct pw_stream_events events = {
    PW_VERSION_STREAM_EVENTS, .state_changed = state_changed, .param_changed = parameter_changed, .process = process};

static void time_is_up(void *data, uint64_t count) {
    (void)count;
    pw_main_loop_quit(((Consumer *)data)->loop);
}

static gint compare(gconstpointer a, gconstpointer b) {
    gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;
    return (x > y) - (x < y);
}

/** A percentile in ms; sorts the array. */
static gdouble percentile(GArray *array, guint percent) {
    if (array->len == 0) return -1;
    g_array_sort(array, compare);
    return (gdouble)g_array_index(array, gint64, MIN(array->len - 1, array->len * percent / 100)) / 1e6;
}

static int report(Consumer *self) {
    gdouble p50 = percentile(self->latencies, 50), p99 = percentile(self->latencies, 99), most = percentile(self->latencies, 100);
    gdouble usual = percentile(self->gaps, 50), longest = percentile(self->gaps, 100);
    printf("pictures=%u different=%u size=%ux%u latency-p50=%.3f latency-p99=%.3f latency-max=%.3f gap-p50=%.3f gap-max=%.3f darkest=%.1f "
           "brightest=%.1f\n",
        self->latencies->len, g_hash_table_size(self->pictures), self->format.size.width, self->format.size.height, p50, p99, most, usual,
        longest, self->darkest, self->brightest);
    return self->latencies->len >= self->wanted && !self->is_lost ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int count, char **words) {
    Consumer self = {.darkest = 1e9, .latencies = g_array_new(FALSE, FALSE, sizeof(gint64)), .gaps = g_array_new(FALSE, FALSE, sizeof(gint64))};
    if (count < 3) return 64;
    enum spa_video_format format = strcmp(words[1], "YUY2") == 0 ? SPA_VIDEO_FORMAT_YUY2
        : strcmp(words[1], "BGRx") == 0                          ? SPA_VIDEO_FORMAT_BGRx
                                                                 : SPA_VIDEO_FORMAT_I420;
    self.wanted = (guint)atoi(words[2]);
    self.pictures = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    pw_init(NULL, NULL);
    self.loop = pw_main_loop_new(NULL);
    struct pw_loop *loop = pw_main_loop_get_loop(self.loop);
    self.stream = pw_stream_new_simple(loop, "consumer",
        pw_properties_new(PW_KEY_MEDIA_TYPE, "Video", PW_KEY_MEDIA_CATEGORY, "Capture", PW_KEY_MEDIA_ROLE, "Camera", PW_KEY_TARGET_OBJECT,
            "hotshoe-webcam", NULL),
        &events, &self);
    uint8_t memory[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    const struct spa_pod *parameters[2];
    parameters[0] = spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat, SPA_FORMAT_mediaType,
        SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype, SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw), SPA_FORMAT_VIDEO_format, SPA_POD_Id(format));
    parameters[1] = spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Header),
        SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_header)));
    if (pw_stream_connect(self.stream, PW_DIRECTION_INPUT, PW_ID_ANY, PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS, parameters, 2) != 0)
        return EXIT_FAILURE;
    struct spa_source *timer = pw_loop_add_timer(loop, time_is_up, &self);
    struct timespec limit = {count > 3 ? atoi(words[3]) : 60, 0};
    pw_loop_update_timer(loop, timer, &limit, NULL, FALSE);
    pw_main_loop_run(self.loop);
    int code = report(&self);
    pw_stream_destroy(self.stream);
    pw_main_loop_destroy(self.loop);
    return code;
}
